#pragma once
// How long a device's arithmetic takes for a matrix product, or a convolution seen as one.
//
// Problem: a roofline alone says that work costs the same however it is cut up; then merging products, enlarging
// kernels and merging groups never pay. On a device they do, because a product is computed in output tiles of a few
// fixed sizes by a fixed number of processors. Idea (as in published models of implicit GEMM kernels): for each tile
// size, count the tiles, spread them over the processors in waves, and take a whole tile's time for each wave; a large
// inner dimension may be split so that more processors share it, at the price of summing up. The best choice counts, as
// libraries choose by trying or by heuristics. A group of a grouped convolution is a product of its own, so narrow
// groups waste tiles. Narrow products (a vector by a matrix, a depthwise convolution) have kernels without tiles: the
// plain float32 rate. Complexity: constant, a few dozen combinations.

#include <optional>
#include <string>

#include "cost/device_profile.h"
#include "graph/space.h"

namespace tasoscope {

/// `count` products of a rows x depth by a depth x columns matrix.
struct ProductShape {
  double count = 1, rows = 1, columns = 1, depth = 1;
  double flops() const { return 2 * count * rows * columns * depth; }
  bool isDepthwise = false;  ///< a convolution with one input channel in each group
  bool isGrouped = false;    ///< `count` is the number of a convolution's groups
};

/// The product that an op computes, from static types; nothing when it is none.
std::optional<ProductShape> productOf(const Op& op, std::span<const TensorType> inputs,
                                      std::span<const TensorType> outputs, double flops);

struct ProductTime {
  double seconds = 0;
  std::string note;  ///< "3136x576 by 576x64, tiles of 128x64, 1 wave": which choice was best; see describe
};

enum class Describe : std::uint8_t { kNo, kYes };
ProductTime productTime(const ProductShape& shape, const DeviceProfile& device, ElementType element, Describe describe);

/// The device's peak for products of this type, with the share of it that the best tile reaches.
double productFlops(const DeviceProfile& device, ElementType element);

}  // namespace tasoscope
