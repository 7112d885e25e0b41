#pragma once
// What is different between two files, a row a node.

#include <QAbstractTableModel>
#include <memory>

#include "session/comparison.h"

namespace tasoscope {

/// Two graphs in one space of ids (inIdsOf), and what is different.
struct ComparedGraphs {
  std::shared_ptr<const GraphView> before, after;
  GraphComparison comparison;
};

class DifferenceModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { KindColumn, OperatorColumn, NameColumn, FactsColumn, CostColumn, ColumnCount };
  enum Role {
    SortRole = Qt::UserRole,
    KeyRole,  ///< the box's key on the canvas
  };

  using QAbstractTableModel::QAbstractTableModel;
  void setGraphs(std::shared_ptr<const ComparedGraphs> graphs);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const NodeView* before(const NodeDifference& difference) const;
  const NodeView* after(const NodeDifference& difference) const;
  /// What the file that is compared with needs more.
  std::int64_t delta(const NodeDifference& difference) const;
  QString display(const NodeDifference& difference, int column) const;
  std::shared_ptr<const ComparedGraphs> m_graphs;
};

}  // namespace tasoscope
