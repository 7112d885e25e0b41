#include "session/entry_table.h"

#include <algorithm>
#include <limits>

#include "session/groups/grouping.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

template <typename Numbers, typename List>
void copyNumbers(const Numbers& numbers, List& list) {
  list.Assign(numbers.begin(), numbers.end());
}

void copyTexts(std::span<const std::string> texts, google::protobuf::RepeatedPtrField<std::string>& list) {
  for (const std::string& text : texts) *list.Add() = text;
}

schema::Attribute recordOf(const std::string& name, const AttributeValue& value) {
  schema::Attribute record;
  record.set_name(name);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) record.set_integer(*integer);
  if (const auto* real = std::get_if<double>(&value)) record.set_real(*real);
  if (const auto* text = std::get_if<std::string>(&value)) record.set_text(*text);
  if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
    copyNumbers(*list, *record.mutable_integers()->mutable_values());
  if (const auto* list = std::get_if<std::vector<double>>(&value))
    copyNumbers(*list, *record.mutable_reals()->mutable_values());
  if (const auto* list = std::get_if<std::vector<std::string>>(&value))
    copyTexts(*list, *record.mutable_texts()->mutable_values());
  return record;
}

std::optional<AttributeValue> valueOf(const schema::Attribute& record) {
  switch (record.value_case()) {
    case schema::Attribute::kInteger:
      return record.integer();
    case schema::Attribute::kReal:
      return record.real();
    case schema::Attribute::kText:
      return record.text();
    case schema::Attribute::kIntegers:
      return std::vector<std::int64_t>(record.integers().values().begin(), record.integers().values().end());
    case schema::Attribute::kReals:
      return std::vector<double>(record.reals().values().begin(), record.reals().values().end());
    case schema::Attribute::kTexts:
      return std::vector<std::string>(record.texts().values().begin(), record.texts().values().end());
    case schema::Attribute::VALUE_NOT_SET:
      return std::nullopt;
  }
  return std::nullopt;
}

schema::Constant recordOf(const Value& value) {
  schema::Constant record;
  record.set_element(std::string(nameOf(value.element())));
  copyNumbers(value.shape(), *record.mutable_shape());
  if (value.isFloat()) {
    copyNumbers(value.floats(), *record.mutable_floats());
  } else if (value.element() == ElementType::kString) {
    copyTexts(value.strings(), *record.mutable_strings());
  } else {
    copyNumbers(value.integers(), *record.mutable_integers());
  }
  return record;
}

// Nothing unless the record holds as many elements as its shape says.
std::optional<Value> valueOf(const schema::Constant& record) {
  std::optional<ElementType> element = elementTypeNamed(record.element());
  if (!element) return std::nullopt;
  std::vector<std::int64_t> shape(record.shape().begin(), record.shape().end());
  std::int64_t count = 1;
  for (std::int64_t extent : shape) {
    if (extent < 0 || extent > std::numeric_limits<std::int32_t>::max()) return std::nullopt;
    if (extent > 0 && count > std::numeric_limits<std::int64_t>::max() / extent) return std::nullopt;
    count *= extent;
  }
  if (isFloatingPoint(*element)) {
    if (record.floats_size() != count) return std::nullopt;
    return Value::ofFloats(*element, shape, {record.floats().begin(), record.floats().end()});
  }
  if (*element == ElementType::kString) {
    if (record.strings_size() != count) return std::nullopt;
    return Value::ofStrings(shape, {record.strings().begin(), record.strings().end()});
  }
  bool isInteger = tasoscope::isInteger(*element) || *element == ElementType::kBool;
  if (!isInteger || record.integers_size() != count) return std::nullopt;
  return Value::ofIntegers(*element, shape, {record.integers().begin(), record.integers().end()});
}

// A name by which the model knows an output of the op.
std::string nameOfAnOutput(const Model& model, const Op& op) {
  for (TensorId output : op.outputs) {
    const std::string& name = model.space().tensor(output).name;
    if (!name.empty() && model.tensorNamed(name) == output) return name;
  }
  throw ModelError(op.name() + ": has no output with a name, so that no project can refer to it");
}

}  // namespace

void EntryWriter::resume(const std::vector<TensorId>& tensors, const std::vector<OpId>& ops) {
  for (std::uint32_t entry = 0; entry < tensors.size(); ++entry) {
    if (tensors[entry].isValid()) tensors_.try_emplace(tensors[entry], entry);
    if (ops[entry].isValid()) ops_.try_emplace(ops[entry], entry);
  }
}

schema::Entry EntryWriter::newEntryFor(OpId id, Entries& entries) {
  const Op& op = model_.space().op(id);
  schema::Entry entry;
  if (op.isLoaded()) {
    entry.set_producer(nameOfAnOutput(model_, op));
    return entry;
  }
  schema::Op& record = *entry.mutable_op();
  record.set_name(op.definition->name);
  record.set_domain(op.definition->domain);
  record.set_number(numbers_[id]);
  record.set_outputs(static_cast<std::uint32_t>(op.outputs.size()));
  for (const auto& [name, value] : op.attributes) *record.add_attributes() = recordOf(name, value);
  for (TensorId input : op.inputs) {
    schema::Input& place = *record.add_inputs();
    if (input.isValid()) *place.mutable_tensor() = refTo(input, entries);
  }
  return entry;
}

std::uint32_t EntryWriter::entryOf(OpId op, Entries& entries) {
  if (auto known = ops_.find(op); known != ops_.end()) return known->second;
  schema::Entry entry = newEntryFor(op, entries);
  *entries.Add() = std::move(entry);
  return ops_[op] = static_cast<std::uint32_t>(entries.size() - 1);
}

schema::Ref EntryWriter::refTo(TensorId id, Entries& entries) {
  const Tensor& tensor = model_.space().tensor(id);
  bool isNamed = !tensor.name.empty() && model_.tensorNamed(tensor.name) == id;
  schema::Ref ref;
  if (!isNamed && tensor.op.isValid()) {
    ref.set_entry(entryOf(tensor.op, entries));
    ref.set_output(tensor.output);
    return ref;
  }
  auto [known, isNew] = tensors_.try_emplace(id, static_cast<std::uint32_t>(entries.size()));
  if (isNew && isNamed) entries.Add()->set_tensor(tensor.name);
  if (isNew && !isNamed) *entries.Add()->mutable_constant() = recordOf(tensor.constant->value());
  ref.set_entry(known->second);
  return ref;
}

void EntryWriter::write(const Fact& fact, Entries& entries, schema::Fact& record) {
  *record.mutable_tensor() = refTo(fact.tensor, entries);
  record.set_is_inner(!fact.isRoot);
  if (fact.choice.isAlias()) {
    *record.mutable_same_as() = refTo(fact.choice.alias, entries);
    return;
  }
  record.mutable_made_by()->set_entry(entryOf(fact.choice.op, entries));
  record.mutable_made_by()->set_output(fact.choice.output);
}

schema::Groups::Group EntryWriter::write(const SelectionGroup& group, Entries& entries) {
  schema::Groups::Group record;
  record.set_id(group.id);
  record.set_name(group.name);
  const auto ifNamed = [](auto&& add) {
    try {
      add();
    } catch (const ModelError&) {
      return;  // an op of the model without an output that has a name
    }
  };
  for (OpId op : group.ops)
    ifNamed([&] {
      std::uint32_t entry = entryOf(op, entries);
      record.add_ops(entry);
    });
  for (TensorId value : group.values)
    ifNamed([&] {
      schema::Ref ref = refTo(value, entries);
      *record.add_values() = std::move(ref);
    });
  return record;
}

EntryReader::EntryReader(Model& model, const Entries& entries)
    : space_(model.space()),
      tensors_(static_cast<std::size_t>(entries.size())),
      ops_(static_cast<std::size_t>(entries.size())) {
  std::vector<std::size_t> made;
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    const schema::Entry& entry = entries[static_cast<int>(i)];
    if (entry.has_op()) made.push_back(i);
    addTensor(model, entry, i);
  }
  std::stable_sort(made.begin(), made.end(), [&](std::size_t a, std::size_t b) {
    return entries[static_cast<int>(a)].op().number() < entries[static_cast<int>(b)].op().number();
  });
  for (std::size_t i : made) addOp(model, entries[static_cast<int>(i)], i);
  for (std::size_t i = 0; i < tensors_.size(); ++i) is_complete_ &= tensors_[i].isValid() || ops_[i].isValid();
  numbers_.numberAnew({static_cast<std::uint32_t>(space_.opCount())});
}

void OpNumbers::numberAnew(OpId first) {
  std::uint32_t highest = 0;
  for (const auto& [op, number] : known_) highest = std::max(highest, number);
  first_new_ = first;
  offset_ = highest < first.value ? 0 : highest + 1 - first.value;
}

void EntryReader::addTensor(Model& model, const schema::Entry& entry, std::size_t index) {
  if (entry.has_tensor()) tensors_[index] = model.tensorNamed(entry.tensor()).value_or(TensorId{});
  std::optional<TensorId> made = entry.has_producer() ? model.tensorNamed(entry.producer()) : std::nullopt;
  if (made) ops_[index] = space_.tensor(*made).op;
  std::optional<Value> value = entry.has_constant() ? valueOf(entry.constant()) : std::nullopt;
  if (value) tensors_[index] = model.space().internConstant(std::move(*value));
}

void EntryReader::addOp(Model& model, const schema::Entry& entry, std::size_t index) {
  try {
    ops_[index] = makeOp(model.space(), entry.op());
  } catch (const ModelError&) {
    return;  // it does not fit this model; isComplete() says that something was left out
  }
  if (ops_[index].isValid() && !space_.op(ops_[index]).isLoaded()) numbers_.set(ops_[index], entry.op().number());
}

OpId EntryReader::makeOp(Space& space, const schema::Op& record) const {
  OpRequest request;
  request.definition = findOperator(record.name(), record.domain());
  if (!request.definition || record.outputs() == 0 || record.outputs() > std::numeric_limits<std::uint16_t>::max())
    return {};
  request.outputCount = static_cast<int>(record.outputs());
  for (const schema::Attribute& attribute : record.attributes()) {
    std::optional<AttributeValue> value = valueOf(attribute);
    if (!value) return {};
    request.attributes.set(attribute.name(), std::move(*value));
  }
  for (const schema::Input& input : record.inputs()) {
    TensorId tensor;
    if (input.has_tensor()) {
      tensor = tensorOf(space, input.tensor());
      if (!tensor.isValid()) return {};
    }
    request.inputs.push_back(tensor);
  }
  return space.intern(std::move(request));
}

TensorId EntryReader::tensorOf(const Space& space, const schema::Ref& ref) const {
  if (ref.entry() >= tensors_.size()) return {};
  OpId op = ops_[ref.entry()];
  if (!op.isValid()) return tensors_[ref.entry()];
  return ref.output() < space.op(op).outputs.size() ? space.op(op).outputs[ref.output()] : TensorId{};
}

SelectionGroup EntryReader::read(const schema::Groups::Group& record) const {
  SelectionGroup group;
  group.id = record.id();
  group.name = record.name();
  for (std::uint32_t entry : record.ops())
    if (entry < ops_.size() && ops_[entry].isValid()) group.ops.push_back(ops_[entry]);
  for (const schema::Ref& ref : record.values())
    if (TensorId value = tensorOf(space_, ref); value.isValid()) group.values.push_back(value);
  return group;
}

std::optional<Fact> EntryReader::read(const schema::Fact& record) const {
  Fact fact;
  fact.tensor = tensorOf(space_, record.tensor());
  fact.isRoot = !record.is_inner();
  if (!fact.tensor.isValid() || space_.tensor(fact.tensor).origin == TensorOrigin::kInput) return std::nullopt;
  if (record.has_same_as()) {
    fact.choice.alias = tensorOf(space_, record.same_as());
    if (!fact.choice.alias.isValid() || fact.choice.alias == fact.tensor) return std::nullopt;
  } else {
    TensorId made = record.has_made_by() ? tensorOf(space_, record.made_by()) : TensorId{};
    if (!made.isValid() || !space_.tensor(made).op.isValid()) return std::nullopt;
    fact.choice.op = space_.tensor(made).op;
    fact.choice.output = space_.tensor(made).output;
  }
  return space_.canProduce(fact.choice, fact.tensor) ? std::optional(fact) : std::nullopt;
}

}  // namespace tasoscope
