#pragma once
// What must hold for every layout.

#include <QtTest>
#include <algorithm>
#include <cmath>
#include <vector>

#include "layout/layout.h"

namespace tasoscope {

/// "boxes 3 and 7 overlap", or an empty text. A sweep from top to bottom.
inline QString overlapIn(const LayoutRequest& request, const Layout& layout) {
  std::vector<std::size_t> order(request.boxes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return layout.positions[a].y < layout.positions[b].y; });
  double tallest = 0;
  for (const LayoutBox& box : request.boxes) tallest = std::max(tallest, box.height);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const LayoutPoint& p = layout.positions[order[i]];
    for (std::size_t k = i; k-- > 0 && layout.positions[order[k]].y + tallest > p.y;) {
      const LayoutPoint& q = layout.positions[order[k]];
      const LayoutBox &box = request.boxes[order[i]], &other = request.boxes[order[k]];
      if (p.x + box.width > q.x && q.x + other.width > p.x && q.y + other.height > p.y)
        return QStringLiteral("boxes %1 and %2 overlap").arg(order[k]).arg(order[i]);
    }
  }
  return {};
}

/// The length of what is drawn of an edge.
inline double lengthOf(const PlacedEdge& edge) {
  double length = 0;
  for (const auto* piece : {&edge.points, &edge.arrival}) {
    for (std::size_t i = 1; i < piece->size(); ++i)
      length += std::hypot((*piece)[i].x - (*piece)[i - 1].x, (*piece)[i].y - (*piece)[i - 1].y);
  }
  return length;
}

inline double totalLengthOf(const Layout& layout) {
  double length = 0;
  for (const PlacedEdge& edge : layout.edges) length += lengthOf(edge);
  return length;
}

}  // namespace tasoscope
