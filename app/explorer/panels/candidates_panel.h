#pragma once
// The substitutions that fit the current graph: a filter, a count, and a tree of rules with their matches. Moving
// through it previews, Enter applies.

#include <QWidget>
#include <vector>

#include "views/models/candidate_model.h"

class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QTreeView;

namespace tasoscope {

class CandidatesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit CandidatesPanel(QWidget* parent = nullptr);

  void setCandidates(std::vector<CandidateView> candidates, std::int64_t total, bool isComplete);
  const CandidateModel& model() const { return *m_model; }
  /// The match under the cursor; nullptr on a rule.
  const CandidateView* current() const;
  /// The match under the cursor, or all matches of the rule under it.
  std::vector<const CandidateView*> previewed() const;
  /// Moves the cursor to the next or previous match; wraps around.
  void move(int direction);
  QTreeView* view() const { return m_view; }

 Q_SIGNALS:
  void currentChanged();
  void applyRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void updateCount(bool isComplete);
  void applyOrEnter();
  std::vector<QModelIndex> matchRows() const;
  CandidateModel* m_model;
  QSortFilterProxyModel* m_filtered;
  QLineEdit* m_filter;
  QLabel* m_count;
  QTreeView* m_view;
};

}  // namespace tasoscope
