#include "views/canvas/canvas.h"

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace tasoscope {
namespace {

constexpr double kDragThreshold = 4;
constexpr double kPanStep = 80;
constexpr double kZoomStep = 1.25;
constexpr double kReadableScale = 0.6;

}  // namespace

Canvas::Canvas(CanvasView* view, QWidget* parent)
    : QWidget(parent), m_view(view), m_theme(&Theme::forPalette(palette())), m_picture(std::make_shared<Picture>()) {
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  setMinimumSize(160, 120);
  connect(m_view, &CanvasView::changed, this, [this] {
    update();
    Q_EMIT contentChanged();
  });
}

void Canvas::setPicture(std::shared_ptr<const Picture> picture) {
  m_picture = picture ? std::move(picture) : std::make_shared<Picture>();
  m_hovered = -1;
  m_pressed = -1;
  setMatchedKeys(m_matchedKeys);
  Q_EMIT contentChanged();
}

void Canvas::setPlaceholder(const QString& text) {
  m_placeholder = text;
  update();
}

void Canvas::setSelectedKey(std::optional<std::uint64_t> key) {
  if (key == m_selected) return;
  m_selected = key;
  update();
  Q_EMIT contentChanged();
}

void Canvas::setMatchedKeys(const std::vector<std::uint64_t>& keys) {
  m_matchedKeys = keys;
  m_matched.clear();
  for (const std::uint64_t key : keys) {
    if (const int box = m_picture->boxOf(key); box >= 0) m_matched.push_back(box);
  }
  std::sort(m_matched.begin(), m_matched.end());
  update();
}

QPointF Canvas::toPicture(QPointF position) const {
  return m_view->centre() + (position - QRectF(rect()).center()) / m_view->scale();
}

QPointF Canvas::toWidget(QPointF point) const {
  return QRectF(rect()).center() + (point - m_view->centre()) * m_view->scale();
}

QRectF Canvas::visibleArea() const { return {toPicture({0, 0}), toPicture(QPointF(width(), height()))}; }

QRectF Canvas::widgetRect(int box) const {
  const QRectF& area = m_picture->boxes[static_cast<std::size_t>(box)].rect;
  return {toWidget(area.topLeft()), toWidget(area.bottomRight())};
}

int Canvas::selectedBox() const { return m_selected ? m_picture->boxOf(*m_selected) : -1; }

void Canvas::fitAll() { m_view->fit(m_picture->bounds, size()); }

void Canvas::fitSelection() {
  QRectF area;
  if (const int box = selectedBox(); box >= 0) area = m_picture->boxes[static_cast<std::size_t>(box)].rect;
  for (const int box : m_matched) area |= m_picture->boxes[static_cast<std::size_t>(box)].rect;
  if (area.isEmpty()) return;
  m_view->fit(area.adjusted(-60, -60, 60, 60), size());
}

void Canvas::reveal(std::uint64_t key) {
  const int box = m_picture->boxOf(key);
  if (box < 0) return;
  const QRectF area = m_picture->boxes[static_cast<std::size_t>(box)].rect;
  const bool isLegible = m_view->scale() >= kReadableScale;
  if (isLegible && visibleArea().contains(area)) return;
  m_view->show(area.center(), isLegible ? m_view->scale() : 1);
}

void Canvas::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), m_theme->canvas);
  if (m_picture->isEmpty()) {
    painter.setPen(m_theme->secondaryText);
    painter.drawText(rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, m_placeholder);
    return;
  }
  painter.save();
  painter.translate(QRectF(rect()).center());
  painter.scale(m_view->scale(), m_view->scale());
  painter.translate(-m_view->centre());
  PaintOptions options;
  options.theme = m_theme;
  options.scale = m_view->scale();
  const double margin = 12 / m_view->scale();
  options.visible = visibleArea().adjusted(-margin, -margin, margin, margin);
  options.selected = selectedBox();
  options.hovered = m_hovered;
  options.hasFocus = hasFocus();
  options.matched = m_matched;
  paintPicture(painter, *m_picture, options);
  painter.restore();
  if (hasFocus()) {
    painter.setPen(QPen(m_theme->state(DiffState::kAdded), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
  }
}

void Canvas::choose(int box) {
  std::optional<std::uint64_t> key;
  if (box >= 0) key = m_picture->boxes[static_cast<std::size_t>(box)].key;
  if (key == m_selected) return;
  setSelectedKey(key);
  Q_EMIT selectionChanged(key);
  announceSelection();
}

/// Tells screen readers which of the visible boxes has the focus now.
void Canvas::announceSelection() {
  if (!QAccessible::isActive()) return;
  const std::vector<int> visible = visibleBoxes();
  const auto place = std::find(visible.begin(), visible.end(), selectedBox());
  if (place == visible.end()) return;
  QAccessibleEvent event(this, QAccessible::Focus);
  event.setChild(static_cast<int>(place - visible.begin()));
  QAccessible::updateAccessibility(&event);
}

void Canvas::mousePressEvent(QMouseEvent* event) {
  const bool isPan = event->button() == Qt::MiddleButton || (event->button() == Qt::LeftButton);
  if (!isPan) return;
  m_panStart = event->position();
  m_isDragged = event->button() == Qt::MiddleButton || m_isSpaceDown;
  m_pressed = m_picture->boxAt(toPicture(event->position()));
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  if (isPanning()) {
    const QPointF moved = event->position() - *m_panStart;
    if (!m_isDragged && moved.manhattanLength() < kDragThreshold) return;
    m_isDragged = true;
    setCursor(Qt::ClosedHandCursor);
    m_panStart = event->position();
    panBy(-moved);
    return;
  }
  const int box = m_picture->boxAt(toPicture(event->position()));
  if (box == m_hovered) return;
  m_hovered = box;
  update();
}

void Canvas::mouseReleaseEvent(QMouseEvent*) {
  if (!isPanning()) return;
  m_panStart.reset();
  if (m_isSpaceDown)
    setCursor(Qt::OpenHandCursor);
  else
    unsetCursor();
  if (!m_isDragged) choose(m_pressed);
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const int box = m_picture->boxAt(toPicture(event->position()));
  if (box >= 0) Q_EMIT activated(m_picture->boxes[static_cast<std::size_t>(box)].key);
}

void Canvas::wheelEvent(QWheelEvent* event) {
  const double steps = event->angleDelta().y() / 120.0;
  if (event->modifiers() & Qt::ShiftModifier) {
    panBy(QPointF(-steps * kPanStep, 0));
    return;
  }
  m_view->zoom(std::pow(kZoomStep, steps), toPicture(event->position()));
}

void Canvas::panBy(QPointF pixels) {
  const QPointF centre = m_view->centre() + pixels / m_view->scale();
  const QRectF& area = m_picture->bounds;  // something of the picture stays in sight
  m_view->setCentre(
      {std::clamp(centre.x(), area.left(), area.right()), std::clamp(centre.y(), area.top(), area.bottom())});
}

void Canvas::moveSelection(int key) {
  int box = selectedBox();
  if (box < 0) {
    const std::vector<int> visible = visibleBoxes();
    if (!visible.empty()) choose(visible.front());
    return;
  }
  const auto first = [](const std::vector<int>& boxes) { return boxes.empty() ? -1 : boxes.front(); };
  switch (key) {
    case Qt::Key_Up:
      box = first(m_picture->producersOf(box));
      break;
    case Qt::Key_Down:
      box = first(m_picture->consumersOf(box));
      break;
    case Qt::Key_Left:
      box = m_picture->neighbourOf(box, -1);
      break;
    default:
      box = m_picture->neighbourOf(box, 1);
  }
  if (box < 0) return;
  choose(box);
  reveal(m_picture->boxes[static_cast<std::size_t>(box)].key);
}

void Canvas::keyPressEvent(QKeyEvent* event) {
  const bool isControl = event->modifiers() & Qt::ControlModifier;
  switch (event->key()) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (isControl) {
        const int key = event->key();
        panBy(QPointF(key == Qt::Key_Left    ? -kPanStep
                      : key == Qt::Key_Right ? kPanStep
                                             : 0,
                      key == Qt::Key_Up     ? -kPanStep
                      : key == Qt::Key_Down ? kPanStep
                                            : 0));
      } else {
        moveSelection(event->key());
      }
      return;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      m_view->zoom(kZoomStep, m_view->centre());
      return;
    case Qt::Key_Minus:
      m_view->zoom(1 / kZoomStep, m_view->centre());
      return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (selectedBox() >= 0) Q_EMIT activated(*m_selected);
      return;
    case Qt::Key_Escape:
      if (!m_selected) break;
      choose(-1);
      return;
    case Qt::Key_Space:
      if (event->isAutoRepeat()) return;
      m_isSpaceDown = true;
      setCursor(Qt::OpenHandCursor);
      return;
    default:
      break;
  }
  QWidget::keyPressEvent(event);
}

void Canvas::keyReleaseEvent(QKeyEvent* event) {
  if (event->key() != Qt::Key_Space || event->isAutoRepeat()) {
    QWidget::keyReleaseEvent(event);
    return;
  }
  m_isSpaceDown = false;
  unsetCursor();
}

void Canvas::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  m_isSpaceDown = false;
  update();
}

void Canvas::leaveEvent(QEvent*) {
  m_hovered = -1;
  update();
}

void Canvas::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange) m_theme = &Theme::forPalette(palette());
  QWidget::changeEvent(event);
  update();
}

bool Canvas::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int box = m_picture->boxAt(toPicture(help->pos()));
  if (box < 0)
    QToolTip::hideText();
  else
    QToolTip::showText(help->globalPos(), m_picture->boxes[static_cast<std::size_t>(box)].toolTip, this,
                       widgetRect(box).toRect());
  return true;
}

}  // namespace tasoscope
