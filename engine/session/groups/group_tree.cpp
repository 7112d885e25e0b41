#include "session/groups/group_tree.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "session/groups/child_order.h"

namespace tasoscope {
namespace {

constexpr std::uint64_t kKeyTag = std::uint64_t{1} << 63;

std::size_t at(int index) { return static_cast<std::size_t>(index); }

class TreeBuilder {
 public:
  TreeBuilder(const GraphView& view, const NodeLinks& links, GroupLabels& labels, const std::vector<GroupPath>& paths,
              TreeMode mode)
      : view_(view), links_(links), labels_(labels), paths_(paths), mode_(mode), childOrder_(links) {}

  GroupTree build() {
    tree_.grouping.innermost.assign(view_.nodes.size(), -1);
    std::vector<int> all(view_.nodes.size());
    std::iota(all.begin(), all.end(), 0);
    pending_.push_back({-1, 0, std::move(all)});
    while (!pending_.empty()) {
      Item item = std::move(pending_.back());
      pending_.pop_back();
      divide(std::move(item));
    }
    lineUp();
    nameGroups();
    addUp();
    compareStructures();
    return std::move(tree_);
  }

 private:
  /// A group whose children are still to be found: their labels stand at `depth` of the paths.
  struct Item {
    int group;  ///< -1: the whole graph
    std::size_t depth;
    std::vector<int> nodes;
  };
  /// What a group consists of, in order: a node, or ~group.
  using Sequence = std::vector<int>;

  Group& group(int id) { return tree_.grouping.groups[at(id)]; }

  int labelAt(int node, std::size_t depth) const {
    const GroupPath& path = paths_[at(node)];
    return path.size() > depth ? path[depth] : -1;
  }

  void divide(Item item) {
    if (mode_ == TreeMode::kLearn) joinChain(item);
    std::vector<GroupChild> children = childOrder_.ordered(childrenOf(item));
    if (mode_ == TreeMode::kLearn && children.size() > kMostChildren) {
      cutIntoParts(item, std::move(children));
      return;
    }
    for (GroupChild& child : children) add(item, std::move(child));
  }

  /// Names that all nodes share tell nothing: around the whole graph they go, in a group they join its name.
  void joinChain(Item& item) {
    for (;; ++item.depth) {
      const int label = labelAt(item.nodes.front(), item.depth);
      if (label < 0 || labels_[label].kind != GroupKind::kNames) return;
      for (const int node : item.nodes)
        if (labelAt(node, item.depth) != label) return;
      if (item.group < 0) continue;
      const GroupLabel own = labels_[label_[at(item.group)]];
      if (own.kind != GroupKind::kNames) return;
      label_[at(item.group)] = labels_.idOf({GroupKind::kNames, own.name + '/' + labels_[label].name, 0, own.piece});
    }
  }

  std::vector<GroupChild> childrenOf(const Item& item) const {
    absl::flat_hash_map<int, int> counts, places;
    for (const int node : item.nodes) ++counts[labelAt(node, item.depth)];
    std::vector<GroupChild> children;
    for (const int node : item.nodes) {
      const int label = labelAt(node, item.depth);
      if (label < 0 || counts[label] < 2) {
        children.push_back({-1, 0, {node}});
        continue;
      }
      const auto [place, isNew] = places.try_emplace(label, static_cast<int>(children.size()));
      if (isNew) children.push_back({label, 0, {}});
      children[at(place->second)].nodes.push_back(node);
    }
    return children;
  }

  void add(const Item& item, GroupChild child) {
    if (child.label < 0) {
      sequenceOf(item.group).push_back(child.nodes.front());
      tree_.grouping.innermost[at(child.nodes.front())] = item.group;
      return;
    }
    GroupLabel label = labels_[child.label];
    label.piece = child.piece > 0 ? child.piece : label.piece;
    pending_.push_back({addGroup(item.group, labels_.idOf(label)), item.depth + 1, std::move(child.nodes)});
  }

  int addGroup(int parent, int label) {
    const int id = static_cast<int>(label_.size());
    Group made;
    made.parent = parent;
    tree_.grouping.groups.push_back(std::move(made));
    label_.push_back(label);
    sequences_.emplace_back();
    sequenceOf(parent).push_back(~id);
    return id;
  }

  Sequence& sequenceOf(int group) { return group < 0 ? outermost_ : sequences_[at(group)]; }

  /// Parts of about as many children as there are parts, cut where few edges cross.
  void cutIntoParts(const Item& item, std::vector<GroupChild> children) {
    const std::vector<int> crossing = crossings(children);
    const auto length = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(children.size()))));
    std::size_t begin = 0;
    for (int number = 1; begin < children.size(); ++number) {
      const std::size_t end = cutNear(begin + length, length / 4, crossing);
      if (end - begin == 1) {
        add(item, std::move(children[begin]));
      } else {
        Item part{addGroup(item.group, labels_.idOf({GroupKind::kPart, "", number})), item.depth, {}};
        for (std::size_t i = begin; i < end; ++i)
          part.nodes.insert(part.nodes.end(), children[i].nodes.begin(), children[i].nodes.end());
        std::sort(part.nodes.begin(), part.nodes.end());
        pending_.push_back(std::move(part));
      }
      begin = end;
    }
  }

  /// How many nodes have consumers on the other side of the boundary before each child.
  std::vector<int> crossings(const std::vector<GroupChild>& children) const {
    absl::flat_hash_map<int, int> place;
    for (std::size_t i = 0; i < children.size(); ++i)
      for (const int node : children[i].nodes) place[node] = static_cast<int>(i);
    std::vector<int> change(children.size() + 1);
    for (const auto& [node, from] : place) {
      int last = from;
      for (const int consumer : links_.consumersOf(node))
        if (const auto found = place.find(consumer); found != place.end()) last = std::max(last, found->second);
      ++change[at(from) + 1];
      --change[at(last) + 1];
    }
    std::partial_sum(change.begin(), change.end(), change.begin());
    return change;
  }

  static std::size_t cutNear(std::size_t wanted, std::size_t reach, const std::vector<int>& crossing) {
    const std::size_t most = crossing.size() - 1;
    if (wanted + reach >= most) return most;
    std::size_t best = wanted;
    for (std::size_t i = wanted - reach; i <= wanted + reach; ++i)
      if (crossing[i] < crossing[best]) best = i;
    return best;
  }

  /// The order of all nodes, and the range of each group in it.
  void lineUp() {
    Grouping& grouping = tree_.grouping;
    struct Frame {
      int group;
      std::size_t next = 0;
    };
    std::vector<Frame> frames{{-1}};
    while (!frames.empty()) {
      const int id = frames.back().group;
      const Sequence& sequence = sequenceOf(id);
      if (frames.back().next == sequence.size()) {
        if (id >= 0) group(id).end = grouping.order.size();
        frames.pop_back();
        continue;
      }
      const int element = sequence[frames.back().next++];
      if (element >= 0) {
        grouping.order.push_back(element);
        if (id >= 0) group(id).nodes.push_back(element);
        continue;
      }
      (id < 0 ? grouping.outer : group(id).groups).push_back(~element);
      group(~element).begin = grouping.order.size();
      frames.push_back({~element});
    }
    for (Group& made : grouping.groups) std::sort(made.nodes.begin(), made.nodes.end());
  }

  void nameGroups() {
    Grouping& grouping = tree_.grouping;
    tree_.paths.resize(view_.nodes.size());
    std::vector<std::uint64_t> hashes(grouping.groups.size());
    std::vector<GroupPath> paths(grouping.groups.size());
    for (std::size_t i = 0; i < grouping.groups.size(); ++i) {
      Group& made = grouping.groups[i];
      const GroupLabel& label = labels_[label_[i]];
      made.kind = label.kind;
      made.name = label.name;
      made.number = label.number;
      made.piece = label.piece;
      made.selection = label.selection;
      if (made.parent >= 0) paths[i] = paths[at(made.parent)];
      paths[i].push_back(label_[i]);
      std::uint64_t hash = made.parent < 0 ? 7 : hashes[at(made.parent)];
      hash = mixed(mixed(hash, static_cast<std::uint64_t>(label.kind)), label.name);
      hash = mixed(mixed(hash, static_cast<std::uint64_t>(label.number)), static_cast<std::uint64_t>(label.piece));
      hashes[i] = mixed(hash, label.selection);
      made.key = hashes[i] | kKeyTag;
      grouping.byKey.emplace(made.key, static_cast<int>(i));
    }
    for (std::size_t i = 0; i < view_.nodes.size(); ++i)
      if (const int inner = grouping.innermost[i]; inner >= 0) tree_.paths[i] = paths[at(inner)];
  }

  void addUp() {
    for (Group& made : tree_.grouping.groups) {
      for (std::size_t i = made.begin; i < made.end; ++i) {
        const NodeView& node = view_.nodes[at(tree_.grouping.order[i])];
        made.picoseconds += node.picoseconds;
        made.unknownCosts += node.isCostUnknown ? 1 : 0;
        made.content += mixed(11, node.op.value);
      }
    }
  }

  void compareStructures() {
    Grouping& grouping = tree_.grouping;
    const std::vector<std::uint64_t> signatures = nodeSignatures(view_);
    std::vector<std::size_t> rank(view_.nodes.size());
    for (std::size_t i = 0; i < grouping.order.size(); ++i) rank[at(grouping.order[i])] = i;
    std::vector<std::uint64_t> hashes(view_.nodes.size());
    for (Group& made : grouping.groups) {
      std::uint64_t sum = made.size();
      for (std::size_t i = made.begin; i < made.end; ++i) {
        const auto node = at(grouping.order[i]);
        std::uint64_t hash = signatures[node];
        for (const TensorView& input : view_.nodes[node].inputs) {
          const auto [source, output] = links_.sourceOf(input.tensor);
          const bool isInside = source >= 0 && rank[at(source)] >= made.begin && rank[at(source)] < made.end;
          hash = isInside ? mixed(mixed(hash, hashes[at(source)]), static_cast<std::uint64_t>(output)) : mixed(hash, 5);
        }
        hashes[node] = hash;
        sum += mixed(13, hash);
      }
      made.structure = sum;
    }
    countCopies();
  }

  void countCopies() {
    Grouping& grouping = tree_.grouping;
    const auto isWrapped = [&](const Group& made) {
      return made.parent >= 0 && grouping.groups[at(made.parent)].size() == made.size();
    };
    std::vector<const Group*> inOrder;
    absl::flat_hash_map<std::uint64_t, int> counts, numbers;
    for (const Group& made : grouping.groups) {
      inOrder.push_back(&made);
      if (!isWrapped(made)) ++counts[made.structure];
    }
    std::stable_sort(inOrder.begin(), inOrder.end(),
                     [](const Group* a, const Group* b) { return a->begin < b->begin; });
    for (const Group* made : inOrder)
      if (counts[made->structure] > 1 && numbers.try_emplace(made->structure, grouping.repetitions).second)
        ++grouping.repetitions;
    for (Group& made : grouping.groups) {
      made.copies = std::max(1, counts[made.structure]);
      if (made.copies > 1) made.repetition = numbers.at(made.structure);
    }
  }

  const GraphView& view_;
  const NodeLinks& links_;
  GroupLabels& labels_;
  const std::vector<GroupPath>& paths_;
  TreeMode mode_;
  ChildOrder childOrder_;
  GroupTree tree_;
  std::vector<Item> pending_;
  std::vector<int> label_;  // of each group
  std::vector<Sequence> sequences_;
  Sequence outermost_;
};

}  // namespace

GroupTree buildGroupTree(const GraphView& view, const NodeLinks& links, GroupLabels& labels,
                         const std::vector<GroupPath>& paths, TreeMode mode) {
  if (view.nodes.empty()) return {};
  return TreeBuilder(view, links, labels, paths, mode).build();
}

}  // namespace tasoscope
