#pragma once
// The sliding window of convolutions and pools: kernel, strides, dilations and padding along the spatial axes, and the
// output extents that follow. Private to graph/operators.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "graph/attributes.h"
#include "tensor/shape.h"

namespace tasoscope::operators {

/// How one spatial axis is walked.
struct WindowAxis {
  std::int64_t kernel = 1;
  std::int64_t stride = 1;
  std::int64_t dilation = 1;
  std::int64_t padBefore = 0;
  std::int64_t padAfter = 0;
  std::int64_t reach() const { return dilation * (kernel - 1) + 1; }  ///< extent of the dilated kernel
};

struct Window {
  std::vector<WindowAxis> axes;
  std::string autoPad = "NOTSET";
  bool roundsUp = false;  ///< ceil_mode

  int rank() const { return static_cast<int>(axes.size()); }
  bool isSame() const { return autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER"; }
  /// Extent of the output along a spatial axis for this extent of the input; refuses a window larger than its input.
  Dim outputExtent(std::string_view op, int axis, const Dim& input) const;
  /// The same window with the padding that auto_pad means for these extents.
  Window resolved(std::string_view op, std::span<const std::int64_t> spatial) const;
  std::int64_t kernelSize() const;
};

/// Reads kernel_shape, strides, pads, dilations, auto_pad and ceil_mode and checks them; `kernel` stands in for an
/// absent kernel_shape and must agree with a present one. Throws ModelError.
Window readWindow(std::string_view op, const Attributes& attributes, int spatialRank,
                  std::span<const std::int64_t> kernel = {});

}  // namespace tasoscope::operators
