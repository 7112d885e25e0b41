#include "cost/product.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tasoscope {

namespace {

constexpr std::array<double, 5> kSplits = {1, 2, 4, 8, 16};
constexpr double kShortestSplitDepth = 64;
constexpr double kNarrow = 8;           // rows or columns up to which kernels without tiles are used
constexpr double kPartialSumBytes = 8;  // a float32 written and read again for each part of a split sum

double extent(const TensorType& type, int axis) { return static_cast<double>(type.shape[axis].value()); }

double volume(const TensorType& type, int from, int to) {
  double result = 1;
  for (int axis = from; axis < to; ++axis) result *= extent(type, axis);
  return result;
}

ProductShape convolution(const Op& op, const TensorType& weights, const TensorType& positions, bool isTransposed) {
  const auto group = static_cast<double>(op.attributes.integer("group", 1));
  const double kernel = volume(weights, 2, weights.shape.rank());
  ProductShape shape;
  shape.count = group;
  shape.rows = extent(positions, 0) * volume(positions, 2, positions.shape.rank());
  shape.columns = isTransposed ? extent(weights, 1) * kernel : extent(weights, 0) / group;
  shape.depth = isTransposed ? extent(weights, 0) / group : extent(weights, 1) * kernel;
  shape.isDepthwise = group > 1 && (isTransposed ? shape.depth : extent(weights, 1)) == 1;
  shape.isGrouped = group > 1;
  return shape;
}

ProductShape matMul(const TensorType& a, const TensorType& b, const TensorType& output) {
  const int rank_a = a.shape.rank(), rank_b = b.shape.rank();
  ProductShape shape;
  shape.depth = extent(a, rank_a - 1);
  shape.columns = rank_b >= 2 ? extent(b, rank_b - 1) : 1;
  if (rank_b <= 2) {
    shape.rows = volume(a, 0, rank_a - 1);
    return shape;
  }
  shape.rows = rank_a >= 2 ? extent(a, rank_a - 2) : 1;
  const double outputs = volume(output, 0, output.shape.rank());
  shape.count = shape.rows * shape.columns > 0 ? outputs / (shape.rows * shape.columns) : 0;
  return shape;
}

struct TileChoice {
  double seconds = 0;
  const DeviceTile* tile = nullptr;
  double waves = 0, split = 1;
};

double startDepth(const DeviceProfile& device) { return device.productStartDepth; }

TileChoice bestTile(const ProductShape& shape, const DeviceProfile& device, ElementType element) {
  const double processor_flops = productFlops(device, element) / device.processors;
  const double partial_bytes_per_second = device.memoryBytesPerSecond * device.memoryShare * device.cachedSpeedup;
  TileChoice best;
  for (const DeviceTile& tile : device.tiles) {
    const double tiles = shape.count * std::ceil(shape.rows / tile.rows) * std::ceil(shape.columns / tile.columns);
    for (const double split : kSplits) {
      if (split > 1 && shape.depth / split < kShortestSplitDepth) break;
      const double waves = std::ceil(tiles * split / device.processors);
      const double depth = std::ceil(shape.depth / split) + startDepth(device);
      double seconds = waves * 2 * tile.rows * tile.columns * depth / (processor_flops * tile.share);
      if (split > 1)
        seconds += split * shape.count * shape.rows * shape.columns * kPartialSumBytes / partial_bytes_per_second;
      if (best.tile && seconds >= best.seconds) continue;
      best = {seconds, &tile, waves, split};
    }
  }
  return best;
}

std::string sizes(const ProductShape& shape) {
  std::string text = fmt::format("{:.0f}x{:.0f} by {:.0f}x{:.0f}", shape.rows, shape.depth, shape.depth, shape.columns);
  if (shape.count > 1) text += fmt::format(", {:.0f} {}", shape.count, shape.isGrouped ? "groups" : "times");
  return text;
}

std::string describeTiles(const ProductShape& shape, const TileChoice& choice) {
  std::string text = fmt::format("{}; tiles of {}x{}, {:.0f} {}", sizes(shape), choice.tile->rows, choice.tile->columns,
                                 choice.waves, choice.waves == 1 ? "wave" : "waves");
  if (choice.split > 1) text += fmt::format(", inner dimension in {:.0f} parts", choice.split);
  return text;
}

}  // namespace

std::optional<ProductShape> productOf(const Op& op, std::span<const TensorType> inputs,
                                      std::span<const TensorType> outputs, double flops) {
  if (op.definition->opClass != OpClass::kMatrix) return std::nullopt;
  const std::string& name = op.name();
  if (name == "Conv") return convolution(op, inputs[1], outputs[0], false);
  if (name == "ConvTranspose") return convolution(op, inputs[1], inputs[0], true);
  if (name == "MatMul") return matMul(inputs[0], inputs[1], outputs[0]);
  ProductShape shape;
  const double elements = volume(outputs[0], 0, outputs[0].shape.rank());
  shape.columns = outputs[0].shape.rank() > 0 ? extent(outputs[0], outputs[0].shape.rank() - 1) : 1;
  shape.rows = shape.columns > 0 ? elements / shape.columns : 0;
  shape.depth = elements > 0 ? std::max(1.0, std::floor(flops / (2 * elements))) : 1;
  if (name == "Gemm") shape.depth = extent(inputs[0], op.attributes.integer("transA", 0) != 0 ? 0 : 1);
  return shape;
}

double productFlops(const DeviceProfile& device, ElementType element) {
  const int bits = bitsOf(element);
  if (element == ElementType::kFloat64) return device.float64Flops * device.float32ProductShare;
  if (isFloatingPoint(element) ? bits <= 16 : bits == 8) return device.float16ProductFlops * device.float16ProductShare;
  return device.float32ProductFlops * device.float32ProductShare;
}

ProductTime productTime(const ProductShape& shape, const DeviceProfile& device, ElementType element,
                        Describe describe) {
  const double plain_rate =
      (element == ElementType::kFloat64 ? device.float64Flops : device.float32Flops) * device.vectorShare;
  const bool is_narrow = shape.isDepthwise || std::min(shape.rows, shape.columns) <= kNarrow;
  const double plain = shape.flops() / plain_rate;
  const TileChoice tiled = bestTile(shape, device, element);
  const double groups = shape.isGrouped && !shape.isDepthwise ? shape.count * device.groupSeconds : 0;
  ProductTime time;
  const bool is_plain = shape.isDepthwise || (is_narrow && !shape.isGrouped && plain < tiled.seconds);
  time.seconds = is_plain ? plain : tiled.seconds + groups;
  if (describe == Describe::kYes)
    time.note = is_plain ? sizes(shape) + "; a kernel without tiles" : describeTiles(shape, tiled);
  return time;
}

}  // namespace tasoscope
