#pragma once
// Stage 4 of the layered layout: horizontal coordinates.

#include <vector>

#include "layout/layered/layered_graph.h"

namespace tasoscope::layered {

/// The x of each node's centre: neighbours in a row keep `gap` between their sides (half of it around dummies), chains
/// of dummies are straight, and boxes stand above each other where they can.
std::vector<double> placeNodes(const LayeredGraph& graph, double gap, const Progress& progress);

}  // namespace tasoscope::layered
