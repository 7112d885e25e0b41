// Conv and ConvTranspose, with the bias and the fused activation that the space adds.

#include <algorithm>

#include "graph/operators/activation.h"
#include "graph/operators/convolve.h"
#include "graph/operators/operators.h"
#include "graph/operators/support.h"
#include "graph/operators/window.h"

namespace tasoscope::operators {
namespace {

std::int64_t groupOf(std::string_view op, const Attributes& attributes) {
  const std::int64_t group = attributes.integer("group", 1);
  if (group < 1 || group >= std::int64_t{1} << 31) refuse(op, "group must be a positive number");
  return group;
}

/// The extents of the weights' kernel when all are known.
std::optional<std::vector<std::int64_t>> knownKernel(const Shape& weights) {
  std::vector<std::int64_t> kernel;
  for (const Dim& extent : weights.dims().subspan(2)) {
    if (!extent.isKnown()) return std::nullopt;
    kernel.push_back(extent.value());
  }
  return kernel;
}

/// Whether the window is known although the kernel's extents may be symbolic in the weights' shape.
bool hasWindow(const Attributes& attributes, const Shape& weights) {
  return knownKernel(weights).has_value() || !attributes.integers("kernel_shape", {}).empty();
}

Window windowOf(std::string_view op, const Attributes& attributes, const Shape& weights) {
  const auto kernel = knownKernel(weights);
  return readWindow(op, attributes, weights.rank() - 2, kernel ? *kernel : std::vector<std::int64_t>{});
}

void checkRanks(std::string_view op, const Shape& x, const Shape& weights) {
  if (x.hasRank() && x.rank() < 3)
    refuse(op, "x needs a batch, channels and a spatial axis, not the shape " + x.text());
  if (weights.hasRank() && weights.rank() < 3)
    refuse(op, "the weights need two axes of channels and a spatial axis, not the shape " + weights.text());
  if (x.hasRank() && weights.hasRank()) hasRank(op, "the weights", weights, x.rank());
}

/// Refuses a bias that is not one number per channel.
void checkBias(std::string_view op, const InferenceContext& context, const Dim& channels) {
  if (!context.has(2)) return;
  const Shape& bias = context.input(2).type.shape;
  if (hasRank(op, "the bias", bias, 1)) requireEqual(op, "the bias and the output channels", bias[0], channels);
}

void checkDivisible(std::string_view op, std::string_view what, const Dim& channels, std::int64_t group) {
  if (channels.isKnown() && channels.value() % group != 0)
    refuse(op, std::string(what) + ", " + channels.text() + ", are not divisible by the " + std::to_string(group) +
                   " groups");
}

std::vector<OutputFact> inferConv(const InferenceContext& context) {
  const ElementType element = commonFloat("Conv", context, {0, 1, 2});
  const Shape& x = context.input(0).type.shape;
  const Shape& weights = context.input(1).type.shape;
  const std::int64_t group = groupOf("Conv", context.attributes);
  checkFusedActivation(context.attributes);
  checkRanks("Conv", x, weights);
  if (!x.hasRank() || !weights.hasRank()) return oneOutput(element, Shape::unknownRank());
  requireEqual("Conv", "the channels of x and of the weights times the groups", x[1], weights[1] * Dim(group));
  checkDivisible("Conv", "the output channels", weights[0], group);
  checkBias("Conv", context, weights[0]);
  Shape output{x[0], weights[0]};
  if (!hasWindow(context.attributes, weights)) {
    for (int i = 2; i < x.rank(); ++i) output.append(Dim::unknown());
    return oneOutput(element, output);
  }
  const Window window = windowOf("Conv", context.attributes, weights);
  for (int i = 0; i < window.rank(); ++i) output.append(window.outputExtent("Conv", i, x[i + 2]));
  return oneOutput(element, output);
}

/// Extents and window in three dimensions, from checked shapes.
ConvolutionShape shapeOf(std::string_view op, const Window& window, std::span<const std::int64_t> x,
                         std::span<const std::int64_t> y, std::int64_t group) {
  if (window.rank() > 3) refuseEvaluation(op, "more than three spatial axes are not evaluated");
  ConvolutionShape shape{.batch = x[0], .groups = group, .inputChannels = x[1] / group, .outputChannels = y[1] / group};
  const int offset = 3 - window.rank();
  for (int i = 0; i < window.rank(); ++i) {
    const auto from = static_cast<std::size_t>(i);
    const auto to = static_cast<std::size_t>(i + offset);
    shape.input[to] = x[from + 2];
    shape.output[to] = y[from + 2];
    shape.window[to] = window.axes[from];
  }
  return shape;
}

using ConvolveFunction = std::vector<double> (*)(const ConvolutionShape&, const double*, const double*,
                                                 std::span<const double>);

std::vector<Value> evaluateWindow(std::string_view op, const EvaluationContext& context, const Window& window,
                                  const TensorType& output, ConvolveFunction function) {
  const auto extents = output.shape.extents();
  const ConvolutionShape shape =
      shapeOf(op, window, context.inputs[0].shape(), extents, groupOf(op, context.attributes));
  const std::span<const double> bias = context.has(2) ? context.inputs[2].floats() : std::span<const double>();
  auto y = function(shape, context.inputs[0].floats().data(), context.inputs[1].floats().data(), bias);
  applyFusedActivation(context.attributes, y);
  return {Value::ofFloats(context.inputs[0].element(), extents, std::move(y))};
}

std::vector<Value> evaluateConv(const EvaluationContext& context) {
  const auto types = inferActual("Conv", inferConv, context);
  const std::span<const std::int64_t> spatial = std::span(context.inputs[0].shape()).subspan(2);
  const Window window = windowOf("Conv", context.attributes, context.inputs[1].type().shape).resolved("Conv", spatial);
  return evaluateWindow("Conv", context, window, types[0], convolve);
}

Work workOfConv(const WorkContext& context) {
  const double outputs = elementCount(context.outputs[0]);
  const double channels = static_cast<double>(context.outputs[0].shape[1].value());
  const double perOutput = channels > 0 ? elementCount(context.inputs[1]) / channels : 0;
  const double bias = context.inputs.size() > 2 && context.inputs[2].element != ElementType::kUndefined ? 1 : 0;
  return workWith(context, outputs * (2 * perOutput + bias + fusedActivationFlops(context.attributes)));
}

/// The window of a ConvTranspose with the padding that output_shape or auto_pad mean, for known spatial extents.
Window transposedWindow(const Attributes& attributes, const Shape& weights, std::span<const Dim> spatial) {
  Window window = windowOf("ConvTranspose", attributes, weights);
  const auto rank = static_cast<std::size_t>(window.rank());
  const auto wanted = attributes.integers("output_shape", {});
  if (wanted.empty() && !window.isSame()) return window;
  if (!wanted.empty() && wanted.size() != rank)
    refuse("ConvTranspose", "output_shape must have an entry per spatial axis");
  auto extra = attributes.integers("output_padding", {});
  if (extra.empty()) extra.assign(rank, 0);
  for (std::size_t i = 0; i < rank; ++i) {
    if (!spatial[i].isKnown()) continue;
    WindowAxis& axis = window.axes[i];
    const std::int64_t natural = axis.stride * (spatial[i].value() - 1) + extra[i] + axis.reach();
    const std::int64_t target = wanted.empty() ? spatial[i].value() * axis.stride : wanted[i];
    const std::int64_t total = std::max<std::int64_t>(0, natural - target);
    axis.padBefore = window.autoPad == "SAME_UPPER" ? total / 2 : total - total / 2;
    axis.padAfter = total - axis.padBefore;
  }
  return window;
}

Dim transposedExtent(const Window& window, std::size_t i, const Dim& input, std::span<const std::int64_t> wanted,
                     std::int64_t extra) {
  const WindowAxis& axis = window.axes[i];
  if (!wanted.empty()) return wanted[i];
  if (window.isSame()) return input * Dim(axis.stride);
  return (input - 1) * Dim(axis.stride) + Dim(extra + axis.reach() - axis.padBefore - axis.padAfter);
}

void checkTransposedLists(const Attributes& attributes, std::size_t rank) {
  const auto extra = attributes.integers("output_padding", {});
  const auto wanted = attributes.integers("output_shape", {});
  if (!extra.empty() && extra.size() != rank)
    refuse("ConvTranspose", "output_padding must have an entry per spatial axis");
  for (const auto& list : {extra, wanted})
    for (const std::int64_t entry : list)
      if (entry < 0 || entry >= std::int64_t{1} << 31) refuse("ConvTranspose", "an extent is out of range");
}

std::vector<OutputFact> inferConvTranspose(const InferenceContext& context) {
  const std::string_view op = "ConvTranspose";
  const ElementType element = commonFloat(op, context, {0, 1, 2});
  const Shape& x = context.input(0).type.shape;
  const Shape& weights = context.input(1).type.shape;
  const std::int64_t group = groupOf(op, context.attributes);
  checkFusedActivation(context.attributes);
  checkRanks(op, x, weights);
  if (!x.hasRank() || !weights.hasRank()) return oneOutput(element, Shape::unknownRank());
  requireEqual(op, "the channels of x and of the weights", x[1], weights[0]);
  checkDivisible(op, "the input channels", weights[0], group);
  const Dim channels = weights[1] * Dim(group);
  checkBias(op, context, channels);
  Shape output{x[0], channels};
  const auto rank = static_cast<std::size_t>(x.rank() - 2);
  checkTransposedLists(context.attributes, rank);
  const bool isKnown = hasWindow(context.attributes, weights);
  const auto wanted = context.attributes.integers("output_shape", {});
  auto extra = context.attributes.integers("output_padding", {});
  if (extra.empty()) extra.assign(rank, 0);
  const Window window = isKnown ? transposedWindow(context.attributes, weights, x.dims().subspan(2)) : Window();
  for (std::size_t i = 0; i < rank; ++i) {
    const Dim extent =
        isKnown ? transposedExtent(window, i, x[static_cast<int>(i) + 2], wanted, extra[i]) : Dim::unknown();
    if (extent.isKnown() && extent.value() < 0) refuse(op, "its padding is larger than its output");
    output.append(extent);
  }
  return oneOutput(element, output);
}

std::vector<Value> evaluateConvTranspose(const EvaluationContext& context) {
  const auto types = inferActual("ConvTranspose", inferConvTranspose, context);
  const Shape x = context.inputs[0].type().shape;
  const Window window = transposedWindow(context.attributes, context.inputs[1].type().shape, x.dims().subspan(2));
  return evaluateWindow("ConvTranspose", context, window, types[0], convolveTransposed);
}

Work workOfConvTranspose(const WorkContext& context) {
  const double channels = static_cast<double>(context.inputs[1].shape[0].value());
  const double perInput = channels > 0 ? elementCount(context.inputs[1]) / channels : 0;
  const double bias = context.inputs.size() > 2 && context.inputs[2].element != ElementType::kUndefined ? 1 : 0;
  return workWith(context, elementCount(context.inputs[0]) * 2 * perInput +
                               elementCount(context.outputs[0]) * (bias + fusedActivationFlops(context.attributes)));
}

std::vector<AttributeSpec> windowAttributes() {
  return {{"kernel_shape", std::nullopt}, {"strides", std::nullopt},           {"pads", std::nullopt},
          {"dilations", std::nullopt},    {"auto_pad", std::string("NOTSET")}, {"group", std::int64_t{1}}};
}

OperatorDefinition conv() {
  OperatorDefinition definition = newDefinition(
      "Conv", 2, 3, OpClass::kMatrix,
      "Convolution of x [N, C, ...] with weights [M, C/group, kernel...], plus a bias per output channel, "
      "then the fused activation.");
  definition.attributes = windowAttributes();
  addFusedActivation(definition);
  definition.infer = inferConv;
  definition.work = workOfConv;
  definition.evaluate = evaluateConv;
  return definition;
}

OperatorDefinition convTranspose() {
  OperatorDefinition definition =
      newDefinition("ConvTranspose", 2, 3, OpClass::kMatrix,
                    "Transposed convolution of x [N, C, ...] with weights [C, M/group, kernel...]: every input element "
                    "adds its multiple of the kernel to the output.");
  definition.attributes = windowAttributes();
  definition.attributes.push_back({"output_padding", std::nullopt});
  definition.attributes.push_back({"output_shape", std::nullopt});
  addFusedActivation(definition);
  definition.infer = inferConvTranspose;
  definition.work = workOfConvTranspose;
  definition.evaluate = evaluateConvTranspose;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> convolutionOperators() { return {conv(), convTranspose()}; }

}  // namespace tasoscope::operators
