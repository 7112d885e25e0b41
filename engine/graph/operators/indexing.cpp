// Operators that take or put elements at places given by indices: Gather*, Scatter*, Compress, ReverseSequence. Every
// index is checked; a negative one counts from the end.

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

Integer checkedIndex(Integer index, Integer extent) {
  if (index < -extent || index >= extent)
    throw EvaluationError(fmt::format("index {} is out of range for the extent {}", index, extent));
  return index < 0 ? index + extent : index;
}

std::size_t axisOf(const Attributes& attributes, int rank) {
  return static_cast<std::size_t>(normalizedAxis(attributes.integer("axis", 0), rank));
}

/// Reads what it takes, not all of the first input; the indices and other inputs once.
Work workOfTaking(const WorkContext& context) {
  Work work = bytesOnly(context);
  work.bytesRead += work.bytesWritten - bytesOfType(context.inputs[0]);
  return work;
}

// Gather.

/// Entries of the first axis of a table that is not read as a whole.
Value entriesOf(const Value& table, std::span<const Integer> picks, Extents extents) {
  std::vector<double> to(static_cast<std::size_t>(elementCount(extents)));
  const ElementSourcePtr source = table.source();
  Extents start(table.shape().size(), 0), box = table.shape();
  const Integer block = productOf(box, 1, box.size());
  box[0] = 1;
  double* out = to.data();
  for (const Integer pick : picks) {
    start[0] = checkedIndex(pick, table.shape()[0]);
    source->read(start, box, out);
    out += block;
  }
  return makeValue(table.element(), std::move(extents), std::move(to));
}

std::vector<Value> evaluateGather(const EvaluationContext& context) {
  const Value &x = required(context, 0), &indices = required(context, 1);
  const std::size_t axis = axisOf(context.attributes, x.rank());
  const auto picks = elementsOf<Integer>(indices);
  const Integer extent = x.shape()[axis], outer = productOf(x.shape(), 0, axis);
  Extents extents(x.shape().begin(), x.shape().begin() + static_cast<std::ptrdiff_t>(axis));
  extents.insert(extents.end(), indices.shape().begin(), indices.shape().end());
  extents.insert(extents.end(), x.shape().begin() + static_cast<std::ptrdiff_t>(axis) + 1, x.shape().end());
  const Integer block = productOf(x.shape(), axis + 1, x.shape().size());
  if (elementCount(extents) == 0) return {stridedCopy(x, extents, Extents(extents.size(), 0))};
  if (x.isDeferred() && axis == 0) return {entriesOf(x, picks, std::move(extents))};
  std::vector<Integer> blocks;
  blocks.reserve(static_cast<std::size_t>(outer) * picks.size());
  for (Integer i = 0; i < outer; ++i)
    for (const Integer pick : picks) blocks.push_back(i * extent + checkedIndex(pick, extent));
  return {takeBlocks(x, std::move(extents), blocks, block)};
}

std::vector<OutputFact> inferGather(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  const Shape& indices = required(context, 1).type.shape;
  if (!type.shape.hasRank()) return outputOf(type.element, Shape::unknownRank());
  const auto axis = normalizedAxis(context.attributes.integer("axis", 0), type.shape.rank());
  if (!indices.hasRank()) return outputOf(type.element, Shape::unknownRank());
  Shape shape(type.shape.dims().first(static_cast<std::size_t>(axis)));
  for (const Dim& dim : indices.dims()) shape.append(dim);
  for (const Dim& dim : type.shape.dims().subspan(static_cast<std::size_t>(axis) + 1)) shape.append(dim);
  std::vector<OutputFact> outputs = outputOf(type.element, std::move(shape));
  moveKnown(context, {0}, evaluateGather, outputs);
  return outputs;
}

// GatherElements and ScatterElements: one index an element, along one axis.

/// Calls `f(i, place)` for every index: i counts them, place is the element of the data that it stands for.
template <typename F>
void forEachPlace(const Extents& data, std::size_t axis, const Value& indices, F f) {
  const auto picks = elementsOf<Integer>(indices);
  const Extents& shape = indices.shape();
  if (shape.size() != data.size()) throw EvaluationError("data and indices have different ranks");
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (i != axis && shape[i] > data[i])
      throw EvaluationError(fmt::format("there are more indices than data on axis {}", i));
  Extents strides = rowMajorStrides(data);
  const Integer stride = strides[axis];
  strides[axis] = 0;
  std::size_t next = 0;
  StridedLoop<1>(shape, {strides}).forEachRun([&](const auto& offsets, Integer count, const auto& step) {
    for (Integer i = 0; i < count; ++i, ++next)
      f(next, offsets[0] + i * step[0] + checkedIndex(picks[next], data[axis]) * stride);
  });
}

std::vector<Value> evaluateGatherElements(const EvaluationContext& context) {
  const Value &x = required(context, 0), &indices = required(context, 1);
  const std::size_t axis = axisOf(context.attributes, x.rank());
  std::vector<Integer> places(static_cast<std::size_t>(indices.size()));
  forEachPlace(x.shape(), axis, indices, [&](std::size_t i, Integer place) { places[i] = place; });
  return {takeBlocks(x, indices.shape(), places, 1)};
}

std::vector<OutputFact> inferGatherElements(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  const Shape& indices = required(context, 1).type.shape;
  if (type.shape.hasRank()) {
    normalizedAxis(context.attributes.integer("axis", 0), type.shape.rank());
    if (indices.hasRank() && indices.rank() != type.shape.rank())
      throw ModelError("data and indices have different ranks");
  }
  return outputOf(type.element, indices);
}

/// How an update changes an element.
enum class Reduction { kNone, kAdd, kMul, kMin, kMax };

Reduction reductionOf(const Attributes& attributes) {
  const std::string name = attributes.string("reduction", "none");
  if (name == "none") return Reduction::kNone;
  if (name == "add") return Reduction::kAdd;
  if (name == "mul") return Reduction::kMul;
  if (name == "min") return Reduction::kMin;
  if (name == "max") return Reduction::kMax;
  throw ModelError(fmt::format("the reduction \"{}\" is not known", name));
}

double updated(Reduction reduction, ElementType, double old, double update) {
  switch (reduction) {
    case Reduction::kAdd:
      return old + update;
    case Reduction::kMul:
      return old * update;
    case Reduction::kMin:
      return std::isnan(old) || old < update ? old : update;
    case Reduction::kMax:
      return std::isnan(old) || old > update ? old : update;
    case Reduction::kNone:
      break;
  }
  return update;
}

Integer updated(Reduction reduction, ElementType type, Integer old, Integer update) {
  const auto a = static_cast<std::uint64_t>(old), b = static_cast<std::uint64_t>(update);
  switch (reduction) {
    case Reduction::kAdd:
      return wrapInteger(type, static_cast<Integer>(a + b));
    case Reduction::kMul:
      return wrapInteger(type, static_cast<Integer>(a * b));
    case Reduction::kMin:
      return isLess(type, update, old) ? update : old;
    case Reduction::kMax:
      return isLess(type, old, update) ? update : old;
    case Reduction::kNone:
      break;
  }
  return update;
}

std::string updated(Reduction reduction, ElementType, const std::string&, const std::string& update) {
  if (reduction != Reduction::kNone) throw EvaluationError("strings cannot be reduced");
  return update;
}

/// The data with `apply(update)` called on its elements and those of the updates.
template <typename F>
std::vector<Value> scattered(const Value& data, const Value& updates, F apply) {
  return withElements(data, [&](auto elements) {
    using T = typename decltype(elements)::value_type;
    std::vector<T> to(elements.begin(), elements.end());
    apply(to, elementsOf<T>(updates));
    return std::vector<Value>{makeValue(data.element(), data.shape(), std::move(to))};
  });
}

std::vector<Value> evaluateScatterElements(const EvaluationContext& context) {
  const Value &x = required(context, 0), &indices = required(context, 1), &updates = required(context, 2);
  const std::size_t axis = axisOf(context.attributes, x.rank());
  const Reduction reduction = reductionOf(context.attributes);
  if (indices.shape() != updates.shape()) throw EvaluationError("indices and updates have different shapes");
  return scattered(x, updates, [&](auto& to, auto from) {
    forEachPlace(x.shape(), axis, indices, [&](std::size_t i, Integer place) {
      auto& element = to[static_cast<std::size_t>(place)];
      element = updated(reduction, x.element(), element, from[i]);
    });
  });
}

std::vector<OutputFact> inferScatter(const InferenceContext& context) {
  required(context, 2);
  reductionOf(context.attributes);
  ElementType element = required(context, 0).type.element;
  const ElementType updates = context.input(2).type.element;
  if (element != ElementType::kUndefined && updates != ElementType::kUndefined && element != updates)
    throw ModelError("data and updates have different element types");
  return outputOf(element == ElementType::kUndefined ? updates : element, context.input(0).type.shape);
}

std::vector<OutputFact> inferScatterElements(const InferenceContext& context) {
  std::vector<OutputFact> outputs = inferScatter(context);
  const Shape& shape = outputs[0].type.shape;
  if (shape.hasRank()) normalizedAxis(context.attributes.integer("axis", 0), shape.rank());
  if (reductionOf(context.attributes) == Reduction::kNone) moveKnown(context, {0, 2}, evaluateScatterElements, outputs);
  return outputs;
}

// GatherND and ScatterND: index tuples along the first axes (after batch axes).

struct TuplePlaces {
  std::vector<Integer> places;  ///< which block of the data each tuple stands for
  Integer block = 1;            ///< elements of one
};

TuplePlaces tuplePlaces(const Extents& data, const Value& indices, std::size_t batchDims) {
  const Extents& shape = indices.shape();
  if (shape.empty() || data.empty()) throw EvaluationError("data and indices need at least one axis");
  const auto length = static_cast<std::size_t>(shape.back());
  if (batchDims >= shape.size() || length > data.size() || batchDims + length > data.size())
    throw EvaluationError(fmt::format("tuples of {} indices do not fit data of {} axes", length, data.size()));
  if (!std::equal(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(batchDims), data.begin()))
    throw EvaluationError("data and indices differ in their batch axes");
  const auto picks = elementsOf<Integer>(indices);
  const Integer tuples = productOf(shape, 0, shape.size() - 1);
  const Integer perBatch = productOf(shape, batchDims, shape.size() - 1);
  TuplePlaces result;
  result.block = productOf(data, batchDims + length, data.size());
  // Tuples of no index name the whole batch entry once for each tuple.
  if (picks.empty() && length > 0) return result;
  elementCount(Extents{tuples, result.block});
  for (Integer tuple = 0; tuple < tuples; ++tuple) {
    Integer place = perBatch > 0 ? tuple / perBatch : 0;
    for (std::size_t i = 0; i < length; ++i)
      place = place * data[batchDims + i] +
              checkedIndex(picks[static_cast<std::size_t>(tuple) * length + i], data[batchDims + i]);
    result.places.push_back(place);
  }
  return result;
}

std::size_t batchDimsOf(const Attributes& attributes) {
  const Integer count = attributes.integer("batch_dims", 0);
  if (count < 0 || count > static_cast<Integer>(kMaxRank))
    throw ModelError(fmt::format("batch_dims cannot be {}", count));
  return static_cast<std::size_t>(count);
}

std::vector<Value> evaluateGatherND(const EvaluationContext& context) {
  const Value &x = required(context, 0), &indices = required(context, 1);
  const std::size_t batchDims = batchDimsOf(context.attributes);
  const TuplePlaces tuples = tuplePlaces(x.shape(), indices, batchDims);
  Extents extents(indices.shape().begin(), indices.shape().end() - 1);
  const auto rest = batchDims + static_cast<std::size_t>(indices.shape().back());
  extents.insert(extents.end(), x.shape().begin() + static_cast<std::ptrdiff_t>(rest), x.shape().end());
  return {takeBlocks(x, std::move(extents), tuples.places, tuples.block)};
}

std::vector<OutputFact> inferGatherND(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  const Shape& indices = required(context, 1).type.shape;
  const std::size_t batchDims = batchDimsOf(context.attributes);
  if (!type.shape.hasRank() || !indices.hasRank()) return outputOf(type.element, Shape::unknownRank());
  if (indices.rank() == 0) throw ModelError("the indices need at least one axis");
  const Dim& length = indices[indices.rank() - 1];
  if (!length.isKnown()) return outputOf(type.element, Shape::unknownRank());
  const Integer from = length.value() < 0 || length.value() > type.shape.rank()
                           ? type.shape.rank() + 1
                           : length.value() + static_cast<Integer>(batchDims);
  if (from > type.shape.rank())
    throw ModelError(fmt::format("tuples of {} indices do not fit data of {} axes", length.value(), type.shape.rank()));
  Shape shape(indices.dims().first(static_cast<std::size_t>(indices.rank() - 1)));
  for (const Dim& dim : type.shape.dims().subspan(static_cast<std::size_t>(from))) shape.append(dim);
  std::vector<OutputFact> outputs = outputOf(type.element, std::move(shape));
  moveKnown(context, {0}, evaluateGatherND, outputs);
  return outputs;
}

std::vector<Value> evaluateScatterND(const EvaluationContext& context) {
  const Value &x = required(context, 0), &indices = required(context, 1), &updates = required(context, 2);
  const Reduction reduction = reductionOf(context.attributes);
  const TuplePlaces tuples = tuplePlaces(x.shape(), indices, 0);
  if (static_cast<Integer>(tuples.places.size()) * tuples.block != updates.size())
    throw EvaluationError("there are not as many updates as the indices name");
  return scattered(x, updates, [&](auto& to, auto from) {
    std::size_t next = 0;
    for (const Integer place : tuples.places)
      for (Integer i = 0; i < tuples.block; ++i, ++next) {
        auto& element = to[static_cast<std::size_t>(place * tuples.block + i)];
        element = updated(reduction, x.element(), element, from[next]);
      }
  });
}

std::vector<OutputFact> inferScatterND(const InferenceContext& context) {
  std::vector<OutputFact> outputs = inferScatter(context);
  if (reductionOf(context.attributes) == Reduction::kNone) moveKnown(context, {0, 2}, evaluateScatterND, outputs);
  return outputs;
}

void addGathers(std::vector<OperatorDefinition>& family) {
  OperatorDefinition gather = newDefinition("Gather", 2, 2, OpClass::kMove, "Entries of an axis, picked by indices.");
  gather.attributes = {{"axis", std::int64_t{0}}};
  gather.infer = inferGather;
  gather.evaluate = evaluateGather;
  OperatorDefinition elements =
      newDefinition("GatherElements", 2, 2, OpClass::kMove, "Elements picked by an index each along an axis.");
  elements.attributes = {{"axis", std::int64_t{0}}};
  elements.infer = inferGatherElements;
  elements.evaluate = evaluateGatherElements;
  OperatorDefinition tuples =
      newDefinition("GatherND", 2, 2, OpClass::kMove, "Elements or slices picked by tuples of indices.");
  tuples.attributes = {{"batch_dims", std::int64_t{0}}};
  tuples.infer = inferGatherND;
  tuples.evaluate = evaluateGatherND;
  for (auto* definition : {&gather, &elements, &tuples}) {
    definition->work = workOfTaking;
    family.push_back(std::move(*definition));
  }
}

void addScatters(std::vector<OperatorDefinition>& family) {
  OperatorDefinition elements = newDefinition("ScatterElements", 3, 3, OpClass::kMove,
                                              "A tensor with elements changed at an index each along an axis.");
  elements.attributes = {{"axis", std::int64_t{0}}, {"reduction", std::string("none")}};
  elements.infer = inferScatterElements;
  elements.evaluate = evaluateScatterElements;
  OperatorDefinition tuples = newDefinition("ScatterND", 3, 3, OpClass::kMove,
                                            "A tensor with elements or slices changed at tuples of indices.");
  tuples.attributes = {{"reduction", std::string("none")}};
  tuples.infer = inferScatterND;
  tuples.evaluate = evaluateScatterND;
  family.push_back(std::move(elements));
  family.push_back(std::move(tuples));
}

// Compress.

std::vector<OutputFact> inferCompress(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!context.attributes.has("axis")) return outputOf(type.element, unknownShape(1));
  if (!type.shape.hasRank()) return outputOf(type.element, Shape::unknownRank());
  Shape shape = type.shape;
  shape[normalizedAxis(context.attributes.integer("axis"), shape.rank())] = Dim::unknown();
  return outputOf(type.element, std::move(shape));
}

std::vector<Value> evaluateCompress(const EvaluationContext& context) {
  Value x = required(context, 0);
  if (!context.attributes.has("axis")) x = x.reshaped({x.size()});
  const std::size_t axis = axisOf(context.attributes, x.rank());
  const auto condition = elementsOf<Integer>(required(context, 1));
  if (static_cast<Integer>(condition.size()) > x.shape()[axis])
    throw EvaluationError("the condition is longer than the axis");
  std::vector<Integer> kept;
  for (std::size_t i = 0; i < condition.size(); ++i)
    if (condition[i] != 0) kept.push_back(static_cast<Integer>(i));
  const auto count = static_cast<Integer>(kept.size());
  const Value picks = makeValue(ElementType::kInt64, {count}, std::move(kept));
  const Attributes attributes = {{"axis", static_cast<Integer>(axis)}};
  const std::vector<Value> inputs = {std::move(x), picks};
  return evaluateGather(EvaluationContext{attributes, inputs, context.outputs});
}

OperatorDefinition compress() {
  OperatorDefinition definition =
      newDefinition("Compress", 2, 2, OpClass::kMove, "Entries of an axis where a condition holds.");
  definition.attributes = {{"axis", std::nullopt}};
  definition.infer = inferCompress;
  definition.evaluate = evaluateCompress;
  return definition;
}

// ReverseSequence.

std::vector<Value> evaluateReverseSequence(const EvaluationContext& context) {
  const Value &x = required(context, 0), &lengths = required(context, 1);
  const auto batchAxis = context.attributes.integer("batch_axis", 1),
             timeAxis = context.attributes.integer("time_axis", 0);
  if (x.rank() < 2 || batchAxis < 0 || batchAxis > 1 || timeAxis != 1 - batchAxis)
    throw EvaluationError("the batch and time axes are the first two, in either order");
  const Integer batches = x.shape()[static_cast<std::size_t>(batchAxis)],
                steps = x.shape()[static_cast<std::size_t>(timeAxis)];
  const auto counts = elementsOf<Integer>(lengths);
  if (static_cast<Integer>(counts.size()) != batches) throw EvaluationError("one length per batch entry is needed");
  const Integer batchStride = batchAxis == 0 ? steps : 1, timeStride = batchAxis == 0 ? 1 : batches;
  std::vector<Integer> blocks(static_cast<std::size_t>(batches * steps));
  for (Integer batch = 0; batch < batches; ++batch) {
    const Integer count = counts[static_cast<std::size_t>(batch)];
    if (count < 0 || count > steps)
      throw EvaluationError(fmt::format("a sequence of {} steps cannot have length {}", steps, count));
    for (Integer step = 0; step < steps; ++step)
      blocks[static_cast<std::size_t>(batch * batchStride + step * timeStride)] =
          batch * batchStride + (step < count ? count - 1 - step : step) * timeStride;
  }
  return {takeBlocks(x, x.shape(), blocks, productOf(x.shape(), 2, x.shape().size()))};
}

OperatorDefinition reverseSequence() {
  OperatorDefinition definition =
      newDefinition("ReverseSequence", 2, 2, OpClass::kMove, "The first steps of each sequence in reverse order.");
  definition.attributes = {{"batch_axis", std::int64_t{1}}, {"time_axis", std::int64_t{0}}};
  definition.infer = sameAsInput;
  definition.evaluate = evaluateReverseSequence;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> indexingOperators() {
  std::vector<OperatorDefinition> family;
  addGathers(family);
  addScatters(family);
  family.push_back(compress());
  family.push_back(reverseSequence());
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
