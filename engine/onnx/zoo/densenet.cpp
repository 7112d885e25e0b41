// DenseNet-121 (growth 32): Huang, Liu, van der Maaten and Weinberger, Densely Connected Convolutional Networks, CVPR
// 2017. Each layer concatenates all that its block has made so far. The repeated block is the last dense block; a
// transition without pooling, back to the width it starts from, stands before each repetition.

#include <array>

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

Tensor denseLayer(Builder& b, const Tensor& x, std::int64_t growth) {
  Tensor y = relu(b, batchNormalization(b, x, "norm1"));
  y = convolution(b, y, "conv1", {.channels = 4 * growth});
  y = relu(b, batchNormalization(b, y, "norm2"));
  return convolution(b, y, "conv2", {.channels = growth, .kernel = Window::square(3), .pads = Pads::all(1)});
}

Tensor denseBlock(Builder& b, const Tensor& x, std::int64_t layers, std::int64_t growth) {
  std::vector<Tensor> features{x};
  for (std::int64_t layer = 1; layer <= layers; ++layer) {
    auto scope = b.scope("denselayer" + std::to_string(layer));
    features.push_back(denseLayer(b, features.size() == 1 ? x : concat(b, features, 1), growth));
  }
  return concat(b, features, 1);
}

Tensor transition(Builder& b, const Tensor& x) {
  Tensor y = relu(b, batchNormalization(b, x, "norm"));
  return convolution(b, y, "conv", {.channels = x.dim(1) / 2});
}

}  // namespace

void buildDensenet121(Builder& b) {
  const std::int64_t extent = b.size(224, 64), growth = b.size(32, 8);
  std::vector<std::int64_t> blocks{6, 12, 24};
  blocks.insert(blocks.end(), static_cast<std::size_t>(b.repeated(1)), 16);
  Tensor x = b.input("input", {b.batch(), 3, extent, extent});
  auto features = b.scope("features");
  x = convolution(b, x, "conv0",
                  {.channels = 2 * growth, .kernel = Window::square(7), .stride = 2, .pads = Pads::all(3)});
  x = relu(b, batchNormalization(b, x, "norm0"));
  x = maxPool(b, x, {.kernel = Window::square(3), .stride = 2, .pads = Pads::all(1)});
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    if (i > 0) {
      auto scope = b.scope("transition" + std::to_string(i));
      x = transition(b, x);
      if (i <= 3) x = averagePool(b, x, {.kernel = Window::square(2), .stride = 2});
    }
    auto scope = b.scope("denseblock" + std::to_string(i + 1));
    x = denseBlock(b, x, blocks[i], growth);
  }
  x = relu(b, batchNormalization(b, x, "norm5"));
  x = flatten(b, globalAveragePool(b, x));
  b.output(gemm(b, x, "classifier", b.size(1000, 100)), "output");
}

}  // namespace tasoscope::zoo
