#pragma once
// From paths of labels to a tree of groups, none of which closes a cycle when it is collapsed. Private to
// engine/session.

#include "session/groups/group_labels.h"

namespace tasoscope {

/// kLearn: a label under which everything lies joins the one below it, and groups with too many children are cut into
/// parts: done once, for the graph that a plan is learnt from. kKeep: paths are taken as they are.
enum class TreeMode : std::uint8_t { kLearn, kKeep };

struct GroupTree {
  Grouping grouping;
  std::vector<GroupPath> paths;  ///< of each node: the labels of its groups as they came to be
};

/// More children than this are cut into parts.
inline constexpr std::size_t kMostChildren = 200;

GroupTree buildGroupTree(const GraphView& view, const NodeLinks& links, GroupLabels& labels,
                         const std::vector<GroupPath>& paths, TreeMode mode);

}  // namespace tasoscope
