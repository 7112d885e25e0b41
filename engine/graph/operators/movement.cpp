// Operators that join, cut, reorder and repeat tensors axis by axis. Each is a strided copy or a few block copies.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "graph/operators/helpers.h"
#include "graph/operators/known_elements.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

OperatorDefinition move(std::string name, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.opClass = OpClass::kMove;
  return definition;
}

std::size_t axisOf(const Attributes& attributes, std::int64_t otherwise, int rank) {
  return static_cast<std::size_t>(normalizedAxis(attributes.integer("axis", otherwise), rank));
}

// Concat.

std::vector<Value> evaluateConcat(const EvaluationContext& context) {
  const Value& first = required(context, 0);
  const std::size_t axis = axisOf(context.attributes, 0, first.rank());
  Extents extents = first.shape();
  for (std::size_t i = 1; i < context.inputs.size(); ++i) {
    Extents next = required(context, i).shape();
    if (next.size() != extents.size()) throw EvaluationError("the inputs have different ranks");
    if (context.inputs[i].element() != first.element())
      throw EvaluationError("the inputs have different element types");
    extents[axis] += next[axis];
    next[axis] = extents[axis];
    if (next != extents) throw EvaluationError("the inputs differ in another axis than the one they are joined along");
  }
  const auto count = static_cast<std::size_t>(elementCount(extents));
  const std::int64_t outer = productOf(extents, 0, axis), inner = productOf(extents, axis + 1, extents.size());
  return withElements(first, [&](auto elements) {
    using T = typename decltype(elements)::value_type;
    std::vector<T> to(count);
    std::int64_t at = 0;
    for (const Value& input : context.inputs) {
      const auto from = elementsOf<T>(input);
      const std::int64_t block = input.shape()[axis] * inner;
      for (std::int64_t i = 0; i < outer; ++i)
        std::copy_n(from.data() + i * block, block, to.data() + i * extents[axis] * inner + at);
      at += block;
    }
    return std::vector<Value>{makeValue(first.element(), std::move(extents), std::move(to))};
  });
}

/// Takes over what `next` knows of the axes other than `axis`.
void mergeExtents(Shape& shape, const Shape& next, int axis) {
  if (next.rank() != shape.rank())
    throw ModelError(fmt::format("the inputs {} and {} have different ranks", shape.text(), next.text()));
  for (int i = 0; i < shape.rank(); ++i) {
    const bool isBetter = next[i].isKnown() || (shape[i].isNamelessUnknown() && !next[i].isNamelessUnknown());
    if (i == axis || shape[i] == next[i] || !isBetter) continue;
    if (shape[i].isKnown())
      throw ModelError(
          fmt::format("the inputs have the extents {} and {} on axis {}", shape[i].text(), next[i].text(), i));
    shape[i] = next[i];
  }
}

std::vector<OutputFact> inferConcat(const InferenceContext& context) {
  const ElementType element = commonElement(context, 0, context.inputs.size());
  std::optional<Shape> joined;
  Dim extent = 0;
  bool isComplete = true;
  std::vector<std::size_t> all(context.inputs.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (const std::size_t i : all) {
    const Shape& shape = required(context, i).type.shape;
    if (!shape.hasRank()) {
      isComplete = false;
      continue;
    }
    const int axis = normalizedAxis(context.attributes.integer("axis"), shape.rank());
    if (!joined) joined = shape;
    mergeExtents(*joined, shape, axis);
    extent = extent + shape[axis];
  }
  if (!joined) return outputOf(element, Shape::unknownRank());
  (*joined)[normalizedAxis(context.attributes.integer("axis"), joined->rank())] = isComplete ? extent : Dim::unknown();
  std::vector<OutputFact> outputs = outputOf(element, *joined);
  moveKnown(context, all, evaluateConcat, outputs);
  return outputs;
}

OperatorDefinition concat() {
  OperatorDefinition definition = move("Concat", "Tensors joined along an axis.");
  definition.maxInputs = -1;
  definition.attributes = {{"axis", std::nullopt}};
  definition.infer = inferConcat;
  definition.evaluate = evaluateConcat;
  return definition;
}

// Split.

/// Sizes of `count` parts when none are given: equal ones, the last of which takes what is left.
std::vector<Dim> equalParts(const Dim& extent, std::int64_t count) {
  const Dim part = ceilDiv(extent, count);
  std::vector<Dim> parts(static_cast<std::size_t>(count), part);
  if (!(part * Dim(count) == extent)) parts.back() = extent - part * Dim(count - 1);
  return parts;
}

std::int64_t partCount(const Attributes& attributes, std::size_t outputCount) {
  const auto outputs = static_cast<std::int64_t>(outputCount);
  const std::int64_t count = attributes.integer("num_outputs", outputs);
  if (count != outputs || count < 1)
    throw ModelError(fmt::format("num_outputs is {}, but there are {} outputs", count, outputs));
  return count;
}

std::vector<Value> evaluateSplit(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const std::size_t axis = axisOf(context.attributes, 0, x.rank());
  auto parts = integersOf(context, "split", 1);
  if (!parts) {
    const auto equal = equalParts(x.shape()[axis], partCount(context.attributes, context.outputs.size()));
    parts = numbersOf(equal);
  }
  std::int64_t left = x.shape()[axis];
  for (const std::int64_t part : *parts) {
    if (part < 0 || part > left) throw EvaluationError("the sizes of the parts do not add up to the extent");
    left -= part;
  }
  if (left != 0) throw EvaluationError("the sizes of the parts do not add up to the extent");
  const Extents strides = rowMajorStrides(x.shape());
  std::vector<Value> outputs;
  std::int64_t at = 0;
  for (const std::int64_t part : *parts) {
    Extents extents = x.shape();
    extents[axis] = part;
    outputs.push_back(stridedCopy(x, std::move(extents), strides, at * strides[axis]));
    at += part;
  }
  return outputs;
}

std::vector<Dim> splitParts(const InferenceContext& context, const Dim& extent) {
  if (auto parts = knownIntegers(context, "split", 1)) return *parts;
  const std::int64_t count = partCount(context.attributes, static_cast<std::size_t>(context.outputCount));
  if (isGiven(context, "split", 1)) return std::vector<Dim>(static_cast<std::size_t>(count), Dim::unknown());
  return equalParts(extent, count);
}

void checkParts(const std::vector<Dim>& parts, const Dim& extent, int outputCount) {
  if (parts.size() != static_cast<std::size_t>(outputCount))
    throw ModelError(fmt::format("{} sizes are given for {} outputs", parts.size(), outputCount));
  Dim sum = 0;
  for (const Dim& part : parts) {
    if (part.isKnown() && part.value() < 0)
      throw ModelError(fmt::format("a part cannot have the size {}", part.value()));
    sum = sum + part;
  }
  if (sum.isKnown() && extent.isKnown() && !(sum == extent))
    throw ModelError(fmt::format("the parts add up to {}, not to {}", sum.text(), extent.text()));
}

std::vector<OutputFact> inferSplit(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  std::vector<OutputFact> outputs(static_cast<std::size_t>(context.outputCount));
  for (OutputFact& output : outputs) output.type = type;
  if (!type.shape.hasRank()) return outputs;
  const int axis = normalizedAxis(context.attributes.integer("axis", 0), type.shape.rank());
  const std::vector<Dim> parts = splitParts(context, type.shape[axis]);
  checkParts(parts, type.shape[axis], context.outputCount);
  for (std::size_t i = 0; i < outputs.size(); ++i) outputs[i].type.shape[axis] = parts[i];
  moveKnown(context, {0}, evaluateSplit, outputs);
  return outputs;
}

OperatorDefinition split() {
  OperatorDefinition definition = move("Split", "A tensor cut into parts along an axis.");
  definition.maxInputs = 2;
  definition.maxOutputs = -1;
  definition.attributes = {{"axis", std::int64_t{0}}, {"split", std::nullopt}, {"num_outputs", std::nullopt}};
  definition.absorbed = {{1, "split"}};
  definition.infer = inferSplit;
  definition.evaluate = evaluateSplit;
  return definition;
}

// Slice.

/// A slice of one axis: elements start, start + step, ..., `count` of them.
struct AxisSlice {
  std::int64_t start, step, count;
};

AxisSlice sliceOf(std::int64_t extent, std::int64_t start, std::int64_t end, std::int64_t step) {
  if (step == 0) throw ModelError("the step of a slice cannot be 0");
  step = std::clamp(step, -extent - 1, extent + 1);  // beyond that, all steps take one element
  if (start < 0) start += extent;
  if (end < 0) end += extent;
  if (step > 0) {
    start = std::clamp<std::int64_t>(start, 0, extent);
    end = std::clamp<std::int64_t>(end, 0, extent);
    return {start, step, start < end ? (end - start + step - 1) / step : 0};
  }
  start = std::clamp<std::int64_t>(start, -1, extent - 1);
  end = std::clamp<std::int64_t>(end, -1, extent - 1);
  return {start, step, end < start ? (start - end - step - 1) / -step : 0};
}

/// Beyond this, a bound means "to the end": exporters write the largest 32-bit or 64-bit number.
constexpr std::int64_t kToTheEnd = std::numeric_limits<std::int32_t>::max();
/// Of larger extents no slice is computed: its arithmetic could overflow.
constexpr std::int64_t kMostExtent = std::int64_t{1} << 60;

/// The place in [0, extent] that a bound of a forward slice means; nothing where its sign is not known.
std::optional<Dim> boundOf(const Dim& bound, const Dim& extent) {
  if (bound == extent) return extent;
  if (bound.isKnown() && bound.value() >= kToTheEnd) return extent;
  if (bound.isKnown() && bound.value() <= -kToTheEnd) return Dim(0);
  if (bound.isKnown() && bound.value() < 0) return max(extent + bound, 0);
  if (isKnownToBe(bound, 0)) return Dim(0);
  return isNonNegative(bound) ? std::optional(min(bound, extent)) : std::nullopt;
}

Dim slicedExtent(const Dim& extent, const Dim& start, const Dim& end, const Dim& step) {
  if (!step.isKnown()) return Dim::unknown();
  if (isKnownToBe(step, 0)) throw ModelError("the step of a slice cannot be 0");
  if (extent.isKnown() && (extent.value() < 0 || extent.value() > kMostExtent)) return Dim::unknown();
  if (extent.isKnown() && start.isKnown() && end.isKnown())
    return sliceOf(extent.value(), start.value(), end.value(), step.value()).count;
  if (step.value() < 0) {
    const bool isWhole = (isKnownToBe(start, -1) || (start.isKnown() && start.value() >= kToTheEnd)) && end.isKnown() &&
                         end.value() <= -kToTheEnd && step.value() >= -kToTheEnd;
    return isWhole ? ceilDiv(extent, -step.value()) : Dim::unknown();
  }
  const auto to = boundOf(end, extent);
  // A start beyond the extent needs no clamping: the length below is 0 all the same.
  const auto from = isNonNegative(start) ? std::optional(start) : boundOf(start, extent);
  if (!from || !to) return Dim::unknown();
  const Dim length = *to - *from;
  if (isKnownToBe(*from, 0)) return ceilDiv(length, step);  // what boundOf() gives is never negative
  return ceilDiv(isNonNegative(length) ? length : max(length, 0), step);
}

struct SliceLists {
  std::optional<KnownElements> starts, ends, axes, steps;
};

Shape slicedShape(const Shape& shape, const SliceLists& lists, bool hasSteps) {
  const std::size_t count = lists.axes->size();
  const auto axes = normalizedAxes(*numbersOf(*lists.axes), shape.rank());
  const auto check = [count](const std::optional<KnownElements>& list) {
    if (list && list->size() != count) throw ModelError("starts, ends, axes and steps have different lengths");
  };
  check(lists.starts), check(lists.ends), check(lists.steps);
  Shape result = shape;
  for (std::size_t i = 0; i < count; ++i) {
    const Dim step = !hasSteps ? Dim(1) : lists.steps ? (*lists.steps)[i] : Dim::unknown();
    const bool isKnown = lists.starts && lists.ends;
    result[axes[i]] =
        isKnown ? slicedExtent(shape[axes[i]], (*lists.starts)[i], (*lists.ends)[i], step) : Dim::unknown();
  }
  return result;
}

std::vector<Value> evaluateSlice(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto starts = integersOf(context, "starts", 1), ends = integersOf(context, "ends", 2);
  const auto axesGiven = integersOf(context, "axes", 3), stepsGiven = integersOf(context, "steps", 4);
  if (!starts || !ends) throw EvaluationError("starts or ends are missing");
  std::vector<std::int64_t> every(starts->size());
  std::iota(every.begin(), every.end(), std::int64_t{0});
  const auto axes = normalizedAxes(axesGiven.value_or(every), x.rank());
  const auto steps = stepsGiven.value_or(std::vector<std::int64_t>(starts->size(), 1));
  if (axes.size() != starts->size() || ends->size() != starts->size() || steps.size() != starts->size())
    throw EvaluationError("starts, ends, axes and steps have different lengths");
  Extents extents = x.shape(), strides = rowMajorStrides(x.shape());
  std::int64_t offset = 0;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<std::size_t>(axes[i]);
    const AxisSlice slice = sliceOf(extents[axis], (*starts)[i], (*ends)[i], steps[i]);
    if (slice.count > 0) offset += slice.start * strides[axis];
    strides[axis] *= slice.step;
    extents[axis] = slice.count;
  }
  return {stridedCopy(x, std::move(extents), strides, offset)};
}

std::vector<OutputFact> inferSlice(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!isGiven(context, "starts", 1) || !isGiven(context, "ends", 2)) throw ModelError("starts or ends are missing");
  if (!type.shape.hasRank()) return outputOf(type.element, Shape::unknownRank());
  SliceLists lists{knownIntegers(context, "starts", 1), knownIntegers(context, "ends", 2), std::nullopt,
                   knownIntegers(context, "steps", 4)};
  if (isGiven(context, "axes", 3)) {
    lists.axes = knownIntegers(context, "axes", 3);
    if (lists.axes && !numbersOf(*lists.axes)) lists.axes.reset();
  } else if (lists.starts || lists.ends) {
    lists.axes.emplace();
    for (std::size_t i = 0; i < (lists.starts ? lists.starts : lists.ends)->size(); ++i)
      lists.axes->push_back(static_cast<std::int64_t>(i));
  }
  if (!lists.axes) return outputOf(type.element, unknownShape(type.shape.rank()));
  std::vector<OutputFact> outputs =
      outputOf(type.element, slicedShape(type.shape, lists, isGiven(context, "steps", 4)));
  moveKnown(context, {0}, evaluateSlice, outputs);
  return outputs;
}

OperatorDefinition slice() {
  OperatorDefinition definition = move("Slice", "A part of a tensor: a range with a step on each of some axes.");
  definition.maxInputs = 5;
  definition.attributes = {
      {"starts", std::nullopt}, {"ends", std::nullopt}, {"axes", std::nullopt}, {"steps", std::nullopt}};
  definition.absorbed = {{1, "starts"}, {2, "ends"}, {3, "axes"}, {4, "steps"}};
  definition.infer = inferSlice;
  definition.evaluate = evaluateSlice;
  return definition;
}

// Transpose.

std::vector<int> permutationOf(const Attributes& attributes, int rank) {
  std::vector<int> permutation;
  if (!attributes.has("perm")) {
    for (int axis = rank; axis > 0; --axis) permutation.push_back(axis - 1);
    return permutation;
  }
  permutation = normalizedAxes(attributes.integers("perm"), rank);
  if (permutation.size() != static_cast<std::size_t>(rank))
    throw ModelError(fmt::format("perm lists {} axes of a tensor of rank {}", permutation.size(), rank));
  return permutation;
}

std::vector<Value> evaluateTranspose(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  return {transposed(x, permutationOf(context.attributes, x.rank()))};
}

std::vector<OutputFact> inferTranspose(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!type.shape.hasRank()) {
    if (!context.attributes.has("perm")) return outputOf(type.element, Shape::unknownRank());
    return outputOf(type.element, unknownShape(static_cast<int>(std::min<std::size_t>(
                                      context.attributes.integers("perm").size(), kMaxRank + 1))));
  }
  Shape shape;
  for (const int axis : permutationOf(context.attributes, type.shape.rank())) shape.append(type.shape[axis]);
  std::vector<OutputFact> outputs = outputOf(type.element, std::move(shape));
  moveKnown(context, {0}, evaluateTranspose, outputs);
  return outputs;
}

OperatorDefinition transpose() {
  OperatorDefinition definition = move("Transpose", "The axes of a tensor in another order.");
  definition.attributes = {{"perm", std::nullopt}};
  definition.infer = inferTranspose;
  definition.evaluate = evaluateTranspose;
  return definition;
}

// Expand and Tile.

std::vector<Value> evaluateExpand(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto shape = integersOf(context, "shape", 1);
  if (!shape) throw EvaluationError("the shape is missing");
  elementCount(*shape);
  return {broadcastTo(x, broadcastExtents(x.shape(), *shape))};
}

std::vector<OutputFact> inferExpand(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!isGiven(context, "shape", 1)) throw ModelError("the shape is missing");
  const auto requested = knownIntegers(context, "shape", 1);
  if (!requested || !type.shape.hasRank()) return outputOf(type.element, Shape::unknownRank());
  const Shape target = shapeFrom(*requested);
  auto shape = broadcast(type.shape, target);
  if (!shape) throw ModelError(fmt::format("{} does not broadcast to {}", type.shape.text(), target.text()));
  std::vector<OutputFact> outputs = outputOf(type.element, std::move(*shape));
  moveKnown(context, {0}, evaluateExpand, outputs);
  return outputs;
}

OperatorDefinition expand() {
  OperatorDefinition definition = move("Expand", "A tensor repeated along axes of extent 1, by broadcasting.");
  definition.maxInputs = 2;
  definition.attributes = {{"shape", std::nullopt}};
  definition.absorbed = {{1, "shape"}};
  definition.infer = inferExpand;
  definition.evaluate = evaluateExpand;
  return definition;
}

std::vector<Value> evaluateTile(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto repeats = integersOf(context, "repeats", 1);
  if (!repeats || repeats->size() != x.shape().size())
    throw EvaluationError("one number of repeats per axis is needed");
  const Extents own = rowMajorStrides(x.shape());
  Extents nested, strides, extents;
  for (std::size_t axis = 0; axis < own.size(); ++axis) {
    nested.insert(nested.end(), {(*repeats)[axis], x.shape()[axis]});
    strides.insert(strides.end(), {0, own[axis]});
  }
  elementCount(nested);
  for (std::size_t axis = 0; axis < own.size(); ++axis) extents.push_back((*repeats)[axis] * x.shape()[axis]);
  return {stridedCopy(x, std::move(nested), strides).reshaped(std::move(extents))};
}

std::vector<OutputFact> inferTile(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!isGiven(context, "repeats", 1)) throw ModelError("the repeats are missing");
  if (!type.shape.hasRank()) return outputOf(type.element, Shape::unknownRank());
  const auto repeats = knownIntegers(context, "repeats", 1);
  if (!repeats) return outputOf(type.element, unknownShape(type.shape.rank()));
  if (repeats->size() != static_cast<std::size_t>(type.shape.rank()))
    throw ModelError(fmt::format("{} repeats are given for {} axes", repeats->size(), type.shape.rank()));
  Shape shape;
  for (int axis = 0; axis < type.shape.rank(); ++axis) {
    const Dim& times = (*repeats)[static_cast<std::size_t>(axis)];
    if (times.isKnown() && times.value() < 0) throw ModelError("a negative number of repeats");
    shape.append(type.shape[axis] * times);
  }
  std::vector<OutputFact> outputs = outputOf(type.element, std::move(shape));
  moveKnown(context, {0}, evaluateTile, outputs);
  return outputs;
}

OperatorDefinition tile() {
  OperatorDefinition definition = move("Tile", "A tensor repeated a number of times along each axis.");
  definition.maxInputs = 2;
  definition.attributes = {{"repeats", std::nullopt}};
  definition.absorbed = {{1, "repeats"}};
  definition.infer = inferTile;
  definition.evaluate = evaluateTile;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> movementOperators() {
  std::vector<OperatorDefinition> family;
  family.push_back(concat());
  family.push_back(split());
  family.push_back(slice());
  family.push_back(transpose());
  family.push_back(expand());
  family.push_back(tile());
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
