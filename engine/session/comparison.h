#pragma once
// Two graphs that were not made from each other: which nodes stand for the same, and what is different.
//
// Problem: two files know nothing of each other's nodes; names may be kept, changed or missing. Idea: what a node
// computes from the inputs (a hash from above) and what becomes of it (a hash from below) tell most nodes apart without
// any name; then names; then neighbours of what corresponds already. Each pass takes only what is unambiguous, or as
// many here as there, in topological order.
// Complexity: O(n log n) in nodes and edges.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "session/session.h"

namespace tasoscope {

enum class DifferenceKind : std::uint8_t { kRemoved, kAdded, kChanged };
std::string_view nameOf(DifferenceKind kind);  ///< "removed", "added", "changed"

struct NodeDifference {
  DifferenceKind kind = DifferenceKind::kChanged;
  std::optional<std::size_t> a, b;  ///< indices among the nodes of either graph
  std::vector<std::string> facts;   ///< of a change: "group 1 → 2", one each
};

struct GraphComparison {
  /// By index among the nodes: the node of the other graph that stands for the same, if any.
  std::vector<std::optional<std::size_t>> ofA, ofB;
  std::vector<NodeDifference> differences;                    ///< in the order of `a`, then what was added
  std::map<std::string, std::pair<int, int>> operatorCounts;  ///< by name
};

/// Whether a constant of the first graph, by its tensor, holds what a constant of the second holds that has its type.
using SameConstants = std::function<bool(TensorId a, TensorId b)>;
/// Reads the values of both, once for each pair; what is computed from constants is taken to be the same. The spaces
/// must outlive it. Throws Cancelled.
SameConstants sameConstants(const Space& a, const Space& b, const Progress& progress = {});

/// Without `isSame` constants of one type are taken to be the same.
GraphComparison compareGraphs(const GraphView& a, const GraphView& b, const SameConstants& isSame = {});

/// `b` with the ids of `a` for what corresponds, and ids that `a` has not for the rest: so that both can be shown as
/// one graph before and after a change.
GraphView inIdsOf(const GraphView& a, GraphView b, const GraphComparison& comparison);
/// Whether an id is of a node or tensor that only the other graph has.
bool isForeign(OpId op);
bool isForeign(TensorId tensor);

}  // namespace tasoscope
