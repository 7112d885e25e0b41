#include "views/canvas/box_marks.h"

#include <QPainter>
#include <algorithm>

namespace tasoscope {
namespace {

constexpr double kHatchDistance = 9;
constexpr double kBadgeRadius = 8;
constexpr double kLeastBadgeRadius = 5;  // in screen pixels

}  // namespace

void paintHatch(QPainter& painter, const QRectF& rect, const QColor& colour, double width) {
  QColor pale = colour;
  pale.setAlphaF(0.38F);
  painter.setPen(QPen(pale, width));
  const double height = rect.height();
  for (double x = rect.left() - height + kHatchDistance; x < rect.right(); x += kHatchDistance) {
    // The line from (x, bottom) to (x + height, top), cut at the sides.
    const double cutLeft = std::max(rect.left() - x, 0.0), cutRight = std::max(x + height - rect.right(), 0.0);
    painter.drawLine(QPointF(x + cutLeft, rect.bottom() - cutLeft),
                     QPointF(x + height - cutRight, rect.top() + cutRight));
  }
}

void paintBadgeAt(QPainter& painter, DiffState state, QPointF centre, double radius, const Theme& theme) {
  painter.setPen(QPen(theme.canvas, radius * 0.2));
  painter.setBrush(theme.state(state));
  painter.drawEllipse(centre, radius, radius);
  QPen pen(theme.canvas, radius * 0.28, Qt::SolidLine, Qt::FlatCap);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  const double arm = radius * 0.55;
  if (state == DiffState::kChanged) {
    painter.drawPolygon(
        QPolygonF({centre + QPointF(0, -arm), centre + QPointF(arm, arm * 0.8), centre + QPointF(-arm, arm * 0.8)}));
    return;
  }
  painter.drawLine(centre - QPointF(arm, 0), centre + QPointF(arm, 0));
  if (state == DiffState::kAdded) painter.drawLine(centre - QPointF(0, arm), centre + QPointF(0, arm));
}

void paintBadge(QPainter& painter, const PictureBox& box, const Theme& theme, double scale) {
  const double radius = std::max(kBadgeRadius, kLeastBadgeRadius / scale);
  paintBadgeAt(painter, box.state, box.rect.topRight() + QPointF(-2, 2), radius, theme);
}

}  // namespace tasoscope
