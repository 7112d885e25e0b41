#pragma once
// Long edges are drawn as a pair of stubs: a short piece at the producer and one at the reader, each with the tensor's
// name. A click on one of the names goes to the other end.

#include <QRectF>
#include <QString>
#include <array>

#include "views/canvas/picture.h"

namespace tasoscope {

struct Stub {
  QRectF place;  ///< of the name
  QString text;
  int leadsTo;  ///< the box at the other end
};

/// The stub at the producer and the one at the reader; only of edges that are cut (arrival is not empty).
std::array<Stub, 2> stubsOf(const PictureEdge& edge, Flow flow = Flow::kDown);

/// The box to which the stub under a point leads, or -1.
int stubAt(const Picture& picture, QPointF point);

}  // namespace tasoscope
