// Normalizations: elements are shifted and scaled by statistics of a channel, of an instance, of a group, or of the
// last axes.

#include <algorithm>
#include <cmath>

#include "graph/operators/operators.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments momentsOf(std::span<const double> numbers) {
  Moments moments;
  const auto count = static_cast<double>(numbers.size());
  for (const double number : numbers) moments.mean += number;
  moments.mean /= count;
  for (const double number : numbers) moments.variance += (number - moments.mean) * (number - moments.mean);
  moments.variance /= count;
  return moments;
}

/// Elements before, along and after a range of axes [first, last) of a row-major tensor.
struct Blocks {
  std::int64_t before = 1, along = 1, after = 1;
};

Blocks blocksOf(std::span<const std::int64_t> extents, std::size_t first, std::size_t last) {
  return {product(extents.first(first)), product(extents.subspan(first, last - first)), product(extents.subspan(last))};
}

double epsilonOf(const Attributes& attributes) { return attributes.real("epsilon", 1e-5); }

/// Refuses a parameter that is not one number per channel of x.
void checkPerChannel(std::string_view op, const InferenceContext& context, std::size_t input) {
  const Shape& x = context.input(0).type.shape;
  const Shape& parameter = context.input(input).type.shape;
  if (x.hasRank() && x.rank() < 2) refuse(op, "x needs a batch and channels, not the shape " + x.text());
  if (hasRank(op, "a parameter per channel", parameter, 1) && x.hasRank())
    requireEqual(op, "a parameter per channel and the channels", parameter[0], x[1]);
}

// BatchNormalization.

std::vector<OutputFact> inferBatchNormalization(const InferenceContext& context) {
  const ElementType element = commonFloat("BatchNormalization", context, {0});
  for (const std::size_t i : {1u, 2u, 3u, 4u}) {
    commonFloat("BatchNormalization", context, {i});
    checkPerChannel("BatchNormalization", context, i);
  }
  return oneOutput(element, context.input(0).type.shape);
}

std::vector<Value> evaluateBatchNormalization(const EvaluationContext& context) {
  inferActual("BatchNormalization", inferBatchNormalization, context);
  if (context.attributes.integer("training_mode", 0) != 0)
    refuseEvaluation("BatchNormalization", "its training form is not evaluated");
  const double epsilon = epsilonOf(context.attributes);
  Value y = context.inputs[0];
  const auto scale = context.inputs[1].floats();
  const auto bias = context.inputs[2].floats();
  const auto mean = context.inputs[3].floats();
  const auto variance = context.inputs[4].floats();
  const Blocks blocks = blocksOf(y.shape(), 1, 2);
  double* number = y.mutableFloats().data();
  for (std::int64_t n = 0; n < blocks.before; ++n)
    for (std::size_t c = 0; c < scale.size(); ++c) {
      const double factor = scale[c] / std::sqrt(variance[c] + epsilon);
      for (std::int64_t i = 0; i < blocks.after; ++i, ++number) *number = (*number - mean[c]) * factor + bias[c];
    }
  return {y};
}

// InstanceNormalization and GroupNormalization: each run of elements is normalized by its own moments, each channel
// then scaled and shifted.

std::vector<OutputFact> inferPerChannel(std::string_view op, const InferenceContext& context) {
  const ElementType element = commonFloat(op, context, {0, 1, 2});
  checkPerChannel(op, context, 1);
  checkPerChannel(op, context, 2);
  return oneOutput(element, context.input(0).type.shape);
}

/// Normalizes runs of `channels` channels.
Value normalizeRuns(const EvaluationContext& context, std::int64_t channels) {
  const double epsilon = epsilonOf(context.attributes);
  Value y = context.inputs[0];
  const auto scale = context.inputs[1].floats();
  const auto bias = context.inputs[2].floats();
  const auto plane = static_cast<std::size_t>(product(std::span(y.shape()).subspan(2)));
  const auto numbers = y.mutableFloats();
  if (numbers.empty()) return y;
  const std::size_t run = static_cast<std::size_t>(channels) * plane;
  for (std::size_t start = 0; start < numbers.size(); start += run) {
    const auto part = numbers.subspan(start, run);
    const Moments moments = momentsOf(part);
    const double factor = 1 / std::sqrt(moments.variance + epsilon);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const std::size_t channel = (start + i) / plane % scale.size();
      part[i] = (part[i] - moments.mean) * factor * scale[channel] + bias[channel];
    }
  }
  return y;
}

std::vector<OutputFact> inferInstanceNormalization(const InferenceContext& context) {
  return inferPerChannel("InstanceNormalization", context);
}

std::vector<OutputFact> inferGroupNormalization(const InferenceContext& context) {
  const std::int64_t groups = context.attributes.integer("num_groups");
  if (groups < 1) refuse("GroupNormalization", "num_groups must be positive");
  const Shape& x = context.input(0).type.shape;
  auto facts = inferPerChannel("GroupNormalization", context);
  if (x.hasRank() && x[1].isKnown() && x[1].value() % groups != 0)
    refuse("GroupNormalization",
           "the " + x[1].text() + " channels are not divisible by the " + std::to_string(groups) + " groups");
  return facts;
}

// LayerNormalization and RMSNormalization: over the last axes.

/// Shapes with 1 for the normalized axes.
Shape statisticsShape(const Shape& x, int axis) {
  Shape shape = x;
  for (int i = axis; i < x.rank(); ++i) shape[i] = 1;
  return shape;
}

ElementType stashType(std::string_view op, const Attributes& attributes) {
  const std::int64_t number = attributes.integer("stash_type", 1);
  if (number != 1 && number != 10 && number != 11 && number != 16)
    refuse(op, "stash_type must be a floating-point type");
  return elementTypeFromOnnx(static_cast<int>(number));
}

/// The type of x, after a check of the parameters that broadcast to its last axes.
OutputFact inferLastAxes(std::string_view op, const InferenceContext& context) {
  const Shape& x = context.input(0).type.shape;
  const ElementType element = commonFloat(op, context, {0});
  if (x.hasRank()) normalizedAxis(op, context.attributes.integer("axis", -1), x.rank());
  for (std::size_t i = 1; i < context.inputs.size(); ++i) {
    if (!context.has(i)) continue;
    commonFloat(op, context, {i});
    const Shape& parameter = context.input(i).type.shape;
    if (!broadcastsTo(parameter, x))
      refuse(op, "a parameter of shape " + parameter.text() + " does not broadcast to x of shape " + x.text());
  }
  return oneOutput(element, x)[0];
}

std::vector<OutputFact> inferLayerNormalization(const InferenceContext& context) {
  std::vector<OutputFact> facts{inferLastAxes("LayerNormalization", context)};
  const Shape& x = context.input(0).type.shape;
  const ElementType stash = stashType("LayerNormalization", context.attributes);
  const Shape statistics =
      x.hasRank()
          ? statisticsShape(x, normalizedAxis("LayerNormalization", context.attributes.integer("axis", -1), x.rank()))
          : x;
  while (static_cast<int>(facts.size()) < context.outputCount) facts.push_back(oneOutput(stash, statistics)[0]);
  return facts;
}

std::vector<OutputFact> inferRmsNormalization(const InferenceContext& context) {
  stashType("RMSNormalization", context.attributes);
  return {inferLastAxes("RMSNormalization", context)};
}

/// y = y * scale + bias, each broadcast; the bias may be left out.
void scaleAndShift(const EvaluationContext& context, Value& y) {
  const std::vector<std::int64_t> shape = y.shape();
  const auto numbers = y.mutableFloats();
  const Numbers scale(context.inputs[1]);
  forEachOffset(shape, broadcastStrides(context.inputs[1].shape(), shape),
                [&](std::int64_t i, std::int64_t offset) { numbers[static_cast<std::size_t>(i)] *= scale[offset]; });
  if (!context.has(2)) return;
  const Numbers bias(context.inputs[2]);
  forEachOffset(shape, broadcastStrides(context.inputs[2].shape(), shape),
                [&](std::int64_t i, std::int64_t offset) { numbers[static_cast<std::size_t>(i)] += bias[offset]; });
}

/// Length of the runs of elements from `axis` on.
std::size_t runLength(std::string_view op, const Attributes& attributes, const Value& x) {
  const int axis = normalizedAxis(op, attributes.integer("axis", -1), x.rank());
  return static_cast<std::size_t>(product(std::span(x.shape()).subspan(static_cast<std::size_t>(axis))));
}

std::vector<Value> evaluateLayerNormalization(const EvaluationContext& context) {
  const auto types = inferActual("LayerNormalization", inferLayerNormalization, context);
  const double epsilon = epsilonOf(context.attributes);
  Value y = context.inputs[0];
  const std::size_t run = runLength("LayerNormalization", context.attributes, y);
  const auto numbers = y.mutableFloats();
  std::vector<double> means, inverses;
  for (std::size_t start = 0; run > 0 && start < numbers.size(); start += run) {
    const Moments moments = momentsOf(numbers.subspan(start, run));
    means.push_back(moments.mean);
    inverses.push_back(1 / std::sqrt(moments.variance + epsilon));
    for (double& number : numbers.subspan(start, run)) number = (number - moments.mean) * inverses.back();
  }
  scaleAndShift(context, y);
  std::vector<Value> results{y};
  const auto count = [&](std::size_t i) { return static_cast<std::size_t>(product(types[i].shape.extents())); };
  if (types.size() > 1) {
    means.resize(count(1));
    results.push_back(Value::ofFloats(types[1].element, types[1].shape.extents(), std::move(means)));
  }
  if (types.size() > 2) {
    inverses.resize(count(2));
    results.push_back(Value::ofFloats(types[2].element, types[2].shape.extents(), std::move(inverses)));
  }
  return results;
}

std::vector<Value> evaluateRmsNormalization(const EvaluationContext& context) {
  inferActual("RMSNormalization", inferRmsNormalization, context);
  const double epsilon = epsilonOf(context.attributes);
  Value y = context.inputs[0];
  const std::size_t run = runLength("RMSNormalization", context.attributes, y);
  const auto numbers = y.mutableFloats();
  for (std::size_t start = 0; run > 0 && start < numbers.size(); start += run) {
    double squares = 0;
    for (const double number : numbers.subspan(start, run)) squares += number * number;
    const double factor = 1 / std::sqrt(squares / static_cast<double>(run) + epsilon);
    for (double& number : numbers.subspan(start, run)) number *= factor;
  }
  scaleAndShift(context, y);
  return {y};
}

// LRN.

std::vector<OutputFact> inferLrn(const InferenceContext& context) {
  const Shape& x = context.input(0).type.shape;
  if (x.hasRank() && x.rank() < 2) refuse("LRN", "x needs a batch and channels, not the shape " + x.text());
  const std::int64_t size = context.attributes.integer("size");
  if (size < 1 || size > std::int64_t{1} << 31) refuse("LRN", "size must be a positive number");
  return oneOutput(commonFloat("LRN", context, {0}), x);
}

std::vector<Value> evaluateLrn(const EvaluationContext& context) {
  inferActual("LRN", inferLrn, context);
  const Value& x = context.inputs[0];
  const auto in = x.floats();
  std::vector<double> out(in.size());
  const Attributes& attributes = context.attributes;
  const std::int64_t size = attributes.integer("size");
  const double alpha = attributes.real("alpha", 1e-4) / static_cast<double>(size);
  const double beta = attributes.real("beta", 0.75);
  const double offset = attributes.real("bias", 1);
  const Blocks blocks = blocksOf(x.shape(), 1, 2);
  for (std::int64_t n = 0; n < blocks.before; ++n)
    for (std::int64_t c = 0; c < blocks.along; ++c) {
      const std::int64_t first = std::max<std::int64_t>(0, c - (size - 1) / 2);
      const std::int64_t last = std::min(blocks.along - 1, c + size / 2);
      for (std::int64_t i = 0; i < blocks.after; ++i) {
        const auto at = [&](std::int64_t channel) {
          return static_cast<std::size_t>((n * blocks.along + channel) * blocks.after + i);
        };
        double squares = 0;
        for (std::int64_t channel = first; channel <= last; ++channel) squares += in[at(channel)] * in[at(channel)];
        out[at(c)] = in[at(c)] / std::pow(offset + alpha * squares, beta);
      }
    }
  return {Value::ofFloats(x.element(), x.shape(), std::move(out))};
}

// MeanVarianceNormalization.

std::vector<std::int64_t> mvnAxes(const Attributes& attributes) { return attributes.integers("axes", {0, 2, 3}); }

std::vector<OutputFact> inferMvn(const InferenceContext& context) {
  const Shape& x = context.input(0).type.shape;
  if (x.hasRank())
    for (const std::int64_t axis : mvnAxes(context.attributes))
      normalizedAxis("MeanVarianceNormalization", axis, x.rank());
  return oneOutput(commonFloat("MeanVarianceNormalization", context, {0}), x);
}

std::vector<Value> evaluateMvn(const EvaluationContext& context) {
  inferActual("MeanVarianceNormalization", inferMvn, context);
  Value y = context.inputs[0];
  const std::vector<std::int64_t> shape = y.shape();
  std::vector<std::int64_t> kept = shape;
  for (const std::int64_t axis : mvnAxes(context.attributes))
    kept[static_cast<std::size_t>(normalizedAxis("MeanVarianceNormalization", axis, y.rank()))] = 1;
  const auto strides = broadcastStrides(kept, shape);
  const auto cells = static_cast<std::size_t>(product(kept));
  const double count = static_cast<double>(y.size()) / static_cast<double>(std::max<std::size_t>(1, cells));
  const auto numbers = y.mutableFloats();
  std::vector<double> mean(cells, 0.0);
  std::vector<double> variance(cells, 0.0);
  const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
  forEachOffset(shape, strides, [&](auto i, auto cell) { mean[at(cell)] += numbers[at(i)] / count; });
  forEachOffset(shape, strides, [&](auto i, auto cell) {
    const double difference = numbers[at(i)] - mean[at(cell)];
    variance[at(cell)] += difference * difference / count;
  });
  constexpr double kEpsilon = 1e-9;  // ONNX's definition adds it to the deviation
  forEachOffset(shape, strides, [&](auto i, auto cell) {
    numbers[at(i)] = (numbers[at(i)] - mean[at(cell)]) / (std::sqrt(variance[at(cell)]) + kEpsilon);
  });
  return {y};
}

/// Flops per element of x.
std::function<Work(const WorkContext&)> perElement(double flops) {
  return [flops](const WorkContext& context) { return workWith(context, flops * elementCount(context.inputs[0])); };
}

OperatorDefinition normalization(std::string name, int minInputs, int maxInputs, std::string summary, double flops) {
  OperatorDefinition definition =
      newDefinition(std::move(name), minInputs, maxInputs, OpClass::kNormalization, std::move(summary));
  definition.work = perElement(flops);
  return definition;
}

OperatorDefinition batchNormalization() {
  auto definition = normalization("BatchNormalization", 5, 5,
                                  "scale * (x - mean) / sqrt(variance + epsilon) + bias, per channel, with fixed "
                                  "statistics.",
                                  2);
  definition.attributes = {{"epsilon", 1e-5}, {"momentum", 0.9}, {"training_mode", std::int64_t{0}}};
  definition.infer = inferBatchNormalization;
  definition.evaluate = evaluateBatchNormalization;
  return definition;
}

OperatorDefinition instanceNormalization() {
  auto definition =
      normalization("InstanceNormalization", 3, 3,
                    "Each channel of each example is normalized by its own mean and variance, then scaled "
                    "and shifted.",
                    7);
  definition.attributes = {{"epsilon", 1e-5}};
  definition.infer = inferInstanceNormalization;
  definition.evaluate = [](const EvaluationContext& context) {
    inferActual("InstanceNormalization", inferInstanceNormalization, context);
    return std::vector{normalizeRuns(context, 1)};
  };
  return definition;
}

OperatorDefinition groupNormalization() {
  auto definition = normalization("GroupNormalization", 3, 3,
                                  "Each group of channels of each example is normalized by its own mean and variance; "
                                  "scale and bias are per channel.",
                                  7);
  definition.attributes = {{"epsilon", 1e-5}, {"num_groups", std::nullopt}, {"stash_type", std::int64_t{1}}};
  definition.infer = inferGroupNormalization;
  definition.evaluate = [](const EvaluationContext& context) {
    inferActual("GroupNormalization", inferGroupNormalization, context);
    const std::int64_t channels = context.inputs[0].shape()[1];
    return std::vector{normalizeRuns(context, channels / context.attributes.integer("num_groups"))};
  };
  return definition;
}

OperatorDefinition layerNormalization() {
  auto definition = normalization("LayerNormalization", 2, 3,
                                  "The elements along the last axes, from `axis` on, are normalized by their mean and "
                                  "variance, then scaled and shifted.",
                                  8);
  definition.maxOutputs = 3;
  definition.attributes = {{"axis", std::int64_t{-1}}, {"epsilon", 1e-5}, {"stash_type", std::int64_t{1}}};
  definition.infer = inferLayerNormalization;
  definition.evaluate = evaluateLayerNormalization;
  return definition;
}

OperatorDefinition rmsNormalization() {
  auto definition = normalization("RMSNormalization", 2, 2,
                                  "The elements along the last axes, from `axis` on, are divided by their root mean "
                                  "square, then scaled.",
                                  5);
  definition.attributes = {{"axis", std::int64_t{-1}}, {"epsilon", 1e-5}, {"stash_type", std::int64_t{1}}};
  definition.infer = inferRmsNormalization;
  definition.evaluate = evaluateRmsNormalization;
  return definition;
}

OperatorDefinition localResponseNormalization() {
  auto definition = normalization(
      "LRN", 1, 1, "Each element is divided by a power of the sum of squares over neighbouring channels.", 10);
  definition.attributes = {{"alpha", 1e-4}, {"beta", 0.75}, {"bias", 1.0}, {"size", std::nullopt}};
  definition.infer = inferLrn;
  definition.evaluate = evaluateLrn;
  return definition;
}

OperatorDefinition meanVarianceNormalization() {
  auto definition =
      normalization("MeanVarianceNormalization", 1, 1, "Shifts and scales to mean 0 and variance 1 over the axes.", 6);
  definition.attributes = {{"axes", std::vector<std::int64_t>{0, 2, 3}}};
  definition.infer = inferMvn;
  definition.evaluate = evaluateMvn;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> normalizationOperators() {
  return {batchNormalization(), instanceNormalization(),      groupNormalization(),       layerNormalization(),
          rmsNormalization(),   localResponseNormalization(), meanVarianceNormalization()};
}

}  // namespace tasoscope::operators
