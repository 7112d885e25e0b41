#pragma once
// The hierarchy of a graph: nested groups of nodes, from the names of nodes, from repeated blocks, and from what a
// person has grouped.
//
// Problem: a picture of ten thousand boxes says nothing; collapsed to fifty groups it does. But a group collapsed to
// one box must not make the picture depend on itself, groups must be the same ones before and after a step, and names
// are often missing. Idea: every node gets a path of labels (its groups from the outside in), and all kinds of groups
// are labels of such paths. The tree is built from the paths, top down, so that at each level the children (groups and
// single nodes) form a graph without cycles: children that would close one are split into pieces that are contiguous in
// a topological order. A plan learns the paths of one graph (that of step 0) and gives them to every other graph of the
// session: an op keeps its path, a new op takes the path of the op whose value it gives, or what its neighbours share.
// Invariants:
//  * whatever is collapsed, the graph of what is then seen has no cycle;
//  * a group has at least two nodes; a node is in exactly one innermost group or in none;
//  * the nodes of each group are contiguous in Grouping::order, which is a topological order;
//  * keys depend on the path only, so that a group has one key in every graph of the session.
// Complexity: O((nodes + edges) * depth of nesting), nothing is recursive.

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "session/session.h"

namespace tasoscope {

enum class GroupBy : std::uint8_t { kNothing, kNames, kBlocks };

enum class GroupKind : std::uint8_t {
  kNames,      ///< nodes whose names start alike: "encoder.layer.3"
  kBlock,      ///< one copy of a substructure that repeats
  kSelection,  ///< grouped by a person
  kPart,       ///< one of the parts that a group with too many children was cut into
};

/// What a person has grouped. Nodes of other graphs belong to it by their op or by the value they give.
struct SelectionGroup {
  std::uint64_t id = 0;  ///< unique among the selections of a session
  std::string name;
  std::vector<OpId> ops;
  std::vector<TensorId> values;
};

struct Group {
  std::uint64_t key = 0;  ///< the highest bit is set; the same in every graph of the session
  GroupKind kind = GroupKind::kNames;
  std::string name;             ///< "encoder.layer.3"; of a block the letter of its repetition, of a part empty
  int number = 0;               ///< of a block which copy of its repetition, of a part which part: from 1; else 0
  int piece = 0;                ///< of a group that was split so that it closes no cycle: which piece, from 1; else 0
  std::uint64_t selection = 0;  ///< of kSelection: the id
  int parent = -1;
  std::vector<int> groups;         ///< the groups directly in it, in topological order
  std::vector<int> nodes;          ///< the nodes directly in it, by position in the view, ascending
  std::size_t begin = 0, end = 0;  ///< its nodes in Grouping::order, those of inner groups included
  std::int64_t picoseconds = 0;    ///< sum over its nodes
  std::size_t unknownCosts = 0;    ///< of these the cost is not known
  std::uint64_t structure = 0;     ///< equal: the same operators, attributes, types and wiring
  std::uint64_t content = 0;       ///< equal: the same ops
  int repetition = -1;             ///< index among the structures that occur more than once, or -1
  int copies = 1;                  ///< how many groups have this structure
  std::size_t size() const { return end - begin; }
};

struct Grouping {
  std::vector<Group> groups;   ///< parents before their children
  std::vector<int> outer;      ///< the groups that are in no other, in topological order
  std::vector<int> innermost;  ///< of each node of the view: its group, or -1
  std::vector<int> order;      ///< the nodes by position in the view
  int repetitions = 0;         ///< structures that occur more than once
  absl::flat_hash_map<std::uint64_t, int> byKey;

  /// The group with this key, or -1.
  int find(std::uint64_t key) const;
  /// The nodes of a group, those of inner groups included.
  std::span<const int> nodesOf(int group) const;
  /// Its groups from the outside in, of a node or of a group (itself included).
  std::vector<int> around(int innermostGroup) const;
  bool isEmpty() const { return groups.empty(); }
};

/// How a group of one graph differs from itself in the other graph of a pair.
struct GroupDelta {
  std::int64_t picoseconds = 0;  ///< cost here minus cost there
  std::size_t onlyHere = 0, onlyThere = 0;
  bool isElsewhere = false;  ///< the other graph has this group too
  bool isChanged() const { return onlyHere > 0 || onlyThere > 0; }
};

/// For each group of `here`, against the group with its key in the other graph.
std::vector<GroupDelta> compareGroups(const Grouping& here, const GraphView& hereView, const Grouping& there,
                                      const GraphView& thereView);

/// What groups there are, learnt from one graph; a value that can be shared by threads.
class GroupPlan {
 public:
  /// No groups but those of `selections` in graphs that are applied.
  GroupPlan();
  GroupPlan(const GraphView& base, GroupBy by);

  GroupBy by() const { return by_; }
  /// The groups of a graph of the session.
  Grouping apply(const GraphView& view, std::span<const SelectionGroup> selections = {}) const;

 private:
  struct Paths;
  GroupBy by_ = GroupBy::kNothing;
  std::shared_ptr<const Paths> paths_;
};

/// The plan that serves a graph best: names if they group most of its nodes, else repeated blocks, else nothing.
GroupPlan bestGroupPlan(const GraphView& view);

/// A node outside `ops` that lies between two of them, so that they cannot be one box or one model of their own;
/// nothing when there is none.
std::optional<OpId> nodeBetween(const GraphView& view, std::span<const OpId> ops);

}  // namespace tasoscope
