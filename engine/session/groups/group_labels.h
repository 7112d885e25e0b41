#pragma once
// The labels that paths are made of. Private to engine/session.

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <string>
#include <vector>

#include "session/groups/grouping.h"
#include "session/groups/node_links.h"

namespace tasoscope {

struct GroupLabel {
  GroupKind kind = GroupKind::kNames;
  std::string name;
  int number = 0, piece = 0;
  std::uint64_t selection = 0;
  friend bool operator==(const GroupLabel&, const GroupLabel&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const GroupLabel& label) {
    return H::combine(std::move(h), label.kind, label.name, label.number, label.piece, label.selection);
  }
};

/// Labels by small numbers, so that paths are cheap to copy and compare.
class GroupLabels {
 public:
  int idOf(const GroupLabel& label);
  const GroupLabel& operator[](int id) const { return labels_[static_cast<std::size_t>(id)]; }

 private:
  std::vector<GroupLabel> labels_;
  absl::flat_hash_map<GroupLabel, int> ids_;
};

using GroupPath = std::vector<int>;  ///< labels from the outside in

/// A well mixed 64-bit value, the same in every run.
std::uint64_t mixed(std::uint64_t seed, std::uint64_t value);
std::uint64_t mixed(std::uint64_t seed, std::string_view text);

/// "/encoder/layer.3/attention/MatMul": the parts of the name but the last; of names without a slash those between
/// dots.
std::vector<GroupPath> namePaths(const GraphView& view, GroupLabels& labels);

/// Paths of copies of repeated blocks (repeated_blocks.cpp).
std::vector<GroupPath> blockPaths(const GraphView& view, const NodeLinks& links, GroupLabels& labels);

/// What a node is apart from what it is wired to: operator, attributes, types. The same for equal nodes of any graph.
std::vector<std::uint64_t> nodeSignatures(const GraphView& view);

}  // namespace tasoscope
