#pragma once
// Graphs inside ops: the branches of If, the bodies of Loop, Scan and SequenceMap, and the nodes of a function that a
// model defines itself. Each lies in a space of its own, because it is optimized as a graph of its own; what it takes
// from the graph around it is an input of that space, or a constant of it where it is constant outside.

#include <string>
#include <vector>

#include "graph/space.h"

namespace tasoscope {

struct Body {
  std::string name;  ///< "then_branch", "else_branch", "body"; of a function its own
  const Space* space = nullptr;
  std::vector<TensorId> inputs;  ///< what the op itself gives it, in order
  /// For each input of the op from OpBodies::firstCaptured on: what it is here; invalid where this graph does not read
  /// it, or where it is a constant here.
  std::vector<TensorId> captured;
  std::vector<TensorId> outputs;
};

struct OpBodies {
  std::vector<Body> graphs;
  std::size_t firstCaptured = 0;  ///< the op's inputs from here on are read by its graphs and not by itself
  bool isFunction = false;        ///< one graph, which is what the op does
};

}  // namespace tasoscope
