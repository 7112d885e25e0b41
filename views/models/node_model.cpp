#include "views/models/node_model.h"

#include "views/canvas/graph_picture.h"
#include "views/text/cost_facts.h"
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
      return costOf(node);
    case ShareColumn:
      return node.isCostUnknown ? QString() : shareText(node.picoseconds, m_graph->price.picoseconds);
    case WorkColumn:
      return node.flops > 0 ? workText(node.flops) : QString();
    case MemoryColumn:
      return sizeText(number(node, column));
    case LimitColumn:
      return limitText(node.limit);
    case SourceColumn:
      return node.isCostUnknown ? tr("unknown") : wordOf(node.provenance);
    default:
      return {};
  }
}

bool NodeModel::isNumber(int column) { return column >= CostColumn && column <= MemoryColumn; }

double NodeModel::number(const NodeView& node, int column) {
  if (column == WorkColumn) return node.flops;
  if (column == MemoryColumn) return node.bytesRead + node.bytesWritten;
  return static_cast<double>(node.picoseconds);
}

QVariant NodeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const NodeView& node = m_graph->nodes[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
      return display(node, index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
    case SortRole:
      return isNumber(index.column()) ? QVariant(number(node, index.column())) : display(node, index.column());
    case FilterRole:
      return QString::fromStdString(node.operatorName + '\n' + node.name + '\n' + node.limit + '\n') +
             display(node, ShapeColumn);
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
    case WorkColumn:
      return tr("Operations");
    case MemoryColumn:
      return tr("Memory traffic");
    case LimitColumn:
      return tr("Limit");
    case SourceColumn:
      return tr("Source");
    default:
      return {};
  }
}

}  // namespace tasoscope
