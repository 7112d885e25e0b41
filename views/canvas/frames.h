#pragma once
// Frames around expanded groups: where they run, and how they are painted, under everything else.

#include "views/canvas/painter.h"

namespace tasoscope {

/// The rectangle around the boxes of a frame.
QRectF boundsOf(const PictureFrame& frame, const Picture& picture);

/// Gives a frame whose bounds are known its halo, where other boxes are within these bounds, and its title's place.
/// Boxes can be looked up in the picture.
void finish(PictureFrame& frame, const Picture& picture);

void paintFrames(QPainter& painter, const Picture& picture, const QRectF& area, const PaintOptions& options);

}  // namespace tasoscope
