#pragma once
// The steps of the trail: the timeline, and beside it a table that sorts by what its header's column says, and in which
// names, notes and bookmarks are written. Either goes to any step.

#include <QWidget>

#include "views/models/step_model.h"
#include "views/timeline/timeline_view.h"

class QSortFilterProxyModel;
class QTreeView;

namespace tasoscope {

class StepsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit StepsPanel(QWidget* parent = nullptr);
  void setTrail(const TrailView& trail);
  /// The step that the current one is compared with.
  void setCompared(std::optional<StepId> step) { m_timeline->setCompared(step); }
  /// The node whose life is shown.
  void setNode(std::optional<OpId> op, const QString& name) { m_timeline->setNode(op, name); }
  /// Opens the current step's name or note for writing.
  void edit(StepModel::Column column);
  const StepModel& model() const { return *m_model; }
  QTreeView* view() const { return m_view; }
  TimelineView* timeline() const { return m_timeline; }

 Q_SIGNALS:
  void stepChosen(StepId step);
  void comparedChosen(StepId step);

 private:
  void setUpTable();
  /// The row of a step in the table, as it is sorted.
  QModelIndex rowOf(StepId step, int column) const;
  StepModel* m_model;
  QSortFilterProxyModel* m_sorted;
  TimelineView* m_timeline;
  QTreeView* m_view;
  bool m_isUpdating = false;
};

}  // namespace tasoscope
