// The module of TASO's README (jiazhihao/TASO, "Optimize Arbitrary DNN Models using the Python Interface"; also figure
// 3 of Jia et al., Optimizing DNN Computation with Relaxed Graph Substitutions, SysML 2019): the left-most graph of
// its picture, a residual module of 128 channels on 56x56. The README's Python lines differ from its picture in one
// place, where the third convolution reads the module's input and leaves the first one unused; the picture is meant.
//
//     input -> conv 3x3 -> relu -> conv 3x3 --.
//        `---> conv 1x1 -> relu ------------- add -> relu
//
// Both convolutions that share the input end in a relu, so they can become one: enlarge the 1x1 kernel to 3x3, merge
// the two into one convolution of 256 channels and a split; then the convolution of one half plus the other half is
// one 3x3 convolution whose kernel is the third kernel beside an identity kernel, and takes the last relu in.

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {

void buildTasoModule(Builder& b) {
  const std::int64_t channels = b.size(128, 16), extent = b.size(56, 14);
  const Convolution large{.channels = channels, .kernel = Window::square(3), .pads = Pads::all(1), .isShifted = false};
  const Convolution pointwise{.channels = channels, .isShifted = false};
  Tensor x = b.input("input", {b.batch(), channels, extent, extent});
  for (std::int64_t i = 0; i < b.repeated(1); ++i) {
    auto scope = b.scope("module." + std::to_string(i));
    Tensor left = relu(b, convolution(b, x, "conv1", large));
    Tensor right = relu(b, convolution(b, x, "conv2", pointwise));
    left = convolution(b, left, "conv3", large);
    x = residualSum(b, left, right);
  }
  b.output(x, "output");
}

}  // namespace tasoscope::zoo
