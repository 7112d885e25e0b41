// Operators that give the same elements a new shape, and those that tell a shape.

#include <fmt/format.h>

#include <algorithm>

#include "graph/operators/helpers.h"
#include "graph/operators/known_elements.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

OperatorDefinition view(std::string name, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.opClass = OpClass::kView;
  return definition;
}

/// One output that holds the elements of input 0 under another shape.
std::vector<OutputFact> viewOf(const InferenceContext& context, Shape shape) {
  std::vector<OutputFact> outputs = outputOf(required(context, 0).type.element, std::move(shape));
  if (isTracked(outputs[0].type) && context.input(0).elements &&
      outputs[0].type.shape.elementCount() == static_cast<std::int64_t>(context.input(0).elements->size()))
    outputs[0].elements = context.input(0).elements;
  return outputs;
}

// Reshape.

/// The extent that stands for -1: the input's elements over the other extents. Equal dimensions on both sides cancel
/// first, whatever they are.
Dim remainingExtent(const Shape& input, std::vector<Dim> others) {
  Dim elements = 1, given = 1;
  for (const Dim& dim : input.dims()) {
    const auto same = std::find(others.begin(), others.end(), dim);
    if (same != others.end() && !isKnownToBe(dim, 0))
      others.erase(same);
    else
      elements = elements * dim;
  }
  for (const Dim& dim : others) given = given * dim;
  if (isKnownToBe(given, 0)) return Dim::unknown();
  Dim extent = floorDiv(elements, given);
  if (elements.isKnown() && given.isKnown() && !(extent * given == elements))
    throw ModelError(fmt::format("{} elements cannot be divided by {}", elements.text(), given.text()));
  return extent;
}

/// What an element of the requested shape that is not a number stands for. A nameless unknown may be -1 or 0, unless it
/// is known as an extent of the input.
Dim symbolicExtent(const Dim& requested, const Shape& input) {
  if (!requested.isNamelessUnknown()) return requested;
  const auto dims = input.hasRank() ? input.dims() : std::span<const Dim>();
  return std::find(dims.begin(), dims.end(), requested) != dims.end() ? requested : Dim::unknown();
}

Shape reshapedShape(const Shape& input, const KnownElements& requested, bool allowsZero) {
  if (requested.size() > kMaxRank) throw ModelError(fmt::format("a shape of {} axes is too long", requested.size()));
  Shape result;
  int inferredAxis = -1;
  std::vector<Dim> others;
  for (const Dim& element : requested) {
    const int axis = result.rank();
    if (isKnownToBe(element, -1)) {
      if (inferredAxis >= 0) throw ModelError("only one extent of the new shape may be -1");
      inferredAxis = axis;
      result.append(Dim::unknown());
      continue;
    }
    if (element.isKnown() && element.value() < 0)
      throw ModelError(fmt::format("the new shape cannot have the extent {}", element.value()));
    if (isKnownToBe(element, 0) && !allowsZero) {
      if (input.hasRank() && axis >= input.rank())
        throw ModelError(fmt::format("the new shape copies axis {}, which the input does not have", axis));
      result.append(input.hasRank() ? input[axis] : Dim::unknown());
    } else {
      result.append(symbolicExtent(element, input));
    }
    others.push_back(result[axis]);
  }
  if (inferredAxis >= 0 && input.hasRank()) result[inferredAxis] = remainingExtent(input, others);
  return result;
}

std::vector<OutputFact> inferReshape(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!isGiven(context, "shape", 1)) throw ModelError("the new shape is missing");
  const auto requested = knownIntegers(context, "shape", 1);
  if (!requested) {
    const Shape& list = context.input(1).type.shape;
    const bool hasLength = list.hasRank() && list.rank() == 1 && list[0].isKnown();
    return outputOf(type.element, hasLength
                                      ? unknownShape(static_cast<int>(std::min<std::int64_t>(list[0].value(), 1000)))
                                      : Shape::unknownRank());
  }
  Shape shape = reshapedShape(type.shape, *requested, context.attributes.integer("allowzero", 0) != 0);
  const auto before = type.shape.elementCount(), after = shape.elementCount();
  if (before && after && *before != *after)
    throw ModelError(fmt::format("{} does not have as many elements as {}", type.shape.text(), shape.text()));
  return viewOf(context, std::move(shape));
}

std::vector<Value> evaluateReshape(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto requested = integersOf(context, "shape", 1);
  if (!requested) throw EvaluationError("the new shape is missing");
  const bool allowsZero = context.attributes.integer("allowzero", 0) != 0;
  const Shape shape = reshapedShape(Shape(std::span<const std::int64_t>(x.shape())),
                                    KnownElements(requested->begin(), requested->end()), allowsZero);
  // Beside an extent of 0, -1 cannot be inferred; it is 0 as well.
  Extents extents;
  for (const Dim& dim : shape.dims()) extents.push_back(dim.known().value_or(0));
  if (elementCount(extents) != x.size())
    throw EvaluationError(fmt::format("{} elements do not fill the shape {}", x.size(), shape.text()));
  return {x.reshaped(std::move(extents))};
}

OperatorDefinition reshape() {
  OperatorDefinition definition = view("Reshape", "The same elements under a new shape.");
  definition.maxInputs = 2;
  definition.attributes = {{"shape", std::nullopt}, {"allowzero", std::int64_t{0}}};
  definition.absorbed = {{1, "shape"}};
  definition.infer = inferReshape;
  definition.evaluate = evaluateReshape;
  return definition;
}

// Flatten.

int flattenAxis(const Attributes& attributes, int rank) {
  const std::int64_t axis = attributes.integer("axis", 1);
  if (axis < -rank || axis > rank) throw ModelError(fmt::format("axis {} is out of range for rank {}", axis, rank));
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

std::vector<OutputFact> inferFlatten(const InferenceContext& context) {
  const Shape& shape = required(context, 0).type.shape;
  if (!shape.hasRank()) return viewOf(context, unknownShape(2));
  const auto axis = static_cast<std::size_t>(flattenAxis(context.attributes, shape.rank()));
  Dim rows = Shape(shape.dims().first(axis)).elementCountDim();
  Dim columns = Shape(shape.dims().subspan(axis)).elementCountDim();
  return viewOf(context, Shape{std::move(rows), std::move(columns)});
}

std::vector<Value> evaluateFlatten(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto axis = static_cast<std::size_t>(flattenAxis(context.attributes, x.rank()));
  return {x.reshaped({productOf(x.shape(), 0, axis), productOf(x.shape(), axis, x.shape().size())})};
}

OperatorDefinition flatten() {
  OperatorDefinition definition = view("Flatten", "The axes before and after a place joined into two.");
  definition.attributes = {{"axis", std::int64_t{1}}};
  definition.infer = inferFlatten;
  definition.evaluate = evaluateFlatten;
  return definition;
}

// Squeeze and Unsqueeze.

bool contains(std::span<const int> axes, int axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); }

/// The number of axes in a list whose elements are not known.
std::optional<int> lengthOfList(const InferenceContext& context, std::size_t input) {
  const Shape& list = context.input(input).type.shape;
  if (!list.hasRank()) return std::nullopt;
  if (list.rank() == 0) return 1;
  if (list.rank() > 1 || !list[0].isKnown() || list[0].value() > static_cast<std::int64_t>(kMaxRank))
    return std::nullopt;
  return static_cast<int>(list[0].value());
}

Shape squeezed(const Shape& shape, std::span<const int> axes) {
  Shape result;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (!contains(axes, axis)) {
      result.append(shape[axis]);
    } else if (shape[axis].isKnown() && shape[axis].value() != 1) {
      throw ModelError(fmt::format("axis {} has the extent {}, not 1", axis, shape[axis].value()));
    }
  }
  return result;
}

std::vector<OutputFact> inferSqueeze(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!type.shape.hasRank()) return viewOf(context, Shape::unknownRank());
  if (!isGiven(context, "axes", 1)) {
    Shape result;
    for (const Dim& dim : type.shape.dims()) {
      if (!dim.isKnown()) return viewOf(context, Shape::unknownRank());
      if (dim.value() != 1) result.append(dim);
    }
    return viewOf(context, std::move(result));
  }
  if (const auto axes = constantIntegers(context, "axes", 1))
    return viewOf(context, squeezed(type.shape, normalizedAxes(*axes, type.shape.rank())));
  const auto length = lengthOfList(context, 1);
  const bool isRanked = length && *length <= type.shape.rank();
  return viewOf(context, isRanked ? unknownShape(type.shape.rank() - *length) : Shape::unknownRank());
}

std::vector<Value> evaluateSqueeze(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto given = integersOf(context, "axes", 1);
  std::vector<int> axes = given ? normalizedAxes(*given, x.rank()) : std::vector<int>();
  for (int axis = 0; !given && axis < x.rank(); ++axis)
    if (x.shape()[static_cast<std::size_t>(axis)] == 1) axes.push_back(axis);
  return {x.reshaped(squeezed(Shape(std::span<const std::int64_t>(x.shape())), axes).extents())};
}

Shape unsqueezed(const Shape& shape, std::span<const std::int64_t> axes) {
  if (axes.size() + static_cast<std::size_t>(shape.rank()) > kMaxRank) throw ModelError("too many axes are inserted");
  const int rank = shape.rank() + static_cast<int>(axes.size());
  const std::vector<int> inserted = normalizedAxes(axes, rank);
  Shape result;
  for (int axis = 0, from = 0; axis < rank; ++axis) {
    if (contains(inserted, axis))
      result.append(1);
    else
      result.append(shape[from++]);
  }
  return result;
}

std::vector<OutputFact> inferUnsqueeze(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!isGiven(context, "axes", 1)) throw ModelError("the axes to insert are missing");
  if (!type.shape.hasRank()) return viewOf(context, Shape::unknownRank());
  if (const auto axes = constantIntegers(context, "axes", 1)) return viewOf(context, unsqueezed(type.shape, *axes));
  const auto length = lengthOfList(context, 1);
  return viewOf(context, length ? unknownShape(type.shape.rank() + *length) : Shape::unknownRank());
}

std::vector<Value> evaluateUnsqueeze(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto axes = integersOf(context, "axes", 1);
  if (!axes) throw EvaluationError("the axes to insert are missing");
  return {x.reshaped(unsqueezed(Shape(std::span<const std::int64_t>(x.shape())), *axes).extents())};
}

void addSqueezes(std::vector<OperatorDefinition>& family) {
  OperatorDefinition squeeze = view("Squeeze", "The same elements without axes of extent 1.");
  squeeze.maxInputs = 2;
  squeeze.attributes = {{"axes", std::nullopt}};
  squeeze.absorbed = {{1, "axes"}};
  squeeze.infer = inferSqueeze;
  squeeze.evaluate = evaluateSqueeze;
  OperatorDefinition unsqueeze = view("Unsqueeze", "The same elements with new axes of extent 1.");
  unsqueeze.maxInputs = 2;
  unsqueeze.attributes = {{"axes", std::nullopt}};
  unsqueeze.absorbed = {{1, "axes"}};
  unsqueeze.infer = inferUnsqueeze;
  unsqueeze.evaluate = evaluateUnsqueeze;
  family.push_back(std::move(squeeze));
  family.push_back(std::move(unsqueeze));
}

// Identity and Dropout.

std::vector<OutputFact> inferIdentity(const InferenceContext& context) {
  const InputFact& input = required(context, 0);
  return {OutputFact{input.type, input.elements}};
}

OperatorDefinition identity() {
  OperatorDefinition definition = view("Identity", "The input itself.");
  definition.takesAnyValue = true;
  definition.infer = inferIdentity;
  definition.evaluate = [](const EvaluationContext& context) { return std::vector<Value>{required(context, 0)}; };
  return definition;
}

std::vector<Value> evaluateDropout(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto training = integersOf(context, "training_mode", 2);
  const bool isTraining = training && !training->empty() && training->front() != 0;
  const bool hasRatio = context.has(1) && context.inputs[1].size() > 0;
  const double ratio = hasRatio ? elementsOf<double>(context.inputs[1]).front()
                                : numberAttribute(context.attributes, "ratio").value_or(0.5);
  if (isTraining && ratio != 0.0) throw EvaluationError("a dropout that is trained is random");
  const auto count = static_cast<std::size_t>(x.size());
  return {x, makeValue(ElementType::kBool, x.shape(), std::vector<std::int64_t>(count, 1))};
}

OperatorDefinition dropout() {
  OperatorDefinition definition = view("Dropout", "The input itself: outside of training nothing is dropped.");
  definition.maxInputs = 3;
  definition.maxOutputs = 2;
  definition.attributes = {{"ratio", std::nullopt}, {"training_mode", std::nullopt}, {"seed", std::nullopt}};
  definition.absorbed = {{1, "ratio"}, {2, "training_mode"}};
  definition.infer = [](const InferenceContext& context) {
    std::vector<OutputFact> outputs = inferIdentity(context);
    outputs.push_back(OutputFact{TensorType{ElementType::kBool, outputs[0].type.shape}, std::nullopt});
    return outputs;
  };
  definition.evaluate = evaluateDropout;
  return definition;
}

// Shape and Size.

/// The range of axes that Shape tells: start and end count from the back when negative, and are clamped.
std::pair<int, int> toldAxes(const Attributes& attributes, int rank) {
  const auto clamped = [rank](std::int64_t axis) {
    return static_cast<int>(std::clamp<std::int64_t>(axis < 0 ? axis + rank : axis, 0, rank));
  };
  const int start = clamped(attributes.integer("start", 0));
  const int end = attributes.has("end") ? clamped(attributes.integer("end")) : rank;
  return {start, std::max(start, end)};
}

std::vector<OutputFact> inferShape(const InferenceContext& context) {
  const Shape& shape = required(context, 0).type.shape;
  if (!shape.hasRank()) return outputOf(ElementType::kInt64, unknownShape(1));
  const auto [start, end] = toldAxes(context.attributes, shape.rank());
  std::vector<OutputFact> outputs = outputOf(ElementType::kInt64, Shape{Dim(std::int64_t{end - start})});
  outputs[0].elements = KnownElements(shape.dims().begin() + start, shape.dims().begin() + end);
  return outputs;
}

std::vector<Value> evaluateShape(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto [start, end] = toldAxes(context.attributes, x.rank());
  return {makeValue(ElementType::kInt64, {end - start}, Extents(x.shape().begin() + start, x.shape().begin() + end))};
}

std::vector<OutputFact> inferSize(const InferenceContext& context) {
  const Shape& shape = required(context, 0).type.shape;
  std::vector<OutputFact> outputs = outputOf(ElementType::kInt64, Shape{});
  if (shape.hasRank()) outputs[0].elements = KnownElements{shape.elementCountDim()};
  return outputs;
}

void addShapes(std::vector<OperatorDefinition>& family) {
  OperatorDefinition shape = view("Shape", "The extents of a tensor.");
  shape.opClass = OpClass::kShape;
  shape.attributes = {{"start", std::int64_t{0}}, {"end", std::nullopt}};
  shape.infer = inferShape;
  shape.evaluate = evaluateShape;
  OperatorDefinition size = view("Size", "The number of elements of a tensor.");
  size.opClass = OpClass::kShape;
  size.infer = inferSize;
  size.evaluate = [](const EvaluationContext& context) {
    return std::vector<Value>{makeValue(ElementType::kInt64, {}, Extents{required(context, 0).size()})};
  };
  family.push_back(std::move(shape));
  family.push_back(std::move(size));
}

}  // namespace

std::vector<OperatorDefinition> viewOperators() {
  std::vector<OperatorDefinition> family;
  family.push_back(reshape());
  family.push_back(flatten());
  addSqueezes(family);
  family.push_back(identity());
  family.push_back(dropout());
  addShapes(family);
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
