// Images looked at through moved grids: DeformConv, whose window's elements each look beside their place, and
// AffineGrid, which makes the grid of a rotated or stretched image for GridSample.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"
#include "graph/operators/window.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

// DeformConv: x [N, C, H, W], w [M, C / group, kH, kW], offset [N, groups * kH * kW * 2, oH, oW], b?, mask?.

Extents kernelOf(const Shape& weights) {
  if (!weights.hasRank() || !weights.isStatic() || weights.rank() != 4) return {};
  return {weights.extents()[2], weights.extents()[3]};
}

std::vector<OutputFact> inferDeformed(const InferenceContext& context) {
  const TensorType& x = required(context, 0).type;
  const Shape &weights = required(context, 1).type.shape, &offset = required(context, 2).type.shape;
  for (const Shape* shape : {&x.shape, &weights, &offset})
    if (shape->hasRank() && shape->rank() != 4)
      throw ModelError(fmt::format("a shape {} is not that of an image", shape->text()));
  Shape y{Dim::unknown(), Dim::unknown(), Dim::unknown(), Dim::unknown()};
  if (x.shape.hasRank()) y[0] = x.shape[0];
  if (weights.hasRank()) y[1] = weights[0];
  const Extents kernel = kernelOf(weights);
  if (x.shape.hasRank() && !kernel.empty()) {
    const Window window = readWindow("DeformConv", context.attributes, 2, kernel);
    for (int axis = 0; axis < 2; ++axis) y[axis + 2] = window.outputExtent("DeformConv", axis, x.shape[axis + 2]);
  }
  return outputOf(x.element, std::move(y));
}

/// The image between its pixels, linearly; zero outside.
double between(const double* plane, Integer height, Integer width, double y, double x) {
  if (!(y > -1 && y < static_cast<double>(height) && x > -1 && x < static_cast<double>(width))) return 0;
  const auto top = static_cast<Integer>(std::floor(y)), left = static_cast<Integer>(std::floor(x));
  double sum = 0;
  for (Integer row = top; row <= top + 1; ++row)
    for (Integer column = left; column <= left + 1; ++column) {
      if (row < 0 || row >= height || column < 0 || column >= width) continue;
      sum += (1 - std::abs(y - static_cast<double>(row))) * (1 - std::abs(x - static_cast<double>(column))) *
             plane[row * width + column];
    }
  return sum;
}

/// The extents of one DeformConv, checked.
struct Deformed {
  Integer batch, channels, height, width, outChannels, group, offsetGroup, kernelHeight, kernelWidth, outHeight,
      outWidth;
  Integer taps() const { return kernelHeight * kernelWidth; }
  Integer places() const { return outHeight * outWidth; }
};

Deformed readDeformed(const EvaluationContext& context, const Window& window) {
  const Extents &x = context.inputs[0].shape(), &w = context.inputs[1].shape();
  Deformed d{x[0],
             x[1],
             x[2],
             x[3],
             w[0],
             context.attributes.integer("group", 1),
             context.attributes.integer("offset_group", 1),
             w[2],
             w[3],
             window.outputExtent("DeformConv", 0, x[2]).value(),
             window.outputExtent("DeformConv", 1, x[3]).value()};
  if (d.group <= 0 || d.offsetGroup <= 0 || d.channels % d.group != 0 || d.outChannels % d.group != 0 ||
      d.channels % d.offsetGroup != 0 || w[1] != d.channels / d.group)
    throw EvaluationError("its channels cannot be shared by its groups");
  if (context.inputs[2].shape() != Extents{d.batch, d.offsetGroup * d.taps() * 2, d.outHeight, d.outWidth})
    throw EvaluationError("there are not two offsets for each tap and place");
  if (context.has(3) && context.inputs[3].size() != d.outChannels)
    throw EvaluationError("there is not one bias for each channel");
  if (context.has(4) &&
      context.inputs[4].shape() != Extents{d.batch, d.offsetGroup * d.taps(), d.outHeight, d.outWidth})
    throw EvaluationError("there is not one mask for each tap and place");
  return d;
}

std::vector<Value> evaluateDeformed(const EvaluationContext& context) {
  for (const std::size_t i : {0u, 1u, 2u})
    if (required(context, i).rank() != 4) throw EvaluationError("an input is not an image");
  const Value& x = context.inputs[0];
  const Extents kernel{context.inputs[1].shape()[2], context.inputs[1].shape()[3]};
  const Window window =
      readWindow("DeformConv", context.attributes, 2, kernel).resolved("DeformConv", std::span(x.shape()).subspan(2));
  const Deformed d = readDeformed(context, window);
  const auto numbers = elementsOf<double>(x), weights = elementsOf<double>(context.inputs[1]),
             offsets = elementsOf<double>(context.inputs[2]);
  const auto bias = context.has(3) ? elementsOf<double>(context.inputs[3]) : std::span<const double>();
  const auto mask = context.has(4) ? elementsOf<double>(context.inputs[4]) : std::span<const double>();
  Extents extents{d.batch, d.outChannels, d.outHeight, d.outWidth};
  std::vector<double> y(static_cast<std::size_t>(elementCount(extents)));
  const auto at = [](std::span<const double> list, Integer i) { return list[static_cast<std::size_t>(i)]; };
  const Integer inGroup = d.channels / d.group, outOfGroup = d.outChannels / d.group;
  std::vector<double> seen(static_cast<std::size_t>(d.channels * d.taps()));  // what the taps see at one place
  for (Integer n = 0; n < d.batch; ++n)
    for (Integer place = 0; place < d.places(); ++place) {
      for (Integer c = 0; c < d.channels; ++c)
        for (Integer tap = 0; tap < d.taps(); ++tap) {
          const Integer moved = (n * d.offsetGroup + c / (d.channels / d.offsetGroup)) * d.taps() + tap;
          const WindowAxis &rows = window.axes[0], &columns = window.axes[1];
          const Integer row = place / d.outWidth * rows.stride + tap / d.kernelWidth * rows.dilation - rows.padBefore;
          const Integer column =
              place % d.outWidth * columns.stride + tap % d.kernelWidth * columns.dilation - columns.padBefore;
          const double value = between(numbers.data() + (n * d.channels + c) * d.height * d.width, d.height, d.width,
                                       static_cast<double>(row) + at(offsets, 2 * moved * d.places() + place),
                                       static_cast<double>(column) + at(offsets, (2 * moved + 1) * d.places() + place));
          seen[static_cast<std::size_t>(c * d.taps() + tap)] =
              value * (mask.empty() ? 1 : at(mask, moved * d.places() + place));
        }
      for (Integer m = 0; m < d.outChannels; ++m) {
        double sum = bias.empty() ? 0 : at(bias, m);
        const Integer first = m / outOfGroup * inGroup * d.taps();
        for (Integer k = 0; k < inGroup * d.taps(); ++k)
          sum += at(weights, m * inGroup * d.taps() + k) * seen[static_cast<std::size_t>(first + k)];
        y[static_cast<std::size_t>((n * d.outChannels + m) * d.places() + place)] = sum;
      }
    }
  return {makeValue(x.element(), std::move(extents), std::move(y))};
}

OperatorDefinition deformableConvolution() {
  OperatorDefinition definition;
  definition.name = "DeformConv";
  definition.summary = "A convolution each of whose taps looks at a place of its own, between the pixels.";
  definition.minInputs = 3;
  definition.maxInputs = 5;
  definition.opClass = OpClass::kMatrix;
  definition.attributes = {{"dilations", std::nullopt},  {"group", Integer{1}},  {"kernel_shape", std::nullopt},
                           {"offset_group", Integer{1}}, {"pads", std::nullopt}, {"strides", std::nullopt}};
  definition.infer = inferDeformed;
  definition.work = [](const WorkContext& context) {
    Work work = bytesOnly(context);
    const Shape& weights = context.inputs[1].shape;
    if (!weights.isStatic() || weights.rank() != 4) return work;
    const Extents w = weights.extents();
    const double taps = static_cast<double>(w[1] * w[2] * w[3]);
    work.flops =
        (2 * taps + 8 * taps / static_cast<double>(std::max<Integer>(w[0], 1))) * elementsOfType(context.outputs[0]);
    return work;
  };
  definition.evaluate = evaluateDeformed;
  return definition;
}

// AffineGrid: theta [N, 2, 3] or [N, 3, 4], size [N, C, (D,) H, W].

std::vector<OutputFact> inferGrid(const InferenceContext& context) {
  const TensorType& theta = required(context, 0).type;
  if (theta.shape.hasRank() && theta.shape.rank() != 3)
    throw ModelError(fmt::format("theta of shape {} is not a matrix for each example", theta.shape.text()));
  const auto size = knownIntegers(context, "size", 1);
  if (!size) return outputOf(theta.element, Shape::unknownRank());
  if (size->size() != 4 && size->size() != 5) throw ModelError(fmt::format("a size of {} extents", size->size()));
  Shape shape{(*size)[0]};
  for (std::size_t axis = 2; axis < size->size(); ++axis) shape.append((*size)[axis]);
  shape.append(Dim(static_cast<Integer>(size->size()) - 2));
  return outputOf(theta.element, std::move(shape));
}

/// The place of pixel `i` of `count` in [-1, 1].
double placeOf(Integer i, Integer count, bool alignsCorners) {
  if (alignsCorners) return count > 1 ? -1 + 2 * static_cast<double>(i) / static_cast<double>(count - 1) : 0;
  return -1 + (2 * static_cast<double>(i) + 1) / static_cast<double>(count);
}

std::vector<Value> evaluateGrid(const EvaluationContext& context) {
  const Value& theta = required(context, 0);
  const auto size = integersOf(context, "size", 1);
  if (!size || (size->size() != 4 && size->size() != 5)) throw EvaluationError("a size has four or five extents");
  const auto axes = static_cast<Integer>(size->size()) - 2;
  if (theta.shape() != Extents{(*size)[0], axes, axes + 1})
    throw EvaluationError("theta is not a matrix for each example");
  const bool alignsCorners = context.attributes.integer("align_corners", 0) != 0;
  const Extents image(size->begin() + 2, size->end());
  Extents extents{(*size)[0]};
  extents.insert(extents.end(), image.begin(), image.end());
  extents.push_back(axes);
  const auto matrix = elementsOf<double>(theta);
  std::vector<double> grid;
  grid.reserve(static_cast<std::size_t>(elementCount(extents)));
  const Extents strides = rowMajorStrides(image);
  for (Integer n = 0; n < (*size)[0]; ++n)
    for (Integer pixel = 0; pixel < elementCount(image); ++pixel)
      for (Integer row = 0; row < axes; ++row) {
        const double* factors = matrix.data() + (n * axes + row) * (axes + 1);
        double sum = factors[axes];
        for (Integer axis = 0; axis < axes; ++axis) {  // the grid has the last axis first
          const auto a = static_cast<std::size_t>(axes - 1 - axis);
          sum += factors[axis] * placeOf(pixel / strides[a] % image[a], image[a], alignsCorners);
        }
        grid.push_back(sum);
      }
  return {makeValue(theta.element(), std::move(extents), std::move(grid))};
}

OperatorDefinition affineGrid() {
  OperatorDefinition definition;
  definition.name = "AffineGrid";
  definition.summary = "Where each pixel of a turned, stretched or moved image comes from.";
  definition.maxInputs = 2;
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"align_corners", Integer{0}}};
  definition.absorbed = {{1, "size"}};
  definition.infer = inferGrid;
  definition.evaluate = evaluateGrid;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> deformableOperators() {
  return withNamesInErrors({deformableConvolution(), affineGrid()});
}

}  // namespace tasoscope::operators
