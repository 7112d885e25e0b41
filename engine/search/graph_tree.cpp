#include "search/graph_tree.h"

#include <algorithm>

namespace tasoscope {

NodeId GraphTree::add(NodeId parent, MatchId match, Applies applies) {
  nodes_.push_back({parent, nodes_[parent].depth + 1, match, std::move(applies)});
  return static_cast<NodeId>(nodes_.size() - 1);
}

std::vector<NodeId> GraphTree::pathTo(NodeId node) const {
  std::vector<NodeId> path;
  for (; node != 0; node = nodes_[node].parent) path.push_back(node);
  std::reverse(path.begin(), path.end());
  return path;
}

void append(GraphChange& all, const GraphChange& change) {
  all.chosen.insert(all.chosen.end(), change.chosen.begin(), change.chosen.end());
  all.unmade.insert(all.unmade.end(), change.unmade.begin(), change.unmade.end());
  all.usesChanged.insert(all.usesChanged.end(), change.usesChanged.begin(), change.usesChanged.end());
  all.born.insert(all.born.end(), change.born.begin(), change.born.end());
  all.died.insert(all.died.end(), change.died.begin(), change.died.end());
}

}  // namespace tasoscope
