#include "views/canvas/edge_hit.h"

#include <QLineF>
#include <QPolygonF>
#include <algorithm>
#include <limits>

namespace tasoscope {
namespace {

double distanceTo(const QLineF& line, QPointF point) {
  const QPointF along = line.p2() - line.p1(), offset = point - line.p1();
  const double length = QPointF::dotProduct(along, along);
  const double place = length == 0 ? 0 : std::clamp(QPointF::dotProduct(offset, along) / length, 0.0, 1.0);
  return QLineF(point, line.p1() + along * place).length();
}

double distanceTo(const QPainterPath& path, QPointF point) {
  double nearest = std::numeric_limits<double>::infinity();
  for (const QPolygonF& polygon : path.toSubpathPolygons()) {
    for (qsizetype i = 1; i < polygon.size(); ++i) {
      nearest = std::min(nearest, distanceTo(QLineF(polygon[i - 1], polygon[i]), point));
    }
  }
  return nearest;
}

}  // namespace

int edgeAt(const Picture& picture, QPointF point, double reach) {
  const QRectF area = QRectF(point, QSizeF(0, 0)).adjusted(-reach, -reach, reach, reach);
  int found = -1;
  double nearest = reach;
  for (const int i : picture.edgesIn(area)) {
    const PictureEdge& edge = picture.edges[static_cast<std::size_t>(i)];
    const double distance = std::min(distanceTo(edge.path, point), distanceTo(edge.arrival, point));
    if (distance > nearest) continue;
    nearest = distance;
    found = i;
  }
  return found;
}

}  // namespace tasoscope
