#pragma once
// What a foreign rule leaves unsaid: the ranks of its tensors, their extents, the windows and groups of its
// convolutions, the sizes of its splits; and the conditions under which its target is well-typed where its source is.
//
// TASO's generator evaluates its operators on tensors of fixed shapes. Read as it means them, Add and Mul take operands
// of one shape, a convolution of the source has one group and one of the target as many as its operands' channels say,
// a split cuts where its operand was joined, and SAME pads half of an odd kernel on either side.

#include <map>
#include <string>
#include <vector>

#include "exchange/dimensions.h"
#include "exchange/foreign_rule.h"

namespace tasoscope::exchange {

enum class Side : std::uint8_t { kSource, kTarget };

/// Why a rule has no form in the rule language.
struct NotExpressible {
  std::string reason;
};

/// The attributes of a convolution in the rule language.
struct WindowText {
  std::string group, kernel, pads;
};

class ForeignTyping {
 public:
  /// Throws NotExpressible.
  explicit ForeignTyping(const ForeignRule& rule);

  std::string nameOf(Side side, const ForeignTensor& tensor) const;
  const std::vector<std::string>& definitions() const { return definitions_; }  ///< "r = (k - 1) / 2"
  const std::vector<std::string>& conditions() const { return conditions_; }
  const WindowText& window(Side side, int op) const { return windows_.at({side, op}); }
  const std::string& splitSizes(Side side, int op) const { return splits_.at({side, op}); }
  /// The shape of a constant of the target, or its size where it is an identity matrix.
  std::string constantShape(int op) const;
  int rankOf(Side side, const ForeignTensor& tensor) const;  ///< -1: any
  /// The extent along an axis, in the rule language.
  std::string extentText(Side side, const ForeignTensor& tensor, int axis) const;

 private:
  using OpKey = std::pair<Side, int>;
  struct Typed {
    std::vector<Extent> extents;              ///< of a tensor of any rank: one, the whole shape
    std::map<int, std::vector<Extent>> cuts;  ///< by axis: the sizes of what was joined last
  };

  // Ranks and kernels.
  int node(Side side, const ForeignTensor& tensor) const;
  void checkArity(const ForeignOp& op) const;
  void joinRanks(int a, int b);
  void inferRanks(Side side);
  void fillRanks();
  void inferKernels(Side side);
  void nameKernels();
  void setRank(int node, int rank);
  void setKernel(int node, int height, int width);

  // Extents.
  Typed externalTyped(const ForeignTensor& tensor);
  void typeSide(Side side);
  std::vector<Typed> typeOp(Side side, int index, const ForeignOp& op);
  Typed typeConv(Side side, int index, const ForeignOp& op, const Typed& data, const Typed& weight);
  Typed typeConcat(Side side, const ForeignOp& op, const std::vector<Typed>& inputs);
  std::vector<Typed> typeSplit(Side side, int index, const ForeignOp& op, const Typed& input);
  Typed typeConstant(Side side, int index, const ForeignOp& op);
  Typed windowed(const ForeignOp& op, const Typed& data, const Extent& channels, const Extent& height,
                 const Extent& width);
  std::string groupOf(Side side, const Typed& data, const Typed& weight);
  WindowText windowTextOf(const ForeignOp& op, const ForeignTensor& weight, Side side, const Typed& weightTyped) const;
  void requireSmaller(const Extent& extent, int most);
  void requireOneShape(const ForeignOp& op);
  void require(Side side, const Extent& a, const Extent& b);
  void addCondition(const std::string& text);
  void requireEqualOutputs();
  void addRanks();

  const std::vector<ForeignOp>& opsOf(Side side) const { return side == Side::kSource ? rule_.source : rule_.target; }

  const ForeignRule& rule_;
  mutable std::map<std::pair<int, std::pair<int, int>>, int> nodes_;
  std::vector<int> rankParent_, kernelParent_;
  std::map<int, int> ranks_;                    ///< by representative
  std::map<int, std::pair<int, int>> kernels_;  ///< known ones, by representative
  std::map<int, std::string> kernelNames_;      ///< by representative
  std::vector<int> joined_;                     ///< nodes whose rank must be known
  ExtentEquations equations_;
  std::map<int, Typed> typed_;  ///< by node
  std::vector<std::string> definitions_, conditions_;
  std::map<OpKey, WindowText> windows_;
  std::map<OpKey, std::string> splits_;
};

}  // namespace tasoscope::exchange
