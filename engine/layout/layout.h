#pragma once
// What a layout takes and gives: boxes with sizes and edges between them; positions and the routes of the edges. It
// knows neither graphs of tensors nor a screen; lengths are in whatever unit the boxes have. y grows downward, edges
// run from an upper box to a lower one, except the few that close a cycle.

#include <cstddef>
#include <vector>

#include "tensor/progress.h"

namespace tasoscope {

struct LayoutPoint {
  double x = 0, y = 0;
  friend bool operator==(const LayoutPoint&, const LayoutPoint&) = default;
};

struct LayoutBox {
  double width = 0, height = 0;
  int cluster = -1;  ///< boxes of one cluster (not negative) are kept together by engines that can
};

struct LayoutEdge {
  int from = 0, to = 0;  ///< indices of boxes
  double fromPort = -1;  ///< where on the lower side of `from` it starts, 0 left to 1 right; negative: the middle
  double toPort = -1;    ///< where on the upper side of `to` it ends; negative: spread in the order of arrival
};

struct LayoutRequest {
  std::vector<LayoutBox> boxes;
  std::vector<LayoutEdge> edges;
  double boxGap = 24;    ///< least distance of neighbours in a row
  double rankGap = 44;   ///< distance of rows
  int longestEdge = 20;  ///< edges over more rows than this become a pair of stubs
};

struct PlacedEdge {
  /// From the source to the target; of a pair of stubs the piece at the source.
  std::vector<LayoutPoint> points;
  /// Of a pair of stubs the piece at the target, else empty.
  std::vector<LayoutPoint> arrival;
  /// The points are those of a chain of cubic Bézier curves (1 + 3n), not corners to be smoothed.
  bool isBezier = false;
  bool isStub() const { return !arrival.empty(); }
};

struct Layout {
  std::vector<LayoutPoint> positions;  ///< upper left corner of each box
  std::vector<int> ranks;              ///< row of each box, from 0
  std::vector<PlacedEdge> edges;       ///< in the order of the request
  double width = 0, height = 0;
};

}  // namespace tasoscope
