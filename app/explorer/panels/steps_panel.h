#pragma once
// The steps of the trail with the cost after each: a strip of the running cost, and a table; either jumps to any step.

#include <QWidget>

#include "views/models/step_model.h"

class QTreeView;

namespace tasoscope {

class CostStrip;

class StepsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit StepsPanel(QWidget* parent = nullptr);
  void setTrail(const TrailView& trail);
  const StepModel& model() const { return *m_model; }
  QTreeView* view() const { return m_view; }

 Q_SIGNALS:
  void stepChosen(StepId step);

 private:
  StepModel* m_model;
  CostStrip* m_strip;
  QTreeView* m_view;
  bool m_isUpdating = false;
};

}  // namespace tasoscope
