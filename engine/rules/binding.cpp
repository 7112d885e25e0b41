#include "rules/binding.h"

#include <algorithm>
#include <cassert>

#include "rules/rule_operators.h"

namespace tasoscope {
namespace {

/// Larger constants are weights; nobody looks for zeros in them.
constexpr std::int64_t kLargestLookedAt = 1 << 16;

std::size_t index(int variable) { return static_cast<std::size_t>(variable); }

}  // namespace

std::optional<Value> ConstantValues::small(TensorId id) const {
  const Tensor& tensor = space_.tensor(id);
  if (!tensor.constant) return std::nullopt;
  const auto count = tensor.type.shape.elementCount();
  if (!count || *count > kLargestLookedAt || tensor.type.element == ElementType::kString) return std::nullopt;
  return tensor.constant->value();
}

std::optional<double> ConstantValues::uniform(TensorId id) {
  if (known_.size() <= id.value) known_.resize(space_.tensorCount());
  auto& known = known_[id.value];
  if (known) return *known;
  known.emplace();
  const Tensor& tensor = space_.tensor(id);
  if (tensor.origin == TensorOrigin::kComputed && tensor.op.isValid()) {
    const Op& op = space_.op(tensor.op);
    const bool isSpaceOp = op.definition && op.definition->domain == kSpaceDomain;
    if (isSpaceOp && op.name() == "Zeros") *known = 0.0;
    if (isSpaceOp && op.name() == "Ones") *known = 1.0;
    return *known;
  }
  const auto value = small(id);
  if (!value || value->size() == 0) return *known;
  const double first = value->at(0);
  for (std::int64_t i = 1; i < value->size(); ++i)
    if (value->at(i) != first) return *known;
  *known = first;
  return *known;
}

void Binding::reset(const CompiledRule& rule) {
  plain.assign(rule.pattern->tensors.size(), {});
  element.assign(rule.pattern->tensors.size(), {});
  sequences.resize(rule.pattern->tensors.size());
  for (BoundSequence& sequence : sequences) {
    sequence.state = Bound::kNo;
    sequence.tensors.clear();
  }
  values.assign(rule.pattern->values.size(), {});
  equationOps.assign(rule.left.size(), {});
  needs.clear();
  ops.clear();
  trail_.clear();
}

void Binding::rollBack(const Mark& mark) {
  while (trail_.size() > mark.trail) {
    const Entry& entry = trail_.back();
    const std::size_t i = index(entry.variable);
    switch (entry.kind) {
      case Kind::kPlain:
        plain[i] = entry.before;
        break;
      case Kind::kElement:
        element[i] = entry.before;
        break;
      case Kind::kSequence:
        sequences[i].state = Bound::kNo;
        sequences[i].tensors.clear();
        break;
      case Kind::kAppend:
        sequences[i].tensors.pop_back();
        break;
      case Kind::kValue:
        values[i] = {};
        break;
    }
    trail_.pop_back();
  }
  needs.resize(mark.needs);
  ops.resize(mark.ops);
}

void Binding::bindPlain(int variable, Bound state, TensorId tensor) {
  trail_.push_back({Kind::kPlain, variable, plain[index(variable)]});
  plain[index(variable)] = {state, tensor};
}

void Binding::bindElement(int variable, Bound state, TensorId tensor) {
  trail_.push_back({Kind::kElement, variable, element[index(variable)]});
  element[index(variable)] = {state, tensor};
}

void Binding::clearElement(int variable) { bindElement(variable, Bound::kNo, {}); }

void Binding::bindSequence(int variable, absl::InlinedVector<TensorId, 8> tensors) {
  trail_.push_back({Kind::kSequence, variable, {}});
  sequences[index(variable)] = {Bound::kYes, std::move(tensors)};
}

void Binding::append(int variable, TensorId tensor) {
  assert(sequences[index(variable)].state == Bound::kYes);
  trail_.push_back({Kind::kAppend, variable, {}});
  sequences[index(variable)].tensors.push_back(tensor);
}

void Binding::bindValue(int variable, BoundValue value) {
  trail_.push_back({Kind::kValue, variable, {}});
  values[index(variable)] = value;
}

void BindingScope::addMade(int variable, TensorId tensor) { made_.emplace_back(variable, tensor); }

void BindingScope::addMadeSequence(int variable, std::vector<TensorId> tensors) {
  madeSequences_.emplace_back(variable, std::move(tensors));
}

TensorId BindingScope::tensorOf(int variable, int element) const {
  const std::size_t i = index(variable);
  if (element >= 0) {
    const auto at = static_cast<std::size_t>(element);
    for (const auto& [name, tensors] : madeSequences_)
      if (name == variable && at < tensors.size()) return tensors[at];
    const auto& sequence = binding_->sequences[i].tensors;
    return at < sequence.size() ? sequence[at] : TensorId();
  }
  for (const auto& [name, tensor] : made_)
    if (name == variable) return tensor;
  return binding_->plain[i].state == Bound::kYes ? binding_->plain[i].tensor : TensorId();
}

Evaluated BindingScope::valueOf(int variable, int element) const {
  const auto& definition = pattern_->values[index(variable)].definition;
  if (definition) return evaluate(*definition, *this, element);
  const BoundValue& value = binding_->values[index(variable)];
  return value.state == Bound::kYes && value.value ? evaluatedOf(*value.value) : Evaluated();
}

bool BindingScope::isValuePresent(int variable) const { return binding_->values[index(variable)].state == Bound::kYes; }

const TensorType* BindingScope::typeOf(int variable, int element) const {
  const TensorId id = tensorOf(variable, element);
  return id.isValid() ? &space_.tensor(id).type : nullptr;
}

bool BindingScope::isConstant(int variable, int element) const {
  const TensorId id = tensorOf(variable, element);
  return id.isValid() && space_.tensor(id).isConstant;
}

std::optional<double> BindingScope::uniformValueOf(int variable, int element) const {
  const TensorId id = tensorOf(variable, element);
  return id.isValid() ? constants_.uniform(id) : std::nullopt;
}

bool BindingScope::areSame(int variableA, int elementA, int variableB, int elementB) const {
  return tensorOf(variableA, elementA) == tensorOf(variableB, elementB);
}

std::optional<std::int64_t> BindingScope::countOf(int variable) const {
  const BoundSequence& sequence = binding_->sequences[index(variable)];
  if (sequence.state == Bound::kYes) return static_cast<std::int64_t>(sequence.tensors.size());
  for (const auto& [name, tensors] : madeSequences_)
    if (name == variable) return static_cast<std::int64_t>(tensors.size());
  return std::nullopt;
}

}  // namespace tasoscope
