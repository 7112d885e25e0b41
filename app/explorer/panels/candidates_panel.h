#pragma once
// The list of substitutions that fit the current graph: a filter, a count, one entry per match with its change of cost.
// Moving through it previews, Enter applies.

#include <QWidget>
#include <optional>

#include "views/models/candidate_model.h"

class QLabel;
class QLineEdit;
class QListView;
class QSortFilterProxyModel;

namespace tasoscope {

class CandidatesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit CandidatesPanel(QWidget* parent = nullptr);

  void setCandidates(std::vector<CandidateView> candidates, std::int64_t total, bool isComplete);
  const CandidateModel& model() const { return *m_model; }
  /// The candidate under the cursor.
  const CandidateView* current() const;
  /// Moves the cursor by one entry; wraps around.
  void move(int direction);
  QListView* view() const { return m_view; }

 Q_SIGNALS:
  void currentChanged();
  void applyRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void updateCount(bool isComplete);
  CandidateModel* m_model;
  QSortFilterProxyModel* m_sorted;
  QLineEdit* m_filter;
  QLabel* m_count;
  QListView* m_view;
};

}  // namespace tasoscope
