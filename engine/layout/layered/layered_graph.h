#pragma once
// The working state of the layered layout: boxes and dummies in rows, with their neighbours in the rows above and
// below.

#include <span>
#include <vector>

#include "layout/layout.h"

namespace tasoscope::layered {

/// A link as one of its nodes sees it.
struct LinkEnd {
  int node = 0, neighbour = 0;
  double port = 0.5;  ///< where on the neighbour the link is attached, 0 left to 1 right
};

/// Neighbour lists of all nodes in one array.
class Adjacency {
 public:
  /// The lists keep the order of `ends`.
  Adjacency() = default;
  Adjacency(std::size_t nodeCount, std::span<const LinkEnd> ends);
  std::span<const int> of(int node) const {
    const auto i = static_cast<std::size_t>(node);
    return std::span(neighbours_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }
  /// The ports of the same links.
  std::span<const double> portsOf(int node) const {
    const auto i = static_cast<std::size_t>(node);
    return std::span(ports_).subspan(starts_[i], starts_[i + 1] - starts_[i]);
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<int> neighbours_;
  std::vector<double> ports_;
};

/// Nodes 0 to boxCount - 1 are boxes, the others dummies. Every link joins neighbouring rows.
struct LayeredGraph {
  int boxCount = 0;
  std::vector<double> widths;
  std::vector<int> ranks;
  std::vector<std::vector<int>> rows;  ///< the nodes of each rank from left to right
  std::vector<int> places;             ///< index of each node in its row
  Adjacency above, below;
  std::vector<std::vector<int>> chains;  ///< per edge: upper box, dummies, lower box; empty for stubs and loops
  int nodeCount() const { return static_cast<int>(widths.size()); }
  bool isDummy(int node) const { return node >= boxCount; }
  void updatePlaces();
};

}  // namespace tasoscope::layered
