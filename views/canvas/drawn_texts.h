#pragma once
// What the picture of one graph says, for the picture of another graph of the same session: the graphs of two steps
// differ in a few nodes, and the texts of all others need not be made again.

#include <absl/container/flat_hash_map.h>

#include "session/session.h"
#include "views/canvas/picture.h"

namespace tasoscope {

/// A graph, and its picture without places.
struct DrawnGraph {
  const GraphView& graph;
  const Picture& picture;
};

/// Refers to what it is made from.
class DrawnTexts {
 public:
  DrawnTexts() = default;
  explicit DrawnTexts(const DrawnGraph& drawn);

  /// The box of a node of which the same is said; or nullptr.
  const PictureBox* boxOf(const NodeView& node) const;
  /// The label of a tensor that has the same name; or nullptr.
  const QString* labelOf(const TensorView& tensor) const;

 private:
  struct DrawnNode {
    const NodeView* node = nullptr;
    const PictureBox* box = nullptr;
  };
  absl::flat_hash_map<OpId, DrawnNode> m_nodes;
  absl::flat_hash_map<std::uint64_t, const QString*> m_labels;
};

}  // namespace tasoscope
