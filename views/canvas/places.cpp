#include "views/canvas/places.h"

#include <algorithm>
#include <utility>

#include "views/canvas/picture_metrics.h"
#include "views/canvas/route_drawing.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostNoted = 6;  // what walking to and fro shows
constexpr double kMostSpareRoom = 48;  // a box keeps a size that is larger than it needs by less than this

/// Whether a box may keep the room it has. What a step changes in a group is written into it for that step only: the
/// group keeps the room for it, so that it does not grow and shrink as steps go by.
bool fits(const PictureBox& box, const QSizeF& needed, const QSizeF& room) {
  const double mostSpareHeight = box.shape == BoxShape::kGroup ? kMostSpareRoom : 1;
  return needed.width() <= room.width() && needed.height() <= room.height() &&
         room.width() - needed.width() < kMostSpareRoom && room.height() - needed.height() < mostSpareHeight;
}

LayoutPoint pointOf(const QPointF& point) { return {point.x(), point.y()}; }

bool isSame(const PlacedEdge& a, const PlacedEdge& b) {
  return a.points == b.points && a.arrival == b.arrival && a.isBezier == b.isBezier;
}

}  // namespace

void Places::note(const Picture& picture, std::span<const EdgeKey> keys, std::vector<PlacedEdge> routes) {
  Noted noted;
  noted.boxes.reserve(picture.boxes.size());
  noted.rects.reserve(picture.boxes.size());
  noted.routes.reserve(keys.size());
  for (const PictureBox& box : picture.boxes) {
    const QRectF rect = flowed(box.rect, picture.flow);
    noted.boxes.push_back(box.key);
    noted.rects.push_back(rect);
    m_rects[box.key] = rect;
    for (const std::uint64_t value : box.values) m_valueRects[value] = rect;
  }
  noted.edges.assign(keys.begin(), keys.end());
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const PictureEdge& edge = picture.edges[i];
    RoutePtr& known = m_routes[keys[i]];
    if (!known || !isSame(known->placed, routes[i]))
      known = std::make_shared<const Route>(
          Route{std::move(routes[i]), edge.path, edge.arrival, edge.corners, edge.arrivalCorners});
    noted.routes.push_back(known);
  }
  if (m_noted.size() == kMostNoted) m_noted.erase(m_noted.begin());
  m_noted.push_back(std::move(noted));
}

void Places::setFirm(const Picture& picture) {
  m_firm.clear();
  m_firm.reserve(picture.boxes.size());
  for (const PictureBox& box : picture.boxes) m_firm.insert(box.key);
}

void Places::apply(const Route& route, PictureEdge& edge) {
  edge.path = route.path;
  edge.arrival = route.arrival;
  edge.corners = route.corners;
  edge.arrivalCorners = route.arrivalCorners;
}

void Places::draw(PictureEdge& edge, const EdgeKey& key, const PlacedEdge& route, Flow flow) const {
  const auto known = m_routes.find(key);
  if (known != m_routes.end() && isSame(known->second->placed, route))
    apply(*known->second, edge);
  else
    drawRoute(edge, route, flow);
}

bool Places::restore(Picture& picture, std::span<const EdgeKey> keys) {
  const auto isLike = [&](const Noted& noted) {
    return std::ranges::equal(picture.boxes, noted.boxes, {}, &PictureBox::key) &&
           std::ranges::equal(keys, noted.edges);
  };
  const auto noted = std::ranges::find_if(m_noted, isLike);
  if (noted == m_noted.end()) return false;
  const LayoutRequest request = requestOf(picture);
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const QRectF& rect = noted->rects[i];
    const QSizeF needed = flowed(QSizeF(request.boxes[i].width, request.boxes[i].height), picture.flow);
    if (!fits(picture.boxes[i], needed, flowed(rect.size(), picture.flow)) || m_rects.at(picture.boxes[i].key) != rect)
      return false;
  }
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) picture.boxes[i].rect = flowed(noted->rects[i], picture.flow);
  for (std::size_t i = 0; i < keys.size(); ++i) apply(*noted->routes[i], picture.edges[i]);
  std::rotate(noted, noted + 1, m_noted.end());
  return true;
}

LayoutRequest Places::requestFor(const Picture& picture) const {
  LayoutRequest request = requestOf(picture);
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const auto known = m_rects.find(picture.boxes[i].key);
    LayoutBox& box = request.boxes[i];
    if (known == m_rects.end()) continue;
    const QSizeF needed = flowed(QSizeF(box.width, box.height), picture.flow);
    if (!fits(picture.boxes[i], needed, flowed(known->second.size(), picture.flow))) continue;
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

EarlierLayout Places::earlierFor(const Picture& picture, std::span<const EdgeKey> keys,
                                 const LayoutRequest& request) const {
  EarlierLayout earlier;
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const PictureBox& box = picture.boxes[i];
    const QSizeF size(request.boxes[i].width, request.boxes[i].height);
    EarlierBox known;
    if (const auto found = m_rects.find(box.key); found != m_rects.end()) {
      const QRectF& rect = found->second;
      known.corner = pointOf(rect.topLeft() + QPointF(rect.width() - size.width(), rect.height() - size.height()) / 2);
      known.isFirm = m_firm.contains(box.key) && size == rect.size();  // what grows gives way to what does not
    } else if (const QRectF* wish = wishFor(box)) {
      known.wish = pointOf(wish->center());
    }
    earlier.boxes.push_back(known);
  }
  for (const EdgeKey& key : keys) {
    const auto known = m_routes.find(key);
    earlier.edges.push_back(known == m_routes.end() ? PlacedEdge{} : known->second->placed);
  }
  return earlier;
}

}  // namespace tasoscope
