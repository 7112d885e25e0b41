#pragma once
// Stage 1 of the layered layout: which row each box is in.

#include <vector>

#include "layout/layout.h"

namespace tasoscope::layered {

/// Rows from 0 without gaps. For every edge between different boxes that closes no cycle, rank(from) < rank(to). Cycles
/// are broken at the box of the smallest index that is left when nothing else can be placed.
std::vector<int> ranksOf(const LayoutRequest& request);

}  // namespace tasoscope::layered
