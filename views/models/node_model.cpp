#include "views/models/node_model.h"

#include <QLocale>

#include "views/canvas/graph_picture.h"
#include "views/text/cost_text.h"

namespace tasoscope {

void NodeModel::setGraph(std::shared_ptr<const GraphView> graph) {
  beginResetModel();
  m_graph = std::move(graph);
  endResetModel();
}

int NodeModel::rowOf(std::uint64_t key) const {
  for (int row = 0; row < rowCount(); ++row) {
    if (keyOf(m_graph->nodes[static_cast<std::size_t>(row)].op) == key) return row;
  }
  return -1;
}

int NodeModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_graph ? 0 : static_cast<int>(m_graph->nodes.size());
}

int NodeModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString NodeModel::display(const NodeView& node, int column) const {
  switch (column) {
    case OperatorColumn:
      return QString::fromStdString(node.operatorName);
    case NameColumn:
      return QString::fromStdString(node.name);
    case ShapeColumn:
      return node.outputs.empty() ? QString() : shapeText(node.outputs.front().type);
    case CostColumn:
      return node.isCostUnknown ? unknownCostGlyph()
                                : glyphOf(node.provenance) + QChar(' ') + costText(node.picoseconds);
    case ShareColumn: {
      if (m_graph->price.picoseconds <= 0) return {};
      const double share =
          100.0 * static_cast<double>(node.picoseconds) / static_cast<double>(m_graph->price.picoseconds);
      return QLocale().toString(share, 'f', 1) + QChar(QChar::Nbsp) + QLocale().percent();
    }
    default:
      return {};
  }
}

QVariant NodeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const NodeView& node = m_graph->nodes[static_cast<std::size_t>(index.row())];
  const bool isNumber = index.column() == CostColumn || index.column() == ShareColumn;
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
      return display(node, index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case SortRole:
      return isNumber ? QVariant(static_cast<qlonglong>(node.picoseconds)) : display(node, index.column());
    case KeyRole:
      return static_cast<qulonglong>(keyOf(node.op));
    default:
      return {};
  }
}

QVariant NodeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case OperatorColumn:
      return tr("Operator");
    case NameColumn:
      return tr("Name");
    case ShapeColumn:
      return tr("Output");
    case CostColumn:
      return tr("Cost");
    case ShareColumn:
      return tr("Share");
    default:
      return {};
  }
}

}  // namespace tasoscope
