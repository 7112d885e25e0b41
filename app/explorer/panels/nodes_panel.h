#pragma once
// The nodes of the shown graph as a sortable table: all that the canvas shows, without the canvas.

#include <QWidget>

#include "views/models/node_model.h"

class QSortFilterProxyModel;
class QTreeView;

namespace tasoscope {

class NodesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit NodesPanel(QWidget* parent = nullptr);
  void setGraph(std::shared_ptr<const GraphView> graph);
  /// Marks the row of a box, without telling.
  void setSelectedKey(std::optional<std::uint64_t> key);
  QTreeView* view() const { return m_view; }

 Q_SIGNALS:
  void nodeChosen(std::uint64_t key);

 private:
  NodeModel* m_model;
  QSortFilterProxyModel* m_sorted;
  QTreeView* m_view;
  bool m_isUpdating = false;
};

}  // namespace tasoscope
