#pragma once
// The children of one group in a topological order, split where they would close a cycle. Private to engine/session.

#include <vector>

#include "session/groups/node_links.h"

namespace tasoscope {

/// A child of a group: nodes that share a label, or a single node.
struct GroupChild {
  int label = -1;  ///< -1: a single node that is in no deeper group
  int piece = 0;   ///< from 1 if the label's nodes had to be split, else 0
  std::vector<int> nodes;
};

/// Orders children so that edges run forward only. Two children that depend on each other are split into runs that are
/// contiguous in a topological order which changes the child as rarely as it can; runs of one node become single nodes.
class ChildOrder {
 public:
  explicit ChildOrder(const NodeLinks& links);
  std::vector<GroupChild> ordered(std::vector<GroupChild> children);

 private:
  std::vector<std::vector<int>> edgesBetween(const std::vector<GroupChild>& children);
  std::vector<GroupChild> split(const std::vector<GroupChild>& children, const std::vector<std::vector<int>>& edges);
  void addRuns(const std::vector<GroupChild>& children, const std::vector<int>& component,
               std::vector<GroupChild>& result);

  const NodeLinks& links_;
  std::vector<int> owner_;  // of each node: the child it is in, or -1 outside the group that is looked at
  std::vector<int> missing_;
};

}  // namespace tasoscope
