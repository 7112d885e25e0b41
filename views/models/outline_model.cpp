#include "views/models/outline_model.h"

#include <QLocale>
#include <algorithm>

#include "views/canvas/graph_picture.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

}  // namespace

void OutlineModel::setGraph(std::shared_ptr<const GraphView> graph, std::shared_ptr<const ShownGroups> groups) {
  beginResetModel();
  m_graph = std::move(graph);
  m_groups = std::move(groups);
  m_children.assign(1, {});
  m_groupRows.clear();
  m_nodeRows.clear();
  if (m_graph && m_groups) {
    const Grouping& grouping = m_groups->grouping;
    m_children.resize(grouping.groups.size() + 1);
    m_groupRows.resize(grouping.groups.size());
    m_nodeRows.resize(m_graph->nodes.size());
    // Nodes come in their order; a group comes where its first node does.
    std::vector<bool> isEntered(grouping.groups.size());
    for (const int node : grouping.order) {
      const int innermost = grouping.innermost[at(node)];
      for (const int group : grouping.around(innermost)) {
        if (isEntered[at(group)]) continue;
        isEntered[at(group)] = true;
        Children& around = m_children[at(grouping.groups[at(group)].parent + 1)];
        m_groupRows[at(group)] = static_cast<int>(around.size());
        around.push_back(~group);
      }
      Children& around = m_children[at(innermost + 1)];
      m_nodeRows[at(node)] = static_cast<int>(around.size());
      around.push_back(node);
    }
  }
  endResetModel();
}

int OutlineModel::elementAt(const QModelIndex& index) const { return childrenOf(parentGroup(index))[at(index.row())]; }

QModelIndex OutlineModel::indexOfElement(int element, int column) const {
  const Grouping& grouping = m_groups->grouping;
  const int around = element >= 0 ? grouping.innermost[at(element)] : grouping.groups[at(~element)].parent;
  const int row = element >= 0 ? m_nodeRows[at(element)] : m_groupRows[at(~element)];
  return createIndex(row, column, static_cast<quintptr>(around + 1));
}

QModelIndex OutlineModel::indexOf(std::uint64_t key) const {
  if (!m_graph || !m_groups) return {};
  if (const int group = m_groups->grouping.find(key); group >= 0) return indexOfElement(~group, 0);
  for (std::size_t i = 0; i < m_graph->nodes.size(); ++i)
    if (keyOf(m_graph->nodes[i].op) == key) return indexOfElement(static_cast<int>(i), 0);
  return {};
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  if (row < 0 || column < 0 || column >= ColumnCount || row >= rowCount(parent)) return {};
  const int around = parent.isValid() ? ~elementAt(parent) : -1;
  return createIndex(row, column, static_cast<quintptr>(around + 1));
}

QModelIndex OutlineModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || parentGroup(index) < 0) return {};
  return indexOfElement(~parentGroup(index), 0);
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(childrenOf(-1).size());
  if (parent.column() != 0) return 0;
  const int element = elementAt(parent);
  return element >= 0 ? 0 : static_cast<int>(childrenOf(~element).size());
}

int OutlineModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QString OutlineModel::share(std::int64_t picoseconds) const {
  if (m_graph->price.picoseconds <= 0) return {};
  const double part = 100.0 * static_cast<double>(picoseconds) / static_cast<double>(m_graph->price.picoseconds);
  return QLocale().toString(part, 'f', 1) + QChar(QChar::Nbsp) + QLocale().percent();
}

QString OutlineModel::displayGroup(int index, int column) const {
  const Group& group = m_groups->grouping.groups[at(index)];
  switch (column) {
    case NameColumn:
      return group.copies > 1 ? titleOf(group) + QStringLiteral("  ") + QChar(0xd7) + QLocale().toString(group.copies)
                              : titleOf(group);
    case NodesColumn:
      return QLocale().toString(static_cast<qulonglong>(group.size()));
    case CostColumn:
      return group.unknownCosts == group.size() ? unknownCostGlyph() : costText(group.picoseconds);
    case ShareColumn:
      return share(group.picoseconds);
    case ChangeColumn: {
      if (m_groups->deltas.empty()) return {};
      const GroupDelta& delta = m_groups->deltas[at(index)];
      if (!delta.isElsewhere) return tr("new");
      return delta.isChanged() ? shortChangeText(delta.picoseconds) : QString();
    }
    default:
      return {};
  }
}

QString OutlineModel::displayNode(int index, int column) const {
  const NodeView& node = m_graph->nodes[at(index)];
  switch (column) {
    case NameColumn:
      return QString::fromStdString(node.operatorName + "  " + node.name);
    case CostColumn:
      return node.isCostUnknown ? unknownCostGlyph() : costText(node.picoseconds);
    case ShareColumn:
      return node.isCostUnknown ? QString() : share(node.picoseconds);
    default:
      return {};
  }
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || !m_graph || !m_groups) return {};
  const int element = elementAt(index);
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
      return element >= 0 ? displayNode(element, index.column()) : displayGroup(~element, index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (index.column() == NameColumn ? Qt::AlignLeft : Qt::AlignRight));
    case KeyRole:
      return static_cast<qulonglong>(element >= 0 ? keyOf(m_graph->nodes[at(element)].op)
                                                  : m_groups->grouping.groups[at(~element)].key);
    default:
      return {};
  }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case NameColumn:
      return tr("Group or node");
    case NodesColumn:
      return tr("Nodes");
    case CostColumn:
      return tr("Cost");
    case ShareColumn:
      return tr("Share");
    case ChangeColumn:
      return tr("Change");
    default:
      return {};
  }
}

}  // namespace tasoscope
