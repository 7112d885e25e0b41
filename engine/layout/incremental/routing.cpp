#include "layout/incremental/routing.h"

#include <algorithm>
#include <cmath>

namespace tasoscope::incremental {
namespace {

constexpr double kClearance = 10;  // between a lane and the boxes beside it

/// The boxes that lie between two heights without reaching over either of them.
std::vector<Area> wholeRows(const std::vector<Area>& areas, double top, double bottom) {
  std::vector<Area> found;
  for (const Area& area : areas) {
    if (area.top >= top && area.bottom <= bottom) found.push_back(area);
  }
  return found;
}

}  // namespace

std::vector<LayoutPoint> cornersBetween(LayoutPoint start, LayoutPoint end, const Occupancy& boxes) {
  if (end.y <= start.y) return {};
  const std::vector<Area> rows = wholeRows(boxes.between(start.y, end.y), start.y, end.y);
  const auto isInWay = [&](const Area& area) {
    return area.left < std::max(start.x, end.x) + 1 && std::min(start.x, end.x) - 1 < area.right;
  };
  if (std::none_of(rows.begin(), rows.end(), isInWay)) return {};
  double top = end.y, bottom = start.y;
  for (const Area& area : rows) {
    top = std::min(top, area.top);
    bottom = std::max(bottom, area.bottom);
  }
  std::vector<Forbidden> forbidden;
  boxes.forbid(0, top, bottom, kClearance, forbidden);
  const double fromStart = nearestAllowed(forbidden, start.x), fromEnd = nearestAllowed(forbidden, end.x);
  const auto detour = [&](double x) { return std::abs(x - start.x) + std::abs(x - end.x); };
  const double lane = detour(fromStart) <= detour(fromEnd) ? fromStart : fromEnd;
  return {{lane, top}, {lane, bottom}};
}

}  // namespace tasoscope::incremental
