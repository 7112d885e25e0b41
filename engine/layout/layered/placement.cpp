#include "layout/layered/placement.h"

#include <algorithm>
#include <array>
#include <limits>

namespace tasoscope::layered {
namespace {

/// Links of a short edge that cross a link between two dummies; the latter win, so that long edges are straight.
/// Stored per lower node, parallel to `above`.
class Conflicts {
 public:
  explicit Conflicts(const LayeredGraph& graph) : marks_(static_cast<std::size_t>(graph.nodeCount())) {
    for (std::size_t rank = 1; rank < graph.rows.size(); ++rank) markRow(graph, rank);
  }
  bool has(int upper, int lower) const {
    const auto& marked = marks_[static_cast<std::size_t>(lower)];
    return std::find(marked.begin(), marked.end(), upper) != marked.end();
  }

 private:
  static int innerNeighbour(const LayeredGraph& graph, int node) {
    if (!graph.isDummy(node)) return -1;
    const auto above = graph.above.of(node);
    return !above.empty() && graph.isDummy(above.front()) ? above.front() : -1;
  }

  void markRow(const LayeredGraph& graph, std::size_t rank) {
    const auto& row = graph.rows[rank];
    int left = 0;
    std::size_t next = 0;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const int inner = innerNeighbour(graph, row[i]);
      if (inner < 0 && i + 1 < row.size()) continue;
      const int right =
          inner < 0 ? static_cast<int>(graph.rows[rank - 1].size()) - 1 : graph.places[static_cast<std::size_t>(inner)];
      for (; next <= i; ++next) {
        for (const int upper : graph.above.of(row[next])) {
          const int place = graph.places[static_cast<std::size_t>(upper)];
          if (place < left || place > right) marks_[static_cast<std::size_t>(row[next])].push_back(upper);
        }
      }
      left = right;
    }
  }

  std::vector<std::vector<int>> marks_;
};

/// One of the four: from the top or the bottom, from the left or the right. Right is left in a mirror.
struct Direction {
  bool isDownward, isRightward;
};

class Alignment {
 public:
  Alignment(const LayeredGraph& graph, const Conflicts& conflicts, Direction direction, double gap)
      : graph_(graph), conflicts_(conflicts), direction_(direction), gap_(gap) {}

  std::vector<double> place() {
    align();
    return compact();
  }

 private:
  std::size_t rowIndex(std::size_t i) const { return direction_.isDownward ? i : graph_.rows.size() - 1 - i; }
  int nodeAt(const std::vector<int>& row, std::size_t i) const {
    return direction_.isRightward ? row[i] : row[row.size() - 1 - i];
  }
  int placeOf(int node) const {
    const int place = graph_.places[static_cast<std::size_t>(node)];
    if (direction_.isRightward) return place;
    const auto rank = static_cast<std::size_t>(graph_.ranks[static_cast<std::size_t>(node)]);
    return static_cast<int>(graph_.rows[rank].size()) - 1 - place;
  }
  bool conflict(int fixed, int node) const {
    return direction_.isDownward ? conflicts_.has(fixed, node) : conflicts_.has(node, fixed);
  }

  /// Joins each node with a median neighbour of the previous row, if no joined pair is crossed: roots_ names the
  /// blocks.
  void align() {
    const auto count = static_cast<std::size_t>(graph_.nodeCount());
    roots_.resize(count);
    for (std::size_t i = 0; i < count; ++i) roots_[i] = static_cast<int>(i);
    const Adjacency& fixed = direction_.isDownward ? graph_.above : graph_.below;
    std::vector<int> neighbours;
    for (std::size_t i = 1; i < graph_.rows.size(); ++i) {
      const auto& row = graph_.rows[rowIndex(i)];
      int last = -1;
      for (std::size_t k = 0; k < row.size(); ++k) {
        const int node = nodeAt(row, k);
        const auto all = fixed.of(node);
        if (all.empty()) continue;
        neighbours.assign(all.begin(), all.end());
        std::sort(neighbours.begin(), neighbours.end(), [&](int a, int b) { return placeOf(a) < placeOf(b); });
        for (std::size_t m = (neighbours.size() - 1) / 2; m <= neighbours.size() / 2; ++m) {
          const int median = neighbours[m];
          if (placeOf(median) <= last || conflict(median, node)) continue;
          roots_[static_cast<std::size_t>(node)] = roots_[static_cast<std::size_t>(median)];
          last = placeOf(median);
          break;
        }
      }
    }
  }

  double separation(int left, int right) const {
    const double gap = graph_.isDummy(left) || graph_.isDummy(right) ? gap_ / 2 : gap_;
    return (graph_.widths[static_cast<std::size_t>(left)] + graph_.widths[static_cast<std::size_t>(right)]) / 2 + gap;
  }

  struct Link {
    int from, to;
    double distance;
  };

  /// Blocks as far left as they go, then as far right as their right neighbours let them: a longest path each way.
  std::vector<double> compact() const {
    std::vector<Link> links;
    for (const auto& row : graph_.rows) {
      for (std::size_t k = 1; k < row.size(); ++k) {
        const int left = nodeAt(row, k - 1), right = nodeAt(row, k);
        links.push_back(
            {roots_[static_cast<std::size_t>(left)], roots_[static_cast<std::size_t>(right)], separation(left, right)});
      }
    }
    const auto count = static_cast<std::size_t>(graph_.nodeCount());
    std::vector<LinkEnd> outgoing;
    std::vector<int> missing(count, 0);
    for (std::size_t i = 0; i < links.size(); ++i) {
      outgoing.push_back({links[i].from, static_cast<int>(i)});
      ++missing[static_cast<std::size_t>(links[i].to)];
    }
    const Adjacency linksOf(count, outgoing);
    std::vector<int> order;
    std::vector<double> x(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      if (roots_[i] == static_cast<int>(i) && missing[i] == 0) order.push_back(static_cast<int>(i));
    }
    for (std::size_t next = 0; next < order.size(); ++next) {
      for (const int index : linksOf.of(order[next])) {
        const Link& link = links[static_cast<std::size_t>(index)];
        auto& target = x[static_cast<std::size_t>(link.to)];
        target = std::max(target, x[static_cast<std::size_t>(link.from)] + link.distance);
        if (--missing[static_cast<std::size_t>(link.to)] == 0) order.push_back(link.to);
      }
    }
    for (auto block = order.rbegin(); block != order.rend(); ++block) {
      double most = std::numeric_limits<double>::infinity();
      for (const int index : linksOf.of(*block)) {
        const Link& link = links[static_cast<std::size_t>(index)];
        most = std::min(most, x[static_cast<std::size_t>(link.to)] - link.distance);
      }
      if (most < std::numeric_limits<double>::infinity()) x[static_cast<std::size_t>(*block)] = most;
    }
    for (std::size_t i = 0; i < count; ++i) {
      if (roots_[i] != static_cast<int>(i)) x[i] = x[static_cast<std::size_t>(roots_[i])];
    }
    if (!direction_.isRightward) {
      for (double& value : x) value = -value;
    }
    return x;
  }

  const LayeredGraph& graph_;
  const Conflicts& conflicts_;
  Direction direction_;
  double gap_;
  std::vector<int> roots_;
};

struct Extent {
  double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
  double width() const { return most - least; }
};

Extent extentOf(const LayeredGraph& graph, const std::vector<double>& x) {
  Extent extent;
  for (std::size_t i = 0; i < x.size(); ++i) {
    extent.least = std::min(extent.least, x[i] - graph.widths[i] / 2);
    extent.most = std::max(extent.most, x[i] + graph.widths[i] / 2);
  }
  return extent;
}

}  // namespace

std::vector<double> placeNodes(const LayeredGraph& graph, double gap, const Progress& progress) {
  constexpr std::array kDirections = {Direction{true, true}, Direction{true, false}, Direction{false, true},
                                      Direction{false, false}};
  const Conflicts conflicts(graph);
  std::array<std::vector<double>, 4> placed;
  std::array<Extent, 4> extents;
  std::size_t narrowest = 0;
  for (std::size_t i = 0; i < kDirections.size(); ++i) {
    progress.throwIfCancelled();
    placed[i] = Alignment(graph, conflicts, kDirections[i], gap).place();
    extents[i] = extentOf(graph, placed[i]);
    if (extents[i].width() < extents[narrowest].width()) narrowest = i;
  }
  for (std::size_t i = 0; i < kDirections.size(); ++i) {
    const double shift = kDirections[i].isRightward ? extents[narrowest].least - extents[i].least
                                                    : extents[narrowest].most - extents[i].most;
    for (double& x : placed[i]) x += shift;
  }
  std::vector<double> x(static_cast<std::size_t>(graph.nodeCount()));
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::array values = {placed[0][i], placed[1][i], placed[2][i], placed[3][i]};
    std::sort(values.begin(), values.end());
    x[i] = (values[1] + values[2]) / 2;
  }
  const double least = extentOf(graph, x).least;
  for (double& value : x) value -= least;
  return x;
}

}  // namespace tasoscope::layered
