#pragma once
// From what a layout says of boxes and edges to what is painted, and back to what a layout asks for.

#include "layout/layout.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {

/// The curves of an edge: through the corners of its route, vertical where it meets boxes and rows.
void drawRoute(PictureEdge& edge, const PlacedEdge& placed);

/// What a layout asks of a box.
LayoutBox layoutBox(const PictureBox& box, BoxMeasure& measure);

/// The picture as a layout request, boxes and edges in its order.
LayoutRequest requestOf(const Picture& picture);

}  // namespace tasoscope
