// GridSample and RoiAlign: interpolation at positions that another input gives.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graph/operators/operators.h"
#include "graph/operators/resample.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

// GridSample.

enum class Padding { kZeros, kBorder, kReflection };
enum class Interpolation { kNearest, kLinear, kCubic };

struct GridStyle {
  Padding padding = Padding::kZeros;
  Interpolation interpolation = Interpolation::kLinear;
  bool alignsCorners = false;
};

GridStyle gridStyle(const Attributes& attributes) {
  GridStyle style;
  const std::string mode = attributes.string("mode", "linear");
  const std::string padding = attributes.string("padding_mode", "zeros");
  style.alignsCorners = attributes.integer("align_corners", 0) != 0;
  if (mode == "nearest") {
    style.interpolation = Interpolation::kNearest;
  } else if (mode == "cubic" || mode == "bicubic") {
    style.interpolation = Interpolation::kCubic;
  } else if (mode != "linear" && mode != "bilinear") {
    refuse("GridSample", "mode \"" + mode + "\" is unknown");
  }
  if (padding == "border") {
    style.padding = Padding::kBorder;
  } else if (padding == "reflection") {
    style.padding = Padding::kReflection;
  } else if (padding != "zeros") {
    refuse("GridSample", "padding_mode \"" + padding + "\" is unknown");
  }
  return style;
}

std::vector<OutputFact> inferGridSample(const InferenceContext& context) {
  const std::string_view op = "GridSample";
  const ElementType element = commonNumber(op, context, {0});
  commonFloat(op, context, {1});
  gridStyle(context.attributes);
  const Shape& x = context.input(0).type.shape;
  const Shape& grid = context.input(1).type.shape;
  if (x.hasRank() && x.rank() < 3) refuse(op, "x needs a batch, channels and a spatial axis, not " + x.text());
  if (!x.hasRank() || !grid.hasRank()) return oneOutput(element, Shape::unknownRank());
  hasRank(op, "the grid", grid, x.rank());
  requireEqual(op, "the batches of x and of the grid", x[0], grid[0]);
  requireEqual(op, "the last extent of the grid and the spatial axes", grid[grid.rank() - 1], x.rank() - 2);
  Shape output{betterKnown(x[0], grid[0]), x[1]};
  for (int i = 1; i + 1 < grid.rank(); ++i) output.append(grid[i]);
  return oneOutput(element, std::move(output));
}

/// x reflected into [low, high] as often as it takes.
double reflected(double x, double low, double high) {
  const double range = high - low;
  if (range <= 0) return low;
  const double distance = std::fmod(std::abs(x - low), 2 * range);
  return distance <= range ? low + distance : high - (distance - range);
}

/// The places along one axis with their weights; a place of -1 contributes 0.
Sample gridSampleAt(double normalized, std::int64_t extent, const GridStyle& style) {
  const auto length = static_cast<double>(extent);
  const double low = style.alignsCorners ? 0 : -0.5;
  const double high = style.alignsCorners ? length - 1 : length - 0.5;
  double x = style.alignsCorners ? (normalized + 1) / 2 * (length - 1) : ((normalized + 1) * length - 1) / 2;
  if (style.interpolation == Interpolation::kNearest) x = std::nearbyint(x);
  if (!(x >= low && x <= high)) {
    if (style.padding == Padding::kBorder) x = std::clamp(x, 0.0, length - 1);
    if (style.padding == Padding::kReflection) x = reflected(x, low, high);
  }
  if (!std::isfinite(x) || std::abs(x) > 1e15) return {.places = {-1}, .weights = {0}};
  const double floor = std::floor(x);
  Sample sample;
  std::int64_t first = static_cast<std::int64_t>(floor);
  if (style.interpolation == Interpolation::kNearest) {
    sample.weights = {1};
    first = static_cast<std::int64_t>(std::nearbyint(x));
  } else if (style.interpolation == Interpolation::kLinear) {
    sample.weights = {1 - (x - floor), x - floor};
  } else {
    sample.weights = cubicWeights(x - floor, -0.75);
    --first;
  }
  for (std::size_t i = 0; i < sample.weights.size(); ++i) {
    std::int64_t place = first + static_cast<std::int64_t>(i);
    if (style.padding == Padding::kReflection)
      place = static_cast<std::int64_t>(reflected(static_cast<double>(place), low, high));
    if (style.padding == Padding::kBorder) place = std::clamp<std::int64_t>(place, 0, extent - 1);
    sample.places.push_back(place >= 0 && place < extent ? place : -1);
  }
  return sample;
}

/// The weighted sum over the product of the axes' places in one plane.
double sumOver(const Numbers& numbers, std::int64_t plane, std::span<const std::int64_t> spatial,
               std::span<const Sample> samples) {
  if (samples.empty()) return numbers[plane];
  const Sample& sample = samples.front();
  double sum = 0;
  for (std::size_t i = 0; i < sample.places.size(); ++i) {
    if (sample.places[i] < 0 || sample.weights[i] == 0) continue;
    const std::int64_t at = plane * spatial.front() + sample.places[i];
    sum += sample.weights[i] * sumOver(numbers, at, spatial.subspan(1), samples.subspan(1));
  }
  return sum;
}

/// The largest term of that sum, which is what the mode max of RoiAlign takes.
double largestTerm(const Numbers& numbers, std::int64_t plane, std::span<const std::int64_t> spatial,
                   std::span<const Sample> samples) {
  if (samples.empty()) return numbers[plane];
  const Sample& sample = samples.front();
  double largest = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < sample.places.size(); ++i) {
    if (sample.places[i] < 0) continue;
    const std::int64_t at = plane * spatial.front() + sample.places[i];
    largest = std::max(largest, sample.weights[i] * largestTerm(numbers, at, spatial.subspan(1), samples.subspan(1)));
  }
  return largest;
}

std::vector<Value> evaluateGridSample(const EvaluationContext& context) {
  const auto extents = inferActual("GridSample", inferGridSample, context)[0].shape.extents();
  const Value& x = context.inputs[0];
  const Numbers numbers(x);
  const auto grid = context.inputs[1].floats();
  const GridStyle style = gridStyle(context.attributes);
  const auto spatial = std::span(x.shape()).subspan(2);
  const std::int64_t channels = extents[1];
  const std::int64_t points = product(std::span(extents).subspan(2));
  std::vector<double> result(static_cast<std::size_t>(product(extents)), 0.0);
  if (x.size() == 0) return {valueOf(x.element(), extents, std::move(result))};
  std::vector<Sample> samples(spatial.size());
  for (std::int64_t n = 0; n < extents[0]; ++n)
    for (std::int64_t p = 0; p < points; ++p) {
      const std::size_t first = static_cast<std::size_t>(n * points + p) * spatial.size();
      for (std::size_t axis = 0; axis < spatial.size(); ++axis)  // the grid has the last axis first
        samples[axis] = gridSampleAt(grid[first + spatial.size() - 1 - axis], spatial[axis], style);
      for (std::int64_t c = 0; c < channels; ++c)
        result[static_cast<std::size_t>((n * channels + c) * points + p)] =
            sumOver(numbers, n * channels + c, spatial, samples);
    }
  return {valueOf(x.element(), extents, std::move(result))};
}

// RoiAlign.

std::int64_t positiveAttribute(const Attributes& attributes, std::string_view name) {
  const std::int64_t number = attributes.integer(name, 1);
  if (number < 1 || number > 1 << 20) refuse("RoiAlign", std::string(name) + " is out of range");
  return number;
}

std::vector<OutputFact> inferRoiAlign(const InferenceContext& context) {
  const std::string_view op = "RoiAlign";
  const ElementType element = commonFloat(op, context, {0, 1});
  const Shape& x = context.input(0).type.shape;
  const Shape& rois = context.input(1).type.shape;
  const Shape& indices = context.input(2).type.shape;
  Shape output{Dim::unknown(), Dim::unknown(), positiveAttribute(context.attributes, "output_height"),
               positiveAttribute(context.attributes, "output_width")};
  if (hasRank(op, "x", x, 4)) output[1] = x[1];
  if (hasRank(op, "rois", rois, 2)) {
    requireEqual(op, "the last extent of rois and 4", rois[1], 4);
    output[0] = rois[0];
  }
  if (hasRank(op, "batch_indices", indices, 1)) {
    requireEqual(op, "the extents of rois and batch_indices", output[0], indices[0]);
    output[0] = betterKnown(output[0], indices[0]);
  }
  const ElementType index = context.input(2).type.element;
  if (index != ElementType::kUndefined && !isInteger(index)) refuse(op, "batch_indices must be integers");
  return oneOutput(element, std::move(output));
}

/// A region along one axis, cut into bins with `samples` positions each.
struct Bins {
  double start, size;
  std::int64_t samples;
};

Bins binsOf(double start, double end, std::int64_t count, bool isHalfPixel, double scale, std::int64_t ratio) {
  const double offset = isHalfPixel ? 0.5 : 0;
  const double first = start * scale - offset;
  double extent = end * scale - offset - first;
  if (!isHalfPixel) extent = std::max(extent, 1.0);
  const double size = extent / static_cast<double>(count);
  constexpr double kMostSamples = 4096;
  const double samples = ratio > 0 ? static_cast<double>(ratio) : std::ceil(size);
  if (!(samples <= kMostSamples)) refuseEvaluation("RoiAlign", "a region that is too large to sample");
  return {first, size, static_cast<std::int64_t>(std::max(0.0, samples))};
}

/// Linear interpolation at x along an axis; beyond its ends by more than 1: nothing.
Sample regionSampleAt(double x, std::int64_t extent) {
  if (!(x >= -1 && x <= static_cast<double>(extent))) return {};
  const double inside = std::clamp(x, 0.0, static_cast<double>(extent - 1));
  const auto low = static_cast<std::int64_t>(inside);
  const double fraction = inside - static_cast<double>(low);
  return {.places = {low, std::min(low + 1, extent - 1)}, .weights = {1 - fraction, fraction}};
}

/// The samples in bin `bin`.
std::vector<Sample> samplesIn(const Bins& bins, std::int64_t bin, std::int64_t extent) {
  std::vector<Sample> samples;
  for (std::int64_t i = 0; i < bins.samples; ++i) {
    const double part = (static_cast<double>(i) + 0.5) / static_cast<double>(bins.samples);
    samples.push_back(regionSampleAt(bins.start + (static_cast<double>(bin) + part) * bins.size, extent));
  }
  return samples;
}

std::vector<Value> evaluateRoiAlign(const EvaluationContext& context) {
  const auto extents = inferActual("RoiAlign", inferRoiAlign, context)[0].shape.extents();
  const Attributes& attributes = context.attributes;
  const bool takesLargest = attributes.string("mode", "avg") == "max";
  const bool isHalfPixel = attributes.string("coordinate_transformation_mode", "half_pixel") == "half_pixel";
  const double scale = attributes.real("spatial_scale", 1);
  const std::int64_t ratio = attributes.integer("sampling_ratio", 0);
  const Value& x = context.inputs[0];
  const Numbers numbers(x);
  const auto rois = context.inputs[1].floats();
  const auto spatial = std::span(x.shape()).subspan(2);
  // Before the first sample: nothing for a mean, below everything for the largest.
  const double start = takesLargest ? -std::numeric_limits<double>::infinity() : 0.0;
  std::vector<double> result(static_cast<std::size_t>(product(extents)), start);
  for (std::int64_t r = 0; x.size() > 0 && r < extents[0]; ++r) {
    const std::int64_t batch = context.inputs[2].integers()[static_cast<std::size_t>(r)];
    if (batch < 0 || batch >= x.shape()[0]) refuseEvaluation("RoiAlign", "a batch index that does not exist");
    const auto region = rois.subspan(static_cast<std::size_t>(r) * 4, 4);
    const Bins rows = binsOf(region[1], region[3], extents[2], isHalfPixel, scale, ratio);
    const Bins columns = binsOf(region[0], region[2], extents[3], isHalfPixel, scale, ratio);
    const double count = static_cast<double>(std::max<std::int64_t>(1, rows.samples * columns.samples));
    for (std::int64_t h = 0; h < extents[2]; ++h)
      for (std::int64_t w = 0; w < extents[3]; ++w)
        for (const Sample& row : samplesIn(rows, h, spatial[0]))
          for (const Sample& column : samplesIn(columns, w, spatial[1])) {
            const std::array<Sample, 2> samples{row, column};
            for (std::int64_t c = 0; c < extents[1]; ++c) {
              double& bin = result[static_cast<std::size_t>(((r * extents[1] + c) * extents[2] + h) * extents[3] + w)];
              const std::int64_t plane = batch * extents[1] + c;
              bin = takesLargest ? std::max(bin, largestTerm(numbers, plane, spatial, samples))
                                 : bin + sumOver(numbers, plane, spatial, samples) / count;
            }
          }
  }
  return {Value::ofFloats(x.element(), extents, std::move(result))};
}

OperatorDefinition gridSample() {
  OperatorDefinition definition =
      newDefinition("GridSample", 2, 2, OpClass::kOther, "Interpolates x at the positions of a grid in [-1, 1].");
  definition.attributes = {
      {"align_corners", std::int64_t{0}}, {"mode", std::string("linear")}, {"padding_mode", std::string("zeros")}};
  definition.infer = inferGridSample;
  definition.work = [](const WorkContext& context) { return workWith(context, 8 * elementCount(context.outputs[0])); };
  definition.evaluate = evaluateGridSample;
  return definition;
}

OperatorDefinition roiAlign() {
  OperatorDefinition definition =
      newDefinition("RoiAlign", 3, 3, OpClass::kPool,
                    "Pools each region of interest to a fixed size, by interpolation inside its bins.");
  definition.attributes = {{"coordinate_transformation_mode", std::string("half_pixel")},
                           {"mode", std::string("avg")},
                           {"output_height", std::int64_t{1}},
                           {"output_width", std::int64_t{1}},
                           {"sampling_ratio", std::int64_t{0}},
                           {"spatial_scale", 1.0}};
  definition.infer = inferRoiAlign;
  definition.work = [](const WorkContext& context) { return workWith(context, 32 * elementCount(context.outputs[0])); };
  definition.evaluate = evaluateRoiAlign;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> samplingOperators() { return {gridSample(), roiAlign()}; }

}  // namespace tasoscope::operators
