#include "panels/pictures_panel.h"

#include <QEvent>
#include <QListView>
#include <QScrollBar>
#include <QVBoxLayout>

#include "views/models/step_picture_delegate.h"

namespace tasoscope {

PicturesPanel::PicturesPanel(QWidget* parent)
    : QWidget(parent),
      m_model(new StepPictureModel(this)),
      m_delegate(new StepPictureDelegate(this)),
      m_view(new QListView) {
  m_view->setObjectName(QStringLiteral("stepPictures"));
  m_view->setAccessibleName(tr("Pictures of the steps"));
  setFocusProxy(m_view);
  m_view->setModel(m_model);
  m_view->setItemDelegate(m_delegate);
  m_view->setFlow(QListView::LeftToRight);
  m_view->setWrapping(false);
  m_view->setFrameShape(QFrame::NoFrame);
  m_view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_view->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_view->viewport()->installEventFilter(this);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(m_view);
  connect(m_view->horizontalScrollBar(), &QScrollBar::valueChanged, this, &PicturesPanel::wantVisible);
  connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
    if (!m_isUpdating && index.isValid()) Q_EMIT stepChosen(m_model->stepAt(index.row()));
  });
}

void PicturesPanel::setTrail(const TrailView& trail) {
  m_isUpdating = true;
  m_model->setTrail(trail);
  const int row = m_model->rowOf(trail.current);
  m_view->setCurrentIndex(row < 0 ? QModelIndex() : m_model->index(row));
  if (row >= 0) m_view->scrollTo(m_view->currentIndex());
  m_isUpdating = false;
  std::erase_if(m_wanted, [this](StepId step) { return !m_model->pictureOf(step); });  // what was cancelled
  wantVisible();
}

void PicturesPanel::setPicture(StepId step, const StepPicture& picture) { m_model->setPicture(step, picture); }

void PicturesPanel::forgetPictures() {
  m_wanted.clear();
  m_model->forgetPictures();
  wantVisible();
}

void PicturesPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  wantVisible();
}

bool PicturesPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize) {
    m_delegate->setHeight(m_view->viewport()->height());
    m_view->doItemsLayout();
    wantVisible();
  }
  return QWidget::eventFilter(watched, event);
}

void PicturesPanel::wantVisible() {
  if (!isVisible()) return;
  const QRect seen = m_view->viewport()->rect();
  for (int row = 0; row < m_model->rowCount(); ++row) {
    const QRect card = m_view->visualRect(m_model->index(row));
    if (card.right() < seen.left()) continue;
    if (card.left() > seen.right()) break;
    const StepId step = m_model->stepAt(row);
    if (!m_model->pictureOf(step) && m_wanted.insert(step).second) Q_EMIT pictureWanted(step);
  }
}

}  // namespace tasoscope
