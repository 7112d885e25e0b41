#include "views/canvas/overlay.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cmath>

#include "views/canvas/route_drawing.h"

namespace tasoscope {
namespace {

constexpr double kGap = 12;

bool overlaps(const QRectF& a, const QRectF& b) {
  return a.left() < b.right() + kGap && b.left() < a.right() + kGap && a.top() < b.bottom() && b.top() < a.bottom();
}

/// The bounds of an edge that runs straight down have no width.
bool crosses(const PictureEdge& edge, const QRectF& place) {
  const QRectF& bounds = edge.bounds;
  const bool isNear = bounds.left() <= place.right() && place.left() <= bounds.right() &&
                      bounds.top() <= place.bottom() && place.top() <= bounds.bottom();
  return isNear && (edge.path.intersects(place) || (!edge.arrival.isEmpty() && edge.arrival.intersects(place)));
}

/// What a removed box must not cover: boxes, and the edges that are new. Boxes are given and found as laid out.
class Obstacles {
 public:
  explicit Obstacles(Flow flow) : m_flow(flow) {}
  void add(const QRectF& box) { m_boxes.push_back(box); }
  void add(const PictureEdge& edge) { m_edges.push_back(&edge); }

  /// The place itself, or the nearest one to its left or right, that keeps its distance from everything.
  QRectF nearestFree(const QRectF& rect) const {
    std::vector<QRectF> row;
    const auto addToRow = [&](const QRectF& other) {
      if (other.top() < rect.bottom() && rect.top() < other.bottom()) row.push_back(other);
    };
    for (const QRectF& box : m_boxes) addToRow(box);
    for (const PictureEdge* edge : m_edges) addToRow(flowed(edge->bounds, m_flow));
    std::vector<double> wishes{rect.left()};
    for (const QRectF& other : row) {
      wishes.push_back(other.right() + kGap);
      wishes.push_back(other.left() - kGap - rect.width());
    }
    std::stable_sort(wishes.begin(), wishes.end(),
                     [&](double a, double b) { return std::abs(a - rect.left()) < std::abs(b - rect.left()); });
    for (const double left : wishes) {
      const QRectF place(QPointF(left, rect.top()), rect.size());
      if (isFree(place)) return place;
    }
    return rect;
  }

 private:
  bool isFree(const QRectF& place) const {
    const bool isOnBox =
        std::any_of(m_boxes.begin(), m_boxes.end(), [&](const QRectF& box) { return overlaps(place, box); });
    return !isOnBox && std::none_of(m_edges.begin(), m_edges.end(),
                                    [&](const PictureEdge* edge) { return crosses(*edge, flowed(place, m_flow)); });
  }

  Flow m_flow;
  std::vector<QRectF> m_boxes;
  std::vector<const PictureEdge*> m_edges;
};

/// From the lower side of one box to the upper side of another, as laid out.
PlacedEdge directRoute(const QRectF& from, const QRectF& to) {
  PlacedEdge route;
  route.points = {{from.center().x(), from.bottom()}, {to.center().x(), to.top()}};
  return route;
}

class Overlay {
 public:
  Overlay(const Picture& before, const Picture& after) : m_before(before), m_union(after), m_taken(after.flow) {
    for (std::size_t i = 0; i < after.boxes.size(); ++i) {
      m_indices.emplace(after.boxes[i].key, static_cast<int>(i));
      m_taken.add(flowed(after.boxes[i].rect, after.flow));
    }
    for (const PictureEdge& edge : after.edges) {
      if (edge.state != DiffState::kContext) m_taken.add(edge);
    }
  }

  Picture make() {
    addRemovedBoxes();
    addRemovedEdges();
    m_union.buildIndex(m_union.bounds | m_before.bounds);
    return std::move(m_union);
  }

 private:
  void addRemovedBoxes() {
    for (const PictureBox& box : m_before.boxes) {
      if (!m_indices.emplace(box.key, static_cast<int>(m_union.boxes.size())).second) continue;
      m_union.boxes.push_back(box);
      PictureBox& added = m_union.boxes.back();
      const QRectF place = m_taken.nearestFree(flowed(box.rect, m_union.flow));
      m_taken.add(place);
      added.rect = flowed(place, m_union.flow);
      if (added.rect != box.rect) m_moved.insert(box.key);
    }
  }

  void addRemovedEdges() {
    for (const PictureEdge& edge : m_before.edges) {
      if (edge.state == DiffState::kContext) continue;
      const std::uint64_t from = m_before.boxes[static_cast<std::size_t>(edge.from)].key;
      const std::uint64_t to = m_before.boxes[static_cast<std::size_t>(edge.to)].key;
      m_union.edges.push_back(edge);
      PictureEdge& added = m_union.edges.back();
      added.from = m_indices.at(from);
      added.to = m_indices.at(to);
      if (!m_moved.contains(from) && !m_moved.contains(to)) continue;
      drawRoute(added, directRoute(laidOut(added.from), laidOut(added.to)), m_union.flow);
    }
  }

  QRectF laidOut(int box) const { return flowed(m_union.boxes[static_cast<std::size_t>(box)].rect, m_union.flow); }

  const Picture& m_before;
  Picture m_union;
  absl::flat_hash_map<std::uint64_t, int> m_indices;
  Obstacles m_taken;
  absl::flat_hash_set<std::uint64_t> m_moved;
};

}  // namespace

Picture overlayOf(const Picture& before, const Picture& after) { return Overlay(before, after).make(); }

}  // namespace tasoscope
