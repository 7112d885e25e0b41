#include "graph/egraph.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

namespace tasoscope {

EGraph::Id EGraph::find(Id id) const {
  while (leaders_[id] != id) {
    leaders_[id] = leaders_[leaders_[id]];
    id = leaders_[id];
  }
  return id;
}

EGraph::Node EGraph::canonical(const Node& node) const {
  Node result = node;
  for (Id& operand : result.operands) operand = find(operand);
  return result;
}

EGraph::Id EGraph::add(const Node& node) {
  if (const auto known = exact_.find(node); known != exact_.end()) return known->second;
  const Id id = static_cast<Id>(nodes_.size());
  nodes_.push_back(node);
  leaders_.push_back(id);
  edges_.push_back({id, kCongruence, true});
  parents_.emplace_back();
  members_.push_back({id});
  exact_.emplace(node, id);
  const Node form = canonical(node);
  for (const Id operand : form.operands) parents_[operand].push_back(id);
  const auto [congruent, isNew] = canonical_.emplace(form, id);
  if (!isNew) link(id, congruent->second, kCongruence);
  return id;
}

bool EGraph::merge(Id a, Id b, int reason) { return link(a, b, reason); }

bool EGraph::link(Id a, Id b, int reason) {
  Id lesser = find(a), greater = find(b);
  if (lesser == greater) return false;
  // The tree of a is hung below b: the edges from a to its root turn round.
  Id at = a;
  Edge incoming{b, reason, true};
  for (;;) {
    const Edge outgoing = edges_[at];
    const bool wasRoot = isRoot(at);
    edges_[at] = incoming;
    if (wasRoot) break;
    incoming = {at, outgoing.reason, !outgoing.isForward};
    at = outgoing.to;
  }
  if (members_[lesser].size() > members_[greater].size()) std::swap(lesser, greater);
  leaders_[lesser] = greater;
  members_[greater].insert(members_[greater].end(), members_[lesser].begin(), members_[lesser].end());
  members_[lesser].clear();
  parents_[greater].insert(parents_[greater].end(), parents_[lesser].begin(), parents_[lesser].end());
  parents_[lesser].clear();
  changed_.push_back(greater);
  return true;
}

void EGraph::rebuild() {
  while (!changed_.empty()) {
    const Id id = find(changed_.back());
    changed_.pop_back();
    const std::vector<Id> parents = parents_[id];
    for (const Id parent : parents) {
      const auto [congruent, isNew] = canonical_.emplace(canonical(nodes_[parent]), parent);
      if (!isNew) link(parent, congruent->second, kCongruence);
    }
  }
}

std::vector<std::vector<EGraph::Id>> EGraph::classes() const {
  std::vector<std::vector<Id>> result(nodes_.size());
  for (Id id = 0; id < nodes_.size(); ++id) {
    if (find(id) != id) continue;
    absl::flat_hash_set<Node> seen;
    std::vector<Id> members = members_[id];
    std::ranges::sort(members);
    for (const Id member : members)
      if (seen.insert(canonical(nodes_[member])).second) result[id].push_back(member);
  }
  return result;
}

std::vector<EGraph::Link> EGraph::explain(Id a, Id b) const {
  std::vector<Id> above{a};
  while (!isRoot(above.back())) above.push_back(edges_[above.back()].to);
  std::vector<Link> fromB;
  Id at = b;
  auto meeting = std::ranges::find(above, at);
  while (meeting == above.end()) {
    const Edge& edge = edges_[at];
    fromB.push_back({edge.to, at, edge.reason, !edge.isForward});
    at = edge.to;
    meeting = std::ranges::find(above, at);
  }
  std::vector<Link> result;
  for (auto id = above.begin(); id != meeting; ++id) {
    const Edge& edge = edges_[*id];
    result.push_back({*id, edge.to, edge.reason, edge.isForward});
  }
  result.insert(result.end(), fromB.rbegin(), fromB.rend());
  return result;
}

}  // namespace tasoscope
