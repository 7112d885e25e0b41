#include "views/canvas/route_drawing.h"

namespace tasoscope {
namespace {

constexpr double kGapInColumn = 30;   // room for the titles of frames, which are above boxes
constexpr double kGapOfColumns = 60;  // and for the names at stubs

/// A smooth curve through the corners of a route: vertical where it meets boxes and rows, bending in the gaps.
QPainterPath smoothPath(const std::vector<LayoutPoint>& corners) {
  QPainterPath path;
  if (corners.empty()) return path;
  path.moveTo(corners.front().x, corners.front().y);
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const LayoutPoint &a = corners[i - 1], &b = corners[i];
    if (a.x == b.x) {
      path.lineTo(b.x, b.y);
      continue;
    }
    const double middle = (a.y + b.y) / 2;
    path.cubicTo(a.x, middle, b.x, middle, b.x, b.y);
  }
  return path;
}

QPainterPath bezierPath(const std::vector<LayoutPoint>& points) {
  QPainterPath path;
  if (points.empty()) return path;
  path.moveTo(points[0].x, points[0].y);
  for (std::size_t i = 1; i + 2 < points.size(); i += 3) {
    path.cubicTo(points[i].x, points[i].y, points[i + 1].x, points[i + 1].y, points[i + 2].x, points[i + 2].y);
  }
  return path;
}

/// Where the pieces of a route meet.
std::vector<QPointF> cornersOf(const std::vector<LayoutPoint>& points, std::size_t step, Flow flow) {
  std::vector<QPointF> corners;
  for (std::size_t i = 0; i < points.size(); i += step)
    corners.push_back(flowed(QPointF(points[i].x, points[i].y), flow));
  return corners;
}

}  // namespace

void drawRoute(PictureEdge& edge, const PlacedEdge& placed, Flow flow) {
  edge.path = flowed(placed.isBezier ? bezierPath(placed.points) : smoothPath(placed.points), flow);
  edge.arrival = flowed(smoothPath(placed.arrival), flow);
  // A path works out its bounds when it is first asked, and copies of it share them: asked here, before any other
  // thread has one.
  for (const QPainterPath* path : {&edge.path, &edge.arrival}) {
    path->boundingRect();
    path->controlPointRect();
  }
  edge.corners = cornersOf(placed.points, placed.isBezier ? 3 : 1, flow);
  edge.arrivalCorners = cornersOf(placed.arrival, 1, flow);
}

LayoutBox layoutBox(const PictureBox& box, BoxMeasure& measure, Flow flow) {
  const QSizeF size = flowed(box.room.isEmpty() ? measure.sizeOf(box) : box.room, flow);
  return {size.width(), size.height(), box.cluster};
}

void measure(Picture& picture) {
  BoxMeasure measure;
  for (PictureBox& box : picture.boxes)
    if (box.room.isEmpty()) box.room = measure.sizeOf(box);
}

LayoutRequest emptyRequest(Flow flow) {
  LayoutRequest request;
  if (flow == Flow::kDown) return request;
  request.boxGap = kGapInColumn;
  request.rankGap = kGapOfColumns;
  return request;
}

LayoutRequest requestOf(const Picture& picture) {
  LayoutRequest request = emptyRequest(picture.flow);
  BoxMeasure measure;
  for (const PictureBox& box : picture.boxes) request.boxes.push_back(layoutBox(box, measure, picture.flow));
  for (const PictureEdge& edge : picture.edges) request.edges.push_back({edge.from, edge.to, edge.fromPort, -1});
  return request;
}

}  // namespace tasoscope
