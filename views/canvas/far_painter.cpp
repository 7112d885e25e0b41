#include "views/canvas/far_painter.h"

#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <map>

namespace tasoscope {
namespace {

constexpr double kShortestEdge = 2;  // screen pixels
constexpr double kLeastBox = 1.2;    // screen pixels

void addLines(const std::vector<QPointF>& corners, std::vector<QLineF>& lines) {
  for (std::size_t i = 1; i < corners.size(); ++i) lines.emplace_back(corners[i - 1], corners[i]);
}

QColor farColourOf(const PictureBox& box, const PaintOptions& options) {
  const bool isHeat = options.heat && options.heat->mode() != HeatMode::kOperator;
  if (isHeat) return options.heat->fillOf(box, *options.theme);
  return box.repetition >= 0 ? options.theme->repetition(box.repetition).accent
                             : options.theme->family(box.family).accent;
}

}  // namespace

void paintFarEdges(QPainter& painter, const Picture& picture, std::span<const int> edges, const PaintOptions& options) {
  const double shortest = kShortestEdge / options.scale;
  std::vector<QLineF> lines;
  lines.reserve(edges.size() * 2);
  for (const int i : edges) {
    const PictureEdge& edge = picture.edges[static_cast<std::size_t>(i)];
    if (std::max(edge.bounds.width(), edge.bounds.height()) < shortest) continue;
    addLines(edge.corners, lines);
    addLines(edge.arrivalCorners, lines);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(QPen(options.theme->edge, 0));  // always one pixel, which is the fastest to paint
  painter.drawLines(lines.data(), static_cast<int>(lines.size()));
}

void paintFarBoxes(QPainter& painter, const Picture& picture, std::span<const int> boxes, const PaintOptions& options) {
  const double least = kLeastBox / options.scale;
  std::map<QRgb, std::vector<QRectF>> rects;  // by colour, so that few calls paint them all
  for (const int i : boxes) {
    const PictureBox& box = picture.boxes[static_cast<std::size_t>(i)];
    QRectF rect = box.rect;
    rect.setSize(rect.size().expandedTo({least, least}));
    rects[farColourOf(box, options).rgb()].push_back(rect);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  for (const auto& [colour, those] : rects) {
    painter.setBrush(QColor(colour));
    painter.drawRects(those.data(), static_cast<int>(those.size()));
  }
}

}  // namespace tasoscope
