#pragma once
// The values of a graph as a file sees them: tensors that are one value (aliases, several choices of one output) share
// a name there. A value is known by the tensor that its op itself made, or by the input or constant that it is. Private
// to engine/onnx.

#include <absl/container/flat_hash_map.h>

#include <vector>

#include "graph/graph.h"

namespace tasoscope {

class WrittenValues {
 public:
  explicit WrittenValues(const Graph& graph);

  /// The value of a tensor; one that is not live is what made it by default.
  TensorId valueOf(TensorId tensor) const;
  /// The op that computes a value; invalid for inputs and constants.
  OpId producerOf(TensorId value) const { return space_.tensor(value).op; }
  /// The live tensors that have this value, in order of id.
  const std::vector<TensorId>& membersOf(TensorId value) const;

 private:
  const Graph& graph_;
  const Space& space_;
  absl::flat_hash_map<TensorId, std::vector<TensorId>> members_;
};

}  // namespace tasoscope
