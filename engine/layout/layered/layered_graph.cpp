#include "layout/layered/layered_graph.h"

namespace tasoscope::layered {

Adjacency::Adjacency(std::size_t nodeCount, std::span<const LinkEnd> ends) : starts_(nodeCount + 1, 0) {
  for (const LinkEnd& end : ends) ++starts_[static_cast<std::size_t>(end.node) + 1];
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  neighbours_.resize(ends.size());
  ports_.resize(ends.size());
  std::vector<std::size_t> next = starts_;
  for (const LinkEnd& end : ends) {
    const std::size_t place = next[static_cast<std::size_t>(end.node)]++;
    neighbours_[place] = end.neighbour;
    ports_[place] = end.port;
  }
}

void LayeredGraph::updatePlaces() {
  places.resize(widths.size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) places[static_cast<std::size_t>(row[i])] = static_cast<int>(i);
  }
}

}  // namespace tasoscope::layered
