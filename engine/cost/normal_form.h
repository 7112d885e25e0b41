#pragma once
// The normal form of a graph: every fusion made that any runtime makes by itself (a convolution, Gemm or MatMul with
// its bias and its activation, where the inner tensor has one use and is no model output). Search starts at the normal
// form, and each step is followed by the fusions around what it changed, so that no step claims a gain that a runtime
// gives for nothing. Each fusion is an apply of its own in the graph.

#include <memory>
#include <span>
#include <vector>

#include "graph/graph.h"
#include "rules/match.h"

namespace tasoscope {

class NormalForm {
 public:
  /// With the device rules that the program carries, in their order. One thread, which writes the space.
  explicit NormalForm(Space& space);
  ~NormalForm();

  /// Brings a whole graph into normal form.
  void normalize(Graph& graph);
  /// Brings a graph back into normal form that was in it before `change` (which may be graph.lastChange() itself).
  /// The facts of each fusion made are appended to `record`, if there is one.
  void normalizeAround(Graph& graph, const GraphChange& change, std::vector<std::vector<Fact>>* record = nullptr);
  /// Facts that replace an op which a fusion made by those it was fused from; empty for any other op.
  std::vector<Fact> expansionOf(OpId op) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tasoscope
