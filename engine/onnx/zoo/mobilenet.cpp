// MobileNetV2 (width 1): Sandler, Howard, Zhu, Zhmoginov and Chen, MobileNetV2: Inverted Residuals and Linear
// Bottlenecks, CVPR 2018, table 2. ReLU6 is a Clip. The repeated block is the 160-channel stage's second.

#include <array>

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

struct Stage {
  std::int64_t expansion, channels, blocks, stride;
};

Tensor normalized(Builder& b, const Tensor& x, std::string_view name, const Convolution& shape) {
  auto scope = b.scope(name);
  return batchNormalization(b, convolution(b, x, "0", shape), "1");
}

Tensor depthwise(Builder& b, const Tensor& x, std::string_view name, std::int64_t stride) {
  return relu6(b, normalized(b, x, name,
                             {.channels = x.dim(1),
                              .kernel = Window::square(3),
                              .stride = stride,
                              .pads = Pads::all(1),
                              .group = x.dim(1)}));
}

Tensor invertedResidual(Builder& b, const Tensor& x, std::int64_t channels, std::int64_t stride,
                        std::int64_t expansion) {
  Tensor y = x;
  int index = 0;
  if (expansion != 1)
    y = relu6(b, normalized(b, y, "conv." + std::to_string(index++), {.channels = expansion * x.dim(1)}));
  y = depthwise(b, y, "conv." + std::to_string(index++), stride);
  y = normalized(b, y, "conv." + std::to_string(index), {.channels = channels});
  return stride == 1 && x.dim(1) == channels ? add(b, x, y) : y;
}

}  // namespace

void buildMobilenetV2(Builder& b) {
  const std::int64_t extent = b.size(224, 64), shrink = b.size(1, 4);
  const std::array<Stage, 7> stages{Stage{1, 16, 1, 1}, {6, 24, 2, 2}, {6, 32, 3, 2},
                                    {6, 64, 4, 2},      {6, 96, 3, 1}, {6, 160, 1 + b.repeated(2), 2},
                                    {6, 320, 1, 1}};
  Tensor x = b.input("input", {b.batch(), 3, extent, extent});
  x = relu6(b, normalized(b, x, "features.0",
                          {.channels = 32 / shrink, .kernel = Window::square(3), .stride = 2, .pads = Pads::all(1)}));
  std::int64_t index = 1;
  for (const Stage& stage : stages) {
    for (std::int64_t block = 0; block < stage.blocks; ++block) {
      auto scope = b.scope("features." + std::to_string(index++));
      x = invertedResidual(b, x, stage.channels / shrink, block == 0 ? stage.stride : 1, stage.expansion);
    }
  }
  x = relu6(b, normalized(b, x, "features." + std::to_string(index), {.channels = 1280 / shrink}));
  x = flatten(b, globalAveragePool(b, x));
  b.output(gemm(b, x, "classifier.1", b.size(1000, 100)), "output");
}

}  // namespace tasoscope::zoo
