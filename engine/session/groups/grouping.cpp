#include "session/groups/grouping.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

#include "session/groups/group_tree.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostWithoutGroups = 1000;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

std::size_t sharedLength(const GroupPath& a, const GroupPath& b) {
  const auto ends = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(ends.first - a.begin());
}

/// Puts the nodes of a selection under a label of their own, right below the groups that all of them share.
void insertSelection(const GraphView& view, const SelectionGroup& selection, GroupLabels& labels,
                     std::vector<GroupPath>& paths) {
  const absl::flat_hash_set<OpId> ops(selection.ops.begin(), selection.ops.end());
  const absl::flat_hash_set<TensorId> values(selection.values.begin(), selection.values.end());
  std::vector<std::size_t> members;
  for (std::size_t i = 0; i < view.nodes.size(); ++i) {
    const NodeView& node = view.nodes[i];
    const bool givesValue = std::ranges::any_of(node.outputs, [&](const auto& v) { return values.contains(v.tensor); });
    if (ops.contains(node.op) || givesValue) members.push_back(i);
  }
  if (members.size() < 2) return;
  std::size_t depth = paths[members.front()].size();
  for (const std::size_t member : members) depth = std::min(depth, sharedLength(paths[members.front()], paths[member]));
  const int label = labels.idOf({GroupKind::kSelection, selection.name, 0, 0, selection.id});
  for (const std::size_t member : members)
    paths[member].insert(paths[member].begin() + static_cast<std::ptrdiff_t>(depth), label);
}

/// How many nodes are in groups other than parts.
std::size_t groupedNodes(const Grouping& grouping) {
  std::size_t nodes = 0;
  for (const Group& group : grouping.groups) {
    const bool isOuter = group.parent < 0 || grouping.groups[at(group.parent)].kind == GroupKind::kPart;
    if (isOuter && group.kind != GroupKind::kPart) nodes += group.size();
  }
  return nodes;
}

}  // namespace

/// What a plan has learnt.
struct GroupPlan::Paths {
  GroupLabels labels;
  absl::flat_hash_map<OpId, GroupPath> ofOps;
  absl::flat_hash_map<TensorId, GroupPath> ofValues;

  const GroupPath* find(const NodeView& node) const {
    if (const auto op = ofOps.find(node.op); op != ofOps.end()) return &op->second;
    for (const TensorView& output : node.outputs)
      if (const auto value = ofValues.find(output.tensor); value != ofValues.end()) return &value->second;
    return nullptr;
  }

  /// Paths of all nodes: what is known, else what the consumers share, else the producers.
  std::vector<GroupPath> of(const GraphView& view, const NodeLinks& links) const {
    std::vector<GroupPath> paths(view.nodes.size());
    std::vector<bool> isKnown(view.nodes.size());
    for (std::size_t i = 0; i < view.nodes.size(); ++i) {
      if (const GroupPath* path = find(view.nodes[i])) {
        paths[i] = *path;
        isKnown[i] = true;
      }
    }
    const auto adopt = [&](std::size_t i, std::span<const int> neighbours) {
      for (const int neighbour : neighbours) {
        if (!isKnown[at(neighbour)]) continue;
        if (isKnown[i])
          paths[i].resize(sharedLength(paths[i], paths[at(neighbour)]));
        else
          paths[i] = paths[at(neighbour)];
        isKnown[i] = true;
      }
    };
    for (std::size_t i = paths.size(); i-- > 0;)
      if (!isKnown[i]) adopt(i, links.consumersOf(static_cast<int>(i)));
    for (std::size_t i = 0; i < paths.size(); ++i)
      if (!isKnown[i]) adopt(i, links.producersOf(static_cast<int>(i)));
    return paths;
  }
};

int Grouping::find(std::uint64_t key) const {
  const auto found = byKey.find(key);
  return found == byKey.end() ? -1 : found->second;
}

std::span<const int> Grouping::nodesOf(int group) const {
  const Group& of = groups[at(group)];
  return std::span(order).subspan(of.begin, of.size());
}

std::vector<int> Grouping::around(int innermostGroup) const {
  std::vector<int> path;
  for (int group = innermostGroup; group >= 0; group = groups[at(group)].parent) path.push_back(group);
  std::reverse(path.begin(), path.end());
  return path;
}

GroupPlan::GroupPlan() : paths_(std::make_shared<const Paths>()) {}

GroupPlan::GroupPlan(const GraphView& base, GroupBy by) : by_(by) {
  auto paths = std::make_shared<Paths>();
  if (by != GroupBy::kNothing) {
    const NodeLinks links(base);
    std::vector<GroupPath> given =
        by == GroupBy::kNames ? namePaths(base, paths->labels) : blockPaths(base, links, paths->labels);
    const GroupTree tree = buildGroupTree(base, links, paths->labels, given, TreeMode::kLearn);
    for (std::size_t i = 0; i < tree.paths.size(); ++i) {
      paths->ofOps.emplace(base.nodes[i].op, tree.paths[i]);
      for (const TensorView& output : base.nodes[i].outputs) paths->ofValues.emplace(output.tensor, tree.paths[i]);
    }
  }
  paths_ = std::move(paths);
}

Grouping GroupPlan::apply(const GraphView& view, std::span<const SelectionGroup> selections) const {
  if (by_ == GroupBy::kNothing && selections.empty()) {
    Grouping nothing;
    nothing.innermost.assign(view.nodes.size(), -1);
    for (std::size_t i = 0; i < view.nodes.size(); ++i) nothing.order.push_back(static_cast<int>(i));
    return nothing;
  }
  const NodeLinks links(view);
  GroupLabels labels = paths_->labels;
  std::vector<GroupPath> paths = paths_->of(view, links);
  for (const SelectionGroup& selection : selections) insertSelection(view, selection, labels, paths);
  return buildGroupTree(view, links, labels, paths, TreeMode::kKeep).grouping;
}

std::vector<GroupDelta> compareGroups(const Grouping& here, const GraphView& hereView, const Grouping& there,
                                      const GraphView& thereView) {
  const auto opsOf = [](const GraphView& view) {
    absl::flat_hash_set<OpId> ops;
    for (const NodeView& node : view.nodes) ops.insert(node.op);
    return ops;
  };
  const absl::flat_hash_set<OpId> hereOps = opsOf(hereView), thereOps = opsOf(thereView);
  // How many of the first nodes in a grouping's order are missing on the other side.
  const auto missing = [](const Grouping& grouping, const GraphView& view, const absl::flat_hash_set<OpId>& others) {
    std::vector<std::size_t> counts{0};
    for (const int node : grouping.order)
      counts.push_back(counts.back() + (others.contains(view.nodes[at(node)].op) ? 0 : 1));
    return counts;
  };
  const std::vector<std::size_t> missingThere = missing(here, hereView, thereOps);
  const std::vector<std::size_t> missingHere = missing(there, thereView, hereOps);
  std::vector<GroupDelta> deltas;
  for (const Group& group : here.groups) {
    GroupDelta delta;
    delta.onlyHere = missingThere[group.end] - missingThere[group.begin];
    delta.picoseconds = group.picoseconds;
    if (const int other = there.find(group.key); other >= 0) {
      const Group& same = there.groups[at(other)];
      delta.isElsewhere = true;
      delta.picoseconds -= same.picoseconds;
      delta.onlyThere = missingHere[same.end] - missingHere[same.begin];
    }
    deltas.push_back(delta);
  }
  return deltas;
}

GroupPlan bestGroupPlan(const GraphView& view) {
  GroupPlan names(view, GroupBy::kNames);
  if (groupedNodes(names.apply(view)) * 2 >= view.nodes.size()) return names;
  GroupPlan blocks(view, GroupBy::kBlocks);
  const bool isUseful = groupedNodes(blocks.apply(view)) > 0 || view.nodes.size() > kMostWithoutGroups;
  return isUseful ? blocks : GroupPlan();
}

std::optional<OpId> nodeBetween(const GraphView& view, std::span<const OpId> ops) {
  const NodeLinks links(view);
  std::vector<bool> isInside(view.nodes.size()), isBelow(view.nodes.size()), isAbove(view.nodes.size());
  for (const OpId op : ops)
    if (const int node = links.positionOf(op); node >= 0) isInside[at(node)] = true;
  // Nodes are in topological order: one pass down and one pass up reach everything.
  for (std::size_t i = 0; i < view.nodes.size(); ++i)
    for (const int producer : links.producersOf(static_cast<int>(i)))
      if (isInside[at(producer)] || isBelow[at(producer)]) isBelow[i] = true;
  for (std::size_t i = view.nodes.size(); i-- > 0;)
    for (const int consumer : links.consumersOf(static_cast<int>(i)))
      if (isInside[at(consumer)] || isAbove[at(consumer)]) isAbove[i] = true;
  for (std::size_t i = 0; i < view.nodes.size(); ++i)
    if (!isInside[i] && isBelow[i] && isAbove[i]) return view.nodes[i].op;
  return std::nullopt;
}

}  // namespace tasoscope
