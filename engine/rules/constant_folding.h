#pragma once
// What is known before a model runs, as rules: results that are computed now, operands that become attributes, views
// that change nothing, constants that are there twice.
//
// Problem: exporters leave behind what a tracer saw: a weight that is transposed in the model, a shape that is taken
// apart and put together again for a Reshape. Folding everything makes files grow (an Expand of one number is a large
// constant) and takes the quantization from quantized weights. So:
//  * a result is folded only if it takes no more bytes than the constants it is made of, or few, and at most 262,144
//    elements (ops over constants cost nothing, so larger ones may as well stay);
//  * quantization of constants stays: runtimes look for it;
//  * only the last op of a chain is folded, whose result something reads that is not itself folded;
//  * integers that follow from shapes are folded however they are computed (Tensor::elements), symbols included where
//    Reshape can say them (0 copies an extent, -1 is what is left).
// Values are computed once and with limits on the elements of one result, and of all.

#include <absl/container/flat_hash_map.h>

#include <optional>
#include <string_view>
#include <vector>

#include "rules/match.h"

namespace tasoscope {

inline constexpr std::string_view kConstantFolding = "constant-folding";
inline constexpr std::string_view kShapeFolding = "shape-folding";
inline constexpr std::string_view kKnownOperands = "known-operands";
inline constexpr std::string_view kUnchangedShape = "unchanged-shape";
inline constexpr std::string_view kEqualConstants = "equal-constants";

class ConstantFolding {
 public:
  explicit ConstantFolding(Space& space) : space_(space) {}

  /// A loaded op over constants is its result.
  std::vector<Match> foldConstants(const Graph& graph, OpId op);
  /// Integers that follow from shapes alone are a constant.
  std::vector<Match> foldShapes(const Graph& graph, OpId op);
  /// An operand whose integers are known becomes an attribute.
  std::vector<Match> takeInOperands(const Graph& graph, OpId op);
  /// A Reshape, Expand, ... whose result provably has the shape of its input is its input.
  std::vector<Match> dropViews(const Graph& graph, OpId op);
  /// An op reads the first of several equal constants.
  std::vector<Match> mergeConstants(const Graph& graph, OpId op);

 private:
  bool isWorthFolding(const Op& op) const;
  std::int64_t leafBytes(TensorId tensor, int depth) const;
  std::optional<Value> valueOf(TensorId tensor, int depth);
  std::optional<std::vector<Value>> evaluate(const Op& op, int depth);
  std::optional<std::vector<std::int64_t>> integersOf(TensorId tensor);
  std::optional<std::vector<std::int64_t>> targetShape(const Op& op) const;
  TensorId firstEqual(TensorId tensor);
  std::optional<std::vector<Match>> interned(const Graph& graph, OpId op, OpRequest request);

  Space& space_;
  absl::flat_hash_map<OpId, std::optional<std::vector<TensorId>>> folded_;  ///< results of loaded ops
  std::int64_t evaluated_ = 0;                                              ///< elements computed so far
  std::int64_t compared_ = 0;                                               ///< bytes of constants read so far
  absl::flat_hash_map<std::string, TensorId> equal_;                        ///< the first constant with a digest
  absl::flat_hash_map<TensorId, TensorId> first_;                           ///< of the constants looked at
};

}  // namespace tasoscope
