#pragma once
// Frames around expanded groups: where they run, and how they are painted, under everything else.

#include "views/canvas/painter.h"

namespace tasoscope {

/// The rectangle around the boxes of a frame.
QRectF boundsOf(const PictureFrame& frame, const Picture& picture);

/// Finds out about a frame whose bounds are known whether other boxes are within these, and where its title is. Boxes
/// can be looked up in the picture.
void finish(PictureFrame& frame, const Picture& picture);

void paintFrames(QPainter& painter, const Picture& picture, const QRectF& area, const PaintOptions& options);

}  // namespace tasoscope
