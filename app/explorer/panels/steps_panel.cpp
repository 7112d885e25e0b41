#include "panels/steps_panel.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

#include "panels/cost_strip.h"

namespace tasoscope {

StepsPanel::StepsPanel(QWidget* parent)
    : QWidget(parent), m_model(new StepModel(this)), m_strip(new CostStrip(m_model)), m_view(new QTreeView) {
  m_view->setObjectName(QStringLiteral("steps"));
  m_view->setAccessibleName(tr("Steps taken"));
  m_view->setModel(m_model);
  m_view->setRootIsDecorated(false);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setAlternatingRowColors(true);
  m_view->header()->setStretchLastSection(false);
  m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  m_view->header()->setSectionResizeMode(StepModel::PlaceColumn, QHeaderView::Stretch);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  layout->addWidget(m_strip);
  layout->addWidget(m_view, 1);
  connect(m_strip, &CostStrip::stepChosen, this, &StepsPanel::stepChosen);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (!m_isUpdating && index.isValid()) Q_EMIT stepChosen(m_model->stepAt(index.row()));
  });
}

void StepsPanel::setTrail(const TrailView& trail) {
  m_isUpdating = true;
  m_model->setTrail(trail);
  const int row = m_model->rowOf(trail.current);
  if (row >= 0) {
    m_view->setCurrentIndex(m_model->index(row, StepModel::NumberColumn));
    m_view->scrollTo(m_view->currentIndex());
  }
  m_isUpdating = false;
}

}  // namespace tasoscope
