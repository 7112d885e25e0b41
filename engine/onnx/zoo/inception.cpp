// Inception-v3: Szegedy, Vanhoucke, Ioffe, Shlens and Wojna, Rethinking the Inception Architecture for Computer
// Vision, CVPR 2016, in the form that was trained and is in use (TensorFlow's, torchvision's), without the auxiliary
// classifier, which inference does not run. The repeated block is Mixed_6e.

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

constexpr float kEpsilon = 1e-3F;

class Inception {
 public:
  explicit Inception(Builder& b) : b_(b), shrink_(b.size(1, 8)) {}

  Tensor unit(const Tensor& x, std::string_view name, Convolution shape) {
    auto scope = b_.scope(name);
    shape.channels /= shrink_;
    return relu(b_, batchNormalization(b_, convolution(b_, x, "conv", shape), "bn", kEpsilon));
  }
  Tensor pointwise(const Tensor& x, std::string_view name, std::int64_t channels) {
    return unit(x, name, {.channels = channels});
  }
  Tensor same(const Tensor& x, std::string_view name, std::int64_t channels, Window kernel) {
    return unit(x, name, {.channels = channels, .kernel = kernel, .pads = Pads::same(kernel)});
  }
  Tensor halving(const Tensor& x, std::string_view name, std::int64_t channels) {
    return unit(x, name, {.channels = channels, .kernel = Window::square(3), .stride = 2});
  }
  Tensor pooled(const Tensor& x, std::int64_t channels) {
    Tensor mean = averagePool(b_, x, {.kernel = Window::square(3), .pads = Pads::all(1), .countsPads = true});
    return pointwise(mean, "branch_pool", channels);
  }
  Tensor halvingPool(const Tensor& x) { return maxPool(b_, x, {.kernel = Window::square(3), .stride = 2}); }

  Tensor stem(const Tensor& image) {
    Tensor x = halving(image, "Conv2d_1a_3x3", 32);
    x = unit(x, "Conv2d_2a_3x3", {.channels = 32, .kernel = Window::square(3)});
    x = halvingPool(same(x, "Conv2d_2b_3x3", 64, Window::square(3)));
    x = pointwise(x, "Conv2d_3b_1x1", 80);
    x = unit(x, "Conv2d_4a_3x3", {.channels = 192, .kernel = Window::square(3)});
    return halvingPool(x);
  }

  // Figure 5 of the paper.
  Tensor blockA(const Tensor& x, std::string_view name, std::int64_t poolChannels) {
    auto scope = b_.scope(name);
    Tensor one = pointwise(x, "branch1x1", 64);
    Tensor five = same(pointwise(x, "branch5x5_1", 48), "branch5x5_2", 64, Window::square(5));
    Tensor three = same(pointwise(x, "branch3x3dbl_1", 64), "branch3x3dbl_2", 96, Window::square(3));
    three = same(three, "branch3x3dbl_3", 96, Window::square(3));
    return concat(b_, {one, five, three, pooled(x, poolChannels)}, 1);
  }

  // Figure 10.
  Tensor reductionB(const Tensor& x, std::string_view name) {
    auto scope = b_.scope(name);
    Tensor three = halving(x, "branch3x3", 384);
    Tensor twice = same(pointwise(x, "branch3x3dbl_1", 64), "branch3x3dbl_2", 96, Window::square(3));
    twice = halving(twice, "branch3x3dbl_3", 96);
    return concat(b_, {three, twice, halvingPool(x)}, 1);
  }

  // Figure 6 with n = 7.
  Tensor blockC(const Tensor& x, std::string_view name, std::int64_t width) {
    constexpr Window kRow{1, 7}, kColumn{7, 1};
    auto scope = b_.scope(name);
    Tensor one = pointwise(x, "branch1x1", 192);
    Tensor seven = same(pointwise(x, "branch7x7_1", width), "branch7x7_2", width, kRow);
    seven = same(seven, "branch7x7_3", 192, kColumn);
    Tensor twice = same(pointwise(x, "branch7x7dbl_1", width), "branch7x7dbl_2", width, kColumn);
    twice = same(twice, "branch7x7dbl_3", width, kRow);
    twice = same(twice, "branch7x7dbl_4", width, kColumn);
    twice = same(twice, "branch7x7dbl_5", 192, kRow);
    return concat(b_, {one, seven, twice, pooled(x, 192)}, 1);
  }

  Tensor reductionD(const Tensor& x, std::string_view name) {
    auto scope = b_.scope(name);
    Tensor three = halving(pointwise(x, "branch3x3_1", 192), "branch3x3_2", 320);
    Tensor seven = same(pointwise(x, "branch7x7x3_1", 192), "branch7x7x3_2", 192, {1, 7});
    seven = same(seven, "branch7x7x3_3", 192, {7, 1});
    seven = halving(seven, "branch7x7x3_4", 192);
    return concat(b_, {three, seven, halvingPool(x)}, 1);
  }

  // Figure 7.
  Tensor blockE(const Tensor& x, std::string_view name) {
    constexpr Window kRow{1, 3}, kColumn{3, 1};
    auto scope = b_.scope(name);
    Tensor one = pointwise(x, "branch1x1", 320);
    Tensor three = pointwise(x, "branch3x3_1", 384);
    three = concat(b_, {same(three, "branch3x3_2a", 384, kRow), same(three, "branch3x3_2b", 384, kColumn)}, 1);
    Tensor twice = same(pointwise(x, "branch3x3dbl_1", 448), "branch3x3dbl_2", 384, Window::square(3));
    twice = concat(b_, {same(twice, "branch3x3dbl_3a", 384, kRow), same(twice, "branch3x3dbl_3b", 384, kColumn)}, 1);
    return concat(b_, {one, three, twice, pooled(x, 192)}, 1);
  }

 private:
  Builder& b_;
  std::int64_t shrink_;
};

}  // namespace

void buildInceptionV3(Builder& b) {
  const std::int64_t extent = b.size(299, 107);
  Inception net(b);
  Tensor x = net.stem(b.input("input", {b.batch(), 3, extent, extent}));
  x = net.blockA(x, "Mixed_5b", 32);
  x = net.blockA(x, "Mixed_5c", 64);
  x = net.blockA(x, "Mixed_5d", 64);
  x = net.reductionB(x, "Mixed_6a");
  x = net.blockC(x, "Mixed_6b", 128);
  x = net.blockC(x, "Mixed_6c", 160);
  x = net.blockC(x, "Mixed_6d", 160);
  x = net.blockC(x, "Mixed_6e", 192);
  for (std::int64_t i = 1; i < b.repeated(1); ++i) x = net.blockC(x, "Mixed_6e_" + std::to_string(i), 192);
  x = net.reductionD(x, "Mixed_7a");
  x = net.blockE(x, "Mixed_7b");
  x = net.blockE(x, "Mixed_7c");
  x = flatten(b, globalAveragePool(b, x));
  b.output(gemm(b, x, "fc", b.size(1000, 100)), "output");
}

}  // namespace tasoscope::zoo
