#include "views/canvas/arrange.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "layout/graphviz.h"
#include "layout/layered.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

/// A smooth curve through the corners of a route: vertical where it meets boxes and rows, bending in the gaps.
QPainterPath smoothPath(const std::vector<LayoutPoint>& corners) {
  QPainterPath path;
  if (corners.empty()) return path;
  path.moveTo(corners.front().x, corners.front().y);
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const LayoutPoint &a = corners[i - 1], &b = corners[i];
    if (a.x == b.x) {
      path.lineTo(b.x, b.y);
      continue;
    }
    const double middle = (a.y + b.y) / 2;
    path.cubicTo(a.x, middle, b.x, middle, b.x, b.y);
  }
  return path;
}

QPainterPath bezierPath(const std::vector<LayoutPoint>& points) {
  QPainterPath path;
  if (points.empty()) return path;
  path.moveTo(points[0].x, points[0].y);
  for (std::size_t i = 1; i + 2 < points.size(); i += 3) {
    path.cubicTo(points[i].x, points[i].y, points[i + 1].x, points[i + 1].y, points[i + 2].x, points[i + 2].y);
  }
  return path;
}

void drawRoute(PictureEdge& edge, const PlacedEdge& placed) {
  edge.path = placed.isBezier ? bezierPath(placed.points) : smoothPath(placed.points);
  edge.arrival = smoothPath(placed.arrival);
}

LayoutBox layoutBox(const QSizeF& size) { return {size.width(), size.height(), -1}; }

/// An edge as far as two pictures can agree on it: its ends, its port, and which of several equal ones it is.
using EdgeKey = std::tuple<std::uint64_t, std::uint64_t, double, int>;

/// The keys of a picture's edges, where `nameOf` gives the name of a box by its index.
template <typename NameOf>
std::vector<EdgeKey> edgeKeys(const Picture& picture, NameOf nameOf) {
  std::map<EdgeKey, int> seen;
  std::vector<EdgeKey> keys;
  for (const PictureEdge& edge : picture.edges) {
    EdgeKey key{nameOf(edge.from), nameOf(edge.to), edge.fromPort, 0};
    std::get<3>(key) = seen[key]++;
    keys.push_back(key);
  }
  return keys;
}

std::vector<EdgeKey> edgeKeys(const Picture& picture) {
  return edgeKeys(picture, [&](int box) { return picture.boxes[static_cast<std::size_t>(box)].key; });
}

/// The union of two pictures as one layout request. Its boxes are slots: a box that is in both pictures has one, and so
/// have a box of the first and the box of the second that takes over its value.
class Union {
 public:
  Union(const Picture& before, const Picture& after) {
    for (const PictureBox& box : before.boxes) addSlot(box);
    takeOverSlots(before, after);
    for (const PictureBox& box : after.boxes) addSlot(box);
    addEdges(before);
    addEdges(after);
  }
  const LayoutRequest& request() const { return m_request; }

  void place(Picture& picture, const Layout& layout) const {
    for (PictureBox& box : picture.boxes) {
      const auto slot = static_cast<std::size_t>(m_slots.at(box.key));
      const LayoutBox& room = m_request.boxes[slot];
      const QSizeF size = m_shared.contains(box.key) ? QSizeF(room.width, room.height) : sizeOf(box);
      const QPointF corner(layout.positions[slot].x, layout.positions[slot].y);
      box.rect = QRectF(corner + QPointF((room.width - size.width()) / 2, (room.height - size.height()) / 2), size);
    }
    const std::vector<EdgeKey> keys = slotEdges(picture);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      PictureEdge& edge = picture.edges[i];
      PlacedEdge placed = layout.edges[static_cast<std::size_t>(m_edges.at(keys[i]))];
      reach(placed, picture.boxes[static_cast<std::size_t>(edge.from)].rect,
            picture.boxes[static_cast<std::size_t>(edge.to)].rect);
      drawRoute(edge, placed);
    }
  }

 private:
  void addSlot(const PictureBox& box) {
    const QSizeF size = sizeOf(box);
    const auto [entry, isNew] = m_slots.emplace(box.key, static_cast<int>(m_request.boxes.size()));
    if (isNew) {
      m_request.boxes.push_back(layoutBox(size));
      return;
    }
    LayoutBox& room = m_request.boxes[static_cast<std::size_t>(entry->second)];
    room.width = std::max(room.width, size.width());
    room.height = std::max(room.height, size.height());
  }

  void takeOverSlots(const Picture& before, const Picture& after) {
    std::map<std::uint64_t, const PictureBox*> producers, kept;
    for (const PictureBox& box : after.boxes) kept.emplace(box.key, &box);
    for (const PictureBox& box : before.boxes) {
      if (kept.contains(box.key))
        m_shared.insert(box.key);
      else
        for (const std::uint64_t value : box.values) producers.emplace(value, &box);
    }
    std::set<const PictureBox*> taken;
    for (const PictureBox& box : after.boxes) {
      if (m_slots.contains(box.key)) continue;
      for (const std::uint64_t value : box.values) {
        const auto producer = producers.find(value);
        if (producer == producers.end() || !taken.insert(producer->second).second) continue;
        m_slots.emplace(box.key, m_slots.at(producer->second->key));
        break;
      }
    }
  }

  std::vector<EdgeKey> slotEdges(const Picture& picture) const {
    return edgeKeys(picture, [&](int box) {
      return static_cast<std::uint64_t>(m_slots.at(picture.boxes[static_cast<std::size_t>(box)].key));
    });
  }

  void addEdges(const Picture& picture) {
    for (const EdgeKey& key : slotEdges(picture)) {
      const auto [entry, isNew] = m_edges.emplace(key, static_cast<int>(m_request.edges.size()));
      if (!isNew) continue;
      m_request.edges.push_back(
          {static_cast<int>(std::get<0>(key)), static_cast<int>(std::get<1>(key)), std::get<2>(key), -1});
    }
  }

  /// A box may be lower than its slot: the ends of the route go on to it.
  static void reach(PlacedEdge& placed, const QRectF& from, const QRectF& to) {
    if (!placed.points.empty() && placed.points.front().y > from.bottom()) placed.points.front().y = from.bottom();
    auto& last = placed.isStub() ? placed.arrival : placed.points;
    if (!last.empty() && last.back().y < to.top()) last.back().y = to.top();
  }

  LayoutRequest m_request;
  std::map<std::uint64_t, int> m_slots;  // of each box, by key
  std::set<std::uint64_t> m_shared;      // keys of boxes that are in both pictures
  std::map<EdgeKey, int> m_edges;        // by slots
};

bool differ(const PictureBox& a, const PictureBox& b) { return a.title != b.title || a.lines != b.lines; }

/// Marks what `picture` has and `other` lacks with `state`.
void markAgainst(Picture& picture, const Picture& other, DiffState state) {
  std::map<std::uint64_t, const PictureBox*> boxes;
  for (const PictureBox& box : other.boxes) boxes.emplace(box.key, &box);
  for (PictureBox& box : picture.boxes) {
    const auto found = boxes.find(box.key);
    box.state = found == boxes.end() ? state : differ(box, *found->second) ? DiffState::kChanged : DiffState::kContext;
  }
  std::vector<EdgeKey> others = edgeKeys(other);
  std::sort(others.begin(), others.end());
  const std::vector<EdgeKey> keys = edgeKeys(picture);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool isShared = std::binary_search(others.begin(), others.end(), keys[i]);
    picture.edges[i].state = isShared ? DiffState::kContext : state;
  }
}

}  // namespace

LayoutEngine layeredEngine() { return layoutLayered; }

LayoutEngine printEngine(std::size_t mostBoxes) {
  return [mostBoxes](const LayoutRequest& request, const Progress& progress) {
    if (request.boxes.size() <= mostBoxes) {
      if (auto layout = layoutWithGraphviz(request, {}, progress)) return *std::move(layout);
    }
    return layoutLayered(request, progress);
  };
}

void arrange(Picture& picture, const LayoutEngine& engine, const Progress& progress) {
  LayoutRequest request;
  for (const PictureBox& box : picture.boxes) request.boxes.push_back(layoutBox(sizeOf(box)));
  for (const PictureEdge& edge : picture.edges) request.edges.push_back({edge.from, edge.to, edge.fromPort, -1});
  const Layout layout = engine(request, progress);
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const LayoutBox& size = request.boxes[i];
    picture.boxes[i].rect = QRectF(layout.positions[i].x, layout.positions[i].y, size.width, size.height);
  }
  for (std::size_t i = 0; i < picture.edges.size(); ++i) drawRoute(picture.edges[i], layout.edges[i]);
  picture.buildIndex();
}

void arrangeTogether(Picture& before, Picture& after, const LayoutEngine& engine, const Progress& progress) {
  markAgainst(before, after, DiffState::kRemoved);
  markAgainst(after, before, DiffState::kAdded);
  const Union both(before, after);
  const Layout layout = engine(both.request(), progress);
  both.place(before, layout);
  both.place(after, layout);
  const QRectF area(0, 0, layout.width, layout.height);
  before.buildIndex(area);
  after.buildIndex(area);
}

}  // namespace tasoscope
