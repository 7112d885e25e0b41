// Resize: nearest, linear and cubic resampling along any axes, by scales or to sizes.

#include <algorithm>
#include <cmath>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"
#include "graph/operators/resample.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

constexpr std::string_view kOp = "Resize";

/// The resized axes: all when the attribute is absent.
std::vector<int> resizedAxes(const Attributes& attributes, int rank) {
  std::vector<int> axes;
  if (!attributes.has("axes") || attributes.integers("axes").empty()) {
    for (int i = 0; i < rank; ++i) axes.push_back(i);
    return axes;
  }
  return normalizedAxes(attributes.integers("axes"), rank);
}

bool isCrop(const Attributes& attributes) {
  return attributes.string("coordinate_transformation_mode", "half_pixel") == "tf_crop_and_resize";
}

void checkCount(std::string_view what, std::size_t count, std::size_t wanted) {
  if (count != wanted)
    refuse(kOp, std::string(what) + " has " + std::to_string(count) + " entries where " + std::to_string(wanted) +
                    " belong");
}

void checkScales(std::span<const double> scales, std::size_t axes) {
  checkCount("scales", scales.size(), axes);
  for (const double scale : scales)
    if (!(scale > 0) || scale > 1e9) refuse(kOp, "a scale must be a positive number");
}

/// floor(extent * scale) in float32, as runtimes compute it.
std::int64_t scaledExtent(std::int64_t extent, double scale, double part) {
  const float product = static_cast<float>(extent) * static_cast<float>(part) * static_cast<float>(scale);
  if (!(product >= 0) || product > 1e15f) refuse(kOp, "a scaled extent is out of range");
  return static_cast<std::int64_t>(std::floor(product));
}

Dim scaledDim(const Dim& extent, double scale) {
  if (extent.isKnown()) return scaledExtent(extent.value(), scale, 1);
  if (scale == std::floor(scale)) return extent * Dim(static_cast<std::int64_t>(scale));
  const double inverse = 1 / scale;
  if (inverse == std::floor(inverse) && inverse < 1e9) return floorDiv(extent, static_cast<std::int64_t>(inverse));
  return Dim::unknown();
}

bool keepsRatio(const Attributes& attributes) {
  return attributes.string("keep_aspect_ratio_policy", "stretch") != "stretch";
}

/// Empty when they are not given as an attribute; exporters also write an empty list beside sizes.
std::vector<double> knownScales(const Attributes& attributes) {
  return attributes.has("scales") ? attributes.reals("scales") : std::vector<double>();
}

std::vector<OutputFact> inferResize(const InferenceContext& context) {
  const ElementType element = commonNumber(kOp, context, {0});
  const Shape& x = context.input(0).type.shape;
  if (!x.hasRank()) return oneOutput(element, x);
  const auto axes = resizedAxes(context.attributes, x.rank());
  Shape output = x;
  for (const int axis : axes) output[axis] = Dim::unknown();
  const auto sizes = knownIntegers(context, "sizes", 3);
  const bool isStretched = !keepsRatio(context.attributes);
  if (sizes && !sizes->empty()) {
    checkCount("sizes", sizes->size(), axes.size());
    for (std::size_t i = 0; isStretched && i < axes.size(); ++i) output[axes[i]] = (*sizes)[i];
  } else if (!knownScales(context.attributes).empty() && !isCrop(context.attributes)) {
    const auto scales = knownScales(context.attributes);
    checkScales(scales, axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i) output[axes[i]] = scaledDim(x[axes[i]], scales[i]);
  }
  for (const Dim& extent : output.dims())
    if (extent.isKnown() && extent.value() < 0) refuse(kOp, "a negative size");
  return oneOutput(element, std::move(output));
}

/// The numbers of an absorbed input: from the attribute or the input; empty when neither is there.
std::vector<double> realsOf(const EvaluationContext& context, std::string_view attribute, std::size_t input) {
  if (context.attributes.has(attribute)) return context.attributes.reals(attribute);
  if (!context.has(input)) return {};
  if (!context.inputs[input].isFloat()) refuse(kOp, std::string(attribute) + " must be floating-point numbers");
  const auto numbers = context.inputs[input].floats();
  return {numbers.begin(), numbers.end()};
}

/// The axes' extents and scales from the wanted sizes.
void applySizes(const Attributes& attributes, std::span<const std::int64_t> sizes, std::vector<ResizedAxis*> axes) {
  checkCount("sizes", sizes.size(), axes.size());
  const std::string policy = attributes.string("keep_aspect_ratio_policy", "stretch");
  std::vector<double> ratios;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (sizes[i] < 0) refuse(kOp, "a negative size");
    ratios.push_back(axes[i]->input > 0 ? static_cast<double>(sizes[i]) / static_cast<double>(axes[i]->input) : 1);
  }
  if (axes.empty()) return;
  if (policy != "stretch" && policy != "not_larger" && policy != "not_smaller")
    refuse(kOp, "keep_aspect_ratio_policy \"" + policy + "\" is unknown");
  const double common = policy == "not_larger" ? *std::ranges::min_element(ratios) : *std::ranges::max_element(ratios);
  for (std::size_t i = 0; i < axes.size(); ++i) {
    axes[i]->scale = policy == "stretch" ? ratios[i] : common;
    axes[i]->output = policy == "stretch"
                          ? sizes[i]
                          : static_cast<std::int64_t>(std::floor(common * static_cast<double>(axes[i]->input) + 0.5));
  }
}

void applyScales(const Attributes& attributes, std::span<const double> scales, std::vector<ResizedAxis*> axes) {
  checkScales(scales, axes.size());
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const double part = isCrop(attributes) ? axes[i]->end - axes[i]->start : 1;
    axes[i]->scale = scales[i];
    axes[i]->output = scaledExtent(axes[i]->input, scales[i], part);
  }
}

/// How each axis of x is resized.
std::vector<ResizedAxis> resizedAxesOf(const EvaluationContext& context) {
  const auto& extents = context.inputs[0].shape();
  std::vector<ResizedAxis> all;
  for (const std::int64_t extent : extents) all.push_back({.input = extent, .output = extent});
  std::vector<ResizedAxis*> axes;
  for (const int axis : resizedAxes(context.attributes, context.inputs[0].rank()))
    axes.push_back(&all[static_cast<std::size_t>(axis)]);
  if (isCrop(context.attributes)) {
    const auto region = realsOf(context, "roi", 1);
    checkCount("roi", region.size(), 2 * axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i) {
      axes[i]->start = region[i];
      axes[i]->end = region[axes.size() + i];
    }
  }
  const auto sizes = integersOf(context, "sizes", 3);
  const auto scales = realsOf(context, "scales", 2);
  if (sizes && !sizes->empty())
    applySizes(context.attributes, *sizes, axes);
  else if (!scales.empty())
    applyScales(context.attributes, scales, axes);
  else
    refuse(kOp, "neither scales nor sizes are given");
  return all;
}

ResizeStyle styleOf(const Attributes& attributes) {
  return {.mode = attributes.string("mode", "nearest"),
          .coordinates = attributes.string("coordinate_transformation_mode", "half_pixel"),
          .nearest = attributes.string("nearest_mode", "round_prefer_floor"),
          .cubicA = attributes.real("cubic_coeff_a", -0.75),
          .isAntialiased = attributes.integer("antialias", 0) != 0,
          .excludesOutside = attributes.integer("exclude_outside", 0) != 0};
}

/// Sets the outputs that lie outside along an axis to the extrapolation value.
void extrapolate(std::vector<double>& numbers, std::int64_t after, std::span<const Sample> samples, double number) {
  const auto run = static_cast<std::size_t>(after);
  for (std::size_t i = 0; i * run < numbers.size(); ++i)
    if (samples[i % samples.size()].isOutside)
      std::fill_n(numbers.begin() + static_cast<std::ptrdiff_t>(i * run), run, number);
}

std::vector<Value> evaluateResize(const EvaluationContext& context) {
  inferActual(kOp, inferResize, context);
  const Value& x = context.inputs[0];
  const auto axes = resizedAxesOf(context);
  const ResizeStyle style = styleOf(context.attributes);
  std::vector<std::int64_t> output;
  for (const ResizedAxis& axis : axes) output.push_back(axis.output);
  if (checkedSize(kOp, output) == 0) return {Value::zeros(x.element(), output)};
  if (x.size() == 0) refuseEvaluation(kOp, "an empty tensor cannot be enlarged");
  const Numbers source(x);
  std::vector<double> numbers(source.span().begin(), source.span().end());
  std::vector<std::int64_t> extents = x.shape();
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const bool isUnchanged = axes[i].input == axes[i].output && axes[i].scale == 1 && !isCrop(context.attributes);
    if (isUnchanged) continue;
    const auto samples = samplesOf(axes[i], style);
    const std::int64_t before = product(std::span(extents).first(i));
    const std::int64_t after = product(std::span(extents).subspan(i + 1));
    checkedSize(kOp, std::vector<std::int64_t>{before, axes[i].output, after});
    numbers = resample(numbers, before, extents[i], after, samples);
    extents[i] = axes[i].output;
    if (isCrop(context.attributes))
      extrapolate(numbers, after, samples, context.attributes.real("extrapolation_value", 0));
  }
  return {valueOf(x.element(), output, std::move(numbers))};
}

Work workOfResize(const WorkContext& context) {
  const std::string mode = context.attributes.string("mode", "nearest");
  const double perAxis = mode == "nearest" ? 0 : mode == "linear" ? 4 : 8;
  return workWith(context, perAxis * elementCount(context.outputs[0]));
}

}  // namespace

std::vector<OperatorDefinition> resizeOperators() {
  OperatorDefinition definition =
      newDefinition("Resize", 1, 4, OpClass::kOther, "Resamples x along its axes, by scales or to sizes.");
  definition.attributes = {{"antialias", std::int64_t{0}},
                           {"axes", std::nullopt},
                           {"coordinate_transformation_mode", std::string("half_pixel")},
                           {"cubic_coeff_a", -0.75},
                           {"exclude_outside", std::int64_t{0}},
                           {"extrapolation_value", 0.0},
                           {"keep_aspect_ratio_policy", std::string("stretch")},
                           {"mode", std::string("nearest")},
                           {"nearest_mode", std::string("round_prefer_floor")},
                           {"roi", std::nullopt},
                           {"scales", std::nullopt},
                           {"sizes", std::nullopt}};
  definition.absorbed = {{1, "roi"}, {2, "scales"}, {3, "sizes"}};
  definition.infer = inferResize;
  definition.work = workOfResize;
  definition.evaluate = evaluateResize;
  return {definition};
}

}  // namespace tasoscope::operators
