// Idea: a first topological sort of the children (Kahn, least position first) succeeds for nearly every group. Where it
// does not, the strongly connected components of the children (Tarjan, with a stack of its own) say which of them
// depend on each other; only these are split. A cycle among what results would lie in one component, and there all
// edges run forward in the order that made the runs.

#include "session/groups/child_order.h"

#include <algorithm>
#include <map>
#include <queue>
#include <set>

namespace tasoscope {
namespace {

using Edges = std::vector<std::vector<int>>;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// Kahn's algorithm; fewer than all children where some depend on each other.
std::vector<int> topologicalOrder(const std::vector<GroupChild>& children, const Edges& edges) {
  std::vector<int> missing(children.size());
  for (const std::vector<int>& targets : edges)
    for (const int target : targets) ++missing[at(target)];
  using Ready = std::pair<int, int>;  // first node, child
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready;
  const auto enter = [&](int child) { ready.emplace(children[at(child)].nodes.front(), child); };
  for (std::size_t i = 0; i < children.size(); ++i)
    if (missing[i] == 0) enter(static_cast<int>(i));
  std::vector<int> order;
  while (!ready.empty()) {
    const int child = ready.top().second;
    ready.pop();
    order.push_back(child);
    for (const int target : edges[at(child)])
      if (--missing[at(target)] == 0) enter(target);
  }
  return order;
}

/// Tarjan's strongly connected components.
class Components {
 public:
  explicit Components(const Edges& edges) : edges_(edges), index_(edges.size(), -1), low_(edges.size()) {
    isOnStack_.resize(edges.size());
    for (std::size_t i = 0; i < edges.size(); ++i)
      if (index_[i] < 0) visitFrom(static_cast<int>(i));
  }
  std::vector<std::vector<int>> take() { return std::move(components_); }

 private:
  struct Frame {
    int vertex;
    std::size_t next = 0;
  };

  void enter(int vertex, std::vector<Frame>& frames) {
    index_[at(vertex)] = low_[at(vertex)] = count_++;
    stack_.push_back(vertex);
    isOnStack_[at(vertex)] = true;
    frames.push_back({vertex});
  }

  void visitFrom(int root) {
    std::vector<Frame> frames;
    enter(root, frames);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const int vertex = frame.vertex;
      if (frame.next < edges_[at(vertex)].size()) {
        const int target = edges_[at(vertex)][frame.next++];
        if (index_[at(target)] < 0)
          enter(target, frames);
        else if (isOnStack_[at(target)])
          low_[at(vertex)] = std::min(low_[at(vertex)], index_[at(target)]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low_[at(frames.back().vertex)] = std::min(low_[at(frames.back().vertex)], low_[at(vertex)]);
      if (low_[at(vertex)] == index_[at(vertex)]) pop(vertex);
    }
  }

  void pop(int root) {
    std::vector<int> component;
    int vertex = -1;
    do {
      vertex = stack_.back();
      stack_.pop_back();
      isOnStack_[at(vertex)] = false;
      component.push_back(vertex);
    } while (vertex != root);
    std::sort(component.begin(), component.end());
    components_.push_back(std::move(component));
  }

  const Edges& edges_;
  std::vector<int> index_, low_, stack_;
  std::vector<bool> isOnStack_;
  int count_ = 0;
  std::vector<std::vector<int>> components_;
};

void numberPieces(std::vector<GroupChild>& children) {
  std::map<int, int> pieces;
  for (const GroupChild& child : children)
    if (child.label >= 0) ++pieces[child.label];
  std::map<int, int> next;
  for (GroupChild& child : children)
    if (child.label >= 0 && pieces[child.label] > 1) child.piece = ++next[child.label];
}

}  // namespace

ChildOrder::ChildOrder(const NodeLinks& links) : links_(links), owner_(links.size(), -1), missing_(links.size()) {}

Edges ChildOrder::edgesBetween(const std::vector<GroupChild>& children) {
  for (std::size_t i = 0; i < children.size(); ++i)
    for (const int node : children[i].nodes) owner_[at(node)] = static_cast<int>(i);
  Edges edges(children.size());
  for (std::size_t i = 0; i < children.size(); ++i) {
    for (const int node : children[i].nodes) {
      for (const int consumer : links_.consumersOf(node)) {
        const int target = owner_[at(consumer)];
        if (target >= 0 && at(target) != i) edges[i].push_back(target);
      }
    }
    std::sort(edges[i].begin(), edges[i].end());
    edges[i].erase(std::unique(edges[i].begin(), edges[i].end()), edges[i].end());
  }
  return edges;
}

std::vector<GroupChild> ChildOrder::ordered(std::vector<GroupChild> children) {
  Edges edges = edgesBetween(children);
  std::vector<int> order = topologicalOrder(children, edges);
  if (order.size() < children.size()) {
    children = split(children, edges);
    edges = edgesBetween(children);
    order = topologicalOrder(children, edges);
  }
  for (const GroupChild& child : children)
    for (const int node : child.nodes) owner_[at(node)] = -1;
  std::vector<GroupChild> result;
  result.reserve(order.size());
  for (const int child : order) result.push_back(std::move(children[at(child)]));
  numberPieces(result);
  return result;
}

std::vector<GroupChild> ChildOrder::split(const std::vector<GroupChild>& children, const Edges& edges) {
  std::vector<GroupChild> result;
  for (const std::vector<int>& component : Components(edges).take()) {
    if (component.size() == 1)
      result.push_back(children[at(component.front())]);
    else
      addRuns(children, component, result);
  }
  return result;
}

void ChildOrder::addRuns(const std::vector<GroupChild>& children, const std::vector<int>& component,
                         std::vector<GroupChild>& result) {
  const auto isInside = [&](int node) {
    return owner_[at(node)] >= 0 && std::binary_search(component.begin(), component.end(), owner_[at(node)]);
  };
  std::map<int, std::set<int>> ready;  // by child
  std::set<int> all;                   // nodes that are ready
  const auto enter = [&](int node) {
    ready[owner_[at(node)]].insert(node);
    all.insert(node);
  };
  for (const int child : component) {
    for (const int node : children[at(child)].nodes) {
      const auto producers = links_.producersOf(node);
      missing_[at(node)] = static_cast<int>(std::count_if(producers.begin(), producers.end(), isInside));
      if (missing_[at(node)] == 0) enter(node);
    }
  }
  std::vector<std::pair<int, std::vector<int>>> runs;  // child, nodes
  while (!all.empty()) {
    const bool goesOn = !runs.empty() && !ready[runs.back().first].empty();
    const int child = goesOn ? runs.back().first : owner_[at(*all.begin())];
    const int node = *ready[child].begin();
    ready[child].erase(node);
    all.erase(node);
    if (!goesOn) runs.push_back({child, {}});
    runs.back().second.push_back(node);
    for (const int consumer : links_.consumersOf(node))
      if (isInside(consumer) && --missing_[at(consumer)] == 0) enter(consumer);
  }
  for (auto& [child, nodes] : runs) {
    std::sort(nodes.begin(), nodes.end());
    const bool isSingle = nodes.size() == 1;
    result.push_back({isSingle ? -1 : children[at(child)].label, 0, std::move(nodes)});
  }
}

}  // namespace tasoscope
