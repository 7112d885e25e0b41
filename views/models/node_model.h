#pragma once
// The nodes of a graph as a table, in topological order: the same as the canvas shows, with what each costs and why,
// for reading, sorting and finding.

#include <QAbstractTableModel>
#include <memory>

#include "session/session.h"

namespace tasoscope {

class NodeModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    OperatorColumn,
    NameColumn,
    ShapeColumn,
    CostColumn,
    ShareColumn,
    WorkColumn,    ///< floating-point operations
    MemoryColumn,  ///< bytes read and written
    LimitColumn,
    SourceColumn,
    ColumnCount
  };
  enum Role {
    SortRole = Qt::UserRole,
    KeyRole,     ///< the box's key on the canvas
    FilterRole,  ///< of the first column: all words of the row
  };

  using QAbstractTableModel::QAbstractTableModel;
  void setGraph(std::shared_ptr<const GraphView> graph);
  int rowOf(std::uint64_t key) const;
  const std::shared_ptr<const GraphView>& graph() const { return m_graph; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  static bool isNumber(int column);
  static double number(const NodeView& node, int column);
  QString display(const NodeView& node, int column) const;
  std::shared_ptr<const GraphView> m_graph;
};

}  // namespace tasoscope
