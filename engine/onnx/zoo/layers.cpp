#include "onnx/zoo/layers.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace tasoscope::zoo {
namespace {

constexpr Uniform kScale{.center = 1, .half = 0.5};
constexpr Uniform kShift{.center = 0, .half = 0.3};
constexpr double kMeanInverseVariance = 1.0986122886681098;  // of 1/v for v uniform on [0.5, 1.5): ln 3

struct Axis {
  std::int64_t input, kernel, stride, before, after;
  bool roundsUp = false;

  std::int64_t output() const {
    std::int64_t span = input + before + after - kernel;
    return (roundsUp ? (span + stride - 1) / stride : span / stride) + 1;
  }
  // The share of the window's positions that lie on the image and not on its padding, over all places of the window.
  double shareInside() const {
    std::int64_t inside = 0;
    for (std::int64_t place = 0; place < output(); ++place) {
      std::int64_t first = place * stride - before;
      inside += std::min(first + kernel, input) - std::max<std::int64_t>(first, 0);
    }
    return static_cast<double>(inside) / static_cast<double>(output() * kernel);
  }
};

struct Plane {
  Axis vertical, horizontal;
  Plane(const Tensor& x, Window kernel, std::int64_t stride, const Pads& pads, bool roundsUp = false)
      : vertical{x.dim(2), kernel.height, stride, pads.top, pads.bottom, roundsUp}, horizontal{x.dim(3),   kernel.width,
                                                                                               stride,     pads.left,
                                                                                               pads.right, roundsUp} {}
  Extents output(const Tensor& x, std::int64_t channels) const {
    return {x.dim(0), channels, vertical.output(), horizontal.output()};
  }
  double shareInside() const { return vertical.shareInside() * horizontal.shareInside(); }
};

Attributes windowAttributes(Window kernel, std::int64_t stride, const Pads& pads) {
  return {{"kernel_shape", Extents{kernel.height, kernel.width}},
          {"pads", Extents{pads.top, pads.left, pads.bottom, pads.right}},
          {"strides", Extents{stride, stride}}};
}

// A chain of thousands of layers goes wrong by what the estimates are wrong by, to that power. A little less than what
// they ask for makes the shifts of the layers hold it: the chain settles where they replace what was lost.
double productPower(const Builder& b, const Convolution& shape) {
  return b.repeated(1) > 1 && shape.isShifted ? 0.9 : 1;
}

Tensor bias(Builder& b, std::int64_t size) { return b.weight("bias", {size}, kShift); }

Extents broadcast(const Tensor& x, const Tensor& y) {
  const Tensor& longer = x.rank() >= y.rank() ? x : y;
  const Tensor& shorter = x.rank() >= y.rank() ? y : x;
  Extents shape = longer.shape;
  for (std::int64_t axis = 1; axis <= shorter.rank(); ++axis) {
    auto& extent = shape[shape.size() - static_cast<std::size_t>(axis)];
    assert(extent == shorter.dim(-axis) || extent == 1 || shorter.dim(-axis) == 1);
    extent = std::max(extent, shorter.dim(-axis));
  }
  return shape;
}

Tensor elementwise(Builder& b, std::string_view op, const Tensor& x, const Tensor& y, double power) {
  return b.node(op, {x, y}, broadcast(x, y), power);
}

}  // namespace

Tensor convolution(Builder& b, const Tensor& x, std::string_view name, const Convolution& shape) {
  auto scope = b.scope(name);
  const auto& [channels, kernel, stride, pads, group, hasBias, isShifted] = shape;
  assert(x.dim(1) % group == 0 && channels % group == 0);
  Plane plane(x, kernel, stride, pads);
  std::int64_t groupInputs = x.dim(1) / group;
  double fanIn = static_cast<double>(groupInputs * kernel.height * kernel.width) * plane.shareInside();
  Extents weight{channels, groupInputs, kernel.height, kernel.width};
  std::vector<Tensor> inputs{x, b.scaledWeight("weight", weight, fanIn, x.power, productPower(b, shape))};
  if (hasBias) inputs.push_back(bias(b, channels));
  Attributes attributes = windowAttributes(kernel, stride, pads);
  attributes.insert(attributes.begin(), {{"dilations", Extents{1, 1}}, {"group", group}});
  return b.node("Conv", inputs, plane.output(x, channels), hasBias ? 1 + kShift.power() : 1, attributes);
}

Tensor batchNormalization(Builder& b, const Tensor& x, std::string_view name, float epsilon) {
  auto scope = b.scope(name);
  Extents channels{x.dim(1)};
  std::vector<Tensor> inputs{x, b.weight("weight", channels, kScale), b.weight("bias", channels, kShift),
                             b.weight("running_mean", channels, kShift), b.weight("running_var", channels, kScale)};
  double power = (x.power + kShift.power()) * kScale.power() * kMeanInverseVariance + kShift.power();
  return b.node("BatchNormalization", inputs, x.shape, power, {{"epsilon", epsilon}, {"momentum", 0.9F}});
}

Tensor maxPool(Builder& b, const Tensor& x, const Pooling& shape) {
  Plane plane(x, shape.kernel, shape.stride, shape.pads, shape.roundsUp);
  Attributes attributes = windowAttributes(shape.kernel, shape.stride, shape.pads);
  attributes.insert(attributes.begin(), {"ceil_mode", std::int64_t{shape.roundsUp}});
  return b.node("MaxPool", {x}, plane.output(x, x.dim(1)), 2 * x.power, attributes);
}

Tensor averagePool(Builder& b, const Tensor& x, const Pooling& shape) {
  Plane plane(x, shape.kernel, shape.stride, shape.pads, shape.roundsUp);
  Attributes attributes = windowAttributes(shape.kernel, shape.stride, shape.pads);
  attributes.insert(attributes.begin(), {{"ceil_mode", std::int64_t{shape.roundsUp}},
                                         {"count_include_pad", std::int64_t{shape.countsPads}}});
  bool isSubsampling = shape.kernel.height == 1 && shape.kernel.width == 1;
  return b.node("AveragePool", {x}, plane.output(x, x.dim(1)), isSubsampling ? x.power : x.power / 2, attributes);
}

Tensor globalAveragePool(Builder& b, const Tensor& x) {
  return b.node("GlobalAveragePool", {x}, {x.dim(0), x.dim(1), 1, 1}, x.power / 2);
}

Tensor flatten(Builder& b, const Tensor& x) {
  std::int64_t features = 1;
  for (std::int64_t axis = 1; axis < x.rank(); ++axis) features *= x.dim(axis);
  return b.node("Flatten", {x}, {x.dim(0), features}, x.power, {{"axis", std::int64_t{1}}});
}

Tensor gemm(Builder& b, const Tensor& x, std::string_view name, std::int64_t features) {
  auto scope = b.scope(name);
  auto fanIn = static_cast<double>(x.dim(1));
  std::vector<Tensor> inputs{x, b.scaledWeight("weight", {features, x.dim(1)}, fanIn, x.power), bias(b, features)};
  return b.node("Gemm", inputs, {x.dim(0), features}, 1 + kShift.power(),
                {{"alpha", 1.0F}, {"beta", 1.0F}, {"transB", std::int64_t{1}}});
}

Tensor relu(Builder& b, const Tensor& x) { return b.node("Relu", {x}, x.shape, x.power / 2); }

Tensor residualSum(Builder& b, const Tensor& x, const Tensor& shortcut) {
  Tensor y = relu(b, add(b, x, shortcut));
  // 0.66 for normal numbers; more of x remains the larger the shortcut. The second factor: a long product of random
  // matrices is smaller than its mean.
  y.power = (0.66 * x.power + shortcut.power) * (1 - 0.9 / static_cast<double>(x.dim(1)));
  return y;
}

Tensor relu6(Builder& b, const Tensor& x) {
  return b.node("Clip", {x, b.scalar(0), b.scalar(6)}, x.shape, x.power / 2);
}

Tensor sigmoid(Builder& b, const Tensor& x) {
  return b.node("Sigmoid", {x}, x.shape, 0.25 + x.power / (16 + 4 * x.power));
}

Tensor tanh(Builder& b, const Tensor& x) { return b.node("Tanh", {x}, x.shape, x.power / (1 + x.power)); }

Tensor add(Builder& b, const Tensor& x, const Tensor& y) { return elementwise(b, "Add", x, y, x.power + y.power); }

Tensor multiply(Builder& b, const Tensor& x, const Tensor& y) { return elementwise(b, "Mul", x, y, x.power * y.power); }

Tensor divide(Builder& b, const Tensor& x, const Tensor& y) { return elementwise(b, "Div", x, y, x.power / y.power); }

Tensor concat(Builder& b, const std::vector<Tensor>& parts, std::int64_t axis) {
  Extents shape = parts.front().shape;
  double total = 0, power = 0;
  for (const Tensor& part : parts) {
    auto extent = static_cast<double>(part.dim(axis));
    total += extent;
    power += extent * part.power;
  }
  shape[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(total);
  return b.node("Concat", parts, shape, power / total, {{"axis", axis}});
}

Tensor reshape(Builder& b, const Tensor& x, const Extents& shape) {
  return b.node("Reshape", {x, b.integers(shape)}, shape, x.power, {{"allowzero", std::int64_t{0}}});
}

Tensor transpose(Builder& b, const Tensor& x, const Extents& permutation) {
  Extents shape;
  for (std::int64_t axis : permutation) shape.push_back(x.dim(axis));
  return b.node("Transpose", {x}, shape, x.power, {{"perm", permutation}});
}

Tensor gather(Builder& b, const Tensor& table, const Tensor& indices, std::int64_t axis) {
  Extents shape(table.shape.begin(), table.shape.begin() + axis);
  shape.insert(shape.end(), indices.shape.begin(), indices.shape.end());
  shape.insert(shape.end(), table.shape.begin() + axis + 1, table.shape.end());
  return b.node("Gather", {table, indices}, shape, table.power, {{"axis", axis}});
}

std::vector<Tensor> splitLast(Builder& b, const Tensor& x, std::int64_t parts) {
  Extents shape = x.shape;
  shape.back() /= parts;
  auto count = static_cast<std::size_t>(parts);
  return b.nodes("Split", {x, b.integers(Extents(count, shape.back()))}, std::vector<Extents>(count, shape), x.power,
                 {{"axis", x.rank() - 1}});
}

Tensor matMul(Builder& b, const Tensor& x, const Tensor& y) {
  assert(x.dim(-1) == y.dim(-2));
  Extents shape = x.rank() >= y.rank() ? x.shape : y.shape;
  shape[shape.size() - 2] = x.dim(-2);
  shape.back() = y.dim(-1);
  return b.node("MatMul", {x, y}, shape, static_cast<double>(x.dim(-1)) * x.power * y.power);
}

Tensor linear(Builder& b, const Tensor& x, std::string_view name, std::int64_t features, double power) {
  auto scope = b.scope(name);
  auto fanIn = static_cast<double>(x.dim(-1));
  Tensor product = matMul(b, x, b.scaledWeight("weight", {x.dim(-1), features}, fanIn, x.power, power));
  return add(b, product, bias(b, features));
}

Tensor layerNormalization(Builder& b, const Tensor& x, std::string_view name, float epsilon) {
  auto scope = b.scope(name);
  Extents features{x.dim(-1)};
  return b.node("LayerNormalization", {x, b.weight("weight", features, kScale), b.weight("bias", features, kShift)},
                x.shape, kScale.power() + kShift.power(), {{"axis", std::int64_t{-1}}, {"epsilon", epsilon}});
}

Tensor splitHeads(Builder& b, const Tensor& x, std::int64_t heads, const Extents& permutation) {
  return transpose(b, reshape(b, x, {x.dim(0), x.dim(1), heads, x.dim(2) / heads}), permutation);
}

Tensor attentionScores(Builder& b, const Tensor& query, const Tensor& transposedKey) {
  const auto root = std::sqrt(static_cast<float>(query.dim(-1)));
  return divide(b, matMul(b, query, transposedKey), b.scalar(root));
}

Tensor attentionContext(Builder& b, const Tensor& scores, const Tensor& value) {
  // Scores of power 1 spread over most of the keys; what a mean of values keeps is what the values share.
  Tensor weights = b.node("Softmax", {scores}, scores.shape, 1, {{"axis", std::int64_t{-1}}});
  Tensor context = matMul(b, weights, value);
  context.power = value.power * (0.3 + 2.7 / static_cast<double>(value.dim(-2)));
  context = transpose(b, context, {0, 2, 1, 3});
  return reshape(b, context, {value.dim(0), value.dim(2), value.dim(1) * value.dim(3)});
}

}  // namespace tasoscope::zoo
