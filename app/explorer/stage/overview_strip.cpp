#include "stage/overview_strip.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

namespace tasoscope {
namespace {

constexpr int kWidth = 58;
constexpr double kMargin = 5;

}  // namespace

OverviewStrip::OverviewStrip(CanvasView* view, QWidget* parent) : QWidget(parent), m_view(view) {
  setObjectName(QStringLiteral("overview"));
  setAccessibleName(tr("Overview of the graph"));
  setToolTip(tr("The whole graph: click to go there"));
  setFixedWidth(kWidth);
  setCursor(Qt::PointingHandCursor);
}

void OverviewStrip::setPictures(std::shared_ptr<const Picture> before, std::shared_ptr<const Picture> after) {
  m_before = std::move(before);
  m_after = std::move(after);
  m_drawn = {};
  update();
}

void OverviewStrip::setVisibleArea(const QRectF& area) {
  m_visible = area;
  update();
}

QRectF OverviewStrip::bounds() const { return m_after ? m_after->bounds : QRectF(); }

QRectF OverviewStrip::toStrip(const QRectF& area) const {
  const QRectF all = bounds();
  const double x = (width() - 2 * kMargin) / std::max(all.width(), 1.0);
  const double y = (height() - 2 * kMargin) / std::max(all.height(), 1.0);
  return {kMargin + (area.left() - all.left()) * x, kMargin + (area.top() - all.top()) * y, area.width() * x,
          area.height() * y};
}

void OverviewStrip::paintBoxes(QPainter& painter, const Picture& picture, bool isMarkedOnly) const {
  const Theme& theme = Theme::forPalette(palette());
  for (const PictureBox& box : picture.boxes) {
    const bool isMarked = box.state != DiffState::kContext;
    if (isMarked != isMarkedOnly) continue;
    QRectF place = toStrip(box.rect);
    const double least = isMarked ? 3 : 1.2;
    if (place.width() < least) place.setWidth(least);
    if (place.height() < least) place.setHeight(least);
    QColor colour = isMarked ? theme.state(box.state) : theme.family(box.family).accent;
    if (!isMarked) colour.setAlphaF(0.55F);
    painter.fillRect(place, colour);
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
  const QRectF shown = toStrip(m_visible) & QRectF(rect()).adjusted(1, 1, -1, -1);
  QColor veil = theme.focus;
  veil.setAlphaF(0.08F);
  painter.setPen(QPen(theme.focus, 1.4));
  painter.setBrush(veil);
  painter.drawRect(shown);
}

void OverviewStrip::goTo(QPointF position) {
  const QRectF all = bounds();
  if (all.isEmpty()) return;
  const double x = std::clamp((position.x() - kMargin) / (width() - 2 * kMargin), 0.0, 1.0);
  const double y = std::clamp((position.y() - kMargin) / (height() - 2 * kMargin), 0.0, 1.0);
  m_view->setCentre({all.left() + x * all.width(), all.top() + y * all.height()});
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) { goTo(event->position()); }

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
  if (event->buttons() & Qt::LeftButton) goTo(event->position());
}

void OverviewStrip::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) m_drawn = {};
}

}  // namespace tasoscope
