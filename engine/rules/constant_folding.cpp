#include "rules/constant_folding.h"

#include <algorithm>

#include "rules/built_in_matchers.h"
#include "rules/rule_operators.h"
#include "tensor/digest.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::int64_t kAlwaysFoldedBytes = 64 << 10;
// A folded constant is part of its step, and of the journal and the project that keep the step.
constexpr std::int64_t kMostElements = std::int64_t{1} << 18;       // of one result
constexpr std::int64_t kMostEvaluated = std::int64_t{1} << 23;      // of all results of a space
constexpr std::int64_t kMostComparedBytes = std::int64_t{1} << 28;  // of all constants of a space
/// Merging smaller ones saves nothing.
constexpr std::int64_t kLeastComparedBytes = 256;
constexpr std::int64_t kMaxKnown = 1024;  // integers of one operand
constexpr int kDeepest = 256;

using Integers = std::vector<std::int64_t>;

bool isWholeNumber(ElementType type) { return isInteger(type) || type == ElementType::kBool; }

std::optional<Integers> knownNumbers(const Tensor& tensor) {
  if (!tensor.elements || !isWholeNumber(tensor.type.element)) return std::nullopt;
  Integers numbers;
  for (const Dim& element : *tensor.elements) {
    if (!element.isKnown()) return std::nullopt;
    numbers.push_back(element.value());
  }
  return numbers;
}

bool isFullyKnown(const Space& space, const Op& op) {
  return std::ranges::all_of(op.outputs, [&](TensorId output) {
    return space.tensor(output).isConstant || knownNumbers(space.tensor(output)).has_value();
  });
}

/// Calls `visit` for each live op that reads a result of this one.
template <typename Visit>
bool anyReader(const Graph& graph, TensorId name, const Visit& visit) {
  for (const OpId reader : graph.consumers(name))
    if (visit(reader)) return true;
  return std::ranges::any_of(graph.aliasesOf(name), [&](TensorId alias) { return anyReader(graph, alias, visit); });
}

/// Whether something outside of what is known reads a result, so that it has to be there.
template <typename IsKnown>
bool isNeeded(const Graph& graph, OpId op, const IsKnown& isKnown) {
  return std::ranges::any_of(graph.chosenBy(op), [&](TensorId name) {
    return graph.isOutput(name) || anyReader(graph, name, [&](OpId reader) { return !isKnown(reader); });
  });
}

bool isConditionOfBranches(const Graph& graph, const Space& space, TensorId name) {
  const bool isRead = std::ranges::any_of(graph.consumers(name), [&](OpId reader) {
    const Op& op = space.op(reader);
    return op.name() == "If" && op.bodies && op.inputs[0] == name;
  });
  return isRead || std::ranges::any_of(graph.aliasesOf(name),
                                       [&](TensorId alias) { return isConditionOfBranches(graph, space, alias); });
}

/// Whether a result decides which branch of an If runs. Folded, it would leave an If with a constant condition, which
/// runtimes take apart, and ONNX Runtime (1.27) then refuses the model where the If is itself in a branch.
bool decidesBranches(const Graph& graph, const Space& space, OpId op) {
  return std::ranges::any_of(graph.chosenBy(op),
                             [&](TensorId name) { return isConditionOfBranches(graph, space, name); });
}

bool isQuantization(const Op& op) { return op.name().find("uantizeLinear") != std::string::npos; }

/// Axes as the space has them: not negative, and sorted where nothing goes with their order.
Integers normalizedAxes(const Op& op, int rank, Integers axes) {
  const int span = op.name() == "Unsqueeze" ? rank + static_cast<int>(axes.size()) : rank;
  for (std::int64_t& axis : axes)
    if (axis < 0) axis += span;
  const bool isOrdered = op.name() == "Slice" || op.name() == "Pad" || op.name() == "Resize";
  if (!isOrdered) std::sort(axes.begin(), axes.end());
  return axes;
}

/// What the space has for an absorbed operand: a number for a bound or what pads, a list of integers for the rest.
std::optional<AttributeValue> asAttribute(const std::string& attribute, Integers numbers) {
  constexpr std::int64_t kMostExact = std::int64_t{1} << 53;
  if (attribute == "training_mode") return std::nullopt;
  if (attribute != "min" && attribute != "max" && attribute != "constant_value") return numbers;
  if (numbers.size() != 1 || numbers[0] > kMostExact || numbers[0] < -kMostExact) return std::nullopt;
  return static_cast<double>(numbers[0]);
}

}  // namespace

// Results.

std::int64_t ConstantFolding::leafBytes(TensorId id, int depth) const {
  const Tensor& tensor = space_.tensor(id);
  if (tensor.constant) return tensor.type.bytes().value_or(0);
  if (!tensor.op.isValid() || depth > kDeepest) return 0;
  std::int64_t total = 0;
  for (const TensorId input : space_.op(tensor.op).inputs)
    if (input.isValid() && total <= kMostElements) total += leafBytes(input, depth + 1);
  return total;
}

bool ConstantFolding::isWorthFolding(const Op& op) const {
  const bool canFold = op.isConstant && op.isLoaded() && !op.isOpaque() && op.definition->evaluate &&
                       op.definition->domain != kSpaceDomain && !isQuantization(op);
  if (!canFold) return false;
  std::int64_t before = 0;
  for (const TensorId input : op.inputs)
    if (input.isValid()) before += leafBytes(input, 0);
  std::int64_t after = 0, elements = 0;
  for (const TensorId output : op.outputs) {
    const TensorType& type = space_.tensor(output).type;
    const auto bytes = type.bytes(), count = type.shape.elementCount();
    if (!bytes || !count || type.element == ElementType::kString) return false;
    after += *bytes;
    elements += *count;
  }
  return elements <= kMostElements && evaluated_ + elements <= kMostEvaluated &&
         (after <= kAlwaysFoldedBytes || after <= before);
}

std::optional<Value> ConstantFolding::valueOf(TensorId id, int depth) {
  const Tensor& tensor = space_.tensor(id);
  if (tensor.type.shape.elementCount().value_or(kMostElements + 1) > kMostElements) return std::nullopt;
  if (tensor.constant) return tensor.constant->value();
  if (!tensor.op.isValid() || depth > kDeepest) return std::nullopt;
  const Op& op = space_.op(tensor.op);
  if (!op.isConstant || op.isOpaque() || !op.definition->evaluate) return std::nullopt;
  auto results = evaluate(op, depth + 1);
  if (!results) return std::nullopt;
  return std::move((*results)[tensor.output]);
}

std::optional<std::vector<Value>> ConstantFolding::evaluate(const Op& op, int depth) {
  std::vector<Value> inputs;
  for (const TensorId input : op.inputs) {
    auto value = input.isValid() ? valueOf(input, depth) : Value();
    if (!value) return std::nullopt;
    inputs.push_back(std::move(*value));
  }
  std::vector<TensorType> types;
  for (const TensorId output : op.outputs) types.push_back(space_.tensor(output).type);
  for (const TensorType& type : types) evaluated_ += type.shape.elementCount().value_or(0);
  if (evaluated_ > kMostEvaluated) return std::nullopt;
  try {
    auto results = op.definition->evaluate({.attributes = op.attributes, .inputs = inputs, .outputs = types});
    if (results.size() < op.outputs.size()) return std::nullopt;
    return results;
  } catch (const EvaluationError&) {
    return std::nullopt;
  } catch (const ModelError&) {
    return std::nullopt;
  }
}

std::vector<Match> ConstantFolding::foldConstants(const Graph& graph, OpId id) {
  const Op& op = space_.op(id);
  if (!op.isConstant || !op.isLoaded() || decidesBranches(graph, space_, id)) return {};
  if (!isNeeded(graph, id, [&](OpId reader) { return space_.op(reader).isConstant; })) return {};
  auto [known, isNew] = folded_.try_emplace(id);
  if (isNew && isWorthFolding(op)) {
    if (auto results = evaluate(op, 0)) {
      std::vector<TensorId> constants;
      for (std::size_t i = 0; i < op.outputs.size(); ++i)
        constants.push_back(space_.internConstant(std::move((*results)[i])));
      known->second = std::move(constants);
    }
  }
  if (!known->second) return {};
  std::vector<Choice> after;
  for (const TensorId constant : *known->second) after.push_back({{}, 0, constant});
  auto match = replacementOf(graph, id, after);
  return match ? std::vector{std::move(*match)} : std::vector<Match>{};
}

std::vector<Match> ConstantFolding::foldShapes(const Graph& graph, OpId id) {
  const Op& op = space_.op(id);
  if (op.isConstant || op.isOpaque() || !op.definition->isDeterministic || !isFullyKnown(space_, op)) return {};
  if (decidesBranches(graph, space_, id)) return {};
  if (!isNeeded(graph, id, [&](OpId reader) { return isFullyKnown(space_, space_.op(reader)); })) return {};
  std::vector<Choice> after;
  for (const TensorId output : op.outputs) {
    const TensorType& type = space_.tensor(output).type;
    if (!type.shape.isStatic()) return {};
    Integers numbers = *knownNumbers(space_.tensor(output));
    after.push_back({{}, 0, space_.internConstant(Value::ofIntegers(type.element, type.shape.extents(), numbers))});
  }
  auto match = replacementOf(graph, id, after);
  return match ? std::vector{std::move(*match)} : std::vector<Match>{};
}

// Operands.

std::optional<std::vector<std::int64_t>> ConstantFolding::integersOf(TensorId id) {
  const Tensor& tensor = space_.tensor(id);
  if (!isInteger(tensor.type.element)) return std::nullopt;
  if (auto known = knownNumbers(tensor)) return known;
  if (!tensor.isConstant || tensor.type.shape.elementCount().value_or(kMaxKnown + 1) > kMaxKnown) return std::nullopt;
  const auto value = valueOf(id, 0);
  if (!value) return std::nullopt;
  return Integers(value->integers().begin(), value->integers().end());
}

/// What Reshape can be told of a shape that holds symbols: 0 for an extent of its input at the same place, and once -1
/// for an extent that follows from the others.
std::optional<std::vector<std::int64_t>> ConstantFolding::targetShape(const Op& op) const {
  const auto& elements = space_.tensor(op.inputs[1]).elements;
  const Shape& from = space_.tensor(op.inputs[0]).type.shape;
  if (!elements || !from.hasRank() || op.attributes.integer("allowzero", 0) != 0) return std::nullopt;
  Integers shape;
  for (std::size_t i = 0; i < elements->size(); ++i) {
    const Dim& extent = (*elements)[i];
    const bool isCopied = static_cast<int>(i) < from.rank() && from[static_cast<int>(i)] == extent;
    shape.push_back(extent.isKnown() ? extent.value() : isCopied ? 0 : -1);
  }
  if (std::count(shape.begin(), shape.end(), -1) > 1) return std::nullopt;
  return shape;
}

std::optional<std::vector<Match>> ConstantFolding::interned(const Graph& graph, OpId id, OpRequest request) {
  try {
    const OpId made = space_.intern(std::move(request));
    const std::size_t outputs = space_.op(made).outputs.size();
    std::vector<Choice> after;
    for (std::size_t i = 0; i < outputs; ++i) after.push_back({made, static_cast<std::uint16_t>(i), {}});
    auto match = replacementOf(graph, id, after);
    if (match) return std::vector{std::move(*match)};
  } catch (const ModelError&) {
    return std::nullopt;  // the op does not fit its operands any more
  }
  return std::nullopt;
}

std::vector<Match> ConstantFolding::takeInOperands(const Graph& graph, OpId id) {
  const Op& op = space_.op(id);
  if (op.isOpaque() || op.isConstant || op.definition->absorbed.empty()) return {};
  OpRequest request{
      op.definition, op.attributes, {op.inputs.begin(), op.inputs.end()}, static_cast<int>(op.outputs.size())};
  const Shape& from = space_.tensor(op.inputs[0]).type.shape;
  bool changes = false;
  for (const AbsorbedInput& absorbed : op.definition->absorbed) {
    const auto i = static_cast<std::size_t>(absorbed.input);
    if (i >= op.inputs.size() || !op.inputs[i].isValid()) continue;
    auto numbers = integersOf(op.inputs[i]);
    if (!numbers && op.name() == "Reshape") numbers = targetShape(op);
    if (!numbers) continue;
    if (absorbed.attribute == "axes") {
      if (!from.hasRank()) continue;
      numbers = normalizedAxes(op, from.rank(), std::move(*numbers));
    }
    auto attribute = asAttribute(absorbed.attribute, std::move(*numbers));
    if (!attribute) continue;
    request.attributes.set(absorbed.attribute, std::move(*attribute));
    request.inputs[i] = TensorId();
    changes = true;
  }
  if (!changes) return {};
  return interned(graph, id, std::move(request)).value_or(std::vector<Match>{});
}

std::vector<Match> ConstantFolding::dropViews(const Graph& graph, OpId id) {
  const Op& op = space_.op(id);
  const bool onlyReshapes = op.name() == "Reshape" || op.name() == "Expand" || op.name() == "Flatten" ||
                            op.name() == "Squeeze" || op.name() == "Unsqueeze";
  if (!onlyReshapes || op.isConstant) return {};
  auto match = replacementOf(graph, id, {Choice{{}, 0, op.inputs[0]}});
  return match ? std::vector{std::move(*match)} : std::vector<Match>{};
}

// Constants.

/// The first loaded constant with the same type and bytes; invalid when this one is the first, small or not comparable.
TensorId ConstantFolding::firstEqual(TensorId id) {
  const Tensor& tensor = space_.tensor(id);
  const std::int64_t bytes = tensor.type.bytes().value_or(0);
  if (!tensor.constant || tensor.name.empty() || bytes < kLeastComparedBytes) return {};
  if (const auto known = first_.find(id); known != first_.end()) return known->second;
  TensorId& first = first_[id];
  compared_ += bytes;
  if (compared_ > kMostComparedBytes || tensor.type.element == ElementType::kString) return first;
  Sha256 digest;
  digest.update(tensor.type.text());
  digest.update(*tensor.constant->bytes());
  const auto [place, isNew] = equal_.try_emplace(digest.finish(), id);
  if (!isNew) first = place->second;
  return first;
}

std::vector<Match> ConstantFolding::mergeConstants(const Graph& graph, OpId id) {
  const Op& op = space_.op(id);
  if (op.isOpaque() || op.isConstant) return {};
  OpRequest request{
      op.definition, op.attributes, {op.inputs.begin(), op.inputs.end()}, static_cast<int>(op.outputs.size())};
  bool changes = false;
  for (TensorId& input : request.inputs) {
    const TensorId first = input.isValid() ? firstEqual(input) : TensorId();
    if (!first.isValid() || first == input || !graph.isLive(first) || graph.choice(input).isAlias()) continue;
    input = first;
    changes = true;
  }
  if (!changes || !op.definition->isDeterministic) return {};
  return interned(graph, id, std::move(request)).value_or(std::vector<Match>{});
}

}  // namespace tasoscope
