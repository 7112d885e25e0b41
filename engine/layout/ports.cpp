#include "layout/ports.h"

#include <algorithm>

namespace tasoscope {
namespace {

constexpr double kStubLength = 0.45;  // of the gap between rows
constexpr double kWidestSpread = 18;  // between neighbouring arrivals

LayoutPoint lowerEnd(const LayoutRequest& request, const Layout& layout, const LayoutEdge& edge) {
  const auto box = static_cast<std::size_t>(edge.from);
  const double port = edge.fromPort < 0 ? 0.5 : edge.fromPort;
  return {layout.positions[box].x + port * request.boxes[box].width,
          layout.positions[box].y + request.boxes[box].height};
}

/// The x from which an edge comes to its target, to order arrivals by.
double arrivalX(const LayoutRequest& request, const Layout& layout, std::size_t edge, bool isStub) {
  const auto& corners = layout.edges[edge].points;
  if (isStub || corners.empty()) return lowerEnd(request, layout, request.edges[edge]).x;
  return corners.back().x;
}

/// Ports of the edges that have none of their own, per target box.
std::vector<double> arrivalPorts(const LayoutRequest& request, std::span<const char> isStub, const Layout& layout) {
  std::vector<double> ports(request.edges.size(), 0.5);
  std::vector<std::vector<std::size_t>> arrivals(request.boxes.size());
  for (std::size_t i = 0; i < request.edges.size(); ++i) {
    if (request.edges[i].toPort >= 0) {
      ports[i] = request.edges[i].toPort;
    } else {
      arrivals[static_cast<std::size_t>(request.edges[i].to)].push_back(i);
    }
  }
  for (std::size_t box = 0; box < arrivals.size(); ++box) {
    auto& edges = arrivals[box];
    if (edges.size() < 2) continue;
    std::stable_sort(edges.begin(), edges.end(), [&](std::size_t a, std::size_t b) {
      return arrivalX(request, layout, a, isStub[a] != 0) < arrivalX(request, layout, b, isStub[b] != 0);
    });
    const auto last = static_cast<double>(edges.size() - 1);
    const double width = request.boxes[box].width;
    const double spread = std::min(kWidestSpread * last, 0.7 * width) / std::max(width, 1.0);
    for (std::size_t k = 0; k < edges.size(); ++k) {
      ports[edges[k]] = 0.5 - spread / 2 + spread * static_cast<double>(k) / last;
    }
  }
  return ports;
}

}  // namespace

void attachEnds(const LayoutRequest& request, std::span<const char> isStub, Layout& layout) {
  const std::vector<double> ports = arrivalPorts(request, isStub, layout);
  const double stub = kStubLength * request.rankGap;
  for (std::size_t i = 0; i < request.edges.size(); ++i) {
    const LayoutEdge& edge = request.edges[i];
    PlacedEdge& placed = layout.edges[i];
    if (edge.from == edge.to || placed.isBezier) continue;
    const auto target = static_cast<std::size_t>(edge.to);
    const LayoutPoint start = lowerEnd(request, layout, edge);
    const LayoutPoint end = {layout.positions[target].x + ports[i] * request.boxes[target].width,
                             layout.positions[target].y};
    if (isStub[i]) {
      placed.points = {start, {start.x, start.y + stub}};
      placed.arrival = {{end.x, end.y - stub}, end};
      continue;
    }
    placed.points.insert(placed.points.begin(), start);
    placed.points.push_back(end);
  }
}

}  // namespace tasoscope
