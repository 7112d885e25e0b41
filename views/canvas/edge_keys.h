#pragma once
// Names of edges by which two pictures of one model agree on them.

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "views/canvas/picture.h"

namespace tasoscope {

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

inline std::vector<EdgeKey> edgeKeys(const Picture& picture) {
  return edgeKeys(picture, [&](int box) { return picture.boxes[static_cast<std::size_t>(box)].key; });
}

}  // namespace tasoscope
