#pragma once
// Resampling along one axis at a time: which inputs each output takes, with which weights. Private to graph/operators.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tasoscope::operators {

/// How one axis is resized.
struct ResizedAxis {
  std::int64_t input = 1;
  std::int64_t output = 1;
  double scale = 1;
  double start = 0, end = 1;  ///< the region of interest, for tf_crop_and_resize
};

struct ResizeStyle {
  std::string mode = "nearest";
  std::string coordinates = "half_pixel";
  std::string nearest = "round_prefer_floor";
  double cubicA = -0.75;
  bool isAntialiased = false;
  bool excludesOutside = false;
};

/// The inputs of one output position with their weights.
struct Sample {
  std::vector<std::int64_t> places;
  std::vector<double> weights;
  bool isOutside = false;  ///< tf_crop_and_resize: beyond the input
};

/// Throws ModelError for modes that do not exist.
std::vector<Sample> samplesOf(const ResizedAxis& axis, const ResizeStyle& style);
/// Applies samples along one axis of a row-major tensor seen as [before, input extent, after].
std::vector<double> resample(std::span<const double> numbers, std::int64_t before, std::int64_t extent,
                             std::int64_t after, std::span<const Sample> samples);
/// The four weights of cubic convolution at distances 1 + t, t, 1 - t, 2 - t.
std::vector<double> cubicWeights(double t, double a);

}  // namespace tasoscope::operators
