#pragma once
// From what a layout says of boxes and edges to what is painted, and back to what a layout asks for.

#include "layout/layout.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {

/// The curves of an edge: through the corners of its route, along the flow where it meets boxes and rows.
void drawRoute(PictureEdge& edge, const PlacedEdge& placed, Flow flow);

/// What a layout asks of a box.
LayoutBox layoutBox(const PictureBox& box, BoxMeasure& measure, Flow flow);
/// Without boxes and edges: the distances that suit the flow.
LayoutRequest emptyRequest(Flow flow);

/// Notes in each box that has no note of it how much room its texts need, so that layouts of copies need not measure
/// them.
void measure(Picture& picture);

/// The picture as a layout request, boxes and edges in its order.
LayoutRequest requestOf(const Picture& picture);

}  // namespace tasoscope
