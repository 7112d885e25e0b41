#pragma once
// A layout that goes on from an earlier one: what was there stays, what is new opens where it belongs.
//
// Problem: a step changes a few boxes of a graph. Laid out anew, everything moves, and the eye has to find it all
// again. Idea: boxes with an earlier place keep it to the last bit, and the routes between them too. The new boxes that
// hang together form an opening (incremental/opening.h): levels by longest path, between the lowest of what they read
// and the highest of what reads them, at the place they wish for (say, of the boxes they replace). Each goes to the
// free place that is nearest along its row (incremental/occupancy.h). Edges that are new look for a free vertical lane
// (incremental/routing.h).
// Invariants: a firm box never moves; boxes do not overlap; the same input gives the same layout. An edge goes down
// where what is new fits between what has stayed; where it does not fit, boxes move aside and an edge may go up.
// Complexity: O(V + E) to build the index, plus O(r log r) for each new box with r boxes in the rows around it.

#include <optional>
#include <vector>

#include "layout/layout.h"

namespace tasoscope {

/// What is known of a box from earlier layouts.
struct EarlierBox {
  std::optional<LayoutPoint> corner;  ///< where it was, its upper left corner
  bool isFirm = true;                 ///< where two earlier places overlap, the box that is not firm gives way
  std::optional<LayoutPoint> wish;    ///< for a box without a place: where its centre would like to be
};

struct EarlierLayout {
  std::vector<EarlierBox> boxes;  ///< per box of the request
  /// Per edge of the request its earlier route with its ends, used while both of them are where they were; empty: none.
  std::vector<PlacedEdge> edges;
};

/// Positions may be negative: new boxes open on all sides. Throws Cancelled.
Layout layoutIncremental(const LayoutRequest& request, const EarlierLayout& earlier, const Progress& progress = {});

}  // namespace tasoscope
