#pragma once
// No fake gains: what every runtime fuses by itself is fused before anything is priced.
//
// Problem: if the search were paid for joining a convolution with its bias or activation, it would find gains that a
// runtime makes anyway. Idea: those fusions are the device's rules (rules/device.rules). They are applied, as ordinary
// steps, to the loaded graph, and after each step around what changed or lost a consumer; their result is the graph's
// normal form, and only normal forms are compared. On export they are taken back (expansionOf), so that the file has
// the nodes that it had, and whoever reads it reaches the same normal form and the same price.
//
// Why the normal form is unique whatever the order: a device rule joins a product (Conv, ConvTranspose, Gemm, MatMul)
// that has no activation yet with the one reader of its result, which is no output of the model. One reader can be
// joined in one way: it is an addition of a constant (then the product had no bias) or an activation. So at each
// product at most one fusion is possible at a time, and fusions at different products do not touch each other's ops:
// bias first, then activation, as the data flows. Two equal products with equal readers become one op when both are
// joined, as equal ops made by steps do; taken back, both are there again.
//
// And a constant has its price wherever it comes from: a step can give a tensor a constant (the numbers of a shape), so
// that the ops that read it now read a weight, or constants alone and then cost nothing. In the file the tensor is an
// initializer, and whoever reads it sees that. So each such reader gives way, after the step, to the same op over the
// constant itself, and its own readers after it if it became constant. This goes with the data flow, before the
// fusions, and is not taken back on export.
//
// Complexity: normalizeAround looks at the tensors of the change and their readers, a few table look-ups each when
// there is nothing to fuse; the matcher is asked once for each pair of a product and its reader.

#include <memory>
#include <vector>

#include "graph/graph.h"
#include "rules/match.h"

namespace tasoscope {

class NormalForm {
 public:
  /// The device rules that the program carries. Writes the space (fused ops are interned); the space's one writer uses
  /// it. `opset` as for the Matcher.
  explicit NormalForm(Space& space, int opset = Matcher::kNewestOpset);
  ~NormalForm();
  NormalForm(NormalForm&&) noexcept;

  /// Fuses all that can be fused in a graph as it was loaded. Returns the facts of each fusion, in order; each is one
  /// apply of the graph.
  std::vector<std::vector<Fact>> normalize(Graph& graph);
  /// The same for a graph that was in normal form before `change` (which may be graph.lastChange() itself). The facts
  /// of each apply are appended to `record`, if there is one.
  void normalizeAround(Graph& graph, const GraphChange& change, std::vector<std::vector<Fact>>* record = nullptr);

  /// The facts that take the fusion back which made this live op: the tensors that chose it choose the ops it was fused
  /// from. Empty when the op is no fusion, or when its parts are live on their own (then the writer says it with new
  /// nodes, and a reader fuses these again).
  std::vector<Fact> expansionOf(const Graph& graph, OpId op) const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tasoscope
