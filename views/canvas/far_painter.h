#pragma once
// Boxes and edges as they are painted from far: thousands at once, as plain rectangles and lines, in few calls.

#include <span>

#include "views/canvas/painter.h"

namespace tasoscope {

/// Edges as thin lines between their corners; those too short to be seen are left out.
void paintFarEdges(QPainter& painter, const Picture& picture, std::span<const int> edges, const PaintOptions& options);

/// Boxes as rectangles in the colour of their family, or of the heat; never smaller than a pixel.
void paintFarBoxes(QPainter& painter, const Picture& picture, std::span<const int> boxes, const PaintOptions& options);

}  // namespace tasoscope
