#include "views/canvas/places.h"

#include "views/canvas/picture_metrics.h"
#include "views/canvas/route_drawing.h"

namespace tasoscope {
namespace {

constexpr double kMostSpareRoom = 48;  // a box keeps a size that is larger than it needs by less than this

bool fits(const QSizeF& needed, const QSizeF& room) {
  return needed.width() <= room.width() && needed.height() <= room.height() &&
         room.width() - needed.width() < kMostSpareRoom && room.height() - needed.height() < 1;
}

LayoutPoint pointOf(const QPointF& point) { return {point.x(), point.y()}; }

}  // namespace

void Places::note(const Picture& picture, std::vector<PlacedEdge> routes) {
  for (const PictureBox& box : picture.boxes) {
    const QRectF rect = flowed(box.rect, picture.flow);
    m_rects[box.key] = rect;
    for (const std::uint64_t value : box.values) m_valueRects[value] = rect;
  }
  const std::vector<EdgeKey> keys = edgeKeys(picture);
  for (std::size_t i = 0; i < keys.size(); ++i) m_routes[keys[i]] = std::move(routes[i]);
}

void Places::setFirm(const Picture& picture) {
  m_firm.clear();
  for (const PictureBox& box : picture.boxes) m_firm.insert(box.key);
}

LayoutRequest Places::requestFor(const Picture& picture) const {
  LayoutRequest request = requestOf(picture);
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const auto known = m_rects.find(picture.boxes[i].key);
    LayoutBox& box = request.boxes[i];
    if (known == m_rects.end()) continue;
    const QSizeF needed = flowed(QSizeF(box.width, box.height), picture.flow);
    if (!fits(needed, flowed(known->second.size(), picture.flow))) continue;
    box.width = known->second.width();
    box.height = known->second.height();
  }
  return request;
}

/// The place of the box that produced what this one produces; of several the first.
const QRectF* Places::wishFor(const PictureBox& box) const {
  for (const std::uint64_t value : box.values) {
    const auto found = m_valueRects.find(value);
    if (found != m_valueRects.end()) return &found->second;
  }
  return nullptr;
}

EarlierLayout Places::earlierFor(const Picture& picture, const LayoutRequest& request) const {
  EarlierLayout earlier;
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const PictureBox& box = picture.boxes[i];
    const QSizeF size(request.boxes[i].width, request.boxes[i].height);
    EarlierBox known;
    if (const auto found = m_rects.find(box.key); found != m_rects.end()) {
      const QRectF& rect = found->second;
      known.corner = pointOf(rect.topLeft() + QPointF(rect.width() - size.width(), rect.height() - size.height()) / 2);
      known.isFirm = m_firm.contains(box.key);
    } else if (const QRectF* wish = wishFor(box)) {
      known.wish = pointOf(wish->center());
    }
    earlier.boxes.push_back(known);
  }
  for (const EdgeKey& key : edgeKeys(picture)) {
    const auto known = m_routes.find(key);
    earlier.edges.push_back(known == m_routes.end() ? PlacedEdge{} : known->second);
  }
  return earlier;
}

}  // namespace tasoscope
