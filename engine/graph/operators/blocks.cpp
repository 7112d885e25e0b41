// Pieces of images: Col2Im puts overlapping blocks together, CenterCropPad cuts or pads to a size around the middle.

#include <fmt/format.h>

#include <algorithm>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"
#include "graph/operators/window.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

// Col2Im: x [batch, channels * block, blocks], image_shape, block_shape.

Window windowOf(const Attributes& attributes, std::span<const Integer> block) {
  return readWindow("Col2Im", attributes, static_cast<int>(block.size()), block);
}

std::vector<OutputFact> inferImage(const InferenceContext& context) {
  const TensorType& x = required(context, 0).type;
  if (x.shape.hasRank() && x.shape.rank() != 3)
    throw ModelError(fmt::format("blocks of shape {} are not [batch, channels * block, blocks]", x.shape.text()));
  const auto image = constantIntegers(context, "image_shape", 1), block = constantIntegers(context, "block_shape", 2);
  if (!image || image->size() > kMaxRank) return outputOf(x.element, Shape::unknownRank());
  Shape shape{x.shape.hasRank() ? x.shape[0] : Dim::unknown(), Dim::unknown()};
  if (x.shape.hasRank() && x.shape[1].isKnown() && block && elementCount(*block) > 0)
    shape = Shape{x.shape[0], x.shape[1].value() / elementCount(*block)};
  for (const Integer extent : *image) shape.append(Dim(extent));
  return outputOf(x.element, std::move(shape));
}

/// Steps to the next position of a box of these extents; false after the last.
bool goOn(std::vector<Integer>& position, std::span<const Integer> extents) {
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    if (++position[axis] < extents[axis]) return true;
    position[axis] = 0;
  }
  return false;
}

std::vector<Value> evaluateImage(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto image = integersOf(context, "image_shape", 1), block = integersOf(context, "block_shape", 2);
  if (!image || !block || image->size() != block->size() || image->empty() || x.rank() != 3)
    throw EvaluationError("image_shape and block_shape do not fit the blocks");
  const Window window = windowOf(context.attributes, *block);
  std::vector<Integer> counts;
  for (int axis = 0; axis < window.rank(); ++axis)
    counts.push_back(window.outputExtent("Col2Im", axis, (*image)[static_cast<std::size_t>(axis)]).value());
  const Integer inBlock = elementCount(*block), blocks = elementCount(counts);
  if (inBlock == 0 || x.shape()[1] % inBlock != 0 || x.shape()[2] != blocks)
    throw EvaluationError(fmt::format("{} blocks of {} elements are needed", blocks, inBlock));
  const Integer channels = x.shape()[1] / inBlock, pixels = elementCount(*image);
  Extents extents{x.shape()[0], channels};
  extents.insert(extents.end(), image->begin(), image->end());
  std::vector<double> result(static_cast<std::size_t>(elementCount(extents)));
  const auto numbers = elementsOf<double>(x);
  const Extents strides = rowMajorStrides(*image);
  std::vector<Integer> inside(block->size(), 0);
  for (Integer k = 0; blocks > 0 && k < inBlock; ++k, goOn(inside, *block)) {
    std::vector<Integer> at(counts.size(), 0);
    for (Integer l = 0; l < blocks; ++l, goOn(at, counts)) {
      Integer pixel = 0;
      bool isInside = true;
      for (std::size_t axis = 0; axis < at.size(); ++axis) {
        const WindowAxis& walk = window.axes[axis];
        const Integer place = at[axis] * walk.stride + inside[axis] * walk.dilation - walk.padBefore;
        isInside = isInside && place >= 0 && place < (*image)[axis];
        pixel += place * strides[axis];
      }
      for (Integer plane = 0; isInside && plane < x.shape()[0] * channels; ++plane)
        result[static_cast<std::size_t>(plane * pixels + pixel)] +=
            numbers[static_cast<std::size_t>((plane * inBlock + k) * blocks + l)];
    }
  }
  return {makeValue(x.element(), std::move(extents), std::move(result))};
}

OperatorDefinition columnsToImage() {
  OperatorDefinition definition;
  definition.name = "Col2Im";
  definition.summary = "Puts blocks back together to an image, adding where they overlap.";
  definition.maxInputs = 3;
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"dilations", std::nullopt}, {"pads", std::nullopt}, {"strides", std::nullopt}};
  definition.absorbed = {{1, "image_shape"}, {2, "block_shape"}};
  definition.infer = inferImage;
  definition.evaluate = evaluateImage;
  return definition;
}

// CenterCropPad: x, shape.

std::vector<int> axesOf(const Attributes& attributes, int rank) {
  if (attributes.has("axes")) return normalizedAxes(attributes.integers("axes"), rank);
  std::vector<int> all;
  for (int axis = 0; axis < rank; ++axis) all.push_back(axis);
  return all;
}

std::vector<OutputFact> inferCentre(const InferenceContext& context) {
  const TensorType& x = required(context, 0).type;
  if (!x.shape.hasRank()) return outputOf(x.element, Shape::unknownRank());
  const std::vector<int> axes = axesOf(context.attributes, x.shape.rank());
  const auto sizes = knownIntegers(context, "shape", 1);
  if (sizes && sizes->size() != axes.size()) throw ModelError("there is not one extent for each axis");
  std::vector<Dim> dims(x.shape.dims().begin(), x.shape.dims().end());
  for (std::size_t i = 0; i < axes.size(); ++i)
    dims[static_cast<std::size_t>(axes[i])] = sizes ? (*sizes)[i] : Dim::unknown();
  return outputOf(x.element, Shape(dims));
}

std::vector<Value> evaluateCentre(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const std::vector<int> axes = axesOf(context.attributes, x.rank());
  const auto sizes = integersOf(context, "shape", 1);
  if (!sizes || sizes->size() != axes.size()) throw EvaluationError("there is not one extent for each axis");
  Extents extents = x.shape(), taken = x.shape(), from(x.shape().size(), 0), to(x.shape().size(), 0);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const auto axis = static_cast<std::size_t>(axes[i]);
    const Integer had = x.shape()[axis], wanted = (*sizes)[i];
    if (wanted < 0) throw EvaluationError("an extent is negative");
    extents[axis] = wanted;
    taken[axis] = std::min(had, wanted);
    from[axis] = (had - taken[axis]) / 2;
    to[axis] = (wanted - taken[axis]) / 2;
  }
  elementCount(extents);
  const Extents source = rowMajorStrides(x.shape()), target = rowMajorStrides(extents);
  Integer first = 0, start = 0;
  for (std::size_t axis = 0; axis < extents.size(); ++axis)
    first += from[axis] * source[axis], start += to[axis] * target[axis];
  return withElements(x, [&](auto elements) {
    using T = std::remove_cv_t<typename decltype(elements)::element_type>;
    std::vector<T> result(static_cast<std::size_t>(elementCount(extents)));
    StridedLoop<2>(taken, {source, target}).forEachRun([&](const auto& offsets, Integer count, const auto& strides) {
      for (Integer i = 0; i < count; ++i)
        result[static_cast<std::size_t>(start + offsets[1] + i * strides[1])] =
            elements[static_cast<std::size_t>(first + offsets[0] + i * strides[0])];
    });
    return std::vector<Value>{makeValue(x.element(), extents, std::move(result))};
  });
}

OperatorDefinition centerCropPad() {
  OperatorDefinition definition;
  definition.name = "CenterCropPad";
  definition.summary = "Cuts or pads axes to a size around their middle.";
  definition.maxInputs = 2;
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"axes", std::nullopt}};
  definition.absorbed = {{1, "shape"}};
  definition.infer = inferCentre;
  definition.evaluate = evaluateCentre;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> blockOperators() { return withNamesInErrors({columnsToImage(), centerCropPad()}); }

}  // namespace tasoscope::operators
