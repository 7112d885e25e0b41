#pragma once
// The groups of a graph and the nodes in them as a tree, in topological order: the same as the canvas shows, whether
// its groups are collapsed or not.

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "views/canvas/shown_groups.h"

namespace tasoscope {

class OutlineModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { NameColumn, NodesColumn, CostColumn, ShareColumn, ChangeColumn, ColumnCount };
  enum Role { KeyRole = Qt::UserRole };  ///< the box's key on the canvas

  using QAbstractItemModel::QAbstractItemModel;
  void setGraph(std::shared_ptr<const GraphView> graph, std::shared_ptr<const ShownGroups> groups);
  /// The row of a node or a group; invalid when there is none.
  QModelIndex indexOf(std::uint64_t key) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  /// What a group, or the graph, consists of: nodes, and ~groups.
  using Children = std::vector<int>;
  const Children& childrenOf(int group) const { return m_children[static_cast<std::size_t>(group + 1)]; }
  /// The group in which the row of an index is; -1: in none.
  static int parentGroup(const QModelIndex& index) { return static_cast<int>(index.internalId()) - 1; }
  int elementAt(const QModelIndex& index) const;
  QModelIndex indexOfElement(int element, int column) const;
  QString displayGroup(int group, int column) const;
  QString displayNode(int node, int column) const;
  QString share(std::int64_t picoseconds) const;

  std::shared_ptr<const GraphView> m_graph;
  std::shared_ptr<const ShownGroups> m_groups;
  std::vector<Children> m_children{1};  // by group, shifted by one
  std::vector<int> m_groupRows, m_nodeRows;
};

}  // namespace tasoscope
