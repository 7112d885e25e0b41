#include "session/groups/node_links.h"

#include <algorithm>

namespace tasoscope {
namespace {

void sortUnique(std::vector<int>& nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

}  // namespace

NodeLinks::NodeLinks(const GraphView& view) : producers_(view.nodes.size()), consumers_(view.nodes.size()) {
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    const NodeView& node = view.nodes[i];
    positions_.emplace(node.op, static_cast<int>(i));
    for (std::size_t output = 0; output < node.outputs.size(); ++output)
      sources_.try_emplace(node.outputs[output].tensor, static_cast<int>(i), static_cast<int>(output));
  }
  for (const EdgeView& edge : view.edges) {
    if (!edge.from || !edge.to) continue;
    const int from = positionOf(*edge.from), to = positionOf(*edge.to);
    if (from < 0 || to < 0) continue;
    producers_[static_cast<std::size_t>(to)].push_back(from);
    consumers_[static_cast<std::size_t>(from)].push_back(to);
  }
  for (std::vector<int>& nodes : producers_) sortUnique(nodes);
  for (std::vector<int>& nodes : consumers_) sortUnique(nodes);
}

std::pair<int, int> NodeLinks::sourceOf(TensorId tensor) const {
  const auto found = sources_.find(tensor);
  return found == sources_.end() ? std::pair(-1, 0) : found->second;
}

int NodeLinks::positionOf(OpId op) const {
  const auto found = positions_.find(op);
  return found == positions_.end() ? -1 : found->second;
}

}  // namespace tasoscope
