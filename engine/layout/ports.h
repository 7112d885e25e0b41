#pragma once
// Where edges touch their boxes: the last stage of every layout.

#include <span>

#include "layout/layout.h"

namespace tasoscope {

/// Adds the ends to routes that so far hold only the corners between the boxes. Edges without a port leave from the
/// middle and arrive spread over the middle of the upper side, in the order of where they come from. Those marked in
/// `isStub` get two short pieces instead of a route; curves that are complete stay.
void attachEnds(const LayoutRequest& request, std::span<const char> isStub, Layout& layout);

}  // namespace tasoscope
