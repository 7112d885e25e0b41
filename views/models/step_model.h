#pragma once
// The trail as rows: the walk of the current step first, from the loaded graph on and past the current step to where it
// was last left, then the other branches by age. Names, notes and bookmarks can be edited in place; what was written is
// told by signals, and shown once the trail has it.

#include <QAbstractTableModel>
#include <optional>
#include <vector>

#include "session/session.h"
#include "views/text/step_text.h"

namespace tasoscope {

class StepModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column {
    NumberColumn,
    ChangeColumn,
    CostColumn,
    RuleColumn,
    PlaceColumn,
    NameColumn,
    BookmarkColumn,
    NoteColumn,
    ByColumn,
    ColumnCount
  };
  enum Role {
    StepRole = Qt::UserRole,  ///< the StepId
    IsCurrentRole,
    SortRole,  ///< what rows are sorted by: numbers where the column shows amounts
  };

  using QAbstractTableModel::QAbstractTableModel;

  /// Rows are kept, with whatever is edited in them, where the steps are the same as before.
  void setTrail(TrailView trail);
  const TrailView& trail() const { return m_trail; }
  const StepWords& words() const { return m_words; }
  /// What next and previous walk along.
  const std::vector<StepId>& walk() const { return m_walk; }
  int rowOf(StepId step) const;  ///< -1 when it is not shown
  StepId stepAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
  /// The neighbour of the current step on its walk.
  std::optional<StepId> next() const;
  std::optional<StepId> previous() const;
  /// The nearest on the walk behind (-1) or ahead (+1) of the current step that changed the cost.
  std::optional<StepId> nextChange(int direction) const;
  /// The step on the walk that made the graph cheaper than any other did; nothing where none did.
  std::optional<StepId> mostGained() const;
  /// The bookmarked step that comes after (+1) or before (-1) the current one, by number, round and round.
  std::optional<StepId> nextBookmark(int direction) const;
  /// The step that the current one's branch leaves; nothing on the first branch.
  std::optional<StepId> branchStart() const;
  /// On the next branch by age, round and round, the step that is as deep as the current one, or nearest to that.
  std::optional<StepId> nextBranch() const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 Q_SIGNALS:
  void renamed(StepId step, const QString& name);
  void noteWritten(StepId step, const QString& note);
  void bookmarkWritten(StepId step, int number);

 private:
  QString display(int row, int column) const;
  QVariant sortValue(int row, int column) const;
  const StepView& step(StepId id) const { return m_trail.steps[id]; }
  std::ptrdiff_t placeOnWalk() const;
  /// The index in trail().branches() of that with the current step; their number where there is none.
  std::size_t currentBranch(const std::vector<Branch>& branches) const;
  TrailView m_trail;
  StepWords m_words;
  std::vector<StepId> m_walk, m_rows;
};

}  // namespace tasoscope
