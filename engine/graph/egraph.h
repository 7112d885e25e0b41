#pragma once
// Terms up to equality: a union-find over nodes, closed under congruence (equal operands make equal results), that can
// say why two nodes are equal. Generic: a node is a label and operands; what labels mean is for the user to know.
//
// Every node that was added keeps its own id and its operands as they were given, so an id stands for one exact term.
// Merging links ids in a forest whose edges carry reasons (Nieuwenhuis and Oliveras, 2005): the path between two ids of
// one class is their explanation. An edge without a reason is congruence: same label, operands equal one by one.

#include <absl/container/flat_hash_map.h>
#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <vector>

namespace tasoscope {

class EGraph {
 public:
  using Id = std::uint32_t;
  using Label = std::uint32_t;
  static constexpr int kCongruence = -1;

  struct Node {
    Label label = 0;
    absl::InlinedVector<Id, 4> operands;
    friend bool operator==(const Node&, const Node&) = default;
    template <typename H>
    friend H AbslHashValue(H h, const Node& node) {
      return H::combine(std::move(h), node.label, node.operands);
    }
  };
  /// One edge of an explanation; `isForward`: walked in the direction in which it was merged.
  struct Link {
    Id from, to;
    int reason;
    bool isForward;
  };

  /// The id of this exact term, made if need be; it joins the class of a congruent one.
  Id add(const Node& node);
  const Node& node(Id id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  /// The representative of the class.
  Id find(Id id) const;
  bool areEqual(Id a, Id b) const { return find(a) == find(b); }
  /// Merges two classes for this reason (any number but kCongruence). False: they were one already.
  bool merge(Id a, Id b, int reason);
  /// Restores congruence after merging.
  void rebuild();
  /// By representative: a node for each form that the class has. To be asked for after rebuild().
  std::vector<std::vector<Id>> classes() const;
  /// The path from a to b, which must be equal.
  std::vector<Link> explain(Id a, Id b) const;

 private:
  struct Edge {
    Id to = 0;
    int reason = kCongruence;
    bool isForward = true;
  };
  Node canonical(const Node& node) const;
  bool link(Id a, Id b, int reason);
  bool isRoot(Id id) const { return edges_[id].to == id; }

  std::vector<Node> nodes_;
  mutable std::vector<Id> leaders_;  // union-find
  std::vector<Edge> edges_;          // the forest; a root's edge leads to itself
  std::vector<std::vector<Id>> parents_, members_;
  std::vector<Id> changed_;
  absl::flat_hash_map<Node, Id> exact_, canonical_;
};

}  // namespace tasoscope
