#pragma once
// Which edge is under a point.

#include "views/canvas/picture.h"

namespace tasoscope {

inline constexpr double kEdgeReach = 6;  ///< screen pixels around an edge within which the pointer means it

/// The nearest edge whose line passes within `reach` of a point, or -1.
int edgeAt(const Picture& picture, QPointF point, double reach);

}  // namespace tasoscope
