#include "layout/incremental.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

#include "layout/incremental/occupancy.h"
#include "layout/incremental/opening.h"
#include "layout/incremental/routing.h"
#include "layout/layered/ranking.h"
#include "layout/ports.h"

namespace tasoscope {
namespace {

using incremental::Area;
using incremental::Forbidden;
using incremental::LevelBounds;
using incremental::Occupancy;
using incremental::Opening;

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kSteepest = 0.1;     // of its height is the most that a piece of an edge leans to count as vertical
constexpr double kLaneClearance = 8;  // between a new box and an edge that runs past it

class Incremental {
 public:
  Incremental(const LayoutRequest& request, const EarlierLayout& earlier)
      : request_(request), earlier_(earlier), lowest_(lowestOf(earlier)) {
    layout_.positions.resize(request.boxes.size());
    layout_.edges.resize(request.edges.size());
    layout_.ranks = layered::ranksOf(request);
    isNew_.assign(request.boxes.size(), 1);
  }

  Layout run(const Progress& progress) {
    keep(true);
    keep(false);
    const std::vector<Opening> openings = incremental::openingsOf(request_, isNew_, layout_.ranks);
    if (!openings.empty()) {
      listEdges();
      noteLanes();
    }
    for (const Opening& opening : openings) {
      progress.throwIfCancelled();
      open(opening);
    }
    routeEdges();
    measure();
    return std::move(layout_);
  }

 private:
  static double lowestOf(const EarlierLayout& earlier) {
    double bottom = 0;
    for (const EarlierBox& box : earlier.boxes) {
      if (box.corner) bottom = std::max(bottom, box.corner->y);
    }
    return bottom;
  }

  const LayoutBox& size(int box) const { return request_.boxes[static_cast<std::size_t>(box)]; }
  bool isPlaced(int box) const { return !isNew_[static_cast<std::size_t>(box)]; }
  double top(int box) const { return layout_.positions[static_cast<std::size_t>(box)].y; }
  double bottom(int box) const { return top(box) + size(box).height; }
  double centreX(int box) const { return layout_.positions[static_cast<std::size_t>(box)].x + size(box).width / 2; }
  Area areaAt(int box, LayoutPoint corner) const {
    return {corner.x, corner.y, corner.x + size(box).width, corner.y + size(box).height};
  }

  void place(int box, LayoutPoint corner) {
    layout_.positions[static_cast<std::size_t>(box)] = corner;
    isNew_[static_cast<std::size_t>(box)] = 0;
    boxes_.add(areaAt(box, corner));
  }

  /// Boxes stay where they were, unless another one stays there.
  void keep(bool isFirm) {
    for (std::size_t i = 0; i < request_.boxes.size(); ++i) {
      const EarlierBox& box = earlier_.boxes[i];
      if (!box.corner || box.isFirm != isFirm) continue;
      if (boxes_.isFree(areaAt(static_cast<int>(i), *box.corner))) place(static_cast<int>(i), *box.corner);
    }
  }

  /// Where a box without a place wishes to be: as told, or where it was.
  std::optional<LayoutPoint> wishOf(int box) const {
    const EarlierBox& earlier = earlier_.boxes[static_cast<std::size_t>(box)];
    if (earlier.wish || !earlier.corner) return earlier.wish;
    return LayoutPoint{earlier.corner->x + size(box).width / 2, earlier.corner->y + size(box).height / 2};
  }

  /// The edges at each new box.
  void listEdges() {
    edgesOf_.resize(request_.boxes.size());
    for (std::size_t i = 0; i < request_.edges.size(); ++i) {
      const LayoutEdge& edge = request_.edges[i];
      if (edge.from == edge.to) continue;
      if (!isPlaced(edge.from)) edgesOf_[static_cast<std::size_t>(edge.from)].push_back(i);
      if (!isPlaced(edge.to)) edgesOf_[static_cast<std::size_t>(edge.to)].push_back(i);
    }
  }

  /// Vertical pieces of the routes that stay: boxes keep off them where they can.
  void noteLanes() {
    for (std::size_t i = 0; i < earlier_.edges.size(); ++i) {
      const PlacedEdge& edge = earlier_.edges[i];
      if (edge.isBezier || !staysRouted(i)) continue;
      for (std::size_t k = 1; k < edge.points.size(); ++k) {
        const LayoutPoint &a = edge.points[k - 1], &b = edge.points[k];
        if (b.y - a.y <= 0 || std::abs(b.x - a.x) > kSteepest * (b.y - a.y)) continue;
        lanes_.add({std::min(a.x, b.x), a.y, std::max(a.x, b.x), b.y});
      }
    }
  }

  LevelBounds boundsOf(const std::vector<int>& level) const {
    LevelBounds bounds{0, -kInfinite, kInfinite};
    for (const int box : level) {
      bounds.height = std::max(bounds.height, size(box).height);
      for (const std::size_t i : edgesOf_[static_cast<std::size_t>(box)]) {
        const LayoutEdge& edge = request_.edges[i];
        if (edge.to == box && isPlaced(edge.from)) bounds.lowestAbove = std::max(bounds.lowestAbove, bottom(edge.from));
        if (edge.from == box && isPlaced(edge.to)) bounds.highestBelow = std::min(bounds.highestBelow, top(edge.to));
      }
    }
    return bounds;
  }

  void open(const Opening& opening) {
    std::vector<LevelBounds> bounds;
    for (const auto& level : opening.levels) bounds.push_back(boundsOf(level));
    const incremental::LevelStack stack =
        incremental::stackLevels(bounds, request_.rankGap, lowest_ + request_.rankGap);
    const double shift = std::clamp(liftOf(opening, bounds, stack), 0.0, stack.slack);
    for (std::size_t i = 0; i < opening.levels.size(); ++i) {
      placeLevel(opening.levels[i], stack.tops[i] + shift, bounds[i].height, stack.gap);
    }
  }

  /// How much lower than its highest place an opening wishes to be.
  double liftOf(const Opening& opening, const std::vector<LevelBounds>& bounds,
                const incremental::LevelStack& stack) const {
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < opening.levels.size(); ++i) {
      for (const int box : opening.levels[i]) {
        const auto wish = wishOf(box);
        if (!wish) continue;
        sum += wish->y - (stack.tops[i] + bounds[i].height / 2);
        ++count;
      }
    }
    if (count > 0) return sum / count;
    return stack.slack <= 2 * request_.rankGap ? stack.slack / 2 : 0;
  }

  double wishedX(int box) const {
    if (const auto wish = wishOf(box)) return wish->x;
    double sum = 0;
    int count = 0;
    for (const std::size_t i : edgesOf_[static_cast<std::size_t>(box)]) {
      const LayoutEdge& edge = request_.edges[i];
      const int other = edge.from == box ? edge.to : edge.from;
      const auto wish = wishOf(other);
      if (!isPlaced(other) && !wish) continue;
      sum += isPlaced(other) ? centreX(other) : wish->x;
      ++count;
    }
    return count > 0 ? sum / count : 0;
  }

  /// A row of boxes: as near to what they wish as they can be without touching each other.
  struct Run {
    double sum = 0, width = 0;  // of the wishes of its left side, and of its boxes with the gaps between them
    std::vector<int> boxes;
    double left() const { return sum / static_cast<double>(boxes.size()); }
  };

  std::vector<Run> runsOf(const std::vector<int>& level) const {
    std::vector<std::pair<double, int>> wishes;
    for (const int box : level) wishes.emplace_back(wishedX(box), box);
    std::sort(wishes.begin(), wishes.end());
    std::vector<Run> runs;
    for (const auto& [wish, box] : wishes) {
      runs.push_back({wish - size(box).width / 2, size(box).width, {box}});
      while (runs.size() > 1) {
        Run& last = runs.back();
        Run& before = runs[runs.size() - 2];
        const double offset = before.width + request_.boxGap;
        if (before.left() + offset <= last.left()) break;
        before.sum += last.sum - offset * static_cast<double>(last.boxes.size());
        before.width = offset + last.width;
        before.boxes.insert(before.boxes.end(), last.boxes.begin(), last.boxes.end());
        runs.pop_back();
      }
    }
    return runs;
  }

  void placeLevel(const std::vector<int>& level, double top, double height, double gap) {
    for (const Run& run : runsOf(level)) {
      double left = run.left();
      for (const int box : run.boxes) {
        placeNear(box, left, top + (height - size(box).height) / 2, std::min(gap / 2, kLaneClearance));
        left += size(box).width + request_.boxGap;
      }
    }
  }

  /// The free place nearest to this one along the row; off the edges that run past, if that is not far.
  void placeNear(int box, double left, double top, double margin) {
    const LayoutBox& room = size(box);
    std::vector<Forbidden> forbidden;
    boxes_.forbid(room.width, top - margin, top + room.height + margin, request_.boxGap, forbidden);
    double x = incremental::nearestAllowed(forbidden, left);
    lanes_.forbid(room.width, top, top + room.height, kLaneClearance, forbidden);
    const double aside = incremental::nearestAllowed(forbidden, left);
    if (std::abs(aside - left) <= std::abs(x - left) + room.width + request_.boxGap) x = aside;
    place(box, {x, top});
  }

  /// Whether an edge had a route, and its ends are where they were.
  bool staysRouted(std::size_t index) const {
    if (index >= earlier_.edges.size()) return false;
    const PlacedEdge& route = earlier_.edges[index];
    const LayoutEdge& edge = request_.edges[index];
    if (route.points.empty() || !isPlaced(edge.from) || !isPlaced(edge.to)) return false;
    const LayoutPoint& start = route.points.front();
    const LayoutPoint& end = route.isStub() ? route.arrival.back() : route.points.back();
    return touches(edge.from, start, bottom(edge.from)) && touches(edge.to, end, top(edge.to));
  }

  bool touches(int box, const LayoutPoint& point, double side) const {
    const double left = layout_.positions[static_cast<std::size_t>(box)].x;
    return std::abs(point.y - side) < 1 && left <= point.x && point.x <= left + size(box).width;
  }

  void routeEdges() {
    std::vector<char> isStub(request_.edges.size(), 0);
    for (std::size_t i = 0; i < request_.edges.size(); ++i) {
      const LayoutEdge& edge = request_.edges[i];
      if (edge.from == edge.to) continue;
      if (staysRouted(i)) {
        keepRoute(i);
        isStub[i] = earlier_.edges[i].isStub() ? 1 : 0;
        continue;
      }
      const int span =
          layout_.ranks[static_cast<std::size_t>(edge.to)] - layout_.ranks[static_cast<std::size_t>(edge.from)];
      isStub[i] = std::abs(span) > request_.longestEdge ? 1 : 0;
      if (isStub[i]) continue;
      const double port = edge.fromPort < 0 ? 0.5 : edge.fromPort;
      const LayoutPoint start{layout_.positions[static_cast<std::size_t>(edge.from)].x + port * size(edge.from).width,
                              bottom(edge.from)};
      layout_.edges[i].points = incremental::cornersBetween(start, {centreX(edge.to), top(edge.to)}, boxes_);
    }
    attachEnds(request_, isStub, layout_);
  }

  /// Its corners; the ends are attached anew, since a new edge may share a side with them.
  void keepRoute(std::size_t index) {
    const PlacedEdge& route = earlier_.edges[index];
    PlacedEdge& placed = layout_.edges[index];
    if (route.isBezier) {
      placed = route;
    } else if (!route.isStub() && route.points.size() > 2) {
      placed.points.assign(route.points.begin() + 1, route.points.end() - 1);
    }
  }

  void measure() {
    for (std::size_t i = 0; i < request_.boxes.size(); ++i) {
      const Area area = areaAt(static_cast<int>(i), layout_.positions[i]);
      layout_.width = std::max(layout_.width, area.right);
      layout_.height = std::max(layout_.height, area.bottom);
    }
  }

  const LayoutRequest& request_;
  const EarlierLayout& earlier_;
  double lowest_;            // the lowest earlier corner
  Occupancy boxes_, lanes_;  // boxes with a place; vertical pieces of edges
  std::vector<char> isNew_;  // still without a place
  std::vector<std::vector<std::size_t>> edgesOf_;
  Layout layout_;
};

}  // namespace

Layout layoutIncremental(const LayoutRequest& request, const EarlierLayout& earlier, const Progress& progress) {
  return Incremental(request, earlier).run(progress);
}

}  // namespace tasoscope
