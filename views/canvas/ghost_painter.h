#pragma once
// Paints a ghost over the picture it belongs to.

#include "views/canvas/ghost.h"
#include "views/canvas/painter.h"

namespace tasoscope {

/// In the picture's coordinates; of the options the theme, the scale and the labels count.
void paintGhost(QPainter& painter, const PlacedGhost& ghost, const PaintOptions& options);

}  // namespace tasoscope
