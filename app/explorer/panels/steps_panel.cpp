#include "panels/steps_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTreeView>

namespace tasoscope {
namespace {

/// The current row stays in sight when the table gets smaller.
class SightKeeper : public QObject {
 public:
  explicit SightKeeper(QTreeView* view) : QObject(view), m_view(view) { view->viewport()->installEventFilter(this); }
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Resize)
      QMetaObject::invokeMethod(
          m_view, [view = m_view] { view->scrollTo(view->currentIndex()); }, Qt::QueuedConnection);
    return QObject::eventFilter(watched, event);
  }

 private:
  QTreeView* m_view;
};

}  // namespace

StepsPanel::StepsPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new StepModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_timeline(new TimelineView),
      m_view(new QTreeView) {
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
    if (!m_isUpdating && index.isValid()) Q_EMIT stepChosen(index.data(StepModel::StepRole).value<StepId>());
  });
}

void StepsPanel::setUpTable() {
  m_view->setObjectName(QStringLiteral("steps"));
  m_view->setAccessibleName(tr("Steps taken"));
  m_sorted->setSourceModel(m_model);
  m_sorted->setSortRole(StepModel::SortRole);
  m_sorted->setSortCaseSensitivity(Qt::CaseInsensitive);
  m_view->setModel(m_sorted);
  m_view->setRootIsDecorated(false);
  m_view->setUniformRowHeights(true);
  m_view->setAllColumnsShowFocus(true);
  m_view->setAlternatingRowColors(true);
  m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
  m_view->setSortingEnabled(true);
  m_view->sortByColumn(StepModel::NumberColumn, Qt::AscendingOrder);
  new SightKeeper(m_view);
  m_view->header()->setStretchLastSection(false);
  m_view->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
}

void StepsPanel::setTrail(const TrailView& trail) {
  m_isUpdating = true;
  m_model->setTrail(trail);
  m_timeline->setTrail(trail);
  const QModelIndex now = m_view->currentIndex();
  const QModelIndex row = rowOf(trail.current, now.isValid() ? now.column() : StepModel::NumberColumn);
  if (row.isValid() && now != row) {
    m_view->setCurrentIndex(row);
    m_view->scrollTo(row);
  }
  m_isUpdating = false;
}

QModelIndex StepsPanel::rowOf(StepId step, int column) const {
  const int row = m_model->rowOf(step);
  return row < 0 ? QModelIndex() : m_sorted->mapFromSource(m_model->index(row, column));
}

void StepsPanel::edit(StepModel::Column column) {
  const QModelIndex index = rowOf(m_model->trail().current, column);
  if (!index.isValid()) return;
  m_view->setFocus();
  m_view->setCurrentIndex(index);
  m_view->scrollTo(index);
  m_view->edit(index);
}

}  // namespace tasoscope
