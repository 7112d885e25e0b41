#pragma once
// The trail as rows: the lane of the current step first, from the loaded graph on and past the current step to where it
// was last left, then the other branches, each after the step it leaves.

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "session/session.h"

namespace tasoscope {

/// The steps that are walked through with next and previous: from 0 to `trail.current` and on along the latest
/// children.
std::vector<StepId> laneOf(const TrailView& trail);

class StepModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { NumberColumn, RuleColumn, ChangeColumn, CostColumn, PlaceColumn, ByColumn, ColumnCount };
  enum Role {
    StepRole = Qt::UserRole,  ///< the StepId
    IsCurrentRole,
  };

  using QAbstractTableModel::QAbstractTableModel;

  void setTrail(TrailView trail);
  const TrailView& trail() const { return m_trail; }
  const std::vector<StepId>& lane() const { return m_lane; }
  int rowOf(StepId step) const;  ///< -1 when it is not shown
  StepId stepAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  /// The neighbour of the current step on its lane.
  std::optional<StepId> next() const;
  std::optional<StepId> previous() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString display(int row, int column) const;
  QString toolTip(const StepView& step) const;
  const StepView& step(StepId id) const { return m_trail.steps[id]; }
  TrailView m_trail;
  std::vector<StepId> m_lane, m_rows;
};

}  // namespace tasoscope
