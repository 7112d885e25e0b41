#pragma once
// Saving the project of a model, and what there is to say about one that was opened.

#include <QDateTime>
#include <QTimer>

#include "features/feature.h"

namespace tasoscope {

class ProjectFeature : public Feature {
  Q_OBJECT

 public:
  explicit ProjectFeature(Workbench& bench);
  void updateActions() override;
  /// What is opened next is work that was left at this time.
  void expectWorkOf(const QDateTime& time) { m_workOf = time; }

 private:
  void save();
  void saveAs();
  void saveTo(const QString& path);
  void greet();
  void finish(const QString& path);
  void keepView();
  QTimer m_viewTimer;
  ViewState m_keptView;
  QString m_journalProblem;
  QDateTime m_workOf;
};

}  // namespace tasoscope
