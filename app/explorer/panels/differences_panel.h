#pragma once
// What is different between the model and the file that it is compared with, as a sortable table.

#include <QLabel>
#include <QWidget>

#include "views/models/difference_model.h"

class QSortFilterProxyModel;
class QTreeView;

namespace tasoscope {

class DifferencesPanel : public QWidget {
  Q_OBJECT

 public:
  explicit DifferencesPanel(QWidget* parent = nullptr);
  /// `summary`: one sentence over the table.
  void setGraphs(std::shared_ptr<const ComparedGraphs> graphs, const QString& summary);
  DifferenceModel& model() { return *m_model; }
  QTreeView* view() const { return m_view; }
  QString summary() const { return m_summary->text(); }

 Q_SIGNALS:
  void nodeChosen(std::uint64_t key);

 private:
  DifferenceModel* m_model;
  QSortFilterProxyModel* m_sorted;
  QLabel* m_summary;
  QTreeView* m_view;
};

}  // namespace tasoscope
