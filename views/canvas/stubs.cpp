#include "views/canvas/stubs.h"

#include <QFontMetricsF>

#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr double kMostWidth = 120;
constexpr double kHeight = 16;

Stub makeStub(const QString& name, QChar arrow, QPointF middleOfSide, bool isBelow, int leadsTo) {
  const QFontMetricsF metrics(lineFont());
  const QString text = metrics.elidedText(name, Qt::ElideLeft, kMostWidth) + QChar(' ') + arrow;
  const double width = metrics.horizontalAdvance(text) + 12;
  const QPointF corner = middleOfSide - QPointF(width / 2, isBelow ? 0 : kHeight);
  return {QRectF(corner, QSizeF(width, kHeight)), text, leadsTo};
}

}  // namespace

std::array<Stub, 2> stubsOf(const PictureEdge& edge) {
  const QPointF leaving = edge.path.isEmpty() ? QPointF() : edge.path.currentPosition();
  const QPointF arriving = edge.arrival.isEmpty() ? QPointF() : QPointF(edge.arrival.elementAt(0));
  return {makeStub(edge.label, QChar(0x2193), leaving, true, edge.to),
          makeStub(edge.label, QChar(0x2191), arriving, false, edge.from)};
}

int stubAt(const Picture& picture, QPointF point) {
  constexpr double kReach = kMostWidth;
  for (const int i : picture.edgesIn(QRectF(point, QSizeF(0, 0)).adjusted(-kReach, -kHeight, kReach, kHeight))) {
    const PictureEdge& edge = picture.edges[static_cast<std::size_t>(i)];
    if (edge.arrival.isEmpty()) continue;
    for (const Stub& stub : stubsOf(edge)) {
      if (stub.place.contains(point)) return stub.leadsTo;
    }
  }
  return -1;
}

}  // namespace tasoscope
