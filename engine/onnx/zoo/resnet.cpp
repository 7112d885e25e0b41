// ResNet-50: He, Zhang, Ren and Sun, Deep Residual Learning for Image Recognition, CVPR 2016, in the form of version
// 1.5 (the 3x3 convolution of a stage's first block has its stride), which torchvision and NVIDIA train.
// ResNeXt-50 32x4d: Xie, Girshick, Dollar, Tu and He, Aggregated Residual Transformations for Deep Neural Networks,
// CVPR 2017: the 3x3 convolutions have 32 groups.
// The repeated block is the last stage's second.

#include <array>

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

constexpr std::int64_t kExpansion = 4;

struct Family {
  std::int64_t group = 1;
  std::int64_t widthFactor = 1;  // of the 3x3 convolution over the block's nominal width
};

Tensor normalized(Builder& b, const Tensor& x, const std::string& index, const Convolution& shape) {
  return batchNormalization(b, convolution(b, x, "conv" + index, shape), "bn" + index);
}

Tensor bottleneck(Builder& b, const Tensor& x, std::int64_t planes, std::int64_t stride, const Family& family) {
  const std::int64_t width = planes * family.widthFactor, channels = planes * kExpansion;
  Tensor y = relu(b, normalized(b, x, "1", {.channels = width}));
  y = relu(b, normalized(b, y, "2",
                         {.channels = width,
                          .kernel = Window::square(3),
                          .stride = stride,
                          .pads = Pads::all(1),
                          .group = family.group}));
  y = normalized(b, y, "3", {.channels = channels});
  if (stride == 1 && x.dim(1) == channels) return residualSum(b, y, x);
  Tensor shortcut = convolution(b, x, "downsample.0", {.channels = channels, .stride = stride});
  shortcut = batchNormalization(b, shortcut, "downsample.1");
  return relu(b, add(b, y, shortcut));
}

void buildResnet(Builder& b, const Family& family) {
  const std::int64_t width = b.size(64, 16), extent = b.size(224, 64);
  const std::array<std::int64_t, 4> blocks{3, 4, 6, 1 + b.repeated(2)};
  Tensor x = b.input("input", {b.batch(), 3, extent, extent});
  x = relu(b,
           normalized(b, x, "1", {.channels = width, .kernel = Window::square(7), .stride = 2, .pads = Pads::all(3)}));
  x = maxPool(b, x, {.kernel = Window::square(3), .stride = 2, .pads = Pads::all(1)});
  for (std::size_t stage = 0; stage < blocks.size(); ++stage) {
    for (std::int64_t block = 0; block < blocks[stage]; ++block) {
      auto scope = b.scope("layer" + std::to_string(stage + 1) + "." + std::to_string(block));
      x = bottleneck(b, x, width << stage, stage > 0 && block == 0 ? 2 : 1, family);
    }
  }
  x = flatten(b, globalAveragePool(b, x));
  b.output(gemm(b, x, "fc", b.size(1000, 100)), "output");
}

}  // namespace

void buildResnet50(Builder& b) { buildResnet(b, {}); }

void buildResnext50(Builder& b) { buildResnet(b, {.group = 32, .widthFactor = 2}); }

}  // namespace tasoscope::zoo
