#pragma once
// Two pictures of the same thing before and after a change, as one layout request.

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include "views/canvas/edge_keys.h"
#include "views/canvas/route_drawing.h"

namespace tasoscope {

/// Its boxes are slots: a box that is in both pictures has one, and so have a box of the first and the box of the
/// second that takes over its value: the two are never in one picture.
class PairUnion {
 public:
  PairUnion(const Picture& before, const Picture& after);
  const LayoutRequest& request() const { return m_request; }
  /// Gives the boxes of one of the two their places and returns the routes of its edges.
  std::vector<PlacedEdge> place(Picture& picture, const Layout& layout) const;

 private:
  void addSlot(const PictureBox& box);
  void takeOverSlots(const Picture& before, const Picture& after);
  std::vector<EdgeKey> slotEdges(const Picture& picture) const;
  void addEdges(const Picture& picture);

  Flow m_flow;
  BoxMeasure m_measure;
  LayoutRequest m_request;
  absl::flat_hash_map<std::uint64_t, int> m_slots;  // of each box, by key
  absl::flat_hash_set<std::uint64_t> m_shared;      // keys of boxes that are in both pictures
  absl::flat_hash_map<EdgeKey, int> m_edges;        // by slots
};

}  // namespace tasoscope
