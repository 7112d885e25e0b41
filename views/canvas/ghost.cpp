#include "views/canvas/ghost.h"

#include <QFontMetricsF>

#include "views/canvas/arrange.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr double kDistance = 40;  // from the boxes that would go
constexpr double kPanelMargin = 18;
constexpr double kBubbleHeight = 24;
constexpr double kBubblePadding = 12;

QRectF regionOf(const Ghost& ghost, const Picture& picture) {
  QRectF region;
  for (const std::uint64_t key : ghost.removed) {
    if (const int box = picture.boxOf(key); box >= 0) region |= picture.boxes[static_cast<std::size_t>(box)].rect;
  }
  return region;
}

/// The boxes of the ghost and the edges among them, laid out by themselves.
Picture arrangedResult(const Ghost& ghost, Flow flow) {
  Picture result;
  result.flow = flow;
  result.boxes = ghost.boxes;
  for (PictureBox& box : result.boxes) box.state = DiffState::kAdded;
  result.buildIndex();
  for (const GhostEdge& edge : ghost.edges) {
    PictureEdge drawn;
    drawn.from = result.boxOf(edge.from);
    drawn.to = result.boxOf(edge.to);
    drawn.state = DiffState::kAdded;
    if (drawn.from >= 0 && drawn.to >= 0) result.edges.push_back(drawn);
  }
  arrange(result, layeredEngine());
  return result;
}

void moveBy(Picture& picture, QPointF offset) {
  for (PictureBox& box : picture.boxes) box.rect.translate(offset);
  for (PictureEdge& edge : picture.edges) {
    edge.path.translate(offset);
    edge.arrival.translate(offset);
    for (QPointF& corner : edge.corners) corner += offset;
    for (QPointF& corner : edge.arrivalCorners) corner += offset;
  }
  picture.bounds.translate(offset);
  picture.buildIndex(picture.bounds);
}

/// The side on which a panel of this size covers fewer boxes; the right one, or the lower one where the picture runs to
/// the right, when it makes no difference.
QPointF cornerBeside(const QRectF& place, QSizeF extent, const Picture& picture) {
  const QRectF region = flowed(place, picture.flow);
  const QSizeF size = flowed(extent, picture.flow);
  const double top = region.center().y() - size.height() / 2;
  const QPointF right(region.right() + kDistance, top), left(region.left() - kDistance - size.width(), top);
  const auto covered = [&](QPointF corner) {
    return picture.boxesIn(flowed(QRectF(corner, size), picture.flow)).size();
  };
  return flowed(covered(left) < covered(right) ? left : right, picture.flow);
}

QPainterPath bondBetween(const QRectF& fromPlace, const QRectF& toPlace, Flow flow) {
  const QRectF from = flowed(fromPlace, flow), to = flowed(toPlace, flow);
  const QPointF start(from.center().x(), from.bottom()), end(to.center().x(), to.top());
  const double bend = std::max(std::abs(end.y() - start.y()) / 2, 30.0);
  QPainterPath path(start);
  path.cubicTo(start + QPointF(0, bend), end - QPointF(0, bend), end);
  return flowed(path, flow);
}

/// The box with this key, of the ghost or under it; an empty rectangle when there is none.
QRectF rectOf(std::uint64_t key, const Picture& ghost, const Picture& picture) {
  if (const int box = ghost.boxOf(key); box >= 0) return ghost.boxes[static_cast<std::size_t>(box)].rect;
  const int box = picture.boxOf(key);
  return box < 0 ? QRectF() : picture.boxes[static_cast<std::size_t>(box)].rect;
}

void addBonds(PlacedGhost& placed, const Ghost& ghost, const Picture& picture) {
  for (const GhostEdge& edge : ghost.edges) {
    const bool isInside = placed.picture.boxOf(edge.from) >= 0 && placed.picture.boxOf(edge.to) >= 0;
    const QRectF from = rectOf(edge.from, placed.picture, picture), to = rectOf(edge.to, placed.picture, picture);
    if (!isInside && !from.isEmpty() && !to.isEmpty()) placed.bonds.push_back(bondBetween(from, to, picture.flow));
  }
}

}  // namespace

PlacedGhost placeGhost(const Ghost& ghost, const Picture& picture) {
  PlacedGhost placed;
  const QRectF region = regionOf(ghost, picture);
  if (region.isEmpty()) return placed;
  placed.bubble = ghost.bubble;
  const double wide = QFontMetricsF(titleFont()).horizontalAdvance(ghost.bubble) + 2 * kBubblePadding;
  QRectF anchor = region;
  if (!ghost.boxes.empty()) {
    placed.picture = arrangedResult(ghost, picture.flow);
    const QSizeF size = placed.picture.bounds.size() + QSizeF(2 * kPanelMargin, 2 * kPanelMargin);
    placed.panel = QRectF(cornerBeside(region, size, picture), size);
    moveBy(placed.picture,
           placed.panel.topLeft() + QPointF(kPanelMargin, kPanelMargin) - placed.picture.bounds.topLeft());
    anchor = placed.panel;
  }
  addBonds(placed, ghost, picture);
  placed.bubblePlace = QRectF(anchor.center().x() - wide / 2, anchor.top() - kBubbleHeight - 8, wide, kBubbleHeight);
  return placed;
}

}  // namespace tasoscope
