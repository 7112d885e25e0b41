#include "views/canvas/ghost_painter.h"

#include <QPainter>
#include <algorithm>

#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr float kPanelOpacity = 0.94F;
constexpr double kGhostOpacity = 0.85;
constexpr double kBubbleMargin = 4;  // screen pixels

void paintBubble(QPainter& painter, const PlacedGhost& ghost, const PaintOptions& options) {
  if (ghost.bubble.isEmpty()) return;
  // Zoomed out, the bubble keeps the size at which it can be read.
  const Theme& theme = *options.theme;
  const double factor = std::max(1.0, 0.8 / options.scale);
  QRectF place = ghost.bubblePlace;
  const QPointF foot(place.center().x(), place.bottom());
  place = QRectF(foot - QPointF(place.width() * factor / 2, place.height() * factor), place.size() * factor);
  // Beside the graph's edge it moves to where it is seen.
  const double margin = kBubbleMargin / options.scale, right = options.visible.right() - margin;
  if (!options.visible.isNull() && place.left() < right && place.right() > right) place.moveRight(right);
  painter.setPen(QPen(theme.state(DiffState::kMatched), 1.5 * factor));
  painter.setBrush(theme.chip);
  painter.drawRoundedRect(place, place.height() / 2, place.height() / 2);
  QFont font = titleFont();
  font.setPixelSize(static_cast<int>(font.pixelSize() * factor));
  painter.setFont(font);
  painter.setPen(theme.text);
  painter.drawText(place, static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine | Qt::TextDontClip, ghost.bubble);
}

}  // namespace

void paintGhost(QPainter& painter, const PlacedGhost& ghost, const PaintOptions& options) {
  const Theme& theme = *options.theme;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  const QColor& added = theme.state(DiffState::kAdded);
  QPen dashes(added, std::max(1.6, 1.2 / options.scale), Qt::DashLine);
  painter.setPen(dashes);
  painter.setBrush(Qt::NoBrush);
  for (const QPainterPath& bond : ghost.bonds) painter.drawPath(bond);
  if (!ghost.panel.isEmpty()) {
    QColor veil = theme.chip;
    veil.setAlphaF(kPanelOpacity);
    painter.setBrush(veil);
    painter.drawRoundedRect(ghost.panel, 10, 10);
    PaintOptions inner;
    inner.theme = options.theme;
    inner.scale = options.scale;
    inner.labels = options.labels;
    painter.setOpacity(kGhostOpacity);
    paintPicture(painter, ghost.picture, inner);
    painter.setOpacity(1);
  }
  paintBubble(painter, ghost, options);
  painter.restore();
}

}  // namespace tasoscope
