#pragma once
// Names of edges by which two pictures of one model agree on them.

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <tuple>
#include <vector>

#include "views/canvas/picture.h"

namespace tasoscope {

/// An edge as far as two pictures can agree on it: its ends, its port, and which of several equal ones it is.
using EdgeKey = std::tuple<std::uint64_t, std::uint64_t, double, int>;

/// The keys of a picture's edges, where `nameOf` gives the name of a box by its index.
template <typename NameOf>
std::vector<EdgeKey> edgeKeys(const Picture& picture, NameOf nameOf) {
  absl::flat_hash_map<EdgeKey, int> seen;
  std::vector<EdgeKey> keys;
  seen.reserve(picture.edges.size());
  keys.reserve(picture.edges.size());
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
