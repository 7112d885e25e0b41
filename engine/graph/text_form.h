#pragma once
// The text form of a graph, for tests and bug reports: it prints, and parses back to an equal graph.
//
//   graph {
//     x: input float32 1x64x56x56
//     w: constant float32 64x64x1x1 seed 7        # or: = [1, 2, 3] for small ones; elements uniform in [-1, 1) by seed
//     y = Conv(x, w) {kernel_shape = [1, 1], group = 1}
//     a, b = Split(y) {axis = 1, split = [32, 32]}
//     output a, b
//   }

#include <memory>
#include <string>
#include <string_view>

#include "graph/graph.h"

namespace tasoscope {

struct ParsedGraph {
  std::unique_ptr<Space> space;
  std::vector<TensorId> outputs;
  Graph graph() const { return Graph(*space, outputs); }
  /// The tensor of this name; throws UsageError.
  TensorId tensor(std::string_view name) const;
};

/// Throws ModelError with line and column.
ParsedGraph parseGraph(std::string_view text);
std::string printGraph(const Graph& graph);

}  // namespace tasoscope
