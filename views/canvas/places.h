#pragma once
// Where the boxes of one model's pictures have stood so far, and how their edges ran: what lets a picture go on from
// the one before it instead of being laid out anew. A box keeps its place as long as its place is remembered; one that
// produces a value that another box produced before wishes for that one's place. All pictures have the same flow.

#include <map>
#include <unordered_map>
#include <unordered_set>

#include "layout/incremental.h"
#include "views/canvas/edge_keys.h"

namespace tasoscope {

class Places {
 public:
  bool isEmpty() const { return m_rects.empty(); }
  void clear() { *this = {}; }
  bool knows(std::uint64_t key) const { return m_rects.contains(key); }

  /// Keeps the places of a picture's boxes and the routes of its edges, which are given in the picture's order.
  void note(const Picture& picture, std::vector<PlacedEdge> routes);
  /// Boxes that are on the screen now: where two remembered places overlap, these stay.
  void setFirm(const Picture& picture);

  /// The picture as a layout request. Boxes that fit where they were keep their size too.
  LayoutRequest requestFor(const Picture& picture) const;
  /// What is remembered of the boxes and edges of that request.
  EarlierLayout earlierFor(const Picture& picture, const LayoutRequest& request) const;

 private:
  const QRectF* wishFor(const PictureBox& box) const;

  std::unordered_map<std::uint64_t, QRectF> m_rects;       // of boxes, by key; as laid out
  std::unordered_map<std::uint64_t, QRectF> m_valueRects;  // of the latest producer of each value
  std::map<EdgeKey, PlacedEdge> m_routes;
  std::unordered_set<std::uint64_t> m_firm;
};

}  // namespace tasoscope
