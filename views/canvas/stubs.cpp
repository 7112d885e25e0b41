#include "views/canvas/stubs.h"

#include <QFontMetricsF>

#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr double kMostWidth = 120;
constexpr double kMostWidthToTheRight = 64;  // there it lies between two columns
constexpr double kHeight = 16;

enum class Side { kBefore, kAfter };

/// Its place is that of the name before or after a point, along the flow.
Stub makeStub(const QString& name, Flow flow, QPointF point, Side side, int leadsTo) {
  const bool isRight = flow == Flow::kRight, isAfter = side == Side::kAfter;
  const QChar arrow(isRight ? (isAfter ? 0x2192 : 0x2190) : (isAfter ? 0x2193 : 0x2191));
  const QFontMetricsF metrics(lineFont());
  const QString text =
      metrics.elidedText(name, Qt::ElideLeft, isRight ? kMostWidthToTheRight : kMostWidth) + QChar(' ') + arrow;
  const QSizeF size(metrics.horizontalAdvance(text) + 12, kHeight);
  const QSizeF along = flowed(size, flow);
  const QPointF corner(-along.width() / 2, isAfter ? 0 : -along.height());
  return {QRectF(point + flowed(corner, flow), size), text, leadsTo};
}

}  // namespace

std::array<Stub, 2> stubsOf(const PictureEdge& edge, Flow flow) {
  const QPointF leaving = edge.path.isEmpty() ? QPointF() : edge.path.currentPosition();
  const QPointF arriving = edge.arrival.isEmpty() ? QPointF() : QPointF(edge.arrival.elementAt(0));
  return {makeStub(edge.label, flow, leaving, Side::kAfter, edge.to),
          makeStub(edge.label, flow, arriving, Side::kBefore, edge.from)};
}

int stubAt(const Picture& picture, QPointF point) {
  constexpr double kReach = kMostWidth;
  for (const int i : picture.edgesIn(QRectF(point, QSizeF(0, 0)).adjusted(-kReach, -kHeight, kReach, kHeight))) {
    const PictureEdge& edge = picture.edges[static_cast<std::size_t>(i)];
    if (edge.arrival.isEmpty()) continue;
    for (const Stub& stub : stubsOf(edge, picture.flow)) {
      if (stub.place.contains(point)) return stub.leadsTo;
    }
  }
  return -1;
}

}  // namespace tasoscope
