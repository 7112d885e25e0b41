#pragma once
// Terms of ops over the tensors of a rule, each with its type, up to equality. An op with several results is a node
// without a type of its own, whose results are nodes above it.

#include <absl/container/flat_hash_map.h>

#include <string>
#include <vector>

#include "graph/egraph.h"
#include "proof/operator_theory.h"

namespace tasoscope {

using TermId = EGraph::Id;

struct TermLabel {
  SymbolicOp op;  ///< of a leaf: its name, without attributes
  bool isLeaf = false;
  int outputCount = 1;
  int output = -1;  ///< >= 0: this result of the operand
};

class Terms {
 public:
  /// `demands` says what becomes of the demands of ops that are made.
  explicit Terms(Demands& demands);

  Arithmetic& arithmetic() { return demands_.arithmetic(); }
  EGraph& graph() { return graph_; }
  const EGraph& graph() const { return graph_; }
  TermId absent() const { return 0; }
  TermId leaf(const std::string& name, SymbolicType type);
  /// The results of an op; attributes that it has by default are filled in. Throws what `demands` throws.
  std::vector<TermId> make(SymbolicOp op, const std::vector<TermId>& operands, int outputCount);
  /// The result of an op with several: made if need be.
  TermId result(TermId op, int output);
  /// The same exact term over other operands.
  TermId withOperands(TermId id, const std::vector<TermId>& operands);

  const TermLabel& labelOf(TermId id) const { return labels_[graph_.node(id).label]; }
  const std::optional<SymbolicType>& typeOf(TermId id) const { return types_[id]; }
  std::string text(TermId id) const;
  /// The number of ops in it.
  int sizeOf(TermId id) const;

 private:
  EGraph::Label intern(TermLabel label);
  TermId add(EGraph::Label label, const std::vector<TermId>& operands, std::optional<SymbolicType> type);

  Demands& demands_;
  EGraph graph_;
  std::vector<TermLabel> labels_;
  absl::flat_hash_map<std::string, EGraph::Label> known_;
  std::vector<std::optional<SymbolicType>> types_;
  std::vector<std::vector<SymbolicType>> results_;  // types of an op's results, where it has several
};

}  // namespace tasoscope
