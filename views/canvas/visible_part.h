#pragma once
// A picture without what a person has hidden. What stays keeps its place.

#include <memory>
#include <unordered_set>
#include <vector>

#include "views/canvas/picture.h"

namespace tasoscope {

using HiddenKeys = std::unordered_set<std::uint64_t>;

/// The picture itself when nothing of it is hidden; the bounds stay in any case. Null stays null.
std::shared_ptr<const Picture> visiblePart(const std::shared_ptr<const Picture>& picture, const HiddenKeys& hidden);

struct HiddenCounts {
  int nodes = 0;      ///< those of collapsed groups each by itself
  int terminals = 0;  ///< inputs and outputs of the graph
  bool isAnything() const { return nodes + terminals > 0; }
};
HiddenCounts hiddenIn(const Picture& picture, const HiddenKeys& hidden);

/// Every box that is neither among `keys` nor next to one of them along an edge.
std::vector<std::uint64_t> othersThan(const Picture& picture, const std::vector<std::uint64_t>& keys);

}  // namespace tasoscope
