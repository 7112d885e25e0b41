#pragma once
// The operators and layers that the zoo's networks are made of; each adds one node, or a layer as exporters expand it.

#include "onnx/zoo/builder.h"

namespace tasoscope::zoo {

struct Window {
  std::int64_t height = 1, width = 1;
  static Window square(std::int64_t size) { return {size, size}; }
};

struct Pads {
  std::int64_t top = 0, left = 0, bottom = 0, right = 0;
  /// The same at every edge.
  static Pads all(std::int64_t size) { return {size, size, size, size}; }
  /// What keeps the extents at stride 1, for odd windows.
  static Pads same(Window window) { return {window.height / 2, window.width / 2, window.height / 2, window.width / 2}; }
};

struct Convolution {
  std::int64_t channels = 0;  ///< of the output
  Window kernel = {};
  std::int64_t stride = 1;
  Pads pads = {};
  std::int64_t group = 1;
  bool hasBias = false;
  bool isShifted = true;  ///< by its bias, or by the batch normalization that follows
};

struct Pooling {
  Window kernel = {};
  std::int64_t stride = 1;
  Pads pads = {};
  bool roundsUp = false;    ///< ceil_mode
  bool countsPads = false;  ///< of an average
};

// Images, NCHW. Layers with weights take the layer's name.
Tensor convolution(Builder& b, const Tensor& x, std::string_view name, const Convolution& shape);
/// The inference form with statistics near the identity, but none trivial.
Tensor batchNormalization(Builder& b, const Tensor& x, std::string_view name, float epsilon = 1e-5F);
Tensor maxPool(Builder& b, const Tensor& x, const Pooling& shape);
Tensor averagePool(Builder& b, const Tensor& x, const Pooling& shape);
Tensor globalAveragePool(Builder& b, const Tensor& x);
Tensor flatten(Builder& b, const Tensor& x);
/// Gemm with the weight stored as (out, in), as PyTorch has it.
Tensor gemm(Builder& b, const Tensor& x, std::string_view name, std::int64_t features);

// Elementwise.
Tensor relu(Builder& b, const Tensor& x);
/// relu(x + shortcut), where the shortcut is the output of a relu and so passes whole.
Tensor residualSum(Builder& b, const Tensor& x, const Tensor& shortcut);
Tensor relu6(Builder& b, const Tensor& x);
Tensor sigmoid(Builder& b, const Tensor& x);
Tensor tanh(Builder& b, const Tensor& x);
Tensor add(Builder& b, const Tensor& x, const Tensor& y);
Tensor multiply(Builder& b, const Tensor& x, const Tensor& y);
Tensor divide(Builder& b, const Tensor& x, const Tensor& y);

// Data movement.
Tensor concat(Builder& b, const std::vector<Tensor>& parts, std::int64_t axis);
Tensor reshape(Builder& b, const Tensor& x, const Extents& shape);
Tensor transpose(Builder& b, const Tensor& x, const Extents& permutation);
Tensor gather(Builder& b, const Tensor& table, const Tensor& indices, std::int64_t axis);
/// Equal parts along the last axis.
std::vector<Tensor> splitLast(Builder& b, const Tensor& x, std::int64_t parts);

// Sequences.
Tensor matMul(Builder& b, const Tensor& x, const Tensor& y);
/// MatMul with a weight and Add with a bias, as exporters write a linear layer over three axes. The product's power is
/// `power`.
Tensor linear(Builder& b, const Tensor& x, std::string_view name, std::int64_t features, double power = 1);
Tensor layerNormalization(Builder& b, const Tensor& x, std::string_view name, float epsilon);
/// (batch, length, units) split into heads of equal width, then permuted; the axes are batch, length, head, unit.
Tensor splitHeads(Builder& b, const Tensor& x, std::int64_t heads, const Extents& permutation);
/// The scaled products of queries and keys, before a mask; the keys come transposed.
Tensor attentionScores(Builder& b, const Tensor& query, const Tensor& transposedKey);
/// The values weighted with the softmax of the scores, heads joined again.
Tensor attentionContext(Builder& b, const Tensor& scores, const Tensor& value);

}  // namespace tasoscope::zoo
