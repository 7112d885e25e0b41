#pragma once
// The groups and nodes of the shown graph as a tree: the canvas in words.

#include <QWidget>

#include "views/models/outline_model.h"

class QTreeView;

namespace tasoscope {

class OutlinePanel : public QWidget {
  Q_OBJECT

 public:
  explicit OutlinePanel(QWidget* parent = nullptr);
  /// While the panel is not seen, nothing is read of the graph.
  void setGraph(std::shared_ptr<const GraphView> graph, std::shared_ptr<const ShownGroups> groups);
  /// Marks the row of a node or group, without telling.
  void setSelectedKey(std::optional<std::uint64_t> key);
  const OutlineModel& model() {
    catchUp();
    return *m_model;
  }
  QTreeView* view() {
    catchUp();
    return m_view;
  }

 Q_SIGNALS:
  void chosen(std::uint64_t key);     ///< the cursor has come to it
  void activated(std::uint64_t key);  ///< Enter or double click

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void catchUp();
  void showSelected();
  OutlineModel* m_model;
  QTreeView* m_view;
  std::shared_ptr<const GraphView> m_graph;
  std::shared_ptr<const ShownGroups> m_groups;
  std::optional<std::uint64_t> m_selected;
  bool m_isUpdating = false, m_isStale = false;
};

}  // namespace tasoscope
