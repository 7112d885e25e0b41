#pragma once
// The substitutions that fit the current graph: a filter, a count, and a tree of outcomes, rules and matches. Moving
// through it previews, Enter applies. Candidates come in batches; what was opened and where the cursor is stays.

#include <QSet>
#include <QWidget>
#include <vector>

#include "session/session_host.h"
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

  /// Forgets the list: a new one is looked for.
  void start();
  void add(const std::vector<CandidateView>& batch, std::int64_t total);
  /// `isComplete`: all of them, rather than those found until it was stopped.
  void finish(std::vector<CandidateView> candidates, std::int64_t total, bool isComplete);
  const CandidateModel& model() const { return *m_model; }
  /// The match under the cursor, of a folded row the first; nullptr on a rule.
  const CandidateView* current() const;
  /// The rule under the cursor, also on a match of it; empty without one.
  QString currentRule() const;
  /// The match under the cursor, or all matches of the row under it.
  std::vector<const CandidateView*> previewed() const;
  /// Moves the cursor to the next or previous match; wraps around.
  void move(int direction);
  void focusFilter();
  /// Said where nothing fits: what is inside nodes is listed when it is shown.
  void setNodesWithBodies(int count);
  QTreeView* view() const { return m_view; }

 Q_SIGNALS:
  void currentChanged();
  void applyRequested();
  void applyEverywhereRequested();
  void applyOnBranchRequested();
  void menuRequested(const QPoint& where);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  enum class Looking { kNow, kStopped, kDone };
  void makeView();
  void show(std::vector<CandidateView> candidates, std::int64_t total);
  void restore(const QModelIndex& parent = {});
  bool opensAtFirst(const QModelIndex& row) const;
  void updateCount();
  void applyOrEnter(Qt::KeyboardModifiers modifiers);
  void collectMatchRows(const QModelIndex& parent, std::vector<QModelIndex>& rows) const;

  CandidateModel* m_model;
  QSortFilterProxyModel* m_filtered;
  QLineEdit* m_filter;
  QLabel* m_count;
  QTreeView* m_view;
  std::vector<CandidateView> m_found;  // until the list is complete
  QSet<QString> m_opened, m_closed;    // by the rows' keys
  QString m_currentKey;
  Looking m_looking = Looking::kNow;
  int m_nodesWithBodies = 0;
  bool m_isShowing = false;
};

}  // namespace tasoscope
