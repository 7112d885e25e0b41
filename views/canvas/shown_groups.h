#pragma once
// Which groups of a graph are seen, and which of them are collapsed.

#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "session/groups/grouping.h"

class QString;

namespace tasoscope {

/// What a person has chosen about groups: the same for all graphs of a session.
struct GroupState {
  std::optional<GroupBy> by;           ///< nothing: what serves the graph best
  std::optional<bool> areCollapsed;    ///< nothing: where the graph is large
  std::set<std::uint64_t> exceptions;  ///< keys of groups that are expanded where the others are collapsed, or reverse
  std::vector<SelectionGroup> selections;

  /// `isLarge`: what decides where nothing is chosen.
  bool isCollapsed(std::uint64_t key, bool isLarge) const {
    return areCollapsed.value_or(isLarge) != exceptions.contains(key);
  }
  void toggle(std::uint64_t key);
};

/// Graphs of more nodes than this are shown collapsed unless a person says otherwise.
inline constexpr std::size_t kManyNodes = 1000;

/// The groups of one graph as they are shown.
struct ShownGroups {
  GroupBy by = GroupBy::kNothing;
  Grouping grouping;
  std::vector<bool> isCollapsed;   ///< by group
  std::vector<GroupDelta> deltas;  ///< against the other graph of the pair; empty where there is none
  std::vector<int> seats;          ///< of each node: the outermost collapsed group around it, or -1
  bool isFirst = false;            ///< of a pair: the graph before

  /// The outermost collapsed group around this one, itself included, or -1.
  int collapsedAround(int group) const;
  /// The outermost group around this one, itself included, that is small enough to be laid out as one piece; or -1.
  int clusterOf(int group) const;
};

ShownGroups shownGroups(const GroupPlan& plan, const GroupState& state, bool isLarge, const GraphView& view);
/// Fills in how the groups of a pair differ.
void compare(ShownGroups& before, const GraphView& beforeView, ShownGroups& after, const GraphView& afterView);

/// "encoder.layer.3", "Block A 3", "Part 2"; what was split says which piece it is.
QString titleOf(const Group& group);

}  // namespace tasoscope
