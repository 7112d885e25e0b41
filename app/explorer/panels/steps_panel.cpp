#include "panels/steps_panel.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QTreeView>

namespace tasoscope {

StepsPanel::StepsPanel(QWidget* parent)
    : QWidget(parent), m_model(new StepModel(this)), m_timeline(new TimelineView), m_view(new QTreeView) {
  setUpTable();
  setFocusProxy(m_timeline);
  auto* splitter = new QSplitter(Qt::Horizontal);
  splitter->setObjectName(QStringLiteral("stepsSplitter"));
  splitter->setChildrenCollapsible(false);
  splitter->addWidget(m_timeline);
  splitter->addWidget(m_view);
  splitter->setSizes({1000, 1000});
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(splitter);
  connect(m_timeline, &TimelineView::stepChosen, this, &StepsPanel::stepChosen);
  connect(m_timeline, &TimelineView::comparedChosen, this, &StepsPanel::comparedChosen);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (!m_isUpdating && index.isValid()) Q_EMIT stepChosen(m_model->stepAt(index.row()));
  });
}

void StepsPanel::setUpTable() {
  m_view->setObjectName(QStringLiteral("steps"));
  m_view->setAccessibleName(tr("Steps taken"));
  m_view->setModel(m_model);
  m_view->setRootIsDecorated(false);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setAlternatingRowColors(true);
  m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  m_view->header()->setStretchLastSection(false);
  m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
}

void StepsPanel::setTrail(const TrailView& trail) {
  m_isUpdating = true;
  m_model->setTrail(trail);
  m_timeline->setTrail(trail);
  const int row = m_model->rowOf(trail.current);
  const QModelIndex now = m_view->currentIndex();
  if (row >= 0 && now.row() != row) {
    const int column = now.isValid() ? now.column() : static_cast<int>(StepModel::NumberColumn);
    m_view->setCurrentIndex(m_model->index(row, column));
    m_view->scrollTo(m_view->currentIndex());
  }
  m_isUpdating = false;
}

void StepsPanel::edit(StepModel::Column column) {
  const int row = m_model->rowOf(m_model->trail().current);
  if (row < 0) return;
  const QModelIndex index = m_model->index(row, column);
  m_view->setFocus();
  m_view->setCurrentIndex(index);
  m_view->scrollTo(index);
  m_view->edit(index);
}

}  // namespace tasoscope
