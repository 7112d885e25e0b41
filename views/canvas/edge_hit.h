#pragma once
// Which edge is under a point.

#include "views/canvas/picture.h"

namespace tasoscope {

/// The nearest edge whose line passes within `reach` of a point, or -1.
int edgeAt(const Picture& picture, QPointF point, double reach);

}  // namespace tasoscope
