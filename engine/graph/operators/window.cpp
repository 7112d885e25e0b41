#include "graph/operators/window.h"

#include <algorithm>

#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

constexpr std::int64_t kMaxParameter = std::int64_t{1} << 31;

/// The list of this name with `count` entries in [low, 2^31), or `count` times `otherwise` when absent or empty.
std::vector<std::int64_t> readList(std::string_view op, const Attributes& attributes, std::string_view name,
                                   std::size_t count, std::int64_t otherwise, std::int64_t low) {
  std::vector<std::int64_t> list = attributes.integers(name, {});
  if (list.empty()) list.assign(count, otherwise);
  if (list.size() != count)
    refuse(op, std::string(name) + " has " + std::to_string(list.size()) + " entries where " + std::to_string(count) +
                   " belong");
  for (const std::int64_t entry : list)
    if (entry < low || entry >= kMaxParameter)
      refuse(op, std::string(name) + " contains " + std::to_string(entry) + ", which is out of range");
  return list;
}

std::vector<std::int64_t> readKernel(std::string_view op, const Attributes& attributes, std::size_t count,
                                     std::span<const std::int64_t> kernel) {
  if (kernel.empty() && attributes.integers("kernel_shape", {}).empty() && count > 0)
    refuse(op, "kernel_shape is missing");
  const auto extents = readList(op, attributes, "kernel_shape", count, 1, 0);
  if (kernel.empty()) return extents;
  if (attributes.has("kernel_shape") && !attributes.integers("kernel_shape").empty() &&
      !std::ranges::equal(extents, kernel))
    refuse(op, "kernel_shape does not agree with the shape of the weights");
  return {kernel.begin(), kernel.end()};
}

}  // namespace

Window readWindow(std::string_view op, const Attributes& attributes, int spatialRank,
                  std::span<const std::int64_t> kernel) {
  const auto count = static_cast<std::size_t>(spatialRank);
  const auto extents = readKernel(op, attributes, count, kernel);
  const auto strides = readList(op, attributes, "strides", count, 1, 1);
  const auto dilations = readList(op, attributes, "dilations", count, 1, 1);
  const auto pads = readList(op, attributes, "pads", 2 * count, 0, -kMaxParameter);
  Window window;
  window.autoPad = attributes.string("auto_pad", "NOTSET");
  window.roundsUp = attributes.integer("ceil_mode", 0) != 0;
  if (window.autoPad != "NOTSET" && window.autoPad != "VALID" && !window.isSame())
    refuse(op, "auto_pad \"" + window.autoPad + "\" is unknown");
  const bool isExplicit = window.autoPad == "NOTSET";
  for (std::size_t i = 0; i < count; ++i) {
    if (extents[i] < 1 || extents[i] >= kMaxParameter) refuse(op, "a kernel extent is out of range");
    window.axes.push_back({.kernel = extents[i],
                           .stride = strides[i],
                           .dilation = dilations[i],
                           .padBefore = isExplicit ? pads[i] : 0,
                           .padAfter = isExplicit ? pads[count + i] : 0});
  }
  return window;
}

Dim Window::outputExtent(std::string_view op, int axis, const Dim& input) const {
  const WindowAxis& a = axes[static_cast<std::size_t>(axis)];
  if (isSame()) return ceilDiv(input, a.stride);
  if (input.isKnown() && input.value() == 0) return 0;
  const Dim room = input + Dim(a.padBefore + a.padAfter - a.reach());
  if (room.isKnown() && room.value() < 0)
    refuse(op, "its window of " + std::to_string(a.reach()) + " is larger than the padded input of " +
                   std::to_string(room.value() + a.reach()));
  if (!roundsUp) return floorDiv(room, a.stride) + 1;
  // The last window must start inside the input or the padding before it.
  return min(ceilDiv(room, a.stride) + 1, ceilDiv(input + a.padBefore, a.stride));
}

Window Window::resolved(std::string_view op, std::span<const std::int64_t> spatial) const {
  if (!isSame()) return *this;
  Window window = *this;
  window.autoPad = "NOTSET";
  for (int i = 0; i < rank(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    WindowAxis& axis = window.axes[at];
    const std::int64_t output = outputExtent(op, i, spatial[at]).value();
    const std::int64_t total = std::max<std::int64_t>(0, (output - 1) * axis.stride + axis.reach() - spatial[at]);
    axis.padBefore = autoPad == "SAME_UPPER" ? total / 2 : total - total / 2;
    axis.padAfter = total - axis.padBefore;
  }
  return window;
}

std::int64_t Window::kernelSize() const {
  std::int64_t size = 1;
  for (const WindowAxis& axis : axes) size *= axis.kernel;
  return size;
}

}  // namespace tasoscope::operators
