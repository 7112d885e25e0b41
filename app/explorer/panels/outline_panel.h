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
  void setGraph(std::shared_ptr<const GraphView> graph, std::shared_ptr<const ShownGroups> groups);
  /// Marks the row of a node or group, without telling.
  void setSelectedKey(std::optional<std::uint64_t> key);
  const OutlineModel& model() const { return *m_model; }
  QTreeView* view() const { return m_view; }

 Q_SIGNALS:
  void chosen(std::uint64_t key);     ///< the cursor has come to it
  void activated(std::uint64_t key);  ///< Enter or double click

 private:
  OutlineModel* m_model;
  QTreeView* m_view;
  bool m_isUpdating = false;
};

}  // namespace tasoscope
