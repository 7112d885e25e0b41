#pragma once
// Convolution and its transpose on float64 numbers, in one to three spatial dimensions. Private to graph/operators.
//
// Problem: full-size networks need billions of multiply-adds. Idea: gather the inputs under the windows into a matrix
// ("im2col") of a bounded number of columns at a time and leave the arithmetic to BLAS; depthwise kernels, which are no
// matrix product worth the name, are walked directly, and 1x1 kernels need no gathering.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graph/operators/window.h"

namespace tasoscope::operators {

/// A convolution with its extents; fewer than three spatial axes are padded in front with extents of 1. For a
/// transposed one, `input` and `output` are still those of the op: its output is the larger one.
struct ConvolutionShape {
  std::int64_t batch = 1;
  std::int64_t groups = 1;
  std::int64_t inputChannels = 1;   ///< of one group
  std::int64_t outputChannels = 1;  ///< of one group
  std::array<std::int64_t, 3> input{1, 1, 1};
  std::array<std::int64_t, 3> output{1, 1, 1};
  std::array<WindowAxis, 3> window{};
};

/// The output of a convolution, row-major [batch, channels, ...]; `bias` has one number per channel or none.
std::vector<double> convolve(const ConvolutionShape& shape, const double* x, const double* w,
                             std::span<const double> bias);
/// The same for a transposed convolution: weights [input channels, output channels of a group, kernel...].
std::vector<double> convolveTransposed(const ConvolutionShape& shape, const double* x, const double* w,
                                       std::span<const double> bias);

}  // namespace tasoscope::operators
