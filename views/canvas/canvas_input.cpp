// The hands on the canvas: mouse, wheel and keys.

#include <QAccessible>
#include <QKeyEvent>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "views/canvas/canvas.h"
#include "views/canvas/edge_hit.h"
#include "views/canvas/stubs.h"

namespace tasoscope {
namespace {

constexpr double kDragThreshold = 4;
constexpr double kPanStep = 80;
constexpr double kZoomStep = 1.25;

/// The arrow that means in a picture that runs down what this one means here.
int downwardKey(int key, Flow flow) {
  if (flow == Flow::kDown) return key;
  switch (key) {
    case Qt::Key_Up:
      return Qt::Key_Left;
    case Qt::Key_Down:
      return Qt::Key_Right;
    case Qt::Key_Left:
      return Qt::Key_Up;
    default:
      return Qt::Key_Down;
  }
}

int firstOf(const std::vector<int>& boxes) { return boxes.empty() ? -1 : boxes.front(); }

bool isArrow(int key) {
  return key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Left || key == Qt::Key_Right;
}

}  // namespace

void Canvas::choose(int index, Choice choice) {
  std::vector<std::uint64_t> keys;
  if (choice != Choice::kReplace) keys = m_selection;
  if (index >= 0) {
    const std::uint64_t key = box(index).key;
    const auto known = std::find(keys.begin(), keys.end(), key);
    const bool isLeaving = known != keys.end() && choice == Choice::kToggle;
    if (known != keys.end()) keys.erase(known);
    if (!isLeaving) keys.push_back(key);
  }
  chooseAll(std::move(keys));
}

void Canvas::chooseAll(std::vector<std::uint64_t> keys) {
  if (keys == m_selection) return;
  setSelection(std::move(keys));
  Q_EMIT selectionChanged(m_selected);
  announceSelection();
}

void Canvas::follow(std::optional<std::uint64_t> tensor) {
  if (tensor == m_followed) return;
  setFollowedTensor(tensor);
  Q_EMIT tensorFollowed(tensor);
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
  const bool isLeft = event->button() == Qt::LeftButton, isMiddle = event->button() == Qt::MiddleButton;
  if (!isLeft && !isMiddle) return;
  const bool isBand = isLeft && (event->modifiers() & Qt::ShiftModifier) && !m_isSpaceDown;
  m_drag = isBand ? Drag::kBand : Drag::kPan;
  m_dragStart = m_dragAt = event->position();
  m_isDragged = isMiddle || m_isSpaceDown;
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  if (m_drag == Drag::kNone) {
    const QPointF point = toPicture(event->position());
    const int under = m_picture->boxAt(point);
    const bool isOnStub = under < 0 && stubAt(*m_picture, point) >= 0;
    if (!m_isSpaceDown) setCursor(isOnStub ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (under == m_hovered) return;
    m_hovered = under;
    update();
    return;
  }
  if (!m_isDragged && (event->position() - m_dragStart).manhattanLength() < kDragThreshold) return;
  m_isDragged = true;
  const QPointF moved = event->position() - m_dragAt;
  m_dragAt = event->position();
  if (m_drag == Drag::kBand) {
    update();
    return;
  }
  setCursor(Qt::ClosedHandCursor);
  panBy(-moved);
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
  if (m_drag == Drag::kNone) return;
  const Drag drag = std::exchange(m_drag, Drag::kNone);
  if (m_isSpaceDown)
    setCursor(Qt::OpenHandCursor);
  else
    unsetCursor();
  if (!m_isDragged)
    click(m_dragStart, event->modifiers() & Qt::ShiftModifier);
  else if (drag == Drag::kBand)
    finishBand();
}

void Canvas::click(QPointF position, bool isShift) {
  const QPointF point = toPicture(position);
  const int under = m_picture->boxAt(point);
  if (isShift) {
    if (under >= 0) choose(under, Choice::kToggle);
    return;
  }
  if (const int other = stubAt(*m_picture, point); under < 0 && other >= 0) {
    choose(other);
    reveal(box(other).key);
    return;
  }
  const int edge = under >= 0 ? -1 : edgeAt(*m_picture, point, kEdgeReach / m_view->scale());
  if (edge < 0) {
    follow(std::nullopt);
    choose(under);
    return;
  }
  follow(m_picture->edges[static_cast<std::size_t>(edge)].value);
}

/// Adds the boxes that the rubber band touches.
void Canvas::finishBand() {
  std::vector<std::uint64_t> keys = m_selection;
  for (const int i : m_picture->boxesIn(QRectF(toPicture(m_dragStart), toPicture(m_dragAt)).normalized())) {
    if (!isSelected(box(i).key)) keys.push_back(box(i).key);
  }
  update();
  chooseAll(std::move(keys));
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
  const int under = m_picture->boxAt(toPicture(event->position()));
  if (under >= 0) Q_EMIT activated(box(under).key);
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

void Canvas::panByKey(int key) {
  const double x = key == Qt::Key_Left ? -kPanStep : key == Qt::Key_Right ? kPanStep : 0;
  const double y = key == Qt::Key_Up ? -kPanStep : key == Qt::Key_Down ? kPanStep : 0;
  panBy(QPointF(x, y));
}

int Canvas::nextBox(int from, int key) const {
  switch (key) {
    case Qt::Key_Up:
      return firstOf(m_picture->producersOf(from));
    case Qt::Key_Down:
      return firstOf(m_picture->consumersOf(from));
    case Qt::Key_Left:
      return m_picture->neighbourOf(from, -1);
    default:
      return m_picture->neighbourOf(from, 1);
  }
}

/// Up to the producer of the followed tensor; the other keys go around what reads it.
int Canvas::nextOfTensor(int from, int key) const {
  const std::vector<int>& readers = m_highlight.consumers;
  if (key == Qt::Key_Up) return m_highlight.producer;
  const auto place = std::find(readers.begin(), readers.end(), from);
  if (place == readers.end()) return firstOf(readers);
  const auto count = static_cast<std::ptrdiff_t>(readers.size());
  const std::ptrdiff_t step = key == Qt::Key_Left ? count - 1 : 1;
  return readers[static_cast<std::size_t>((place - readers.begin() + step) % count)];
}

void Canvas::moveSelection(int arrow, bool isExtending) {
  const int key = downwardKey(arrow, m_picture->flow);
  const bool isFollowing = m_highlight.producer >= 0;
  const int from = selectedBox();
  int next = -1;
  if (isFollowing)
    next = nextOfTensor(from, key);
  else if (from < 0)
    next = firstOf(visibleBoxes());
  else
    next = nextBox(from, key);
  if (next < 0) return;
  choose(next, isExtending ? Choice::kExtend : Choice::kReplace);
  reveal(box(next).key);
}

/// Ends following, or else the selection; false when there was neither.
bool Canvas::leaveMode() {
  if (m_followed) {
    follow(std::nullopt);
    return true;
  }
  if (!m_selected) return false;
  choose(-1);
  return true;
}

void Canvas::keyPressEvent(QKeyEvent* event) {
  const int key = event->key();
  if (isArrow(key)) {
    if (event->modifiers() & Qt::ControlModifier)
      panByKey(key);
    else
      moveSelection(key, event->modifiers() & Qt::ShiftModifier);
    return;
  }
  switch (key) {
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
      if (leaveMode()) return;
      break;
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

}  // namespace tasoscope
