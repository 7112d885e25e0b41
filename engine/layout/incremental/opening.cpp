#include "layout/incremental/opening.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace tasoscope::incremental {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr std::array kGapShares = {1.0, 0.75, 0.55, 0.4, 0.3};  // of the comfortable gap, tried in this order

/// Sets of boxes that are joined as edges are met.
class Sets {
 public:
  explicit Sets(std::size_t count) : parents_(count) { std::iota(parents_.begin(), parents_.end(), 0); }
  int find(int box) {
    while (parents_[static_cast<std::size_t>(box)] != box) {
      int& parent = parents_[static_cast<std::size_t>(box)];
      parent = parents_[static_cast<std::size_t>(parent)];
      box = parent;
    }
    return box;
  }
  void join(int a, int b) {
    const int first = find(a), second = find(b);
    parents_[static_cast<std::size_t>(std::max(first, second))] = std::min(first, second);
  }

 private:
  std::vector<int> parents_;
};

/// Edges between new boxes that go down, by the rank of their source.
std::vector<LayoutEdge> innerEdges(const LayoutRequest& request, const std::vector<char>& isNew,
                                   const std::vector<int>& ranks) {
  std::vector<LayoutEdge> inner;
  for (const LayoutEdge& edge : request.edges) {
    const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
    if (isNew[from] && isNew[to] && ranks[from] < ranks[to]) inner.push_back(edge);
  }
  std::stable_sort(inner.begin(), inner.end(), [&](const LayoutEdge& a, const LayoutEdge& b) {
    return ranks[static_cast<std::size_t>(a.from)] < ranks[static_cast<std::size_t>(b.from)];
  });
  return inner;
}

/// Tops as high as they can be from `start` on, whatever is below.
std::vector<double> highestTops(const std::vector<LevelBounds>& bounds, double gap, double start) {
  std::vector<double> tops;
  double least = start;
  for (const LevelBounds& level : bounds) {
    least = std::max(least, level.lowestAbove + gap);
    tops.push_back(least);
    least += level.height + gap;
  }
  return tops;
}

double slackOf(const std::vector<LevelBounds>& bounds, const std::vector<double>& tops, double gap) {
  double slack = kInfinite;
  for (std::size_t i = 0; i < tops.size(); ++i) {
    slack = std::min(slack, bounds[i].highestBelow - gap - bounds[i].height - tops[i]);
  }
  return slack;
}

/// The highest top of the first level: under what is above it or, where nothing is, so that the rest fits.
double startOf(const std::vector<LevelBounds>& bounds, double gap, double lastResort) {
  double depth = 0, hanging = kInfinite;
  for (const LevelBounds& level : bounds) {
    if (level.lowestAbove > -kInfinite) return level.lowestAbove + gap - depth;
    depth += level.height + gap;
    hanging = std::min(hanging, level.highestBelow - depth);
  }
  return hanging < kInfinite ? hanging : lastResort;
}

}  // namespace

std::vector<Opening> openingsOf(const LayoutRequest& request, const std::vector<char>& isNew,
                                const std::vector<int>& ranks) {
  std::vector<int> levels(request.boxes.size(), 0);
  Sets sets(request.boxes.size());
  for (const LayoutEdge& edge : innerEdges(request, isNew, ranks)) {
    const int below = levels[static_cast<std::size_t>(edge.from)] + 1;
    int& level = levels[static_cast<std::size_t>(edge.to)];
    level = std::max(level, below);
    sets.join(edge.from, edge.to);
  }
  std::map<int, Opening> openings;
  for (std::size_t i = 0; i < isNew.size(); ++i) {
    if (!isNew[i]) continue;
    auto& rows = openings[sets.find(static_cast<int>(i))].levels;
    const auto level = static_cast<std::size_t>(levels[i]);
    if (rows.size() <= level) rows.resize(level + 1);
    rows[level].push_back(static_cast<int>(i));
  }
  std::vector<Opening> result;
  for (auto& [first, opening] : openings) result.push_back(std::move(opening));
  return result;
}

LevelStack stackLevels(const std::vector<LevelBounds>& bounds, double comfortableGap, double lastResort) {
  LevelStack stack;
  for (const double share : kGapShares) {
    stack.gap = share * comfortableGap;
    stack.tops = highestTops(bounds, stack.gap, startOf(bounds, stack.gap, lastResort));
    stack.slack = slackOf(bounds, stack.tops, stack.gap);
    if (stack.slack >= 0) return stack;
  }
  stack.slack = 0;
  return stack;
}

}  // namespace tasoscope::incremental
