#pragma once
// Who feeds whom among the nodes of a view, by position: what groups, regions and pictures walk along.

#include <absl/container/flat_hash_map.h>

#include <span>
#include <vector>

#include "session/session.h"

namespace tasoscope {

class NodeLinks {
 public:
  explicit NodeLinks(const GraphView& view);

  std::size_t size() const { return producers_.size(); }
  /// Positions of the nodes that this one reads, and that read it; each once, ascending.
  std::span<const int> producersOf(int node) const { return producers_[static_cast<std::size_t>(node)]; }
  std::span<const int> consumersOf(int node) const { return consumers_[static_cast<std::size_t>(node)]; }
  /// The node that gives a tensor and which of its outputs it is; {-1, 0} for inputs and constants.
  std::pair<int, int> sourceOf(TensorId tensor) const;
  /// The position of an op, or -1.
  int positionOf(OpId op) const;

 private:
  std::vector<std::vector<int>> producers_, consumers_;
  absl::flat_hash_map<TensorId, std::pair<int, int>> sources_;
  absl::flat_hash_map<OpId, int> positions_;
};

}  // namespace tasoscope
