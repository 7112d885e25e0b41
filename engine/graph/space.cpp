#include "graph/space.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::int64_t kMostKnownElements = 1024;

struct OpKey {
  const OperatorDefinition* definition;
  const Attributes* attributes;
  std::span<const TensorId> inputs;

  template <typename H>
  friend H AbslHashValue(H h, const OpKey& key) {
    h = H::combine_contiguous(std::move(h), key.inputs.data(), key.inputs.size());
    return H::combine(std::move(h), key.definition, key.attributes->hash(), key.inputs.size());
  }
  friend bool operator==(const OpKey& a, const OpKey& b) {
    return a.definition == b.definition && std::ranges::equal(a.inputs, b.inputs) && *a.attributes == *b.attributes;
  }
};

std::optional<KnownElements> knownElementsOf(const Constant& constant) {
  const TensorType& type = constant.type();
  if (!isInteger(type.element) && type.element != ElementType::kBool) return std::nullopt;
  std::optional<std::int64_t> count = type.shape.elementCount();
  if (!count || *count > kMostKnownElements || type.shape.rank() > 1) return std::nullopt;
  Value value = constant.value();
  std::span<const std::int64_t> integers = value.integers();
  return KnownElements(integers.begin(), integers.end());
}

// What inference left open is taken from what the model declares.
void refine(TensorType& type, const TensorType& declared) {
  const bool isAnything = type.isTensor && type.element == ElementType::kUndefined && !type.shape.hasRank();
  if (isAnything && !declared.isTensor) type = declared;
  if (type.element == ElementType::kUndefined) type.element = declared.element;
  if (!declared.shape.hasRank() || declared.element != type.element) return;
  if (!type.shape.hasRank()) {
    type.shape = declared.shape;
    return;
  }
  if (type.shape.rank() != declared.shape.rank()) return;
  for (int axis = 0; axis < type.shape.rank(); ++axis)
    if (type.shape[axis].isNamelessUnknown()) type.shape[axis] = declared.shape[axis];
}

void fillDefaults(const OperatorDefinition& definition, Attributes& attributes) {
  for (const AttributeSpec& spec : definition.attributes)
    if (spec.otherwise && !attributes.has(spec.name)) attributes.set(spec.name, *spec.otherwise);
}

// Commutative operands in one order: all of a variadic operator, the first two of any other.
std::vector<TensorId> sortedInputs(const OperatorDefinition& definition, std::vector<TensorId> inputs) {
  if (!definition.isCommutative || inputs.size() < 2) return inputs;
  auto end = definition.maxInputs < 0 ? inputs.end() : inputs.begin() + 2;
  std::sort(inputs.begin(), end);
  return inputs;
}

void checkArity(const OperatorDefinition& definition, const OpRequest& request) {
  auto count = static_cast<int>(request.inputs.size());
  bool tooMany = definition.maxInputs >= 0 && count > definition.maxInputs;
  if (count < definition.minInputs || tooMany)
    throw ModelError(fmt::format("{} cannot have {} inputs", definition.name, count));
  for (int i = 0; i < definition.minInputs; ++i)
    if (!request.inputs[static_cast<std::size_t>(i)].isValid())
      throw ModelError(fmt::format("{} lacks its input {}", definition.name, i));
  bool tooManyOutputs = definition.maxOutputs >= 0 && request.outputCount > definition.maxOutputs;
  if (request.outputCount < definition.minOutputs || tooManyOutputs)
    throw ModelError(fmt::format("{} cannot have {} outputs", definition.name, request.outputCount));
}

}  // namespace

struct Space::Index {
  absl::flat_hash_map<OpKey, OpId> ops;
  // A key's inputs in canonical order; those of the op itself are as read.
  std::deque<std::vector<TensorId>> keyInputs;
  absl::flat_hash_map<std::string, TensorId> constants;
  absl::flat_hash_set<std::string> names;
};

Space::Space() : index_(std::make_unique<Index>()) {}
Space::Space(Space&&) noexcept = default;
Space& Space::operator=(Space&&) noexcept = default;
Space::~Space() = default;

TensorId Space::addTensor(Tensor tensor) {
  if (!tensor.name.empty()) index_->names.insert(tensor.name);
  tensors_.push_back(std::move(tensor));
  return {static_cast<std::uint32_t>(tensors_.size() - 1)};
}

TensorId Space::addInput(std::string name, TensorType type, std::optional<KnownElements> elements) {
  Tensor tensor;
  tensor.name = std::move(name);
  tensor.type = std::move(type);
  tensor.origin = TensorOrigin::kInput;
  tensor.elements = std::move(elements);
  return addTensor(std::move(tensor));
}

TensorId Space::addConstant(std::string name, ConstantPtr constant) {
  Tensor tensor;
  tensor.name = std::move(name);
  tensor.type = constant->type();
  tensor.origin = TensorOrigin::kConstant;
  tensor.isConstant = true;
  tensor.elements = knownElementsOf(*constant);
  tensor.constant = std::move(constant);
  return addTensor(std::move(tensor));
}

InputFact Space::factOf(TensorId id) const {
  InputFact fact;
  fact.isPresent = id.isValid();
  if (!fact.isPresent) return fact;
  const Tensor& source = tensor(id);
  fact.type = source.type;
  fact.isConstant = source.isConstant;
  fact.elements = source.elements;
  return fact;
}

namespace {

bool isFewWholeNumbers(const TensorType& type) {
  if (!type.isTensor || (!isInteger(type.element) && type.element != ElementType::kBool)) return false;
  const std::optional<std::int64_t> count = type.shape.elementCount();
  return count && *count <= kMostKnownElements && type.shape.rank() <= 1;
}

std::optional<Value> knownValue(const InputFact& fact) {
  if (!fact.elements || !isFewWholeNumbers(fact.type)) return std::nullopt;
  std::vector<std::int64_t> numbers;
  for (const Dim& element : *fact.elements) {
    if (!element.isKnown()) return std::nullopt;
    numbers.push_back(element.value());
  }
  if (static_cast<std::int64_t>(numbers.size()) != fact.type.shape.elementCount()) return std::nullopt;
  return Value::ofIntegers(fact.type.element, fact.type.shape.extents(), std::move(numbers));
}

// Whole numbers that come from known ones are known, whatever the operator.
void learnElements(const OpRequest& request, std::span<const InputFact> facts, std::vector<OutputFact>& outputs) {
  const OperatorDefinition& definition = *request.definition;
  const auto isOpen = [](const OutputFact& output) { return !output.elements && isFewWholeNumbers(output.type); };
  if (!definition.isDeterministic || !definition.evaluate || facts.empty() || std::ranges::none_of(outputs, isOpen))
    return;
  std::vector<Value> inputs;
  for (const InputFact& fact : facts) {
    std::optional<Value> value = fact.isPresent ? knownValue(fact) : Value();
    if (!value) return;
    inputs.push_back(std::move(*value));
  }
  std::vector<TensorType> types;
  for (const OutputFact& output : outputs) types.push_back(output.type);
  try {
    const std::vector<Value> results = definition.evaluate({request.attributes, inputs, types});
    for (std::size_t i = 0; i < std::min(results.size(), outputs.size()); ++i)
      if (isOpen(outputs[i]) && results[i].type() == outputs[i].type)
        outputs[i].elements.emplace(results[i].integers().begin(), results[i].integers().end());
  } catch (const EvaluationError&) {
    return;  // the op will say so when it runs
  } catch (const ModelError&) {
    return;
  }
}

std::vector<OutputFact> inferOutputs(const Space& space, const OpRequest& request) {
  checkArity(*request.definition, request);
  std::vector<InputFact> facts;
  facts.reserve(request.inputs.size());
  for (TensorId input : request.inputs) facts.push_back(space.factOf(input));
  std::vector<OutputFact> outputs = request.definition->infer({request.attributes, facts, request.outputCount});
  if (static_cast<int>(outputs.size()) < request.outputCount)
    throw ModelError(fmt::format("{} cannot have {} outputs here", request.definition->name, request.outputCount));
  outputs.resize(static_cast<std::size_t>(request.outputCount));
  learnElements(request, facts, outputs);
  return outputs;
}

}  // namespace

OpId Space::addOp(Op op, std::vector<OutputFact> outputs, std::vector<std::string> names) {
  OpId id{static_cast<std::uint32_t>(ops_.size())};
  bool isDeterministic = op.definition && op.definition->isDeterministic;
  op.isConstant = isDeterministic && std::ranges::all_of(op.inputs, [this](TensorId input) {
                    return !input.isValid() || tensor(input).isConstant;
                  });
  // Files have no constants that are sequences or optionals.
  op.isConstant &= std::ranges::all_of(outputs, [](const OutputFact& output) { return output.type.isTensor; });
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    Tensor tensor;
    if (i < names.size()) tensor.name = std::move(names[i]);
    tensor.type = std::move(outputs[i].type);
    tensor.elements = std::move(outputs[i].elements);
    tensor.isConstant = op.isConstant;
    tensor.op = id;
    tensor.output = static_cast<std::uint16_t>(i);
    op.outputs.push_back(addTensor(std::move(tensor)));
  }
  ops_.push_back(std::move(op));
  return id;
}

OpId Space::addLoaded(OpRequest request, std::vector<std::string> outputNames, std::vector<TensorType> types,
                      std::int32_t ordinal) {
  fillDefaults(*request.definition, request.attributes);
  std::vector<OutputFact> outputs = inferOutputs(*this, request);
  for (std::size_t i = 0; i < outputs.size() && i < types.size(); ++i) refine(outputs[i].type, types[i]);
  Op op;
  op.definition = request.definition;
  op.attributes = std::move(request.attributes);
  op.inputs.assign(request.inputs.begin(), request.inputs.end());
  op.ordinal = ordinal;
  OpId id = addOp(std::move(op), std::move(outputs), std::move(outputNames));
  if (request.definition->isDeterministic) {
    index_->keyInputs.push_back(sortedInputs(*request.definition, std::move(request.inputs)));
    index_->ops.emplace(OpKey{request.definition, &ops_.back().attributes, index_->keyInputs.back()}, id);
  }
  return id;
}

OpId Space::addOpaque(std::string name, Attributes attributes, std::vector<TensorId> inputs,
                      std::span<const TensorId> captured, std::vector<std::string> outputNames,
                      std::vector<TensorType> types, std::int32_t ordinal, std::shared_ptr<const OpBodies> bodies) {
  Op op;
  op.bodies = std::move(bodies);
  op.opaqueName = std::move(name);
  op.attributes = std::move(attributes);
  op.inputs.assign(inputs.begin(), inputs.end());
  op.inputs.insert(op.inputs.end(), captured.begin(), captured.end());
  op.ordinal = ordinal;
  std::vector<OutputFact> outputs(outputNames.size());
  for (std::size_t i = 0; i < outputs.size() && i < types.size(); ++i) outputs[i].type = std::move(types[i]);
  return addOp(std::move(op), std::move(outputs), std::move(outputNames));
}

OpId Space::intern(OpRequest request) {
  if (!request.definition) throw ModelError("an opaque op cannot be made by a step");
  fillDefaults(*request.definition, request.attributes);
  while (!request.inputs.empty() && !request.inputs.back().isValid()) request.inputs.pop_back();
  request.inputs = sortedInputs(*request.definition, std::move(request.inputs));
  auto found = index_->ops.find(OpKey{request.definition, &request.attributes, request.inputs});
  if (found != index_->ops.end() && static_cast<int>(op(found->second).outputs.size()) >= request.outputCount)
    return found->second;
  std::vector<OutputFact> outputs = inferOutputs(*this, request);
  Op op;
  op.definition = request.definition;
  op.attributes = std::move(request.attributes);
  op.inputs.assign(request.inputs.begin(), request.inputs.end());
  OpId id = addOp(std::move(op), std::move(outputs), {});
  if (request.definition->isDeterministic) {
    index_->keyInputs.push_back(std::move(request.inputs));
    index_->ops.insert_or_assign(OpKey{request.definition, &ops_.back().attributes, index_->keyInputs.back()}, id);
  }
  return id;
}

TensorId Space::internConstant(Value value) {
  std::string key = value.type().text() + '\0';
  if (value.element() == ElementType::kString) {
    for (const std::string& text : value.strings()) key += text + '\0';
  } else {
    std::vector<std::byte> bytes = encode(value);
    key.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  auto [place, isNew] = index_->constants.try_emplace(std::move(key));
  if (isNew) place->second = addConstant("", makeUnroundedConstant(std::move(value)));
  return place->second;
}

bool Space::canProduce(const Choice& choice, TensorId id) const {
  TensorId made = choice.isAlias() ? choice.alias : op(choice.op).outputs[choice.output];
  return tensor(made).type == tensor(id).type && (tensor(made).isConstant || !tensor(id).isConstant);
}

std::string Space::freshName(std::string_view stem) {
  std::string name(stem);
  for (int i = 1; !index_->names.insert(name).second; ++i) name = fmt::format("{}_{}", stem, i);
  return name;
}

std::size_t Space::memoryBytes() const {
  std::size_t perOp = sizeof(Op) + sizeof(OpKey) + sizeof(OpId) + sizeof(std::vector<TensorId>) + 128;
  return tensors_.size() * (sizeof(Tensor) + 64) + ops_.size() * perOp;
}

}  // namespace tasoscope
