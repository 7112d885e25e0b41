#include "views/models/difference_model.h"

#include "views/canvas/graph_picture.h"
#include "views/text/cost_text.h"

namespace tasoscope {

void DifferenceModel::setGraphs(std::shared_ptr<const ComparedGraphs> graphs) {
  beginResetModel();
  m_graphs = std::move(graphs);
  endResetModel();
}

int DifferenceModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_graphs ? 0 : static_cast<int>(m_graphs->comparison.differences.size());
}

int DifferenceModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

const NodeView* DifferenceModel::before(const NodeDifference& difference) const {
  return difference.a ? &m_graphs->before->nodes[*difference.a] : nullptr;
}

const NodeView* DifferenceModel::after(const NodeDifference& difference) const {
  return difference.b ? &m_graphs->after->nodes[*difference.b] : nullptr;
}

std::int64_t DifferenceModel::delta(const NodeDifference& difference) const {
  const NodeView *from = before(difference), *to = after(difference);
  return (to ? to->picoseconds : 0) - (from ? from->picoseconds : 0);
}

QString DifferenceModel::display(const NodeDifference& difference, int column) const {
  const NodeView& node = difference.a ? *before(difference) : *after(difference);
  switch (column) {
    case KindColumn:
      switch (difference.kind) {
        case DifferenceKind::kRemoved:
          return tr("removed");
        case DifferenceKind::kAdded:
          return tr("added");
        case DifferenceKind::kChanged:
          return tr("changed");
      }
      return {};
    case OperatorColumn:
      return QString::fromStdString(node.operatorName);
    case NameColumn:
      return QString::fromStdString(node.name);
    case FactsColumn: {
      QStringList facts;
      for (const std::string& fact : difference.facts) facts << QString::fromStdString(fact);
      return facts.join(QStringLiteral("; "));
    }
    case CostColumn:
      return shortChangeText(delta(difference));
    default:
      return {};
  }
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const NodeDifference& difference = m_graphs->comparison.differences[static_cast<std::size_t>(index.row())];
  const bool isNumber = index.column() == CostColumn;
  switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
      return display(difference, index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue(Qt::AlignVCenter | (isNumber ? Qt::AlignRight : Qt::AlignLeft));
    case SortRole:
      return isNumber ? QVariant(static_cast<qlonglong>(delta(difference))) : display(difference, index.column());
    case KeyRole:
      return static_cast<qulonglong>(keyOf(difference.a ? before(difference)->op : after(difference)->op));
    default:
      return {};
  }
}

QVariant DifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case KindColumn:
      return tr("Difference");
    case OperatorColumn:
      return tr("Operator");
    case NameColumn:
      return tr("Name");
    case FactsColumn:
      return tr("What is different");
    case CostColumn:
      return tr("Cost");
    default:
      return {};
  }
}

}  // namespace tasoscope
