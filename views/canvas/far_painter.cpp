#include "views/canvas/far_painter.h"

#include <QLineF>
#include <QPainter>
#include <algorithm>
#include <array>

namespace tasoscope {
namespace {

constexpr double kShortestEdge = 2;  // screen pixels
constexpr double kLeastBox = 1.2;    // screen pixels

void addLines(const std::vector<QPointF>& corners, std::vector<QLineF>& lines) {
  for (std::size_t i = 1; i < corners.size(); ++i) lines.emplace_back(corners[i - 1], corners[i]);
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
  std::array<std::vector<QRectF>, kFamilyCount> rects;
  for (const int i : boxes) {
    const PictureBox& box = picture.boxes[static_cast<std::size_t>(i)];
    QRectF rect = box.rect;
    rect.setSize(rect.size().expandedTo({least, least}));
    rects[static_cast<std::size_t>(box.family)].push_back(rect);
  }
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.setPen(Qt::NoPen);
  for (std::size_t family = 0; family < rects.size(); ++family) {
    painter.setBrush(options.theme->families[family].accent);
    painter.drawRects(rects[family].data(), static_cast<int>(rects[family].size()));
  }
}

}  // namespace tasoscope
