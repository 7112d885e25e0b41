// Operators that make tensors from shapes, numbers and conditions: Range, ConstantOfShape, EyeLike, OneHot, NonZero.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/operators/helpers.h"
#include "graph/operators/known_elements.h"
#include "graph/operators/operators.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

// Range.

std::optional<Dim> knownScalar(const InferenceContext& context, std::size_t i) {
  const auto& elements = context.input(i).elements;
  return elements && elements->size() == 1 ? std::optional(elements->front()) : std::nullopt;
}

/// Within these bounds the arithmetic of a range is exact.
constexpr Integer kMostRangeBound = Integer{1} << 60;

bool isInBounds(const Dim& bound) {
  return !bound.isKnown() || (bound.value() > -kMostRangeBound && bound.value() < kMostRangeBound);
}

Dim rangeLength(const Dim& start, const Dim& limit, const Dim& delta) {
  if (isKnownToBe(delta, 0)) throw ModelError("the step cannot be 0");
  if (!delta.isKnown()) return Dim::unknown();
  if (!isInBounds(start) || !isInBounds(limit) || !isInBounds(delta)) return Dim::unknown();
  const bool isForward = delta.value() > 0;
  const Dim span = isForward ? limit - start : start - limit;
  const Dim steps = ceilDiv(span, isForward ? delta.value() : -delta.value());
  return isNonNegative(span) ? steps : max(steps, 0);
}

std::vector<OutputFact> inferRange(const InferenceContext& context) {
  required(context, 2);
  std::vector<OutputFact> outputs = outputOf(commonElement(context, 0, 3), unknownShape(1));
  const auto start = knownScalar(context, 0), limit = knownScalar(context, 1), delta = knownScalar(context, 2);
  if (!start || !limit || !delta) return outputs;
  const Dim length = rangeLength(*start, *limit, *delta);
  outputs[0].type.shape = Shape{length};
  if (!length.isKnown() || length.value() > kMaxKnownElements) return outputs;
  outputs[0].elements.emplace();
  for (Integer i = 0; i < length.value(); ++i) outputs[0].elements->push_back(*start + Dim(i) * *delta);
  return outputs;
}

double singleReal(const Value& value) {
  if (value.size() != 1) throw EvaluationError(fmt::format("one number was expected, not {}", value.size()));
  return elementsOf<double>(value).front();
}

std::vector<Value> realRange(ElementType type, double start, double limit, double delta) {
  const double length = std::ceil((limit - start) / delta);
  if (std::isnan(length) || length > static_cast<double>(kElementLimit)) throw EvaluationError("the range is too long");
  std::vector<double> elements(static_cast<std::size_t>(std::max(0.0, length)));
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = start + static_cast<double>(i) * delta;
  const auto count = static_cast<Integer>(elements.size());
  return {makeValue(type, {count}, std::move(elements))};
}

std::vector<Value> evaluateRange(const EvaluationContext& context) {
  const Value &start = required(context, 0), &limit = required(context, 1), &delta = required(context, 2);
  const ElementType type = start.element();
  if (start.isFloat()) return realRange(type, singleReal(start), singleReal(limit), singleReal(delta));
  const Integer first = singleInteger(start), step = singleInteger(delta);
  const Dim length = rangeLength(first, singleInteger(limit), step);
  if (!length.isKnown()) throw EvaluationError("the bounds of the range are too large");
  std::vector<Integer> elements(static_cast<std::size_t>(elementCount(Extents{length.value()})));
  for (std::size_t i = 0; i < elements.size(); ++i)
    elements[i] = wrapInteger(type, first + static_cast<Integer>(i) * step);
  return {makeValue(type, {length.value()}, std::move(elements))};
}

OperatorDefinition range() {
  OperatorDefinition definition =
      newDefinition("Range", 3, 3, OpClass::kMove, "Numbers from a start to a limit (left out) by a step.");
  definition.infer = inferRange;
  definition.evaluate = evaluateRange;
  return definition;
}

// ConstantOfShape.

/// A tensor filled with one number.
Value filled(ElementType type, Extents extents, double real, Integer integer) {
  const auto count = static_cast<std::size_t>(elementCount(extents));
  if (isFloatingPoint(type)) return makeValue(type, std::move(extents), std::vector<double>(count, real));
  if (!isInteger(type) && type != ElementType::kBool)
    throw EvaluationError(fmt::format("a tensor of {} cannot be filled", nameOf(type)));
  return makeValue(type, std::move(extents), std::vector<Integer>(count, wrapInteger(type, integer)));
}

/// The attribute `value` exactly, which may be written as an integer of 64 bits.
Integer integerFill(const Attributes& attributes) {
  const AttributeValue* value = attributes.find("value");
  if (const auto* integer = value ? std::get_if<Integer>(value) : nullptr) return *integer;
  if (const auto* list = value ? std::get_if<std::vector<Integer>>(value) : nullptr; list && list->size() == 1)
    return list->front();
  return integerFrom(ElementType::kInt64, numberAttribute(attributes, "value").value_or(0.0));
}

std::vector<OutputFact> inferConstantOfShape(const InferenceContext& context) {
  required(context, 0);
  const ElementType type = elementTypeAttribute(context.attributes, "element_type", ElementType::kFloat32);
  numberAttribute(context.attributes, "value");
  const auto& elements = context.input(0).elements;
  if (!elements) {
    const Shape& list = context.input(0).type.shape;
    const bool isRanked =
        list.hasRank() && list.rank() == 1 && list[0].isKnown() && list[0].value() <= static_cast<Integer>(kMaxRank);
    return outputOf(type, isRanked ? unknownShape(static_cast<int>(list[0].value())) : Shape::unknownRank());
  }
  std::vector<OutputFact> outputs = outputOf(type, shapeFrom(*elements));
  if (isTracked(outputs[0].type)) {
    const auto count = static_cast<std::size_t>(*outputs[0].type.shape.elementCount());
    outputs[0].elements = KnownElements(count, Dim(integerFill(context.attributes)));
  }
  return outputs;
}

std::vector<Value> evaluateConstantOfShape(const EvaluationContext& context) {
  const auto shape = elementsOf<Integer>(required(context, 0));
  const ElementType type = elementTypeAttribute(context.attributes, "element_type", ElementType::kFloat32);
  return {filled(type, Extents(shape.begin(), shape.end()), numberAttribute(context.attributes, "value").value_or(0.0),
                 integerFill(context.attributes))};
}

OperatorDefinition constantOfShape() {
  OperatorDefinition definition =
      newDefinition("ConstantOfShape", 1, 1, OpClass::kMove, "A tensor of a given shape filled with one number.");
  definition.attributes = {{"value", 0.0}, {"element_type", static_cast<Integer>(ElementType::kFloat32)}};
  definition.infer = inferConstantOfShape;
  definition.evaluate = evaluateConstantOfShape;
  return definition;
}

// EyeLike.

std::vector<OutputFact> inferEyeLike(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (type.shape.hasRank() && type.shape.rank() != 2)
    throw ModelError(fmt::format("{} is not a matrix", type.shape.text()));
  return outputOf(elementTypeAttribute(context.attributes, "dtype", type.element),
                  type.shape.hasRank() ? type.shape : unknownShape(2));
}

std::vector<Value> evaluateEyeLike(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  if (x.rank() != 2) throw EvaluationError("a matrix is needed");
  const Integer rows = x.shape()[0], columns = x.shape()[1];
  const Integer k = std::clamp(context.attributes.integer("k", 0), -rows, columns);
  const ElementType type = elementTypeAttribute(context.attributes, "dtype", x.element());
  Value eye = filled(type, x.shape(), 0.0, 0);
  for (Integer row = std::max<Integer>(0, -k); row < rows && row + k < columns; ++row) {
    const auto at = static_cast<std::size_t>(row * columns + row + k);
    if (eye.isFloat())
      eye.mutableFloats()[at] = 1.0;
    else
      eye.mutableIntegers()[at] = 1;
  }
  return {std::move(eye)};
}

OperatorDefinition eyeLike() {
  OperatorDefinition definition =
      newDefinition("EyeLike", 1, 1, OpClass::kMove, "A matrix with ones on a diagonal, of another matrix's shape.");
  definition.attributes = {{"dtype", std::nullopt}, {"k", std::int64_t{0}}};
  definition.infer = inferEyeLike;
  definition.evaluate = evaluateEyeLike;
  return definition;
}

// OneHot.

std::vector<OutputFact> inferOneHot(const InferenceContext& context) {
  const Shape& indices = required(context, 0).type.shape;
  const ElementType type = required(context, 2).type.element;
  if (!indices.hasRank()) return outputOf(type, Shape::unknownRank());
  const int axis = normalizedAxis(context.attributes.integer("axis", -1), indices.rank() + 1);
  const auto depth = knownScalar(context, 1);
  if (depth && depth->isKnown() && depth->value() < 0) throw ModelError("the depth cannot be negative");
  Shape shape(indices.dims().first(static_cast<std::size_t>(axis)));
  shape.append(depth.value_or(Dim::unknown()));
  for (const Dim& dim : indices.dims().subspan(static_cast<std::size_t>(axis))) shape.append(dim);
  return outputOf(type, std::move(shape));
}

/// Indices and depth may be of any numeric type.
Integer integerAt(const Value& value, Integer i) {
  return value.isFloat() ? integerFrom(ElementType::kInt64, value.floats()[static_cast<std::size_t>(i)])
                         : elementsOf<Integer>(value)[static_cast<std::size_t>(i)];
}

std::vector<Value> evaluateOneHot(const EvaluationContext& context) {
  const Value &indices = required(context, 0), &depthValue = required(context, 1), &values = required(context, 2);
  if (depthValue.size() != 1) throw EvaluationError("the depth is one number");
  if (values.size() != 2) throw EvaluationError("the values are two: off and on");
  const Integer depth = integerAt(depthValue, 0);
  const auto axis =
      static_cast<std::size_t>(normalizedAxis(context.attributes.integer("axis", -1), indices.rank() + 1));
  Extents extents = indices.shape();
  extents.insert(extents.begin() + static_cast<std::ptrdiff_t>(axis), depth);
  const auto count = static_cast<std::size_t>(elementCount(extents));
  const Integer inner = productOf(extents, axis + 1, extents.size());
  return withElements(values, [&](auto pair) {
    using T = std::remove_cv_t<typename decltype(pair)::element_type>;
    std::vector<T> to(count, pair[0]);
    for (Integer i = 0; i < indices.size(); ++i) {
      Integer index = integerAt(indices, i);
      if (index < 0) index += depth;
      if (index < 0 || index >= depth) continue;  // ONNX: outside of the range nothing is on
      to[static_cast<std::size_t>((i / inner * depth + index) * inner + i % inner)] = pair[1];
    }
    return std::vector<Value>{makeValue(values.element(), std::move(extents), std::move(to))};
  });
}

OperatorDefinition oneHot() {
  OperatorDefinition definition =
      newDefinition("OneHot", 3, 3, OpClass::kMove, "For each index a vector that is on there and off elsewhere.");
  definition.attributes = {{"axis", std::int64_t{-1}}};
  definition.infer = inferOneHot;
  definition.evaluate = evaluateOneHot;
  return definition;
}

// NonZero.

std::vector<OutputFact> inferNonZero(const InferenceContext& context) {
  const Shape& shape = required(context, 0).type.shape;
  const Dim rank = shape.hasRank() ? Dim(std::int64_t{shape.rank()}) : Dim::unknown();
  return outputOf(ElementType::kInt64, Shape{rank, Dim::unknown()});
}

std::vector<Value> evaluateNonZero(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  std::vector<Integer> places = withElements(x, [](auto elements) {
    using T = std::remove_cv_t<typename decltype(elements)::element_type>;
    std::vector<Integer> found;
    for (std::size_t i = 0; i < elements.size(); ++i)
      if (elements[i] != T()) found.push_back(static_cast<Integer>(i));
    return found;
  });
  const auto count = static_cast<Integer>(places.size());
  const Extents strides = rowMajorStrides(x.shape());
  std::vector<Integer> indices;
  for (std::size_t axis = 0; axis < strides.size(); ++axis)
    for (const Integer place : places) indices.push_back(place / strides[axis] % x.shape()[axis]);
  return {makeValue(ElementType::kInt64, {x.rank(), count}, std::move(indices))};
}

OperatorDefinition nonZero() {
  OperatorDefinition definition =
      newDefinition("NonZero", 1, 1, OpClass::kMove, "The indices of the elements that are not zero, an axis a row.");
  definition.infer = inferNonZero;
  definition.evaluate = evaluateNonZero;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> creationOperators() {
  std::vector<OperatorDefinition> family;
  family.push_back(range());
  family.push_back(constantOfShape());
  family.push_back(eyeLike());
  family.push_back(oneHot());
  family.push_back(nonZero());
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
