#include "graph/operators/resample.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

constexpr std::string_view kOp = "Resize";

/// Where output position `x` lies in the input. Nearest neighbours are found in float32 as runtimes do, so that
/// positions between two inputs fall to the same side.
template <typename Real>
Real sourceOf(Real x, const ResizedAxis& axis, const std::string& coordinates) {
  const auto input = static_cast<Real>(axis.input);
  const auto output = static_cast<Real>(axis.output);
  const auto scale = static_cast<Real>(axis.scale);
  const auto half = static_cast<Real>(0.5);
  if (coordinates == "half_pixel") return (x + half) / scale - half;
  if (coordinates == "pytorch_half_pixel") return axis.output > 1 ? (x + half) / scale - half : 0;
  if (coordinates == "asymmetric") return x / scale;
  if (coordinates == "align_corners") return axis.output == 1 ? 0 : x * (input - 1) / (output - 1);
  if (coordinates == "tf_half_pixel_for_nn") return (x + half) / scale;
  if (coordinates == "half_pixel_symmetric") {
    const Real adjustment = output / (scale * input);
    return input / 2 * (1 - adjustment) + (x + half) / scale - half;
  }
  if (coordinates == "tf_crop_and_resize") {
    const auto start = static_cast<Real>(axis.start);
    const auto end = static_cast<Real>(axis.end);
    if (axis.output == 1) return half * (start + end) * (input - 1);
    return start * (input - 1) + x * (end - start) * (input - 1) / (output - 1);
  }
  refuse(kOp, "coordinate_transformation_mode \"" + coordinates + "\" is unknown");
}

float nearestOf(float x, const std::string& mode) {
  if (mode == "round_prefer_floor") return std::ceil(x - 0.5f);
  if (mode == "round_prefer_ceil") return std::floor(x + 0.5f);
  if (mode == "floor") return std::floor(x);
  if (mode == "ceil") return std::ceil(x);
  refuse(kOp, "nearest_mode \"" + mode + "\" is unknown");
}

double cubicWeight(double distance, double a) {
  const double x = std::abs(distance);
  if (x <= 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  if (x < 2) return ((x - 5) * x + 8) * x * a - 4 * a;
  return 0;
}

/// The weights of places first, first + 1, ... relative to floor(x), for a fraction `t` of x.
struct Kernel {
  std::int64_t first = 0;
  std::vector<double> weights;
};

Kernel kernelAt(double t, double scale, const ResizeStyle& style) {
  const bool isLinear = style.mode == "linear";
  const double support = isLinear ? 1 : 2;
  const double shrink = style.isAntialiased ? std::min(scale, 1.0) : 1.0;
  Kernel kernel{.first = static_cast<std::int64_t>(std::floor(-support / shrink)) + 1, .weights = {}};
  for (std::int64_t i = kernel.first; i < 2 - kernel.first; ++i) {
    const double distance = (static_cast<double>(i) - t) * shrink;
    kernel.weights.push_back(isLinear ? std::max(0.0, 1 - std::abs(distance)) : cubicWeight(distance, style.cubicA));
  }
  return kernel;
}

void normalize(std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum != 0)
    for (double& weight : weights) weight /= sum;
}

Sample interpolated(double x, const ResizedAxis& axis, const ResizeStyle& style) {
  const double floor = std::floor(x);
  const Kernel kernel = kernelAt(x - floor, axis.scale, style);
  Sample sample;
  for (std::size_t i = 0; i < kernel.weights.size(); ++i) {
    const std::int64_t place = static_cast<std::int64_t>(floor) + kernel.first + static_cast<std::int64_t>(i);
    const bool isInside = place >= 0 && place < axis.input;
    sample.places.push_back(std::clamp<std::int64_t>(place, 0, axis.input - 1));
    sample.weights.push_back(isInside || !style.excludesOutside ? kernel.weights[i] : 0);
  }
  if (style.isAntialiased || style.excludesOutside) normalize(sample.weights);
  return sample;
}

}  // namespace

std::vector<double> cubicWeights(double t, double a) {
  return {cubicWeight(1 + t, a), cubicWeight(t, a), cubicWeight(1 - t, a), cubicWeight(2 - t, a)};
}

std::vector<Sample> samplesOf(const ResizedAxis& axis, const ResizeStyle& style) {
  if (style.mode != "nearest" && style.mode != "linear" && style.mode != "cubic")
    refuse(kOp, "mode \"" + style.mode + "\" is unknown");
  std::vector<Sample> samples;
  for (std::int64_t o = 0; o < axis.output; ++o) {
    const double limit = 2.0 * static_cast<double>(axis.input) + 8;  // far outside is as good as just outside
    const double x = std::clamp(sourceOf(static_cast<double>(o), axis, style.coordinates), -limit, limit);
    Sample sample;
    if (style.mode == "nearest") {
      const float place = nearestOf(sourceOf(static_cast<float>(o), axis, style.coordinates), style.nearest);
      const double inside = std::clamp(static_cast<double>(place), 0.0, static_cast<double>(axis.input - 1));
      sample = {.places = {static_cast<std::int64_t>(inside)}, .weights = {1.0}};
    } else {
      sample = interpolated(x, axis, style);
    }
    sample.isOutside = style.coordinates == "tf_crop_and_resize" && (x < 0 || x > static_cast<double>(axis.input - 1));
    samples.push_back(std::move(sample));
  }
  return samples;
}

std::vector<double> resample(std::span<const double> numbers, std::int64_t before, std::int64_t extent,
                             std::int64_t after, std::span<const Sample> samples) {
  const auto outputs = static_cast<std::int64_t>(samples.size());
  std::vector<double> result(static_cast<std::size_t>(before * outputs * after), 0.0);
  for (std::int64_t b = 0; b < before; ++b)
    for (std::int64_t o = 0; o < outputs; ++o) {
      const Sample& sample = samples[static_cast<std::size_t>(o)];
      double* to = result.data() + (b * outputs + o) * after;
      for (std::size_t i = 0; i < sample.places.size(); ++i) {
        const double* from = numbers.data() + (b * extent + sample.places[i]) * after;
        const double weight = sample.weights[i];
        if (weight == 1) {
          for (std::int64_t k = 0; k < after; ++k) to[k] += from[k];
        } else if (weight != 0) {
          for (std::int64_t k = 0; k < after; ++k) to[k] += weight * from[k];
        }
      }
    }
  return result;
}

}  // namespace tasoscope::operators
