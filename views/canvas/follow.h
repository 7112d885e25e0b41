#pragma once
// Following a tensor: its producer, all that reads it, and the edges between them; what else there is is dimmed.

#include <cstdint>
#include <vector>

#include "views/canvas/picture.h"

namespace tasoscope {

struct Highlight {
  int producer = -1;
  std::vector<int> consumers;  ///< in the order of the edges
  std::vector<int> boxes;      ///< all of them, ascending
  std::vector<int> edges;      ///< ascending
};

/// What of a picture belongs to a tensor; empty when it is not in this picture.
Highlight highlightOf(const Picture& picture, std::uint64_t tensor);

/// The tensors that a box produces and another reads, in the order of the edges, each once.
std::vector<std::uint64_t> tensorsOf(const Picture& picture, int box);

}  // namespace tasoscope
