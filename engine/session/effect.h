#pragma once
// What a step does to a graph, seen from outside: the ops that it brings to life and those that it buries.

#include "search/graph_tree.h"

namespace tasoscope {

struct Effect {
  std::vector<OpId> removed, added;  ///< in order of id
};

Effect effectOf(const GraphChange& change);
/// Makes the applies of a step; what they change, in all.
GraphChange applyAll(Graph& graph, const Applies& applies);

}  // namespace tasoscope
