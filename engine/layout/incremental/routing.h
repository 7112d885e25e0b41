#pragma once
// Routes for edges between boxes that have their places.

#include "layout/incremental/occupancy.h"
#include "layout/layout.h"

namespace tasoscope::incremental {

/// The corners between the ends of an edge from `start` down to `end`: none where the way is free or the edge goes up,
/// else two, through the nearest vertical lane that no box stands in.
std::vector<LayoutPoint> cornersBetween(LayoutPoint start, LayoutPoint end, const Occupancy& boxes);

}  // namespace tasoscope::incremental
