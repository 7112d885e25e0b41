#include "graph/operators/support.h"

#include <algorithm>

namespace tasoscope::operators {

OperatorDefinition newDefinition(std::string name, int minInputs, int maxInputs, OpClass opClass, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.minInputs = minInputs;
  definition.maxInputs = maxInputs;
  definition.opClass = opClass;
  definition.summary = std::move(summary);
  return definition;
}

void refuse(std::string_view op, std::string_view problem) {
  throw ModelError(std::string(op) + ": " + std::string(problem));
}

void refuseEvaluation(std::string_view op, std::string_view problem) {
  throw EvaluationError(std::string(op) + ": " + std::string(problem));
}

ElementType commonElement(std::string_view op, const InferenceContext& context,
                          std::initializer_list<std::size_t> inputs) {
  ElementType common = ElementType::kUndefined;
  for (const std::size_t i : inputs) {
    if (!context.has(i)) continue;
    const TensorType& type = context.input(i).type;
    if (!type.isTensor) refuse(op, "input " + std::to_string(i) + " is not a tensor");
    if (type.element == ElementType::kUndefined) continue;
    if (common == ElementType::kUndefined) common = type.element;
    if (common != type.element)
      refuse(op, "inputs of the types " + std::string(nameOf(common)) + " and " + std::string(nameOf(type.element)) +
                     " where both must have the same");
  }
  return common;
}

ElementType commonNumber(std::string_view op, const InferenceContext& context,
                         std::initializer_list<std::size_t> inputs) {
  const ElementType element = commonElement(op, context, inputs);
  if (element != ElementType::kUndefined && !isFloatingPoint(element) && !isInteger(element))
    refuse(op, "needs a tensor of numbers and gets " + std::string(nameOf(element)));
  return element;
}

ElementType commonFloat(std::string_view op, const InferenceContext& context,
                        std::initializer_list<std::size_t> inputs) {
  const ElementType element = commonElement(op, context, inputs);
  if (element != ElementType::kUndefined && !isFloatingPoint(element))
    refuse(op, "needs a floating-point tensor and gets " + std::string(nameOf(element)));
  return element;
}

void requireEqual(std::string_view op, std::string_view what, const Dim& a, const Dim& b) {
  if (a.isKnown() && b.isKnown() && a.value() != b.value())
    refuse(op, std::string(what) + " differ: " + a.text() + " and " + b.text());
}

const Dim& betterKnown(const Dim& a, const Dim& b) {
  if (a.isKnown()) return a;
  if (b.isKnown() || a.isNamelessUnknown()) return b;
  return a;
}

bool hasRank(std::string_view op, std::string_view what, const Shape& shape, int rank) {
  if (!shape.hasRank()) return false;
  if (shape.rank() != rank)
    refuse(op, std::string(what) + " must have rank " + std::to_string(rank) + ", not the shape " + shape.text());
  return true;
}

int normalizedAxis(std::string_view op, std::int64_t axis, int rank) {
  if (axis < -rank || axis >= rank)
    refuse(op, "axis " + std::to_string(axis) + " does not exist in a tensor of rank " + std::to_string(rank));
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

std::vector<OutputFact> oneOutput(ElementType element, Shape shape) {
  return {OutputFact{.type = {.element = element, .shape = std::move(shape)}, .elements = std::nullopt}};
}

std::int64_t checkedSize(std::string_view op, std::span<const std::int64_t> extents) {
  if (std::ranges::find(extents, 0) != extents.end()) return 0;
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) {
    if (extent < 0) refuse(op, "a negative extent");
    if (extent > kMaxElements / size) refuseEvaluation(op, "a result of more elements than can be evaluated here");
    size *= extent;
  }
  return size;
}

std::vector<TensorType> inferActual(std::string_view op, const InferFunction& infer, const EvaluationContext& context) {
  constexpr std::int64_t kMaxKnownElements = 1024;
  std::vector<InputFact> facts(context.inputs.size());
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const Value& value = context.inputs[i];
    facts[i].isPresent = value.element() != ElementType::kUndefined;
    if (!facts[i].isPresent) continue;
    for (const std::int64_t extent : value.shape())
      if (extent > std::int64_t{1} << 40) refuseEvaluation(op, "an extent that is too large to evaluate");
    facts[i].type = value.type();
    if (isInteger(value.element()) && value.size() <= kMaxKnownElements) {
      const auto integers = value.integers();
      facts[i].elements = KnownElements(integers.begin(), integers.end());
    }
  }
  const int outputs = std::max(1, static_cast<int>(context.outputs.size()));
  std::vector<TensorType> types;
  for (OutputFact& fact : infer({.attributes = context.attributes, .inputs = facts, .outputCount = outputs})) {
    if (fact.type.shape.hasRank() && fact.type.shape.isStatic()) checkedSize(op, fact.type.shape.extents());
    types.push_back(std::move(fact.type));
  }
  return types;
}

std::int64_t product(std::span<const std::int64_t> extents) {
  std::int64_t size = 1;
  for (const std::int64_t extent : extents) size *= extent;
  return size;
}

Numbers::Numbers(const Value& value) : value_(value) {
  if (value.isFloat()) {
    numbers_ = value_.floats();
    return;
  }
  converted_.resize(static_cast<std::size_t>(value.size()));
  for (std::size_t i = 0; i < converted_.size(); ++i) converted_[i] = value.at(static_cast<std::int64_t>(i));
  numbers_ = converted_;
}

Value valueOf(ElementType element, std::vector<std::int64_t> shape, std::vector<double> numbers) {
  if (isFloatingPoint(element)) return Value::ofFloats(element, std::move(shape), std::move(numbers));
  std::vector<std::int64_t> integers(numbers.size());
  std::ranges::transform(numbers, integers.begin(),
                         [element](double x) { return static_cast<std::int64_t>(roundTo(element, x)); });
  return Value::ofIntegers(element, std::move(shape), std::move(integers));
}

std::vector<std::int64_t> broadcastStrides(std::span<const std::int64_t> from, std::span<const std::int64_t> to) {
  std::vector<std::int64_t> strides(to.size(), 0);
  std::int64_t stride = 1;
  for (std::size_t i = 0; i < from.size() && i < to.size(); ++i) {
    const std::int64_t extent = from[from.size() - 1 - i];
    if (extent != 1) strides[to.size() - 1 - i] = stride;
    stride *= extent;
  }
  return strides;
}

bool broadcastsTo(const Shape& from, const Shape& to) {
  if (!from.hasRank() || !to.hasRank()) return true;
  if (from.rank() > to.rank()) return false;
  const int offset = to.rank() - from.rank();
  for (int i = 0; i < from.rank(); ++i) {
    const Dim& extent = from[i];
    const Dim& wanted = to[i + offset];
    if (extent.isKnown() && extent.value() != 1 && wanted.isKnown() && wanted.value() != extent.value()) return false;
  }
  return true;
}

double elementCount(const TensorType& type) {
  return type.shape.hasRank() ? static_cast<double>(type.shape.elementCount().value_or(0)) : 0;
}

double bytesOf(const TensorType& type) {
  return type.element == ElementType::kUndefined ? 0 : static_cast<double>(type.bytes().value_or(0));
}

Work workWith(const WorkContext& context, double flops) {
  Work work{.flops = flops};
  for (const TensorType& input : context.inputs) work.bytesRead += bytesOf(input);
  for (const TensorType& output : context.outputs) work.bytesWritten += bytesOf(output);
  return work;
}

}  // namespace tasoscope::operators
