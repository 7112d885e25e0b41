#include "views/timeline/timeline_view.h"

#include <QAccessible>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "views/timeline/timeline_accessible.h"

namespace tasoscope {

TimelineView::TimelineView(QWidget* parent) : QAbstractScrollArea(parent) {
  installTimelineAccessibility();
  setObjectName(QStringLiteral("timeline"));
  setAccessibleName(tr("Timeline of steps"));
  setFocusPolicy(Qt::StrongFocus);
  setFrameShape(NoFrame);
  viewport()->setMouseTracking(true);
  viewport()->setAutoFillBackground(false);
}

void TimelineView::setTrail(const TrailView& trail) {
  const bool hasMoved = m_scene.trail.current != trail.current || m_scene.trail.steps.size() != trail.steps.size();
  m_scene.trail = trail;
  m_scene.words = StepWords(trail);
  m_scene.best = trail.steps.empty() ? 0 : trail.best();
  m_scene.hovered.reset();
  if (m_scene.compared && *m_scene.compared >= trail.steps.size()) m_scene.compared.reset();
  m_dragged = Thumb::kNone;
  setNode(m_node, m_scene.nodeName);
  arrangeAll();
  if (!hasMoved) return;
  revealCurrent();
  announceCurrent();
}

void TimelineView::setCompared(std::optional<StepId> step) {
  m_scene.compared = step;
  viewport()->update();
}

void TimelineView::setNode(std::optional<OpId> op, const QString& name) {
  const bool wasThere = !m_layout.lifeBand().isEmpty();
  m_node = op;
  m_scene.nodeName = name;
  m_scene.life = op ? m_scene.trail.lifeOf(*op) : std::vector<LifeState>();
  if (op.has_value() != wasThere) arrangeAll();
  viewport()->update();
}

void TimelineView::zoom(double factor) {
  const double before = m_layout.metrics().column;
  const double wanted = std::clamp(before * factor, TimelineMetrics::kLeastColumn, TimelineMetrics::kMostColumn);
  if (wanted == before) return;
  m_column = wanted;
  arrangeAll();
  revealCurrent();
}

void TimelineView::arrangeAll() {
  const QFontMetricsF metrics(font());
  TimelineMetrics chosen;
  chosen.line = std::ceil(metrics.height());
  chosen.gutter = std::ceil(metrics.horizontalAdvance(QStringLiteral("000.00 ms"))) + 24;
  chosen.column = m_column.value_or(fittingColumn(chosen.gutter));
  chosen.hasLife = m_node.has_value();
  m_layout = TimelineLayout(m_scene.trail, chosen);
  updateScrollBars();
  viewport()->update();
}

double TimelineView::fittingColumn(double gutter) const {
  const double room = viewport()->width() - gutter - TimelineMetrics::kRightMargin;
  const double columns = static_cast<double>(std::max<std::size_t>(1, TimelineLayout::columnsOf(m_scene.trail)));
  return std::clamp(std::floor(room / columns), TimelineMetrics::kLeastColumn, TimelineMetrics::kUsualColumn);
}

void TimelineView::updateScrollBars() {
  const QSize content = m_layout.size().toSize(), room = viewport()->size();
  horizontalScrollBar()->setRange(0, std::max(0, content.width() - room.width()));
  horizontalScrollBar()->setPageStep(room.width());
  horizontalScrollBar()->setSingleStep(static_cast<int>(m_layout.metrics().column));
  verticalScrollBar()->setRange(0, std::max(0, content.height() - room.height()));
  verticalScrollBar()->setPageStep(room.height());
  verticalScrollBar()->setSingleStep(static_cast<int>(m_layout.rowHeight()));
}

void TimelineView::revealCurrent() {
  const TimelineSpot* spot = m_layout.spotOf(m_scene.trail.current);
  if (!spot) return;
  const QRectF hit = m_layout.hitRect(*spot);
  QScrollBar *across = horizontalScrollBar(), *down = verticalScrollBar();
  const double gutter = m_layout.metrics().gutter, margin = 2 * m_layout.metrics().column;
  if (hit.left() - margin < across->value() + gutter)
    across->setValue(static_cast<int>(hit.left() - gutter - margin));
  else if (hit.right() + margin > across->value() + viewport()->width())
    across->setValue(static_cast<int>(hit.right() + margin - viewport()->width()));
  if (hit.bottom() > down->value() + viewport()->height())
    down->setValue(static_cast<int>(hit.bottom() - viewport()->height()));
  else if (hit.top() < down->value() + m_layout.pinnedHeight())
    down->setValue(static_cast<int>(hit.top() - m_layout.pinnedHeight()));
}

QPointF TimelineView::toLayout(QPointF position) const {
  const bool isPinned = position.y() < m_layout.pinnedHeight();
  return position + QPointF(horizontalScrollBar()->value(), isPinned ? 0 : verticalScrollBar()->value());
}

QRectF TimelineView::rectOf(StepId step) const {
  const TimelineSpot* spot = m_layout.spotOf(step);
  if (!spot) return {};
  return m_layout.hitRect(*spot).translated(-horizontalScrollBar()->value(), -verticalScrollBar()->value());
}

void TimelineView::choose(StepId step) { Q_EMIT stepChosen(step); }

TimelineScene TimelineView::draggedScene() const {
  TimelineScene scene = m_scene;
  const StepId held = m_layout.walk()[m_dragColumn];
  if (m_dragged == Thumb::kCurrent) scene.trail.current = held;
  if (m_dragged == Thumb::kCompared) scene.compared = held;
  return scene;
}

void TimelineView::paintEvent(QPaintEvent*) {
  const Theme& theme = Theme::forPalette(palette());
  QPainter painter(viewport());
  painter.setFont(font());
  painter.fillRect(viewport()->rect(), theme.canvas);
  painter.setRenderHint(QPainter::Antialiasing);
  if (m_scene.trail.steps.empty()) return;
  const QPointF offset(horizontalScrollBar()->value(), verticalScrollBar()->value());
  const QSizeF room(viewport()->size());
  if (m_dragged == Thumb::kNone)
    paintTimeline(painter, m_layout, m_scene, theme, offset, room);
  else
    paintTimeline(painter, m_layout, draggedScene(), theme, offset, room);
  if (!hasFocus()) return;
  painter.setPen(QPen(theme.focus, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(viewport()->rect()).adjusted(1, 1, -1, -1));
}

TimelineView::Thumb TimelineView::thumbAt(QPointF position) const {
  const QPointF point = toLayout(position);
  if (position.x() < m_layout.metrics().gutter || m_scene.trail.steps.empty()) return Thumb::kNone;
  if (thumbRect(m_layout, m_scene.trail.current).contains(point)) return Thumb::kCurrent;
  if (m_scene.compared && thumbRect(m_layout, *m_scene.compared).contains(point)) return Thumb::kCompared;
  return Thumb::kNone;
}

void TimelineView::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return;
  m_dragged = thumbAt(event->position());
  if (m_dragged != Thumb::kNone) {
    m_dragColumn = m_layout.walkColumnAt(toLayout(event->position()).x());
    return;
  }
  if (event->position().x() < m_layout.metrics().gutter) return;
  const TimelineSpot* spot = m_layout.spotAt(toLayout(event->position()));
  if (!spot) return;
  if (event->modifiers() & Qt::ShiftModifier)
    Q_EMIT comparedChosen(spot->step);
  else
    choose(spot->step);
}

void TimelineView::mouseMoveEvent(QMouseEvent* event) {
  if (m_dragged != Thumb::kNone) {
    m_dragColumn = m_layout.walkColumnAt(toLayout(event->position()).x());
    viewport()->update();
    return;
  }
  const bool isOnThumb = thumbAt(event->position()) != Thumb::kNone;
  viewport()->setCursor(isOnThumb ? Qt::SizeHorCursor : Qt::ArrowCursor);
  const bool isInGutter = event->position().x() < m_layout.metrics().gutter;
  const TimelineSpot* spot = isInGutter ? nullptr : m_layout.spotAt(toLayout(event->position()));
  const std::optional<StepId> hovered = spot ? std::optional<StepId>(spot->step) : std::nullopt;
  if (hovered == m_scene.hovered) return;
  m_scene.hovered = hovered;
  viewport()->update();
}

void TimelineView::mouseReleaseEvent(QMouseEvent*) {
  const Thumb dragged = std::exchange(m_dragged, Thumb::kNone);
  if (dragged == Thumb::kNone) return;
  const StepId step = m_layout.walk()[m_dragColumn];
  viewport()->update();
  if (dragged == Thumb::kCurrent && step != m_scene.trail.current) choose(step);
  if (dragged == Thumb::kCompared && step != m_scene.compared) Q_EMIT comparedChosen(step);
}

/// Steps lie side by side, so the wheel moves along them; with Ctrl it zooms.
void TimelineView::wheelEvent(QWheelEvent* event) {
  const QPoint angle = event->angleDelta();
  if (event->modifiers() & Qt::ControlModifier) {
    zoom(angle.y() > 0 ? 1.25 : 0.8);
  } else if (event->modifiers() & Qt::ShiftModifier) {
    verticalScrollBar()->setValue(verticalScrollBar()->value() - angle.y());
  } else {
    const int by = std::abs(angle.x()) > std::abs(angle.y()) ? angle.x() : angle.y();
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - by);
  }
  event->accept();
}

void TimelineView::keyPressEvent(QKeyEvent* event) {
  const TimelineSpot* here = m_layout.spotOf(m_scene.trail.current);
  const bool isPlain = !(event->modifiers() & ~Qt::KeypadModifier);
  if (!here || !isPlain) return QAbstractScrollArea::keyPressEvent(event);
  const auto& walk = m_layout.walk();
  switch (event->key()) {
    case Qt::Key_Left:
      if (here->column > 0) choose(walk[here->column - 1]);
      return;
    case Qt::Key_Right:
      if (here->column + 1 < walk.size()) choose(walk[here->column + 1]);
      return;
    case Qt::Key_Up:
    case Qt::Key_Down: {
      // The nearest step above or below, in the same column where there is one, else in the nearest to it.
      const TimelineSpot* nearest = nullptr;
      const auto farness = [here](const TimelineSpot& spot) {
        const auto far = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
        return std::pair(far(spot.row, here->row), far(spot.column, here->column));
      };
      for (const TimelineSpot& spot : m_layout.spots()) {
        const bool isThere = event->key() == Qt::Key_Up ? spot.row < here->row : spot.row > here->row;
        if (isThere && (!nearest || farness(spot) < farness(*nearest))) nearest = &spot;
      }
      if (nearest) choose(nearest->step);
      return;
    }
    default:
      QAbstractScrollArea::keyPressEvent(event);
  }
}

void TimelineView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  arrangeAll();
}

void TimelineView::scrollContentsBy(int, int) { viewport()->update(); }

void TimelineView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::FontChange) arrangeAll();
  if (event->type() == QEvent::PaletteChange) viewport()->update();
}

void TimelineView::focusInEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusInEvent(event);
  viewport()->update();
  announceCurrent();
}

void TimelineView::focusOutEvent(QFocusEvent* event) {
  QAbstractScrollArea::focusOutEvent(event);
  viewport()->update();
}

bool TimelineView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    showToolTip(help->pos(), help->globalPos());
    return true;
  }
  if (event->type() == QEvent::Leave && m_scene.hovered) {
    m_scene.hovered.reset();
    viewport()->update();
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void TimelineView::showToolTip(const QPoint& position, const QPoint& global) {
  const Thumb thumb = thumbAt(position);
  const TimelineSpot* spot = m_layout.spotAt(toLayout(position));
  if (position.x() < m_layout.metrics().gutter) {
    QToolTip::hideText();
  } else if (thumb == Thumb::kCurrent) {
    QToolTip::showText(global, tr("The current step; drag to go to another"), this);
  } else if (thumb == Thumb::kCompared) {
    QToolTip::showText(global, tr("What it is compared with; drag, or Shift and click a step"), this);
  } else if (spot) {
    QToolTip::showText(global, m_scene.words.description(spot->step), this);
  } else {
    QToolTip::hideText();
  }
}

void TimelineView::announceCurrent() {
  if (!hasFocus() || !QAccessible::isActive()) return;
  const TimelineSpot* spot = m_layout.spotOf(m_scene.trail.current);
  if (!spot) return;
  QAccessibleEvent event(this, QAccessible::Focus);
  event.setChild(static_cast<int>(spot - m_layout.spots().data()));
  QAccessible::updateAccessibility(&event);
}

}  // namespace tasoscope
