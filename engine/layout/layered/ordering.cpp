#include "layout/layered/ordering.h"

#include <algorithm>
#include <cmath>

namespace tasoscope::layered {
namespace {

constexpr int kMostSweeps = 12;
constexpr double kPortShare = 0.9;  // of the distance of two places: links of one box in the order of its ports
constexpr int kPortSteps = 16;      // ports of one box that crossings tell apart

/// Nodes in the order in which a depth-first walk from the top meets them: chains stay together.
void orderDepthFirst(LayeredGraph& graph) {
  std::vector<char> isSeen(static_cast<std::size_t>(graph.nodeCount()), 0);
  std::vector<std::vector<int>> rows(graph.rows.size());
  std::vector<int> stack;
  const auto visit = [&](int start) {
    stack.push_back(start);
    while (!stack.empty()) {
      const int node = stack.back();
      stack.pop_back();
      if (isSeen[static_cast<std::size_t>(node)]) continue;
      isSeen[static_cast<std::size_t>(node)] = 1;
      rows[static_cast<std::size_t>(graph.ranks[static_cast<std::size_t>(node)])].push_back(node);
      const auto below = graph.below.of(node);
      for (auto next = below.rbegin(); next != below.rend(); ++next) {
        if (!isSeen[static_cast<std::size_t>(*next)]) stack.push_back(*next);
      }
    }
  };
  for (const auto& row : graph.rows) {
    for (const int node : row) visit(node);
  }
  graph.rows = std::move(rows);
  graph.updatePlaces();
}

struct Keyed {
  double key;
  int node;
};

/// Sorts one row by the mean place of each node's neighbours in the fixed row; nodes without neighbours keep their
/// place.
void sortRow(LayeredGraph& graph, std::vector<int>& row, const Adjacency& fixed, std::vector<Keyed>& scratch) {
  scratch.clear();
  for (const int node : row) {
    const auto neighbours = fixed.of(node);
    double key = graph.places[static_cast<std::size_t>(node)];
    if (!neighbours.empty()) {
      const auto ports = fixed.portsOf(node);
      double sum = 0;
      for (std::size_t i = 0; i < neighbours.size(); ++i) {
        sum += graph.places[static_cast<std::size_t>(neighbours[i])] + kPortShare * (ports[i] - 0.5);
      }
      key = sum / static_cast<double>(neighbours.size());
    }
    scratch.push_back({key, node});
  }
  std::stable_sort(scratch.begin(), scratch.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = scratch[i].node;
    graph.places[static_cast<std::size_t>(row[i])] = static_cast<int>(i);
  }
}

void sweep(LayeredGraph& graph, bool isDownward, std::vector<Keyed>& scratch) {
  const std::size_t count = graph.rows.size();
  for (std::size_t i = 1; i < count; ++i) {
    auto& row = isDownward ? graph.rows[i] : graph.rows[count - 1 - i];
    sortRow(graph, row, isDownward ? graph.above : graph.below, scratch);
  }
}

/// Crossings between one row and the row above it.
std::size_t crossingsAbove(const LayeredGraph& graph, std::size_t rank, std::vector<int>& ends,
                           std::vector<int>& tree) {
  ends.clear();
  for (const int node : graph.rows[rank]) {
    const std::size_t first = ends.size();
    const auto neighbours = graph.above.of(node);
    const auto ports = graph.above.portsOf(node);
    for (std::size_t i = 0; i < neighbours.size(); ++i) {
      const int step = std::clamp(static_cast<int>(ports[i] * kPortSteps), 0, kPortSteps - 1);
      ends.push_back(graph.places[static_cast<std::size_t>(neighbours[i])] * kPortSteps + step);
    }
    std::sort(ends.begin() + static_cast<std::ptrdiff_t>(first), ends.end());
  }
  tree.assign(graph.rows[rank - 1].size() * kPortSteps + 1, 0);
  std::size_t crossings = 0, seen = 0;
  for (const int end : ends) {  // earlier ends that lie further right cross this one
    std::size_t notRight = 0;
    for (int i = end + 1; i > 0; i -= i & -i) notRight += static_cast<std::size_t>(tree[static_cast<std::size_t>(i)]);
    crossings += seen - notRight;
    ++seen;
    for (std::size_t i = static_cast<std::size_t>(end) + 1; i < tree.size(); i += i & (~i + 1)) ++tree[i];
  }
  return crossings;
}

}  // namespace

std::size_t countCrossings(const LayeredGraph& graph) {
  std::vector<int> ends, tree;
  std::size_t crossings = 0;
  for (std::size_t rank = 1; rank < graph.rows.size(); ++rank) crossings += crossingsAbove(graph, rank, ends, tree);
  return crossings;
}

void orderRows(LayeredGraph& graph, const Progress& progress) {
  orderDepthFirst(graph);
  std::size_t best = countCrossings(graph);
  auto bestRows = graph.rows;
  std::vector<Keyed> scratch;
  int sinceBest = 0;
  for (int i = 0; i < kMostSweeps && best > 0 && sinceBest < 4; ++i) {
    progress.throwIfCancelled();
    sweep(graph, i % 2 == 0, scratch);
    const std::size_t crossings = countCrossings(graph);
    ++sinceBest;
    if (crossings < best) {
      best = crossings;
      bestRows = graph.rows;
      sinceBest = 0;
    }
  }
  graph.rows = std::move(bestRows);
  graph.updatePlaces();
}

}  // namespace tasoscope::layered
