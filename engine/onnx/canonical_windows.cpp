// Convolutions and pools: every attribute explicit, auto_pad resolved where the spatial extents are known.

#include "onnx/canonical_table.h"

namespace tasoscope::canonical {
namespace {

using Integers = std::vector<std::int64_t>;

/// The attributes of a window, completed to one entry a spatial axis.
struct WindowAttributes {
  Integers kernel, strides, dilations;
  std::size_t axes() const { return kernel.size(); }
  std::int64_t reach(std::size_t i) const { return (kernel[i] - 1) * dilations[i] + 1; }
};

std::optional<Integers> kernelOf(const NodeInProgress& node, bool hasWeights) {
  if (node.attributes.has("kernel_shape")) return node.attributes.integers("kernel_shape");
  if (!hasWeights) return std::nullopt;
  const auto weights = node.extents(1);
  if (!weights || weights->size() < 2) return std::nullopt;
  return Integers(weights->begin() + 2, weights->end());
}

std::optional<WindowAttributes> complete(NodeInProgress& node, bool hasWeights) {
  const auto kernel = kernelOf(node, hasWeights);
  if (!kernel) return std::nullopt;
  WindowAttributes window{*kernel, {}, {}};
  const Integers ones(kernel->size(), 1);
  window.strides = node.attributes.integers("strides", ones);
  window.dilations = node.attributes.integers("dilations", ones);
  if (window.strides.size() != window.axes() || window.dilations.size() != window.axes()) {
    throw NotExpressible{"its kernel_shape, strides and dilations differ in length"};
  }
  node.attributes.set("kernel_shape", window.kernel);
  node.attributes.set("strides", window.strides);
  node.attributes.set("dilations", window.dilations);
  return window;
}

/// The spatial extents of the input, as many as the window has axes.
std::optional<Integers> spatialExtents(const NodeInProgress& node, std::size_t axes) {
  const auto rank = node.rank(0);
  if (!rank || *rank != static_cast<int>(axes) + 2) return std::nullopt;
  Integers extents;
  for (int i = 2; i < *rank; ++i) {
    const auto extent = node.type(0).shape[i].known();
    if (!extent) return std::nullopt;
    extents.push_back(*extent);
  }
  return extents;
}

/// Splits a total padding in two; the odd one goes to the end for SAME_UPPER.
void setPads(Integers& pads, std::size_t axis, std::int64_t total, bool oddGoesToEnd) {
  const std::int64_t smaller = total / 2;
  pads[axis] = oddGoesToEnd ? smaller : total - smaller;
  pads[axis + pads.size() / 2] = oddGoesToEnd ? total - smaller : smaller;
}

void resolvePadding(NodeInProgress& node, const WindowAttributes& window) {
  const std::string autoPad = node.attributes.string("auto_pad", "NOTSET");
  const std::size_t axes = window.axes();
  Integers pads(2 * axes, 0);
  if (autoPad == "NOTSET") {
    pads = node.attributes.integers("pads", pads);
    if (pads.empty()) pads.assign(2 * axes, 0);  // some exporters write an empty list
  } else if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER") {
    const auto spatial = spatialExtents(node, axes);
    if (!spatial) return node.attributes.erase("pads");
    for (std::size_t i = 0; i < axes; ++i) {
      if (window.strides[i] <= 0) throw NotExpressible{"a stride is not positive"};
      const std::int64_t outputs = ((*spatial)[i] + window.strides[i] - 1) / window.strides[i];
      const std::int64_t total = (outputs - 1) * window.strides[i] + window.reach(i) - (*spatial)[i];
      setPads(pads, i, std::max<std::int64_t>(total, 0), autoPad == "SAME_UPPER");
    }
    if (node.attributes.has("ceil_mode")) node.attributes.set("ceil_mode", std::int64_t{0});
  } else if (autoPad != "VALID") {
    throw NotExpressible{"its auto_pad is none that ONNX defines"};
  }
  node.attributes.set("auto_pad", std::string("NOTSET"));
  node.attributes.set("pads", std::move(pads));
}

/// A transposed convolution pads its output: the total follows from the output's extent.
void resolveTransposedPadding(NodeInProgress& node, const WindowAttributes& window) {
  const std::string autoPad = node.attributes.string("auto_pad", "NOTSET");
  const std::size_t axes = window.axes();
  const Integers outputPadding = node.attributes.integers("output_padding", Integers(axes, 0));
  if (outputPadding.size() != axes) throw NotExpressible{"its output_padding has another length than its kernel"};
  node.attributes.set("output_padding", outputPadding);
  Integers pads(2 * axes, 0);
  if (node.attributes.has("output_shape")) {
    const Integers wanted = node.attributes.integers("output_shape");
    const auto spatial = spatialExtents(node, axes);
    if (!spatial) return;
    if (wanted.size() < axes) throw NotExpressible{"its output_shape is shorter than its kernel"};
    for (std::size_t i = 0; i < axes; ++i) {
      const std::int64_t full = window.strides[i] * ((*spatial)[i] - 1) + outputPadding[i] + window.reach(i);
      const std::int64_t total = full - wanted[wanted.size() - axes + i];
      if (total < 0) throw NotExpressible{"its output_shape is larger than what the kernel reaches"};
      setPads(pads, i, total, autoPad == "SAME_UPPER");
    }
    node.attributes.erase("output_shape");
  } else if (autoPad == "NOTSET") {
    pads = node.attributes.integers("pads", pads);
    if (pads.empty()) pads.assign(2 * axes, 0);
  } else if (autoPad == "SAME_UPPER" || autoPad == "SAME_LOWER") {
    // The output has stride times the input's extent, whatever that is.
    for (std::size_t i = 0; i < axes; ++i) {
      const std::int64_t total = outputPadding[i] + window.reach(i) - window.strides[i];
      if (total < 0) throw NotExpressible{"its kernel is smaller than its stride under auto_pad"};
      setPads(pads, i, total, autoPad == "SAME_UPPER");
    }
  } else if (autoPad != "VALID") {
    throw NotExpressible{"its auto_pad is none that ONNX defines"};
  }
  node.attributes.set("auto_pad", std::string("NOTSET"));
  node.attributes.set("pads", std::move(pads));
}

}  // namespace

void convolution(NodeInProgress& node) {
  if (const auto window = complete(node, true)) resolvePadding(node, *window);
}

void transposedConvolution(NodeInProgress& node) {
  if (const auto window = complete(node, true)) resolveTransposedPadding(node, *window);
}

void pool(NodeInProgress& node) {
  if (!node.attributes.has("kernel_shape")) throw NotExpressible{"it has no kernel_shape"};
  if (const auto window = complete(node, false)) resolvePadding(node, *window);
}

}  // namespace tasoscope::canonical
