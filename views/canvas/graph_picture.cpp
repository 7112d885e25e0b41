#include "views/canvas/graph_picture.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "views/canvas/group_boxes.h"
#include "views/canvas/name_clusters.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

constexpr std::uint64_t kInputTag = std::uint64_t{1} << 40;
constexpr std::uint64_t kOutputTag = std::uint64_t{2} << 40;
constexpr int kLongestText = 44;

struct GraphPicture {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::GraphPicture)
};

/// Long names are cut in the middle, where they differ least; the tool tip has them whole.
QString shortened(const QString& text) {
  if (text.size() <= kLongestText) return text;
  const qsizetype half = (kLongestText - 1) / 2;
  return text.left(half) + QChar(0x2026) + text.right(half);
}

/// "3x3" as people write it; only between extents, not inside the names of symbols.
QString spacedExtents(QString text) {
  const auto isExtent = [&](qsizetype i) { return (text[i] >= u'0' && text[i] <= u'9') || text[i] == u'?'; };
  for (qsizetype i = 1; i + 1 < text.size(); ++i)
    if (text[i] == u'x' && isExtent(i - 1) && isExtent(i + 1)) text[i] = QChar(0xd7);
  return text;
}

/// The numbers that tell unknown extents apart are for the inspector: "?71" is "?" in a box.
QString withPlainUnknowns(QString text) {
  static const QRegularExpression kUnknown(QStringLiteral("\\?\\d+"));
  return text.contains(QChar('?')) ? text.replace(kUnknown, QStringLiteral("?")) : text;
}

/// The shapes of types, each worked out once: a network has few types.
class ShapeTexts {
 public:
  const QString& of(const std::string& type) {
    const auto [entry, isNew] = m_known.try_emplace(type);
    if (isNew) entry->second = shapeText(type);
    return entry->second;
  }

 private:
  absl::flat_hash_map<std::string, QString> m_known;
};

QString shapesLine(const NodeView& node, ShapeTexts& texts) {
  if (node.outputs.size() == 1) return texts.of(node.outputs.front().type);
  QStringList shapes;
  for (const TensorView& output : node.outputs) shapes << texts.of(output.type);
  shapes.removeDuplicates();
  if (shapes.size() > 2) shapes = {shapes[0], QString(QChar(0x2026))};
  return shapes.join(QStringLiteral(", "));
}

/// The key facts; where they are the output's shape, without the batch, as in the other boxes.
QString factsText(const NodeView& node, const QString& shapes) {
  const QString facts = spacedExtents(QString::fromStdString(node.keyFacts));
  return facts.endsWith(QChar(0xd7) + shapes) ? shapes : facts;
}

ElementClass classOf(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
    case ElementType::kFloat64:
      return ElementClass::kSingle;
    case ElementType::kFloat16:
      return ElementClass::kHalf;
    case ElementType::kBfloat16:
      return ElementClass::kBrain;
    case ElementType::kBool:
      return ElementClass::kBool;
    default:
      return isInteger(type) ? ElementClass::kInteger : ElementClass::kOther;
  }
}

/// What overlays tell by the fill.
void addMeasures(PictureBox& box, const NodeView& node) {
  box.picoseconds = node.picoseconds;
  box.isPriced = !node.isCostUnknown;
  for (const TensorView& output : node.outputs) box.bytes += output.bytes;
  if (!node.outputs.empty()) box.elementClass = classOf(node.outputs.front().element);
}

PictureBox boxOf(const NodeView& node, ShapeTexts& texts) {
  PictureBox box;
  box.key = keyOf(node.op);
  box.family = familyNamed(node.family);
  const QString name = QString::fromStdString(node.name), operatorName = QString::fromStdString(node.operatorName);
  box.title = shortened(operatorName);
  if (node.isCostUnknown)
    box.cost = unknownCostGlyph();
  else if (node.picoseconds != 0)
    box.cost = costText(node.picoseconds);
  const QString shapes = shapesLine(node, texts), facts = shortened(factsText(node, shapes));
  if (!facts.isEmpty()) box.lines << facts;
  if (!shapes.isEmpty() && !facts.contains(shapes)) box.lines << QChar(0x2192) + QStringLiteral(" ") + shapes;
  const QString cost = node.isCostUnknown
                           ? GraphPicture::tr("cost unknown")
                           : QStringLiteral("%1, %2").arg(costText(node.picoseconds), wordOf(node.provenance));
  box.toolTip = QStringList({QStringLiteral("%1  %2").arg(operatorName, name), facts, shapes, cost}).join(QChar('\n'));
  box.accessibleName = QStringLiteral("%1 %2, %3, %4").arg(operatorName, name, shapes, cost);
  box.searchText = operatorName + QChar(' ') + name;
  box.name = name;
  addMeasures(box, node);
  return box;
}

PictureBox terminalOf(const TensorView& tensor, bool isInput) {
  PictureBox box;
  box.key = isInput ? inputKeyOf(tensor.tensor) : outputKeyOf(tensor.tensor);
  box.shape = BoxShape::kTerminal;
  box.family = Family::kTerminal;
  const QString name = QString::fromStdString(tensor.name),
                type = withPlainUnknowns(QString::fromStdString(tensor.type));
  box.title = shortened(name);
  box.lines << shortened(type);
  box.toolTip = (isInput ? GraphPicture::tr("Input %1") : GraphPicture::tr("Output %1")).arg(name) + QChar('\n') + type;
  box.accessibleName = (isInput ? GraphPicture::tr("input %1, %2") : GraphPicture::tr("output %1, %2")).arg(name, type);
  box.searchText = name;
  box.name = name;
  box.bytes = tensor.bytes;
  box.elementClass = classOf(tensor.element);
  return box;
}

std::uint64_t fromKeyOf(const EdgeView& edge) { return edge.from ? keyOf(*edge.from) : inputKeyOf(edge.tensor.tensor); }

std::uint64_t toKeyOf(const EdgeView& edge) { return edge.to ? keyOf(*edge.to) : outputKeyOf(edge.tensor.tensor); }

/// Adds boxes for inputs and outputs where edges first need them.
class Builder {
 public:
  Builder(const GraphView& graph, const ShownGroups* groups, const DrawnGraph* drawn)
      : m_graph(graph), m_groups(groups), m_drawn(drawn ? DrawnTexts(*drawn) : DrawnTexts()) {}

  Picture build() {
    addTerminals(true);
    const std::vector<int> clusters = clustersOfNodes();
    std::vector<int> boxOfNode;
    m_index.reserve(m_graph.nodes.size());
    m_nodes.reserve(m_graph.nodes.size());
    m_picture.boxes.reserve(m_graph.nodes.size());
    m_picture.edges.reserve(m_graph.edges.size());
    for (std::size_t i = 0; i < m_graph.nodes.size(); ++i) boxOfNode.push_back(addNode(i, clusters[i]));
    addTerminals(false);
    for (const EdgeView& edge : m_graph.edges) addEdge(edge);
    if (m_groups) addFrames(m_picture, *m_groups, boxOfNode);
    return std::move(m_picture);
  }

 private:
  std::vector<int> clustersOfNodes() const {
    if (m_groups && !m_groups->grouping.isEmpty()) {
      std::vector<int> clusters;
      for (const int group : m_groups->grouping.innermost) clusters.push_back(m_groups->clusterOf(group));
      return clusters;
    }
    std::vector<std::string> names;
    for (const NodeView& node : m_graph.nodes) names.push_back(node.name);
    return nameClusters(names);
  }

  /// The node's own box, or that of the collapsed group it is in.
  int addNode(std::size_t position, int cluster) {
    const NodeView& node = m_graph.nodes[position];
    const int seat = m_groups ? m_groups->seats[position] : -1;
    const auto next = static_cast<int>(m_picture.boxes.size());
    if (seat < 0) {
      m_index.emplace(keyOf(node.op), next);
      m_nodes.emplace(keyOf(node.op), &node);
      m_picture.boxes.push_back(ownBoxOf(node));
      m_picture.boxes.back().cluster = cluster;
      return next;
    }
    const Group& group = m_groups->grouping.groups[static_cast<std::size_t>(seat)];
    const auto [entry, isNew] = m_index.emplace(group.key, next);
    if (isNew) {
      m_picture.boxes.push_back(tasoscope::boxOf(*m_groups, seat, m_graph));
      m_picture.boxes.back().cluster = m_groups->clusterOf(group.parent);
    }
    const int box = entry->second;
    m_index.emplace(keyOf(node.op), box);
    m_picture.standIns.emplace(keyOf(node.op), box);
    return box;
  }

  /// Without its values, which the edges tell.
  PictureBox ownBoxOf(const NodeView& node) {
    const PictureBox* drawn = m_drawn.boxOf(node);
    if (!drawn) return boxOf(node, m_shapes);
    PictureBox box = *drawn;
    box.values.clear();
    return box;
  }

  bool isGroup(int box) const { return m_picture.boxes[static_cast<std::size_t>(box)].shape == BoxShape::kGroup; }

  void addTerminals(bool isInput) {
    for (const EdgeView& edge : m_graph.edges) {
      if ((isInput ? edge.from : edge.to).has_value()) continue;
      const std::uint64_t key = isInput ? inputKeyOf(edge.tensor.tensor) : outputKeyOf(edge.tensor.tensor);
      if (!m_index.emplace(key, static_cast<int>(m_picture.boxes.size())).second) continue;
      m_picture.boxes.push_back(terminalOf(edge.tensor, isInput));
    }
  }

  void addEdge(const EdgeView& view) {
    PictureEdge edge;
    const auto from = m_index.find(fromKeyOf(view));
    const auto to = m_index.find(toKeyOf(view));
    if (from == m_index.end() || to == m_index.end()) return;
    edge.from = from->second;
    edge.to = to->second;
    if (edge.from == edge.to) return;  // inside a collapsed group
    if (view.from) noteValue(m_picture.boxes[static_cast<std::size_t>(edge.from)], view.tensor.tensor);
    const bool touchesGroup = isGroup(edge.from) || isGroup(edge.to);
    if (touchesGroup && !m_groupEdges.emplace(edge.from, edge.to, view.tensor.tensor).second) return;
    const QString* drawn = view.tensor.name.empty() ? nullptr : m_drawn.labelOf(view.tensor);
    edge.label = drawn ? *drawn : QString::fromStdString(view.tensor.name);
    if (edge.label.isEmpty()) edge.label = m_picture.boxes[static_cast<std::size_t>(edge.from)].title;
    edge.shape = m_shapes.of(view.tensor.type);
    edge.bytes = view.tensor.bytes;
    edge.value = view.tensor.tensor.value;
    if (view.from && !isGroup(edge.from)) edge.fromPort = portOf(*m_nodes.at(keyOf(*view.from)), view.tensor.tensor);
    m_picture.edges.push_back(std::move(edge));
  }

  static void noteValue(PictureBox& box, TensorId tensor) {
    const std::uint64_t value = tensor.value;
    if (std::find(box.values.begin(), box.values.end(), value) == box.values.end()) box.values.push_back(value);
  }

  /// Outputs of an op with several leave its lower side in their order.
  static double portOf(const NodeView& node, TensorId tensor) {
    const auto count = node.outputs.size();
    if (count < 2) return -1;
    for (std::size_t i = 0; i < count; ++i) {
      if (node.outputs[i].tensor == tensor) return static_cast<double>(i + 1) / static_cast<double>(count + 1);
    }
    return -1;
  }

  const GraphView& m_graph;
  const ShownGroups* m_groups;
  DrawnTexts m_drawn;
  Picture m_picture;
  ShapeTexts m_shapes;
  absl::flat_hash_map<std::uint64_t, int> m_index;
  absl::flat_hash_map<std::uint64_t, const NodeView*> m_nodes;
  absl::flat_hash_set<std::tuple<int, int, TensorId>> m_groupEdges;
};

}  // namespace

Family familyNamed(const std::string& name) {
  constexpr std::array<std::pair<std::string_view, Family>, 9> kNames = {{{"matrix", Family::kMatrix},
                                                                          {"elementwise", Family::kElementwise},
                                                                          {"reduction", Family::kReduction},
                                                                          {"pool", Family::kPool},
                                                                          {"normalization", Family::kNormalization},
                                                                          {"move", Family::kMove},
                                                                          {"view", Family::kView},
                                                                          {"recurrent", Family::kRecurrent},
                                                                          {"shape", Family::kView}}};
  for (const auto& [known, family] : kNames) {
    if (known == name) return family;
  }
  return Family::kOther;
}

std::uint64_t keyOf(OpId op) { return op.value; }
std::uint64_t inputKeyOf(TensorId tensor) { return kInputTag | tensor.value; }
std::uint64_t outputKeyOf(TensorId tensor) { return kOutputTag | tensor.value; }

std::optional<OpId> opOf(std::uint64_t key) {
  if (key >= kInputTag) return std::nullopt;
  return OpId{static_cast<std::uint32_t>(key)};
}

QString shapeText(const std::string& type) {
  QString text = QString::fromStdString(type);
  text = text.mid(text.indexOf(QChar(' ')) + 1);
  if (text.startsWith(QStringLiteral("1x"))) text = text.mid(2);
  return spacedExtents(withPlainUnknowns(text));
}

Ghost ghostOf(const GraphView& added, const std::vector<OpId>& removed, const QString& bubble) {
  Ghost ghost;
  ghost.bubble = bubble;
  for (const OpId op : removed) ghost.removed.push_back(keyOf(op));
  ShapeTexts texts;
  for (const NodeView& node : added.nodes) ghost.boxes.push_back(boxOf(node, texts));
  for (const EdgeView& edge : added.edges) ghost.edges.push_back({fromKeyOf(edge), toKeyOf(edge)});
  return ghost;
}

Picture pictureOf(const GraphView& graph, const QString& title, const ShownGroups* groups, const DrawnGraph* drawn) {
  Picture picture = Builder(graph, groups, drawn).build();
  picture.title = title;
  return picture;
}

void noteChanges(Picture& picture, const ShownGroups& groups, const GraphView& graph) {
  if (groups.deltas.empty()) return;
  for (PictureBox& box : picture.boxes) {
    const int group = box.shape == BoxShape::kGroup ? groups.grouping.find(box.key) : -1;
    if (group < 0) continue;
    const GroupDelta& delta = groups.deltas[static_cast<std::size_t>(group)];
    if (!delta.isChanged() && delta.picoseconds == 0) continue;
    PictureBox told = boxOf(groups, group, graph);
    told.cluster = box.cluster;
    told.values = std::move(box.values);
    box = std::move(told);
  }
}

}  // namespace tasoscope
