#pragma once
// A tree of graphs, each reached from its parent by the applies of one step: what a search visits, and the trail of a
// session. One mutable graph walks in it, by undoing to the common ancestor and repeating applies downwards.

#include <cstdint>
#include <vector>

#include "search/step.h"

namespace tasoscope {

using NodeId = std::uint32_t;  ///< of the tree; 0 is the root

class GraphTree {
 public:
  struct Node {
    NodeId parent = 0;
    std::uint32_t depth = 0;
    MatchId match = 0;
    Applies applies;
  };

  GraphTree() : nodes_(1) {}
  /// `applies` lead from the graph of `parent` to the new node's.
  NodeId add(NodeId parent, MatchId match, Applies applies);
  const Node& node(NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  /// From the root's child to `node`.
  std::vector<NodeId> pathTo(NodeId node) const;

  /// Moves the graph from the node it is at to another. `applied(graph)` is called after each apply, `undone()` after
  /// each undo.
  template <typename Applied, typename Undone>
  void move(Graph& graph, NodeId from, NodeId to, Applied applied, Undone undone) const {
    std::vector<NodeId> down;
    while (from != to) {
      bool isDown = nodes_[to].depth >= nodes_[from].depth, isUp = nodes_[from].depth >= nodes_[to].depth;
      if (isUp) {
        for (std::size_t i = 0; i < nodes_[from].applies.size(); ++i) {
          graph.undo();
          undone();
        }
        from = nodes_[from].parent;
      }
      if (isDown) {
        down.push_back(to);
        to = nodes_[to].parent;
      }
    }
    for (std::size_t i = down.size(); i-- > 0;) {
      for (const std::vector<Fact>& facts : nodes_[down[i]].applies) {
        graph.apply(facts);
        applied(graph);
      }
    }
  }
  void move(Graph& graph, NodeId from, NodeId to) const {
    move(
        graph, from, to, [](const Graph&) {}, [] {});
  }

 private:
  std::vector<Node> nodes_;
};

/// Adds what one apply changed to what earlier ones did.
void append(GraphChange& all, const GraphChange& change);

}  // namespace tasoscope
