// VGG-19 (configuration E): Simonyan and Zisserman, Very Deep Convolutional Networks for Large-Scale Image
// Recognition, ICLR 2015. Dropout is absent, as in an export for inference. The repeated block is a convolution of the
// last stage.

#include <array>

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

struct Stage {
  std::int64_t width, convolutions;
};

}  // namespace

void buildVgg19(Builder& b) {
  const std::int64_t extent = b.size(224, 64), shrink = b.size(1, 8);
  const std::array<Stage, 5> stages{Stage{64, 2}, {128, 2}, {256, 4}, {512, 4}, {512, b.repeated(4)}};
  Tensor x = b.input("input", {b.batch(), 3, extent, extent});
  std::int64_t index = 0;  // PyTorch numbers activations and poolings too
  for (const Stage& stage : stages) {
    for (std::int64_t i = 0; i < stage.convolutions; ++i, index += 2)
      x = relu(
          b,
          convolution(
              b, x, "features." + std::to_string(index),
              {.channels = stage.width / shrink, .kernel = Window::square(3), .pads = Pads::all(1), .hasBias = true}));
    x = maxPool(b, x, {.kernel = Window::square(2), .stride = 2});
    ++index;
  }
  x = flatten(b, x);
  x = relu(b, gemm(b, x, "classifier.0", 4096 / shrink));
  x = relu(b, gemm(b, x, "classifier.3", 4096 / shrink));
  b.output(gemm(b, x, "classifier.6", b.size(1000, 100)), "output");
}

}  // namespace tasoscope::zoo
