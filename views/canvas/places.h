#pragma once
// Where the boxes of one model's pictures have stood so far, and how their edges ran: what lets a picture go on from
// the one before it instead of being laid out anew. A box keeps its place as long as its place is remembered; one that
// produces a value that another box produced before wishes for that one's place. All pictures have the same flow.

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <memory>
#include <span>

#include "layout/incremental.h"
#include "views/canvas/edge_keys.h"

namespace tasoscope {

class Places {
 public:
  bool isEmpty() const { return m_rects.empty(); }
  void clear() { *this = {}; }
  bool knows(std::uint64_t key) const { return m_rects.contains(key); }

  /// Keeps the places of a picture's boxes and the routes of its edges, which are given in the picture's order and are
  /// drawn. `keys` are those of its edges.
  void note(const Picture& picture, std::span<const EdgeKey> keys, std::vector<PlacedEdge> routes);
  /// Boxes that are on the screen now: where two remembered places overlap, these stay, unless they have grown.
  void setFirm(const Picture& picture);

  /// The picture as a layout request. Boxes that fit where they were keep their size too.
  LayoutRequest requestFor(const Picture& picture) const;
  /// What is remembered of the boxes and edges of that request.
  EarlierLayout earlierFor(const Picture& picture, std::span<const EdgeKey> keys, const LayoutRequest& request) const;

  /// Draws a route; one that is remembered as it is has been drawn already.
  void draw(PictureEdge& edge, const EdgeKey& key, const PlacedEdge& route, Flow flow) const;
  /// Draws the picture as one of the last few that were noted, if it has the boxes and edges of that one, their texts
  /// fit, and all of its places are still remembered: nothing is to be laid out then.
  bool restore(Picture& picture, std::span<const EdgeKey> keys);

 private:
  /// An edge as it was placed and drawn.
  struct Route {
    PlacedEdge placed;
    QPainterPath path, arrival;
    std::vector<QPointF> corners, arrivalCorners;
  };
  using RoutePtr = std::shared_ptr<const Route>;
  /// A picture as it was noted.
  struct Noted {
    std::vector<std::uint64_t> boxes;
    std::vector<QRectF> rects;  ///< as laid out
    std::vector<EdgeKey> edges;
    std::vector<RoutePtr> routes;
  };
  const QRectF* wishFor(const PictureBox& box) const;
  static void apply(const Route& route, PictureEdge& edge);

  absl::flat_hash_map<std::uint64_t, QRectF> m_rects;       // of boxes, by key; as laid out
  absl::flat_hash_map<std::uint64_t, QRectF> m_valueRects;  // of the latest producer of each value
  absl::flat_hash_map<EdgeKey, RoutePtr> m_routes;
  absl::flat_hash_set<std::uint64_t> m_firm;
  std::vector<Noted> m_noted;  // the last few pictures, the latest at the end
};

}  // namespace tasoscope
