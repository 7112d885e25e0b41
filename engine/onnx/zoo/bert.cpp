// BERT base: Devlin, Chang, Lee and Toutanova, BERT: Pre-training of Deep Bidirectional Transformers for Language
// Understanding, NAACL 2019: 12 layers of 768 units and 12 heads, on 128 tokens of one sentence without padding, so
// there is no mask and one token type. Linear layers over a sequence are MatMul and Add, Gelu is written with Erf. The
// repeated block is the layer.

#include <cmath>
#include <numeric>

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

constexpr float kEpsilon = 1e-12F;
constexpr std::int64_t kHeads = 12;
constexpr std::int64_t kPositions = 512;

Tensor embeddings(Builder& b, const Tensor& tokens, std::int64_t vocabulary, std::int64_t units) {
  auto scope = b.scope("embeddings");
  const std::int64_t length = tokens.dim(1);
  Extents positions(static_cast<std::size_t>(length));
  std::iota(positions.begin(), positions.end(), 0);
  const Uniform spread{.half = 0.5};
  Tensor words = b.weight("word_embeddings.weight", {vocabulary, units}, spread);
  Tensor types = b.weight("token_type_embeddings.weight", {2, units}, spread);
  Tensor places = b.weight("position_embeddings.weight", {kPositions, units}, spread);
  Tensor x = gather(b, words, tokens, 0);
  x = add(b, x, gather(b, types, b.integers("token_type_ids", {1, length}, Extents(positions.size(), 0)), 0));
  x = add(b, x, gather(b, places, b.integers("position_ids", {1, length}, positions), 0));
  return layerNormalization(b, x, "LayerNorm", kEpsilon);
}

Tensor selfAttention(Builder& b, const Tensor& x) {
  auto scope = b.scope("attention.self");
  const std::int64_t units = x.dim(2);
  Tensor query = linear(b, x, "query", units), key = linear(b, x, "key", units), value = linear(b, x, "value", units);
  query = splitHeads(b, query, kHeads, {0, 2, 1, 3});
  key = splitHeads(b, key, kHeads, {0, 2, 3, 1});
  value = splitHeads(b, value, kHeads, {0, 2, 1, 3});
  return attentionContext(b, attentionScores(b, query, key), value);
}

Tensor gelu(Builder& b, const Tensor& x) {
  Tensor scaled = divide(b, x, b.scalar(std::sqrt(2.0F)));
  Tensor erf = b.node("Erf", {scaled}, x.shape, scaled.power / (1 + scaled.power));
  Tensor y = multiply(b, multiply(b, x, add(b, erf, b.scalar(1))), b.scalar(0.5F));
  y.power = 0.42 * x.power;
  return y;
}

Tensor layer(Builder& b, const Tensor& x) {
  const std::int64_t units = x.dim(2);
  Tensor attended = linear(b, selfAttention(b, x), "attention.output.dense", units);
  Tensor y = layerNormalization(b, add(b, attended, x), "attention.output.LayerNorm", kEpsilon);
  Tensor inner = gelu(b, linear(b, y, "intermediate.dense", 4 * units));
  inner = linear(b, inner, "output.dense", units);
  return layerNormalization(b, add(b, inner, y), "output.LayerNorm", kEpsilon);
}

Tensor pooler(Builder& b, const Tensor& x) {
  auto scope = b.scope("pooler");
  Tensor first = gather(b, x, b.integers("first_token", {}, {0}), 1);
  return tanh(b, gemm(b, first, "dense", x.dim(2)));
}

}  // namespace

void buildBert(Builder& b) {
  const std::int64_t units = b.size(768, 96), length = b.size(128, 16), vocabulary = b.size(30522, 512);
  Tensor x = embeddings(b, b.integerInput("input_ids", {b.batch(), length}), vocabulary, units);
  for (std::int64_t i = 0; i < b.repeated(12); ++i) {
    auto scope = b.scope("encoder.layer." + std::to_string(i));
    x = layer(b, x);
  }
  Tensor pooled = pooler(b, x);
  b.output(x, "last_hidden_state");
  b.output(pooled, "pooler_output");
}

}  // namespace tasoscope::zoo
