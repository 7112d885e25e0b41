#include "views/canvas/drawn_texts.h"

#include <QAnyStringView>
#include <algorithm>

namespace tasoscope {
namespace {

bool isTheSame(const TensorView& a, const TensorView& b) {
  return a.bytes == b.bytes && a.element == b.element && a.type == b.type;
}

/// In all that the box of a node is made from.
bool isTheSame(const NodeView& a, const NodeView& b) {
  return a.picoseconds == b.picoseconds && a.isCostUnknown == b.isCostUnknown && a.provenance == b.provenance &&
         a.name == b.name && a.operatorName == b.operatorName && a.keyFacts == b.keyFacts && a.family == b.family &&
         std::ranges::equal(a.outputs, b.outputs,
                            [](const TensorView& one, const TensorView& other) { return isTheSame(one, other); });
}

}  // namespace

DrawnTexts::DrawnTexts(const DrawnGraph& drawn) {
  m_nodes.reserve(drawn.graph.nodes.size());
  auto box = drawn.picture.boxes.begin();
  const auto end = drawn.picture.boxes.end();
  for (const NodeView& node : drawn.graph.nodes) {  // boxes are in the order of the nodes
    while (box != end && box->shape != BoxShape::kOperator) ++box;
    if (box == end) break;
    if (box->key == node.op.value) m_nodes.emplace(node.op, DrawnNode{&node, &*box++});
  }
  m_labels.reserve(drawn.picture.edges.size());
  for (const PictureEdge& edge : drawn.picture.edges) m_labels.emplace(edge.value, &edge.label);
}

const PictureBox* DrawnTexts::boxOf(const NodeView& node) const {
  const auto known = m_nodes.find(node.op);
  return known != m_nodes.end() && isTheSame(*known->second.node, node) ? known->second.box : nullptr;
}

const QString* DrawnTexts::labelOf(const TensorView& tensor) const {
  const auto known = m_labels.find(tensor.tensor.value);
  if (known == m_labels.end()) return nullptr;
  return QAnyStringView(*known->second) == QAnyStringView(tensor.name) ? known->second : nullptr;
}

}  // namespace tasoscope
