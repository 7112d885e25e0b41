// GPT-2 (small): Radford, Wu, Child, Luan, Amodei and Sutskever, Language Models are Unsupervised Multitask Learners,
// 2019: 12 layers of 768 units and 12 heads, on 128 tokens. Its linear layers ("Conv1D") are exported as Gemm between
// two Reshapes, its Gelu is written with Tanh, the causal mask is a Where, and the head shares the token embedding's
// weight. The repeated block is the layer; as the paper has it, what a layer adds shrinks with the root of their
// number.

#include <cmath>
#include <limits>
#include <numeric>

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

constexpr float kEpsilon = 1e-5F;
constexpr std::int64_t kHeads = 12;
constexpr std::int64_t kPositions = 1024;
constexpr Uniform kEmbedding{.half = 0.25};
constexpr double kResidualPower = 0.05;  // of all that the layers add together

// The weight is stored as (in, out), and the product's power is `power`.
Tensor conv1d(Builder& b, const Tensor& x, std::string_view name, std::int64_t features, double power = 1) {
  auto scope = b.scope(name);
  const std::int64_t rows = x.dim(0) * x.dim(1), units = x.dim(2);
  Tensor flat = reshape(b, x, {rows, units});
  Tensor weight = b.scaledWeight("weight", {units, features}, static_cast<double>(units), x.power, power);
  Tensor bias = b.weight("bias", {features}, {.half = 0.3 * std::sqrt(power)});
  Tensor y =
      b.node("Gemm", {flat, weight, bias}, {rows, features}, power + bias.power, {{"alpha", 1.0F}, {"beta", 1.0F}});
  return reshape(b, y, {x.dim(0), x.dim(1), features});
}

Tensor gelu(Builder& b, const Tensor& x) {
  Tensor half = multiply(b, x, b.scalar(0.5F));
  Tensor cube = b.node("Pow", {x, b.scalar(3)}, x.shape, 15 * x.power * x.power * x.power);
  Tensor inner = add(b, x, multiply(b, cube, b.scalar(0.044715F)));
  Tensor sign = tanh(b, multiply(b, inner, b.scalar(std::sqrt(2 / std::acos(-1.0F)))));
  Tensor y = multiply(b, half, add(b, sign, b.scalar(1)));
  y.power = 0.42 * x.power;
  return y;
}

Tensor causalMask(Builder& b, std::int64_t length) {
  std::vector<bool> visible;
  for (std::int64_t query = 0; query < length; ++query)
    for (std::int64_t key = 0; key < length; ++key) visible.push_back(key <= query);
  return b.booleans("causal_mask", {1, 1, length, length}, visible);
}

Tensor attention(Builder& b, const Tensor& x, double power) {
  auto scope = b.scope("attn");
  const std::int64_t units = x.dim(2), length = x.dim(1);
  std::vector<Tensor> parts = splitLast(b, conv1d(b, x, "c_attn", 3 * units), 3);
  Tensor query = splitHeads(b, parts[0], kHeads, {0, 2, 1, 3}), key = splitHeads(b, parts[1], kHeads, {0, 2, 3, 1}),
         value = splitHeads(b, parts[2], kHeads, {0, 2, 1, 3});
  Tensor scores = attentionScores(b, query, key);
  scores = b.node("Where", {causalMask(b, length), scores, b.scalar(std::numeric_limits<float>::lowest())},
                  scores.shape, scores.power);
  return conv1d(b, attentionContext(b, scores, value), "c_proj", units, power);
}

Tensor feedForward(Builder& b, const Tensor& x, double power) {
  auto scope = b.scope("mlp");
  return conv1d(b, gelu(b, conv1d(b, x, "c_fc", 4 * x.dim(2))), "c_proj", x.dim(2), power);
}

}  // namespace

void buildGpt2(Builder& b) {
  const std::int64_t units = b.size(768, 96), length = b.size(128, 16), vocabulary = b.size(50257, 512);
  const std::int64_t layers = b.repeated(12);
  const double added = kResidualPower / static_cast<double>(2 * layers);
  Extents positions(static_cast<std::size_t>(length));
  std::iota(positions.begin(), positions.end(), 0);
  Tensor tokens = b.integerInput("input_ids", {b.batch(), length});
  Tensor embedding = b.weight("transformer.wte.weight", {vocabulary, units}, kEmbedding);
  Tensor places = b.weight("transformer.wpe.weight", {kPositions, units}, kEmbedding);
  Tensor x =
      add(b, gather(b, embedding, tokens, 0), gather(b, places, b.integers("position_ids", {1, length}, positions), 0));
  for (std::int64_t i = 0; i < layers; ++i) {
    auto scope = b.scope("transformer.h." + std::to_string(i));
    x = add(b, attention(b, layerNormalization(b, x, "ln_1", kEpsilon), added), x);
    x = add(b, x, feedForward(b, layerNormalization(b, x, "ln_2", kEpsilon), added));
  }
  x = layerNormalization(b, x, "transformer.ln_f", kEpsilon);
  b.output(matMul(b, x, transpose(b, embedding, {1, 0})), "logits");
}

}  // namespace tasoscope::zoo
