// SqueezeNet 1.1: Iandola, Han, Moskewicz, Ashraf, Dally and Keutzer, SqueezeNet: AlexNet-level accuracy with 50x
// fewer parameters, 2016, in the authors' version 1.1 (2.4 times less computation than 1.0). Each fire module expands
// one tensor with a 1x1 and a 3x3 convolution and concatenates. The repeated block is the last fire module.

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

Tensor fire(Builder& b, const Tensor& x, std::int64_t squeeze, std::int64_t expand) {
  Tensor y = relu(b, convolution(b, x, "squeeze", {.channels = squeeze, .hasBias = true}));
  Tensor small = relu(b, convolution(b, y, "expand1x1", {.channels = expand, .hasBias = true}));
  Tensor large =
      relu(b, convolution(b, y, "expand3x3",
                          {.channels = expand, .kernel = Window::square(3), .pads = Pads::all(1), .hasBias = true}));
  return concat(b, {small, large}, 1);
}

}  // namespace

void buildSqueezenet(Builder& b) {
  const std::int64_t extent = b.size(224, 64), shrink = b.size(1, 4);
  const Pooling pooling{.kernel = Window::square(3), .stride = 2, .roundsUp = true};
  Tensor x = b.input("input", {b.batch(), 3, extent, extent});
  std::int64_t index = 0;
  auto fires = [&](std::int64_t squeeze, std::int64_t expand, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      auto scope = b.scope("features." + std::to_string(index++));
      x = fire(b, x, squeeze / shrink, expand / shrink);
    }
  };
  auto pool = [&] {
    x = maxPool(b, x, pooling);
    ++index;
  };
  x = relu(b, convolution(b, x, "features.0",
                          {.channels = 64 / shrink, .kernel = Window::square(3), .stride = 2, .hasBias = true}));
  index = 2;
  pool();
  fires(16, 64, 2);
  pool();
  fires(32, 128, 2);
  pool();
  fires(48, 192, 2);
  fires(64, 256, 1 + b.repeated(1));
  x = relu(b, convolution(b, x, "classifier.1", {.channels = b.size(1000, 100), .hasBias = true}));
  b.output(flatten(b, globalAveragePool(b, x)), "output");
}

}  // namespace tasoscope::zoo
