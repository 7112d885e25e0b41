#pragma once
// The nodes of the shown graph as a table that can be sorted and filtered, with what each costs and why: all that the
// canvas shows, without the canvas.

#include <QWidget>

#include "views/models/node_model.h"

class QAction;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace tasoscope {

class NodesPanel : public QWidget {
  Q_OBJECT

 public:
  /// `exportTable` gets a button beside the filter.
  explicit NodesPanel(QAction* exportTable, QWidget* parent = nullptr);
  /// While the panel is not seen, nothing is read of the graph.
  void setGraph(std::shared_ptr<const GraphView> graph);
  /// Marks the row of a box, without telling.
  void setSelectedKey(std::optional<std::uint64_t> key);
  QTreeView* view() {
    catchUp();
    return m_view;
  }
  QLineEdit* filter() const { return m_filter; }
  /// "12 of 47 nodes, 41.3 µs (12.5 %)": what the filter leaves.
  QString summary();
  /// Those that the filter leaves, in topological order, with the price of the whole graph.
  GraphView shownGraph();

 Q_SIGNALS:
  void nodeChosen(std::uint64_t key);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void catchUp();
  void showSelected();
  void updateSummary();
  NodeModel* m_model;
  QSortFilterProxyModel* m_sorted;
  QLineEdit* m_filter;
  QLabel* m_summary;
  QTreeView* m_view;
  std::shared_ptr<const GraphView> m_graph;
  std::optional<std::uint64_t> m_selected;
  bool m_isUpdating = false;
};

}  // namespace tasoscope
