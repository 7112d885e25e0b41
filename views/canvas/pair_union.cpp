#include "views/canvas/pair_union.h"

#include <algorithm>

#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

/// A box may be lower than its slot: the ends of the route go on to it. All of it as laid out.
void reach(PlacedEdge& placed, const QRectF& from, const QRectF& to) {
  if (!placed.points.empty() && placed.points.front().y > from.bottom()) placed.points.front().y = from.bottom();
  auto& last = placed.isStub() ? placed.arrival : placed.points;
  if (!last.empty() && last.back().y < to.top()) last.back().y = to.top();
}

}  // namespace

PairUnion::PairUnion(const Picture& before, const Picture& after)
    : m_flow(after.flow), m_request(emptyRequest(after.flow)) {
  for (const PictureBox& box : before.boxes) addSlot(box);
  takeOverSlots(before, after);
  for (const PictureBox& box : after.boxes) addSlot(box);
  addEdges(before);
  addEdges(after);
}

std::vector<PlacedEdge> PairUnion::place(Picture& picture, const Layout& layout) const {
  for (PictureBox& box : picture.boxes) {
    const auto slot = static_cast<std::size_t>(m_slots.at(box.key));
    const LayoutBox& room = m_request.boxes[slot];
    const QSizeF needed = flowed(box.room.isEmpty() ? sizeOf(box) : box.room, m_flow);
    const QSizeF size = m_shared.contains(box.key) ? QSizeF(room.width, room.height) : needed;
    const QPointF corner(layout.positions[slot].x, layout.positions[slot].y);
    const QPointF inset((room.width - size.width()) / 2, (room.height - size.height()) / 2);
    box.rect = flowed(QRectF(corner + inset, size), m_flow);
  }
  const std::vector<EdgeKey> keys = slotEdges(picture);
  std::vector<PlacedEdge> routes;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const PictureEdge& edge = picture.edges[i];
    PlacedEdge placed = layout.edges[static_cast<std::size_t>(m_edges.at(keys[i]))];
    reach(placed, flowed(picture.boxes[static_cast<std::size_t>(edge.from)].rect, m_flow),
          flowed(picture.boxes[static_cast<std::size_t>(edge.to)].rect, m_flow));
    routes.push_back(std::move(placed));
  }
  return routes;
}

void PairUnion::addSlot(const PictureBox& box) {
  const LayoutBox size = layoutBox(box, m_measure, m_flow);
  const auto [entry, isNew] = m_slots.emplace(box.key, static_cast<int>(m_request.boxes.size()));
  if (isNew) {
    m_request.boxes.push_back(size);
    return;
  }
  LayoutBox& room = m_request.boxes[static_cast<std::size_t>(entry->second)];
  room.width = std::max(room.width, size.width);
  room.height = std::max(room.height, size.height);
}

void PairUnion::takeOverSlots(const Picture& before, const Picture& after) {
  absl::flat_hash_map<std::uint64_t, const PictureBox*> producers, kept;
  for (const PictureBox& box : after.boxes) kept.emplace(box.key, &box);
  for (const PictureBox& box : before.boxes) {
    if (kept.contains(box.key))
      m_shared.insert(box.key);
    else
      for (const std::uint64_t value : box.values) producers.emplace(value, &box);
  }
  absl::flat_hash_set<const PictureBox*> taken;
  for (const PictureBox& box : after.boxes) {
    if (m_slots.contains(box.key)) continue;
    for (const std::uint64_t value : box.values) {
      const auto producer = producers.find(value);
      if (producer == producers.end() || !taken.insert(producer->second).second) continue;
      const int slot = m_slots.at(producer->second->key);
      m_slots.emplace(box.key, slot);
      break;
    }
  }
}

std::vector<EdgeKey> PairUnion::slotEdges(const Picture& picture) const {
  return edgeKeys(picture, [&](int box) {
    return static_cast<std::uint64_t>(m_slots.at(picture.boxes[static_cast<std::size_t>(box)].key));
  });
}

void PairUnion::addEdges(const Picture& picture) {
  for (const EdgeKey& key : slotEdges(picture)) {
    const auto [entry, isNew] = m_edges.emplace(key, static_cast<int>(m_request.edges.size()));
    if (!isNew) continue;
    m_request.edges.push_back(
        {static_cast<int>(std::get<0>(key)), static_cast<int>(std::get<1>(key)), std::get<2>(key), -1});
  }
}

}  // namespace tasoscope
