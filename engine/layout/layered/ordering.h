#pragma once
// Stage 3 of the layered layout: the order of nodes in each row.

#include "layout/layered/layered_graph.h"

namespace tasoscope::layered {

/// Orders the rows so that few links cross: depth-first order, then sweeps of barycentres; the best order seen stays.
void orderRows(LayeredGraph& graph, const Progress& progress);

/// Crossings of links between neighbouring rows, by inversion counting in O(E log V).
std::size_t countCrossings(const LayeredGraph& graph);

}  // namespace tasoscope::layered
