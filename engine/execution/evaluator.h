#pragma once
// Running a graph on numbers: every op by its definition, floating point in float64, each value freed when its last
// consumer has run and each constant decoded only while it is needed, so that memory follows the widest place of the
// graph and not its length.

#include <map>
#include <vector>

#include "execution/executor.h"
#include "graph/graph.h"
#include "tensor/progress.h"

namespace tasoscope {

using TensorValues = std::map<TensorId, Value>;

/// The values of the graph's outputs, in their order. Every input that a live op reads must be given, of its element
/// type and known extents (an input with a default may be left out). Throws EvaluationError, naming the node, when an
/// op is opaque or its definition cannot compute it.
std::vector<Value> evaluate(const Graph& graph, const TensorValues& inputs, const Progress& progress = {});

/// Evaluates one graph many times, as a loop does with its body: what is the same each time is prepared once, and from
/// the second run on what is constant stays, up to a limit of memory. The graph must outlive it.
class GraphEvaluation {
 public:
  explicit GraphEvaluation(const Graph& graph, BodyGraphs bodies = {});
  std::vector<Value> run(const TensorValues& inputs, const Progress& progress = {});
  /// By the definitions' work, over all runs.
  double flops() const { return flops_; }

 private:
  const Graph& graph_;
  BodyGraphs bodies_;
  EvaluationPlan plan_;
  std::vector<Watch> watches_;
  double flops_ = 0;
  KeptConstants constants_;
};

/// An op as errors and reports name it: "Conv (output 'y')".
std::string nameOfOp(const Space& space, OpId op);

}  // namespace tasoscope
