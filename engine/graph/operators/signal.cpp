// Signals: the discrete Fourier transform (DFT, STFT), the windows that go with it, and MelWeightMatrix.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;
using Complex = std::complex<double>;

OperatorDefinition signalOperator(std::string name, int minInputs, int maxInputs, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.minInputs = minInputs;
  definition.maxInputs = maxInputs;
  return definition;
}

std::optional<Integer> knownInteger(const InferenceContext& context, std::size_t i) {
  if (!context.has(i)) return std::nullopt;
  const auto& elements = context.input(i).elements;
  if (!elements || elements->size() != 1 || !elements->front().isKnown()) return std::nullopt;
  return elements->front().value();
}

// The transform of one line.

Integer lengthOfTransform(Integer points, bool isOneSided) { return isOneSided ? points / 2 + 1 : points; }

/// The most points of a transform, which takes their square in steps.
constexpr Integer kMostPoints = Integer{1} << 17;

void checkPoints(Integer points) {
  if (points <= 0 || points > kMostPoints)
    throw EvaluationError(fmt::format("a transform of {} points; 1 to {} can be computed", points, kMostPoints));
}

/// The transform of `points` samples (those missing are zero) by its definition, which no length is special for;
/// `bins` of it.
std::vector<Complex> transform(std::span<const Complex> samples, Integer points, Integer bins, bool isInverse) {
  std::vector<Complex> roots(static_cast<std::size_t>(points));
  for (std::size_t i = 0; i < roots.size(); ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(points);
    roots[i] = std::polar(1.0, isInverse ? angle : -angle);
  }
  const std::size_t used = std::min(samples.size(), roots.size());
  std::vector<Complex> result(static_cast<std::size_t>(bins));
  for (std::size_t k = 0; k < result.size(); ++k) {
    std::size_t root = 0;
    for (std::size_t i = 0; i < used; ++i) {
      result[k] += samples[i] * roots[root];
      root = (root + k) % roots.size();
    }
    if (isInverse) result[k] /= static_cast<double>(points);
  }
  return result;
}

/// The last axis of a signal: 1 for real samples, 2 for complex ones.
void checkComponents(const Shape& shape) {
  if (!shape.hasRank()) return;
  if (shape.rank() < 2)
    throw ModelError(fmt::format("a signal of shape {} has no axis for its components", shape.text()));
  const Dim& components = shape[shape.rank() - 1];
  if (components.isKnown() && components.value() != 1 && components.value() != 2)
    throw ModelError(fmt::format("a sample of {} components is neither real nor complex", components.value()));
}

Complex sampleAt(std::span<const double> numbers, std::size_t at, Integer components) {
  const std::size_t first = at * static_cast<std::size_t>(components);
  return {numbers[first], components == 2 ? numbers[first + 1] : 0.0};
}

// DFT.

struct TransformAxis {
  int axis;
  bool isInverse, isOneSided;
};

TransformAxis transformAxisOf(const Attributes& attributes, std::optional<Integer> axis, int rank) {
  const bool isInverse = attributes.integer("inverse", 0) != 0, isOneSided = attributes.integer("onesided", 0) != 0;
  if (isInverse && isOneSided) throw ModelError("an inverse transform is never one-sided");
  const int normal = normalizedAxis(axis.value_or(-2), rank);
  if (normal == rank - 1) throw ModelError("the axis of the components cannot be transformed");
  return {normal, isInverse, isOneSided};
}

std::vector<OutputFact> inferTransform(const InferenceContext& context) {
  const TensorType& x = required(context, 0).type;
  checkComponents(x.shape);
  if (!x.shape.hasRank()) return outputOf(x.element, Shape::unknownRank());
  const auto axes = constantIntegers(context, "axis", 2);
  const bool isAxisKnown = axes ? axes->size() == 1 : !isGiven(context, "axis", 2);
  if (!isAxisKnown) return outputOf(x.element, unknownShape(x.shape.rank()));
  const TransformAxis how =
      transformAxisOf(context.attributes, axes ? std::optional(axes->front()) : std::nullopt, x.shape.rank());
  std::vector<Dim> dims(x.shape.dims().begin(), x.shape.dims().end());
  Dim points = dims[static_cast<std::size_t>(how.axis)];
  if (context.has(1)) {
    const auto length = knownInteger(context, 1);
    points = length ? Dim(*length) : Dim::unknown();
    if (length && *length <= 0) throw ModelError(fmt::format("a transform of {} points", *length));
  }
  if (how.isOneSided) points = points.isKnown() ? Dim(points.value() / 2 + 1) : Dim::unknown();
  dims[static_cast<std::size_t>(how.axis)] = points;
  dims.back() = Dim(2);
  return outputOf(x.element, Shape(dims));
}

std::vector<Value> evaluateTransform(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  checkComponents(x.type().shape);
  const auto axes = integersOf(context, "axis", 2);
  if (axes && axes->size() != 1) throw EvaluationError("the axis is one number");
  const TransformAxis how =
      transformAxisOf(context.attributes, axes ? std::optional(axes->at(0)) : std::nullopt, x.rank());
  const auto axis = static_cast<std::size_t>(how.axis);
  const Integer samples = x.shape()[axis], components = x.shape().back();
  const Integer points = context.has(1) ? singleInteger(context.inputs[1]) : samples;
  checkPoints(points);
  const Integer bins = lengthOfTransform(points, how.isOneSided);
  Extents extents = x.shape();
  extents[axis] = bins;
  extents.back() = 2;
  std::vector<double> result(static_cast<std::size_t>(elementCount(extents)));
  const auto numbers = elementsOf<double>(x);
  const auto outer = static_cast<std::size_t>(productOf(x.shape(), 0, axis));
  const auto inner = static_cast<std::size_t>(productOf(x.shape(), axis + 1, x.shape().size() - 1));
  std::vector<Complex> line(static_cast<std::size_t>(samples));
  for (std::size_t i = 0; i < outer; ++i)
    for (std::size_t j = 0; j < inner; ++j) {
      for (std::size_t k = 0; k < line.size(); ++k)
        line[k] = sampleAt(numbers, (i * line.size() + k) * inner + j, components);
      const std::vector<Complex> spectrum = transform(line, points, bins, how.isInverse);
      for (std::size_t k = 0; k < spectrum.size(); ++k) {
        const std::size_t at = 2 * ((i * spectrum.size() + k) * inner + j);
        result[at] = spectrum[k].real();
        result[at + 1] = spectrum[k].imag();
      }
    }
  return {makeValue(x.element(), std::move(extents), std::move(result))};
}

OperatorDefinition fourierTransform() {
  OperatorDefinition definition =
      signalOperator("DFT", 1, 3, "The discrete Fourier transform along an axis, or its inverse.");
  definition.attributes = {{"inverse", Integer{0}}, {"onesided", Integer{0}}};
  definition.absorbed = {{2, "axis"}};
  definition.infer = inferTransform;
  definition.evaluate = evaluateTransform;
  return definition;
}

// STFT: signal [batch, length, components], frame_step, window?, frame_length?.

struct Frames {
  Integer length, count, bins;
};

/// `window`: its length, if there is one.
Frames framesOf(Integer signal, Integer step, std::optional<Integer> window, std::optional<Integer> length,
                bool isOneSided) {
  if (!window && !length) throw ModelError("neither a window nor a frame length says how long a frame is");
  const Integer frame = length.value_or(window.value_or(0));
  if (step <= 0 || frame <= 0) throw ModelError(fmt::format("frames of {} samples in steps of {}", frame, step));
  if (window && *window != frame)
    throw ModelError(fmt::format("a window of {} for frames of {} samples", *window, frame));
  const Integer count = signal < frame ? 0 : (signal - frame) / step + 1;
  return {frame, count, lengthOfTransform(frame, isOneSided)};
}

std::vector<OutputFact> inferFrames(const InferenceContext& context) {
  const TensorType& signal = required(context, 0).type;
  required(context, 1);
  checkComponents(signal.shape);
  if (signal.shape.hasRank() && signal.shape.rank() != 3)
    throw ModelError(fmt::format("a signal of shape {} is not [batch, length, components]", signal.shape.text()));
  const Dim batch = signal.shape.hasRank() ? signal.shape[0] : Dim::unknown();
  std::optional<Integer> window;
  if (context.has(2) && context.input(2).type.shape.hasRank() && context.input(2).type.shape.rank() == 1 &&
      context.input(2).type.shape[0].isKnown())
    window = context.input(2).type.shape[0].value();
  const auto step = knownInteger(context, 1), length = knownInteger(context, 3);
  const bool isKnown = signal.shape.hasRank() && signal.shape[1].isKnown() && step && (!context.has(2) || window) &&
                       (!context.has(3) || length);
  if (!isKnown) return outputOf(signal.element, Shape{batch, Dim::unknown(), Dim::unknown(), 2});
  const Frames frames =
      framesOf(signal.shape[1].value(), *step, window, length, context.attributes.integer("onesided", 1) != 0);
  return outputOf(signal.element, Shape{batch, frames.count, frames.bins, 2});
}

std::vector<Value> evaluateFrames(const EvaluationContext& context) {
  const Value& signal = required(context, 0);
  checkComponents(signal.type().shape);
  if (signal.rank() != 3) throw EvaluationError("a signal is [batch, length, components]");
  const Integer step = singleInteger(required(context, 1));
  const std::optional<Integer> window = context.has(2) ? std::optional(context.inputs[2].size()) : std::nullopt;
  const std::optional<Integer> length = context.has(3) ? std::optional(singleInteger(context.inputs[3])) : std::nullopt;
  const Frames frames =
      framesOf(signal.shape()[1], step, window, length, context.attributes.integer("onesided", 1) != 0);
  const std::span<const double> weights = window ? elementsOf<double>(context.inputs[2]) : std::span<const double>();
  checkPoints(frames.length);
  const Extents extents{signal.shape()[0], frames.count, frames.bins, 2};
  std::vector<double> result;
  result.reserve(static_cast<std::size_t>(elementCount(extents)));
  const auto numbers = elementsOf<double>(signal);
  std::vector<Complex> frame(static_cast<std::size_t>(frames.length));
  for (Integer batch = 0; batch < extents[0]; ++batch)
    for (Integer f = 0; f < frames.count; ++f) {
      for (std::size_t i = 0; i < frame.size(); ++i) {
        const auto at = static_cast<std::size_t>(batch * signal.shape()[1] + f * step) + i;
        frame[i] = sampleAt(numbers, at, signal.shape()[2]) * (weights.empty() ? 1.0 : weights[i]);
      }
      for (const Complex& bin : transform(frame, frames.length, frames.bins, false))
        result.insert(result.end(), {bin.real(), bin.imag()});
    }
  return {makeValue(signal.element(), extents, std::move(result))};
}

OperatorDefinition shortTimeTransform() {
  OperatorDefinition definition =
      signalOperator("STFT", 2, 4, "The Fourier transforms of frames of a signal: what it sounds like over time.");
  definition.attributes = {{"onesided", Integer{1}}};
  definition.infer = inferFrames;
  definition.evaluate = evaluateFrames;
  return definition;
}

// Windows.

ElementType outputType(const Attributes& attributes) {
  const ElementType type = elementTypeAttribute(attributes, "output_datatype", ElementType::kFloat32);
  if (!isFloatingPoint(type) && !isInteger(type))
    throw ModelError(fmt::format("an output of element type {}", nameOf(type)));
  return type;
}

Value numbersAs(ElementType type, Extents extents, std::vector<double> numbers) {
  if (isFloatingPoint(type)) return makeValue(type, std::move(extents), std::move(numbers));
  std::vector<Integer> integers;
  for (const double number : numbers) integers.push_back(integerFrom(type, number));
  return makeValue(type, std::move(extents), std::move(integers));
}

/// A sum of cosines: a0 - a1 cos(2 pi n / N) + a2 cos(4 pi n / N).
OperatorDefinition cosineWindow(std::string name, std::array<double, 3> a, std::string summary) {
  OperatorDefinition definition = signalOperator(std::move(name), 1, 1, std::move(summary));
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"output_datatype", Integer{1}}, {"periodic", Integer{1}}};
  definition.infer = [](const InferenceContext& context) {
    required(context, 0);
    const auto size = knownInteger(context, 0);
    if (size && *size < 0) throw ModelError(fmt::format("a window of {} samples", *size));
    return outputOf(outputType(context.attributes), Shape{size ? Dim(*size) : Dim::unknown()});
  };
  definition.evaluate = [a](const EvaluationContext& context) {
    const Integer size = singleInteger(required(context, 0));
    std::vector<double> numbers(static_cast<std::size_t>(elementCount(Extents{size})));
    const bool isPeriodic = context.attributes.integer("periodic", 1) != 0;
    const double period = static_cast<double>(isPeriodic ? size : std::max<Integer>(size - 1, 1));
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(n) / period;
      numbers[n] = a[0] - a[1] * std::cos(angle) + a[2] * std::cos(2 * angle);
    }
    return std::vector<Value>{numbersAs(outputType(context.attributes), {size}, std::move(numbers))};
  };
  return definition;
}

// MelWeightMatrix: num_mel_bins, dft_length, sample_rate, lower and upper edge in hertz.

double melOf(double hertz) { return 2595 * std::log10(1 + hertz / 700); }
double hertzOf(double mel) { return 700 * (std::pow(10, mel / 2595) - 1); }

std::vector<Value> evaluateMelWeights(const EvaluationContext& context) {
  const Integer bands = singleInteger(required(context, 0)), points = singleInteger(required(context, 1));
  const Integer rate = singleInteger(required(context, 2));
  if (bands < 0 || points < 0 || rate <= 0) throw EvaluationError("bands, points and sampling rate are to be positive");
  const double lowest = melOf(singleNumber(required(context, 3))), highest = melOf(singleNumber(required(context, 4)));
  const Integer bins = points / 2 + 1;
  std::vector<double> weights(static_cast<std::size_t>(elementCount(Extents{bins, bands})));
  std::vector<Integer> edges;  // of the bands, as bins; band i rises from edge i to i + 1 and falls to i + 2
  for (Integer i = 0; i < bands + 2; ++i) {
    const double mel = lowest + static_cast<double>(i) * (highest - lowest) / static_cast<double>(bands + 2);
    const double edge = std::floor(static_cast<double>(points + 1) * hertzOf(mel) / static_cast<double>(rate));
    edges.push_back(static_cast<Integer>(std::clamp(edge, 0.0, static_cast<double>(bins))));
  }
  const auto weight = [&](Integer bin, Integer band) -> double& {
    return weights[static_cast<std::size_t>(bin * bands + band)];
  };
  for (Integer band = 0; band < bands; ++band) {
    const auto b = static_cast<std::size_t>(band);
    const Integer low = edges[b], middle = edges[b + 1], high = edges[b + 2];
    if (low == middle && middle < bins) weight(middle, band) = 1;
    for (Integer bin = low; bin <= middle && bin < bins && low != middle; ++bin)
      weight(bin, band) = static_cast<double>(bin - low) / static_cast<double>(middle - low);
    for (Integer bin = middle; bin < high && high != middle; ++bin)
      weight(bin, band) = static_cast<double>(high - bin) / static_cast<double>(high - middle);
  }
  return {numbersAs(outputType(context.attributes), {bins, bands}, std::move(weights))};
}

OperatorDefinition melWeights() {
  OperatorDefinition definition = signalOperator(
      "MelWeightMatrix", 5, 5, "A matrix that gathers the bins of a spectrum into bands as the ear hears them.");
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"output_datatype", Integer{1}}};
  definition.infer = [](const InferenceContext& context) {
    required(context, 4);
    const auto bands = knownInteger(context, 0), points = knownInteger(context, 1);
    return outputOf(outputType(context.attributes),
                    Shape{points ? Dim(*points / 2 + 1) : Dim::unknown(), bands ? Dim(*bands) : Dim::unknown()});
  };
  definition.evaluate = evaluateMelWeights;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> signalOperators() {
  return withNamesInErrors(
      {fourierTransform(), shortTimeTransform(), melWeights(),
       cosineWindow("HannWindow", {0.5, 0.5, 0}, "A window that falls to zero at both ends like a cosine."),
       cosineWindow("HammingWindow", {25.0 / 46, 21.0 / 46, 0}, "A window that falls to a twelfth at both ends."),
       cosineWindow("BlackmanWindow", {0.42, 0.5, 0.08}, "A window that falls to zero very smoothly at both ends.")});
}

}  // namespace tasoscope::operators
