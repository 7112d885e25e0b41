#include "stage/overview_strip.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace tasoscope {
namespace {

constexpr int kThickness = 84;
constexpr double kMargin = 6;
constexpr double kLeastFrame = 10;
constexpr double kLeastContrast = 1.2;
constexpr float kPale = 0.55F;
constexpr double kKeyStep = 0.25;  // of what is shown
constexpr double kZoomStep = 1.25;

}  // namespace

OverviewStrip::OverviewStrip(CanvasView* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("overview"));
  setAccessibleName(tr("Overview of the graph"));
  setToolTip(tr("The whole graph: click to go there, or drag the frame of what is shown"));
  setFixedWidth(kThickness);
  setFocusPolicy(Qt::StrongFocus);
  setCursor(Qt::PointingHandCursor);
}

void OverviewStrip::setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after) {
  m_before = std::move(before);
  m_after = std::move(after);
  m_drawn = {};
  update();
}

void OverviewStrip::setHeat(std::shared_ptr<const Heat> heat) {
  m_heat = std::move(heat);
  m_drawn = {};
  update();
}

void OverviewStrip::setVisibleArea(const QRectF& area) {
  m_visible = area;
  update();
}

void OverviewStrip::setFlow(Flow flow) {
  m_flow = flow;
  const bool isUpright = flow == Flow::kDown;
  setMinimumSize(isUpright ? kThickness : 0, isUpright ? 0 : kThickness);
  setMaximumSize(isUpright ? kThickness : QWIDGETSIZE_MAX, isUpright ? QWIDGETSIZE_MAX : kThickness);
}

QRectF OverviewStrip::bounds() const { return m_after ? m_after->bounds : QRectF(); }

QRectF OverviewStrip::toStrip(const QRectF& area) const {
  const QRectF all = bounds();
  const double x = (width() - 2 * kMargin) / std::max(all.width(), 1.0);
  const double y = (height() - 2 * kMargin) / std::max(all.height(), 1.0);
  return {kMargin + (area.left() - all.left()) * x, kMargin + (area.top() - all.top()) * y, area.width() * x,
          area.height() * y};
}

QPointF OverviewStrip::toPicture(QPointF position) const {
  const QRectF all = bounds();
  return {all.left() + (position.x() - kMargin) / (width() - 2 * kMargin) * all.width(),
          all.top() + (position.y() - kMargin) / (height() - 2 * kMargin) * all.height()};
}

QRectF OverviewStrip::frame() const {
  QRectF shown = toStrip(m_visible) & QRectF(rect()).adjusted(1, 1, -1, -1);
  shown = flowed(shown, m_flow);
  const double missing = kLeastFrame - shown.height();
  if (missing > 0) shown.adjust(0, -missing / 2, 0, missing / 2);
  return flowed(shown, m_flow);
}

QColor OverviewStrip::colourOf(const PictureBox& box, const Theme& theme, QHash<QRgb, bool>& isSeenOf) const {
  if (box.state != DiffState::kContext) return theme.state(box.state);
  const bool isHeat = m_heat->mode() != HeatMode::kOperator;
  const QColor fill = isHeat ? m_heat->fillOf(box, theme) : theme.family(box.family).accent;
  auto known = isSeenOf.constFind(fill.rgb());
  if (known == isSeenOf.constEnd())
    known = isSeenOf.insert(fill.rgb(), contrastRatio(fill, theme.canvas) >= kLeastContrast);
  const bool isSeen = *known;
  if (isHeat && isSeen) return fill;
  QColor pale = isSeen ? fill : theme.outline;  // a fill may be as pale as the canvas
  pale.setAlphaF(kPale);
  return pale;
}

void OverviewStrip::paintBoxes(QPainter& painter, const Picture& picture, bool isMarkedOnly) const {
  const Theme& theme = Theme::forPalette(palette());
  QHash<QRgb, bool> isSeen;
  for (const PictureBox& box : picture.boxes) {
    const bool isMarked = box.state != DiffState::kContext;
    if (isMarked != isMarkedOnly) continue;
    QRectF place = toStrip(box.rect);
    const double least = isMarked ? 3 : 1.2;
    if (place.width() < least) place.setWidth(least);
    if (place.height() < least) place.setHeight(least);
    painter.fillRect(place, colourOf(box, theme, isSeen));
  }
}

void OverviewStrip::drawBoxes() {
  m_drawn = QPixmap(size() * devicePixelRatio());
  m_drawn.setDevicePixelRatio(devicePixelRatio());
  m_drawn.fill(Theme::forPalette(palette()).canvas);
  QPainter painter(&m_drawn);
  for (const bool isMarkedOnly : {false, true}) {
    for (const auto& picture : {m_before, m_after}) {
      if (picture) paintBoxes(painter, *picture, isMarkedOnly);
    }
  }
}

void OverviewStrip::paintEvent(QPaintEvent*) {
  if (m_drawn.size() != size() * devicePixelRatio()) drawBoxes();
  QPainter painter(this);
  painter.drawPixmap(0, 0, m_drawn);
  if (bounds().isEmpty()) return;
  const Theme& theme = Theme::forPalette(palette());
  QColor veil = theme.focus;
  veil.setAlphaF(0.08F);
  painter.setPen(QPen(theme.focus, 1.4));
  painter.setBrush(veil);
  painter.drawRect(frame());
  if (!hasFocus()) return;
  painter.setPen(QPen(theme.state(DiffState::kAdded), 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
}

void OverviewStrip::goTo(QPointF point) {
  const QRectF all = bounds();
  if (all.isEmpty()) return;
  m_view->setCentre({std::clamp(point.x(), all.left(), all.right()), std::clamp(point.y(), all.top(), all.bottom())});
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
  const bool isOnFrame = frame().contains(event->position());
  m_grip = isOnFrame ? m_view->centre() - toPicture(event->position()) : QPointF();
  if (isOnFrame)
    setCursor(Qt::ClosedHandCursor);
  else
    goTo(toPicture(event->position()));
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) goTo(toPicture(event->position()) + m_grip);
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent*) { setCursor(Qt::PointingHandCursor); }

void OverviewStrip::keyPressEvent(QKeyEvent* event) {
  const QPointF step(m_visible.width() * kKeyStep, m_visible.height() * kKeyStep), centre = m_view->centre();
  switch (event->key()) {
    case Qt::Key_Up:
      return goTo(centre - QPointF(0, step.y()));
    case Qt::Key_Down:
      return goTo(centre + QPointF(0, step.y()));
    case Qt::Key_Left:
      return goTo(centre - QPointF(step.x(), 0));
    case Qt::Key_Right:
      return goTo(centre + QPointF(step.x(), 0));
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return m_view->zoom(kZoomStep, centre);
    case Qt::Key_Minus:
      return m_view->zoom(1 / kZoomStep, centre);
    default:
      QWidget::keyPressEvent(event);
  }
}

void OverviewStrip::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  update();
}

void OverviewStrip::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  update();
}

void OverviewStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_drawn = {};
}

}  // namespace tasoscope
