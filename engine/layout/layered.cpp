#include "layout/layered.h"

#include <algorithm>
#include <numeric>

#include "layout/layered/layered_graph.h"
#include "layout/layered/ordering.h"
#include "layout/layered/placement.h"
#include "layout/layered/ranking.h"
#include "layout/ports.h"

namespace tasoscope {
namespace {

using layered::Adjacency;
using layered::LayeredGraph;
using layered::LinkEnd;

bool isStub(const LayoutRequest& request, const std::vector<int>& ranks, const LayoutEdge& edge) {
  const int span = ranks[static_cast<std::size_t>(edge.to)] - ranks[static_cast<std::size_t>(edge.from)];
  return span > request.longestEdge || -span > request.longestEdge;
}

/// Boxes, dummies and links; chains run downward also for the edges that close a cycle.
LayeredGraph makeLayeredGraph(const LayoutRequest& request, const std::vector<int>& ranks) {
  LayeredGraph graph;
  graph.boxCount = static_cast<int>(request.boxes.size());
  graph.ranks = ranks;
  for (const LayoutBox& box : request.boxes) graph.widths.push_back(box.width);
  graph.chains.resize(request.edges.size());
  std::vector<LinkEnd> down, up;
  for (std::size_t i = 0; i < request.edges.size(); ++i) {
    const LayoutEdge& edge = request.edges[i];
    if (isStub(request, ranks, edge)) continue;
    int upper = edge.from, lower = edge.to;
    if (ranks[static_cast<std::size_t>(upper)] > ranks[static_cast<std::size_t>(lower)]) std::swap(upper, lower);
    if (ranks[static_cast<std::size_t>(upper)] == ranks[static_cast<std::size_t>(lower)]) continue;
    auto& chain = graph.chains[i];
    chain.push_back(upper);
    for (int rank = ranks[static_cast<std::size_t>(upper)] + 1; rank < ranks[static_cast<std::size_t>(lower)]; ++rank) {
      chain.push_back(graph.nodeCount());
      graph.widths.push_back(0);
      graph.ranks.push_back(rank);
    }
    chain.push_back(lower);
    for (std::size_t k = 1; k < chain.size(); ++k) {
      const bool isAtSource = k == 1 && upper == edge.from && edge.fromPort >= 0;
      const bool isAtTarget = k + 1 == chain.size() && lower == edge.to && edge.toPort >= 0;
      down.push_back({chain[k - 1], chain[k], isAtTarget ? edge.toPort : 0.5});
      up.push_back({chain[k], chain[k - 1], isAtSource ? edge.fromPort : 0.5});
    }
  }
  graph.below = Adjacency(graph.widths.size(), down);
  graph.above = Adjacency(graph.widths.size(), up);
  const int rowCount = ranks.empty() ? 0 : *std::max_element(ranks.begin(), ranks.end()) + 1;
  graph.rows.resize(static_cast<std::size_t>(rowCount));
  for (int node = 0; node < graph.nodeCount(); ++node) {
    graph.rows[static_cast<std::size_t>(graph.ranks[static_cast<std::size_t>(node)])].push_back(node);
  }
  graph.updatePlaces();
  return graph;
}

struct Band {
  double top = 0, bottom = 0;
};

std::vector<Band> bandsOf(const LayoutRequest& request, const LayeredGraph& graph) {
  std::vector<Band> bands(graph.rows.size());
  double y = 0;
  for (std::size_t rank = 0; rank < bands.size(); ++rank) {
    double height = 0;
    for (const int node : graph.rows[rank]) {
      if (!graph.isDummy(node)) height = std::max(height, request.boxes[static_cast<std::size_t>(node)].height);
    }
    bands[rank] = {y, y + height};
    y += height + request.rankGap;
  }
  return bands;
}

/// The corners of an edge's route between its ends: it crosses each row straight down.
std::vector<LayoutPoint> cornersOf(const LayeredGraph& graph, const std::vector<int>& chain,
                                   const std::vector<Band>& bands, const std::vector<double>& x) {
  std::vector<LayoutPoint> corners;
  for (std::size_t i = 1; i + 1 < chain.size(); ++i) {
    const auto node = static_cast<std::size_t>(chain[i]);
    const Band& band = bands[static_cast<std::size_t>(graph.ranks[node])];
    if (corners.empty() || corners.back().x != x[node]) corners.push_back({x[node], band.top});
    if (corners.size() > 1 && corners[corners.size() - 2].x == x[node]) corners.pop_back();
    corners.push_back({x[node], band.bottom});
  }
  return corners;
}

}  // namespace

Layout layoutLayered(const LayoutRequest& request, const Progress& progress) {
  const std::vector<int> ranks = layered::ranksOf(request);
  LayeredGraph graph = makeLayeredGraph(request, ranks);
  progress.throwIfCancelled();
  layered::orderRows(graph, progress);
  const std::vector<double> x = layered::placeNodes(graph, request.boxGap, progress);
  const std::vector<Band> bands = bandsOf(request, graph);

  Layout layout;
  layout.ranks = ranks;
  layout.edges.resize(request.edges.size());
  layout.height = bands.empty() ? 0 : bands.back().bottom;
  for (std::size_t i = 0; i < request.boxes.size(); ++i) {
    const LayoutBox& box = request.boxes[i];
    const Band& band = bands[static_cast<std::size_t>(ranks[i])];
    layout.positions.push_back({x[i] - box.width / 2, (band.top + band.bottom - box.height) / 2});
    layout.width = std::max(layout.width, x[i] + box.width / 2);
  }
  std::vector<char> isStubbed(request.edges.size(), 0);
  for (std::size_t i = 0; i < request.edges.size(); ++i) {
    if (isStub(request, ranks, request.edges[i])) {
      isStubbed[i] = 1;
      continue;
    }
    layout.edges[i].points = cornersOf(graph, graph.chains[i], bands, x);
    const bool isUpward = !graph.chains[i].empty() && graph.chains[i].front() != request.edges[i].from;
    if (isUpward) std::reverse(layout.edges[i].points.begin(), layout.edges[i].points.end());
  }
  attachEnds(request, isStubbed, layout);
  for (const PlacedEdge& edge : layout.edges) {
    for (const LayoutPoint& point : edge.points) layout.width = std::max(layout.width, point.x);
  }
  return layout;
}

}  // namespace tasoscope
