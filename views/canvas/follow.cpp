#include "views/canvas/follow.h"

#include <algorithm>

namespace tasoscope {

Highlight highlightOf(const Picture& picture, std::uint64_t tensor) {
  Highlight found;
  for (std::size_t i = 0; i < picture.edges.size(); ++i) {
    const PictureEdge& edge = picture.edges[i];
    if (edge.value != tensor) continue;
    found.producer = edge.from;
    found.edges.push_back(static_cast<int>(i));
    found.consumers.push_back(edge.to);
  }
  if (found.producer < 0) return found;
  found.boxes = found.consumers;
  found.boxes.push_back(found.producer);
  std::sort(found.boxes.begin(), found.boxes.end());
  found.boxes.erase(std::unique(found.boxes.begin(), found.boxes.end()), found.boxes.end());
  return found;
}

std::vector<std::uint64_t> tensorsOf(const Picture& picture, int box) {
  std::vector<std::uint64_t> found;
  for (const PictureEdge& edge : picture.edges) {
    if (edge.from != box || std::find(found.begin(), found.end(), edge.value) != found.end()) continue;
    found.push_back(edge.value);
  }
  return found;
}

}  // namespace tasoscope
