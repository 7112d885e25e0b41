#pragma once
// A substitution as TASO's generator writes it, which Tensat's texts are read into as well: two lists of operators with
// numbered parameters, and which results of both correspond.

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tasoscope::exchange {

/// TASO's numbers of the operators that its generator writes.
enum class ForeignKind : int {
  kConv = 3,
  kMaxPool = 6,
  kAveragePool = 7,
  kRelu = 8,
  kSigmoid = 9,
  kTanh = 10,
  kConcat = 12,
  kSplit = 13,
  kTranspose = 15,
  kAdd = 16,
  kMul = 17,
  kMatMul = 18,
  kScalarMul = 19,
  kEnlarge = 20,
  kIdentityMatrix = 22,
  kIdentityKernel = 23,
  kOnes = 24,
  kPoolKernel = 25,
};

/// Empty for a number that is none of them.
std::string_view nameOf(ForeignKind kind);

/// TASO's numbers of parameters.
enum ForeignParameter : int {
  kInputCount = 1,
  kOutputCount = 2,
  kKernelH = 4,
  kKernelW = 5,
  kStrideH = 6,
  kStrideW = 7,
  kPadding = 8,
  kActivation = 9,
  kRank = 10,
  kAxis = 11,
  kPermutation = 12,
  kShuffle = 13,
};
enum ForeignPadding : int { kSame = 0, kValid = 1 };

struct ForeignTensor {
  int op = -1;  ///< of the same side; negative: an external tensor, by its number
  int output = 0;
  bool isExternal() const { return op < 0; }
  friend auto operator<=>(const ForeignTensor&, const ForeignTensor&) = default;
};

struct ForeignOp {
  ForeignKind kind = ForeignKind::kRelu;
  std::vector<ForeignTensor> inputs;
  std::vector<std::pair<int, int>> parameters;  ///< key and value, in the file's order
  std::optional<int> parameter(int key) const;
  int parameter(int key, int otherwise) const { return parameter(key).value_or(otherwise); }
  int outputCount() const;
  friend bool operator==(const ForeignOp&, const ForeignOp&) = default;
};

struct ForeignOutput {
  int sourceOp = 0;
  int targetOp = 0;  ///< negative: the external tensor itself
  int sourceOutput = 0, targetOutput = 0;
  friend bool operator==(const ForeignOutput&, const ForeignOutput&) = default;
};

struct ForeignRule {
  std::vector<ForeignOp> source, target;  ///< each op reads only earlier ones
  std::vector<ForeignOutput> outputs;
  friend bool operator==(const ForeignRule&, const ForeignRule&) = default;
};

/// What keeps a rule from being understood at all: operators that read later ones, outputs that are not there; empty:
/// nothing does.
std::string whyMalformed(const ForeignRule& rule);

/// The external tensors that operators read, by their numbers.
std::set<int> externalsOf(const std::vector<ForeignOp>& ops);

/// "Conv, Conv, Concat".
std::string namesOf(const std::vector<ForeignOp>& ops);

}  // namespace tasoscope::exchange
