#pragma once
// The nodes of a graph as a table, in topological order: the same as the canvas shows, for reading, sorting and
// finding.

#include <QAbstractTableModel>
#include <memory>

#include "session/session.h"

namespace tasoscope {

class NodeModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { OperatorColumn, NameColumn, ShapeColumn, CostColumn, ShareColumn, ColumnCount };
  enum Role {
    SortRole = Qt::UserRole,
    KeyRole,  ///< the box's key on the canvas
  };

  using QAbstractTableModel::QAbstractTableModel;
  void setGraph(std::shared_ptr<const GraphView> graph);
  int rowOf(std::uint64_t key) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString display(const NodeView& node, int column) const;
  std::shared_ptr<const GraphView> m_graph;
};

}  // namespace tasoscope
