// NASNet-A (4 @ 1056), the mobile one: Zoph, Vasudevan, Shlens and Le, Learning Transferable Architectures for
// Scalable Image Recognition, CVPR 2018, figure 4 and appendix A, with the details of the authors' published models.
// A separable convolution is applied twice, each time relu, depthwise, pointwise, batch normalization. An average pool
// counts its zero padding, which the paper leaves open: so it is a depthwise convolution, also at the image's edge.
// The repeated block is the last stage's normal cell.

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

constexpr float kEpsilon = 1e-3F;
constexpr std::int64_t kToTheEnd = std::int64_t{1} << 62;

// TensorFlow's SAME padding of an odd kernel at stride 2: one less before, where the extent is even.
Pads halvingPads(const Tensor& x, std::int64_t kernel) {
  const std::int64_t half = kernel / 2;
  return {half - (1 - x.dim(2) % 2), half - (1 - x.dim(3) % 2), half, half};
}

Pads padsFor(const Tensor& x, std::int64_t kernel, std::int64_t stride) {
  return stride == 2 ? halvingPads(x, kernel) : Pads::all(kernel / 2);
}

Tensor projection(Builder& b, const Tensor& x, std::string_view name, std::int64_t filters) {
  auto scope = b.scope(name);
  Tensor y = convolution(b, relu(b, x), "conv", {.channels = filters});
  return batchNormalization(b, y, "bn", kEpsilon);
}

Tensor separableOnce(Builder& b, const Tensor& x, const std::string& index, std::int64_t filters, std::int64_t kernel,
                     std::int64_t stride) {
  Tensor y = relu(b, x);
  y = convolution(b, y, "depthwise_" + index,
                  {.channels = x.dim(1),
                   .kernel = Window::square(kernel),
                   .stride = stride,
                   .pads = padsFor(x, kernel, stride),
                   .group = x.dim(1)});
  y = convolution(b, y, "pointwise_" + index, {.channels = filters});
  return batchNormalization(b, y, "bn_" + index, kEpsilon);
}

Tensor separable(Builder& b, const Tensor& x, std::string_view name, std::int64_t filters, std::int64_t kernel,
                 std::int64_t stride = 1) {
  auto scope = b.scope(name);
  Tensor y = separableOnce(b, x, "1", filters, kernel, stride);
  return separableOnce(b, y, "2", filters, kernel, 1);
}

Tensor average(Builder& b, const Tensor& x, std::int64_t stride = 1) {
  return averagePool(
      b, x, {.kernel = Window::square(3), .stride = stride, .pads = padsFor(x, 3, stride), .countsPads = true});
}

Tensor halvingMax(Builder& b, const Tensor& x) {
  return maxPool(b, x, {.kernel = Window::square(3), .stride = 2, .pads = halvingPads(x, 3)});
}

// Halves the image without losing either parity of its pixels: two projections of every second pixel, one of them
// shifted by a pixel, side by side.
Tensor factorizedReduction(Builder& b, const Tensor& x, std::int64_t filters) {
  auto scope = b.scope("adjust");
  const Pooling everySecond{.stride = 2};
  Tensor y = relu(b, x);
  Tensor even = convolution(b, averagePool(b, y, everySecond), "conv_1", {.channels = filters / 2});
  const Extents grown{x.dim(0), x.dim(1), x.dim(2) + 1, x.dim(3) + 1};
  Tensor shifted = b.node("Pad", {y, b.integers({0, 0, 0, 0, 0, 0, 1, 1}), b.scalar(0)}, grown, y.power);
  shifted = b.node("Slice", {shifted, b.integers({1, 1}), b.integers({kToTheEnd, kToTheEnd}), b.integers({2, 3})},
                   x.shape, y.power);
  Tensor odd = convolution(b, averagePool(b, shifted, everySecond), "conv_2", {.channels = filters / 2});
  return batchNormalization(b, concat(b, {even, odd}, 1), "bn", kEpsilon);
}

// The cell before, in the shape of this cell's input. The first cell has none and takes its input as it is.
Tensor adjusted(Builder& b, const Tensor& previous, const Tensor& current, std::int64_t filters) {
  if (previous.name == current.name) return current;
  if (previous.dim(2) != current.dim(2)) return factorizedReduction(b, previous, filters);
  return previous.dim(1) == filters ? previous : projection(b, previous, "adjust", filters);
}

Tensor normalCell(Builder& b, const Tensor& current, const Tensor& previous, std::int64_t filters) {
  Tensor p = adjusted(b, previous, current, filters);
  Tensor h = projection(b, current, "squeeze", filters);
  Tensor one = add(b, separable(b, h, "left1", filters, 5), separable(b, p, "right1", filters, 3));
  Tensor two = add(b, separable(b, p, "left2", filters, 5), separable(b, p, "right2", filters, 3));
  Tensor three = add(b, average(b, h), p);
  Tensor four = add(b, average(b, p), average(b, p));
  Tensor five = add(b, separable(b, h, "left5", filters, 3), h);
  return concat(b, {p, one, two, three, four, five}, 1);
}

Tensor reductionCell(Builder& b, const Tensor& current, const Tensor& previous, std::int64_t filters) {
  Tensor p = adjusted(b, previous, current, filters);
  Tensor h = projection(b, current, "squeeze", filters);
  Tensor one = add(b, separable(b, h, "left1", filters, 5, 2), separable(b, p, "right1", filters, 7, 2));
  Tensor two = add(b, halvingMax(b, h), separable(b, p, "right2", filters, 7, 2));
  Tensor three = add(b, average(b, h, 2), separable(b, p, "right3", filters, 5, 2));
  Tensor four = add(b, two, average(b, one));
  Tensor five = add(b, separable(b, one, "left5", filters, 3), halvingMax(b, h));
  return concat(b, {two, three, four, five}, 1);
}

class Cells {
 public:
  Cells(Builder& b, Tensor stem) : b_(b), previous_(stem), current_(std::move(stem)) {}

  void reduction(const std::string& name, std::int64_t filters) {
    auto scope = b_.scope(name);
    advance(reductionCell(b_, current_, previous_, filters));
  }
  void normals(std::int64_t count, std::int64_t filters) {
    for (std::int64_t i = 0; i < count; ++i) {
      auto scope = b_.scope("cell_" + std::to_string(cells_++));
      advance(normalCell(b_, current_, previous_, filters));
    }
  }
  const Tensor& current() const { return current_; }

 private:
  void advance(Tensor next) { previous_ = std::exchange(current_, std::move(next)); }

  Builder& b_;
  Tensor previous_, current_;
  int cells_ = 0;
};

}  // namespace

void buildNasnetA(Builder& b) {
  const std::int64_t extent = b.size(224, 64), filters = b.size(44, 8);
  Tensor x = b.input("input", {b.batch(), 3, extent, extent});
  x = convolution(b, x, "stem_conv", {.channels = b.size(32, 8), .kernel = Window::square(3), .stride = 2});
  Cells cells(b, batchNormalization(b, x, "stem_bn", kEpsilon));
  cells.reduction("stem_1", filters / 4);
  cells.reduction("stem_2", filters / 2);
  cells.normals(4, filters);
  cells.reduction("reduction_1", 2 * filters);
  cells.normals(4, 2 * filters);
  cells.reduction("reduction_2", 4 * filters);
  cells.normals(b.repeated(4), 4 * filters);
  x = flatten(b, globalAveragePool(b, relu(b, cells.current())));
  b.output(gemm(b, x, "predictions", b.size(1000, 100)), "output");
}

}  // namespace tasoscope::zoo
