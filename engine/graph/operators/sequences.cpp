// Sequences and optionals: values that hold tensors. They travel by reference, so that only cutting and joining costs.

#include <fmt/format.h>

#include <algorithm>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

OperatorDefinition holder(std::string name, std::string summary, int minInputs, int maxInputs) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.minInputs = minInputs;
  definition.maxInputs = maxInputs;
  definition.opClass = OpClass::kView;
  definition.takesAnyValue = true;
  return definition;
}

std::vector<OutputFact> someHolder(ElementType element) {
  return {OutputFact{TensorType{element, Shape::unknownRank(), false}, std::nullopt}};
}

/// What input 0, a sequence or a tensor, has for elements.
ElementType firstElement(const InferenceContext& context) { return required(context, 0).type.element; }

const Value& sequence(const EvaluationContext& context, std::size_t i) {
  const Value& value = required(context, i);
  if (value.kind() != ValueKind::kSequence) throw EvaluationError("a sequence was expected");
  return value;
}

const Value& tensor(const EvaluationContext& context, std::size_t i) {
  const Value& value = required(context, i);
  if (!value.isTensor()) throw EvaluationError("a tensor was expected");
  return value;
}

/// The place that an input names in a list of `size`, counted from the back when negative; `mostPast` places behind the
/// last are allowed.
std::size_t placeOf(const EvaluationContext& context, std::size_t input, std::size_t size, std::int64_t mostPast) {
  const auto count = static_cast<std::int64_t>(size);
  std::int64_t place = singleInteger(tensor(context, input));
  if (place < 0) place += count;
  if (place < 0 || place >= count + mostPast)
    throw EvaluationError(fmt::format("there is no place {} in a sequence of {}", place, count));
  return static_cast<std::size_t>(place);
}

std::vector<Value> itemsOf(const Value& value) { return {value.items().begin(), value.items().end()}; }

OperatorDefinition sequenceConstruct() {
  OperatorDefinition definition = holder("SequenceConstruct", "The inputs as a sequence.", 1, -1);
  definition.infer = [](const InferenceContext& context) { return someHolder(firstElement(context)); };
  definition.evaluate = [](const EvaluationContext& context) {
    std::vector<Value> items;
    for (std::size_t i = 0; i < context.inputs.size(); ++i) items.push_back(tensor(context, i));
    const ElementType element = tensor(context, 0).element();
    return std::vector{Value::sequenceOf(element, std::move(items))};
  };
  return definition;
}

OperatorDefinition sequenceEmpty() {
  OperatorDefinition definition = holder("SequenceEmpty", "A sequence without tensors.", 0, 0);
  definition.attributes = {{"dtype", std::int64_t{1}}};
  definition.infer = [](const InferenceContext& context) {
    return someHolder(elementTypeAttribute(context.attributes, "dtype"));
  };
  definition.evaluate = [](const EvaluationContext& context) {
    return std::vector{Value::sequenceOf(elementTypeAttribute(context.attributes, "dtype"), {})};
  };
  return definition;
}

OperatorDefinition sequenceAt() {
  OperatorDefinition definition = holder("SequenceAt", "The tensor at a place of a sequence.", 2, 2);
  definition.infer = [](const InferenceContext& context) {
    return outputOf(firstElement(context), Shape::unknownRank());
  };
  definition.evaluate = [](const EvaluationContext& context) {
    const auto items = sequence(context, 0).items();
    return std::vector{items[placeOf(context, 1, items.size(), 0)]};
  };
  return definition;
}

OperatorDefinition sequenceInsert() {
  OperatorDefinition definition = holder("SequenceInsert", "A sequence with one more tensor.", 2, 3);
  definition.infer = [](const InferenceContext& context) { return someHolder(firstElement(context)); };
  definition.evaluate = [](const EvaluationContext& context) {
    std::vector<Value> items = itemsOf(sequence(context, 0));
    const std::size_t place = context.has(2) ? placeOf(context, 2, items.size(), 1) : items.size();
    items.insert(items.begin() + static_cast<std::ptrdiff_t>(place), tensor(context, 1));
    const ElementType element = tensor(context, 1).element();
    return std::vector{Value::sequenceOf(element, std::move(items))};
  };
  return definition;
}

OperatorDefinition sequenceErase() {
  OperatorDefinition definition = holder("SequenceErase", "A sequence with one tensor less.", 1, 2);
  definition.infer = [](const InferenceContext& context) { return someHolder(firstElement(context)); };
  definition.evaluate = [](const EvaluationContext& context) {
    std::vector<Value> items = itemsOf(sequence(context, 0));
    if (items.empty()) throw EvaluationError("an empty sequence has nothing to erase");
    const std::size_t place = context.has(1) ? placeOf(context, 1, items.size(), 0) : items.size() - 1;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(place));
    return std::vector{Value::sequenceOf(sequence(context, 0).element(), std::move(items))};
  };
  return definition;
}

OperatorDefinition sequenceLength() {
  OperatorDefinition definition = holder("SequenceLength", "How many tensors a sequence holds.", 1, 1);
  definition.infer = [](const InferenceContext&) { return outputOf(ElementType::kInt64, Shape()); };
  definition.evaluate = [](const EvaluationContext& context) {
    return std::vector{Value::scalar(ElementType::kInt64, static_cast<double>(sequence(context, 0).items().size()))};
  };
  return definition;
}

/// One output of another operator's evaluation.
Value resultOf(std::string_view name, const Attributes& attributes, std::span<const Value> inputs) {
  const TensorType unknown;
  return findOperator(name)->evaluate({attributes, inputs, std::span(&unknown, 1)}).at(0);
}

Value withAxisBefore(const Value& value, std::int64_t axis) {
  std::vector<std::int64_t> shape = value.shape();
  shape.insert(shape.begin() + axis, 1);
  return value.reshaped(std::move(shape));
}

std::vector<Value> evaluateConcatFromSequence(const EvaluationContext& context) {
  std::vector<Value> items = itemsOf(sequence(context, 0));
  if (items.empty()) throw EvaluationError("an empty sequence cannot be joined");
  if (!std::ranges::all_of(items, &Value::isTensor)) throw EvaluationError("a sequence of tensors was expected");
  const bool isNew = context.attributes.integer("new_axis", 0) != 0;
  const int axis = normalizedAxis(context.attributes.integer("axis"), items[0].rank() + (isNew ? 1 : 0));
  if (isNew) {
    for (Value& item : items) {
      if (item.rank() < axis) throw EvaluationError("the tensors of the sequence have different ranks");
      item = withAxisBefore(item, axis);
    }
  }
  return {resultOf("Concat", {{"axis", std::int64_t{axis}}}, items)};
}

OperatorDefinition concatFromSequence() {
  OperatorDefinition definition =
      holder("ConcatFromSequence", "The tensors of a sequence joined along an axis, which may be a new one.", 1, 1);
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"axis", std::nullopt}, {"new_axis", std::int64_t{0}}};
  definition.infer = [](const InferenceContext& context) {
    return outputOf(firstElement(context), Shape::unknownRank());
  };
  definition.evaluate = evaluateConcatFromSequence;
  return definition;
}

/// Of an axis that has no elements besides, there may be any number.
constexpr std::int64_t kMostParts = 1'000'000;

/// The sizes of the parts of an axis of `extent`.
std::vector<std::int64_t> partsOf(const EvaluationContext& context, std::int64_t extent) {
  if (extent > kMostParts) throw EvaluationError(fmt::format("{} parts are too many", extent));
  if (!context.has(1)) return std::vector<std::int64_t>(static_cast<std::size_t>(extent), 1);
  const Value& split = tensor(context, 1);
  if (split.rank() > 0) {
    const auto sizes = elementsOf<std::int64_t>(split);
    return {sizes.begin(), sizes.end()};
  }
  const std::int64_t size = singleInteger(split);
  if (size < 1) throw EvaluationError("parts need a size of 1 or more");
  std::vector<std::int64_t> parts(static_cast<std::size_t>(extent / size), size);
  if (extent % size != 0) parts.push_back(extent % size);
  return parts;
}

std::vector<Value> evaluateSplitToSequence(const EvaluationContext& context) {
  const Value& data = tensor(context, 0);
  const int axis = normalizedAxis(context.attributes.integer("axis", 0), data.rank());
  const std::int64_t extent = data.shape()[static_cast<std::size_t>(axis)];
  const std::vector<std::int64_t> parts = partsOf(context, extent);
  const bool keeps = context.has(1) || context.attributes.integer("keepdims", 1) != 0;
  std::vector<Value> items;
  std::int64_t start = 0;
  for (const std::int64_t part : parts) {
    if (part < 0 || part > extent - start) throw EvaluationError("the parts are larger than the tensor");
    const Attributes slice{
        {"starts", std::vector{start}}, {"ends", std::vector{start + part}}, {"axes", std::vector{std::int64_t{axis}}}};
    Value item = resultOf("Slice", slice, std::span(&data, 1));
    if (!keeps) {
      std::vector<std::int64_t> shape = item.shape();
      shape.erase(shape.begin() + axis);
      item = item.reshaped(std::move(shape));
    }
    items.push_back(std::move(item));
    start += part;
  }
  return {Value::sequenceOf(data.element(), std::move(items))};
}

OperatorDefinition splitToSequence() {
  OperatorDefinition definition =
      holder("SplitToSequence", "A tensor cut into parts along an axis, as a sequence.", 1, 2);
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"axis", std::int64_t{0}}, {"keepdims", std::int64_t{1}}};
  definition.infer = [](const InferenceContext& context) { return someHolder(firstElement(context)); };
  definition.evaluate = evaluateSplitToSequence;
  return definition;
}

OperatorDefinition optionalOf() {
  OperatorDefinition definition = holder("Optional", "The input as a value that may be missing.", 1, 1);
  definition.infer = [](const InferenceContext& context) { return someHolder(firstElement(context)); };
  definition.evaluate = [](const EvaluationContext& context) {
    const Value& value = required(context, 0);
    return std::vector{Value::optionalOf(value.element(), value)};
  };
  return definition;
}

OperatorDefinition optionalGetElement() {
  OperatorDefinition definition = holder("OptionalGetElement", "What an optional holds.", 1, 1);
  definition.infer = [](const InferenceContext& context) {
    const TensorType& type = required(context, 0).type;
    // Of an optional it is not known whether it holds a tensor or a sequence.
    return type.isTensor ? std::vector{OutputFact{type, std::nullopt}} : std::vector{OutputFact{}};
  };
  definition.evaluate = [](const EvaluationContext& context) {
    const Value& value = required(context, 0);
    if (value.kind() != ValueKind::kOptional) return std::vector{value};
    if (value.items().empty()) throw EvaluationError("the optional holds nothing");
    return std::vector{value.items()[0]};
  };
  return definition;
}

OperatorDefinition optionalHasElement() {
  OperatorDefinition definition = holder("OptionalHasElement", "Whether an optional holds something.", 0, 1);
  definition.infer = [](const InferenceContext&) { return outputOf(ElementType::kBool, Shape()); };
  definition.evaluate = [](const EvaluationContext& context) {
    const bool isEmpty =
        !context.has(0) || (context.inputs[0].kind() == ValueKind::kOptional && context.inputs[0].items().empty());
    return std::vector{Value::scalar(ElementType::kBool, isEmpty ? 0 : 1)};
  };
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> sequenceOperators() {
  return withNamesInErrors({sequenceConstruct(), sequenceEmpty(), sequenceAt(), sequenceInsert(), sequenceErase(),
                            sequenceLength(), concatFromSequence(), splitToSequence(), optionalOf(),
                            optionalGetElement(), optionalHasElement()});
}

}  // namespace tasoscope::operators
