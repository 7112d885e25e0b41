#include "layout/layered/ranking.h"

#include <algorithm>

#include "layout/layered/layered_graph.h"

namespace tasoscope::layered {
namespace {

struct Ends {
  Adjacency below, above;
};

Ends endsOf(const LayoutRequest& request) {
  std::vector<LinkEnd> down, up;
  for (const LayoutEdge& edge : request.edges) {
    if (edge.from == edge.to) continue;
    down.push_back({edge.from, edge.to});
    up.push_back({edge.to, edge.from});
  }
  return {Adjacency(request.boxes.size(), down), Adjacency(request.boxes.size(), up)};
}

/// Every box once, producers before consumers where there is no cycle; first come, first served.
std::vector<int> topologicalOrder(const Ends& ends, std::size_t count) {
  std::vector<int> missing(count), order;
  std::vector<char> isPlaced(count, 0);
  order.reserve(count);
  const auto place = [&](int box) {
    isPlaced[static_cast<std::size_t>(box)] = 1;
    order.push_back(box);
  };
  for (std::size_t i = 0; i < count; ++i) {
    missing[i] = static_cast<int>(ends.above.of(static_cast<int>(i)).size());
    if (missing[i] == 0) place(static_cast<int>(i));
  }
  std::size_t next = 0, smallest = 0;
  while (order.size() < count || next < order.size()) {
    if (next == order.size()) {  // only cycles are left
      while (isPlaced[smallest]) ++smallest;
      place(static_cast<int>(smallest));
    }
    for (const int consumer : ends.below.of(order[next++])) {
      if (--missing[static_cast<std::size_t>(consumer)] == 0 && !isPlaced[static_cast<std::size_t>(consumer)]) {
        place(consumer);
      }
    }
  }
  return order;
}

void closeGaps(std::vector<int>& ranks) {
  std::vector<int> used = ranks;
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  for (int& rank : ranks) {
    rank = static_cast<int>(std::lower_bound(used.begin(), used.end(), rank) - used.begin());
  }
}

}  // namespace

std::vector<int> ranksOf(const LayoutRequest& request) {
  const std::size_t count = request.boxes.size();
  const Ends ends = endsOf(request);
  const std::vector<int> order = topologicalOrder(ends, count);
  std::vector<std::size_t> turn(count);
  for (std::size_t i = 0; i < count; ++i) turn[static_cast<std::size_t>(order[i])] = i;

  std::vector<int> ranks(count, 0);
  const auto at = [&](int box) -> int& { return ranks[static_cast<std::size_t>(box)]; };
  const auto isForward = [&](int from, int to) {
    return turn[static_cast<std::size_t>(from)] < turn[static_cast<std::size_t>(to)];
  };
  for (const int box : order) {
    for (const int consumer : ends.below.of(box)) {
      if (isForward(box, consumer)) at(consumer) = std::max(at(consumer), at(box) + 1);
    }
  }
  // A box with as many consumers as inputs or more goes down to its consumers: that shortens no fewer edges than it
  // lengthens. What could as well have stayed with its inputs then comes back to them.
  for (auto box = order.rbegin(); box != order.rend(); ++box) {
    const auto consumers = ends.below.of(*box);
    if (consumers.empty() || consumers.size() < ends.above.of(*box).size()) continue;
    int lowest = -1;
    for (const int consumer : consumers) {
      if (isForward(*box, consumer) && (lowest < 0 || at(consumer) < lowest)) lowest = at(consumer);
    }
    if (lowest > at(*box) + 1) at(*box) = lowest - 1;
  }
  for (const int box : order) {
    const auto inputs = ends.above.of(box);
    if (inputs.empty() || inputs.size() < ends.below.of(box).size()) continue;
    int highest = 0;
    for (const int input : inputs) {
      if (isForward(input, box)) highest = std::max(highest, at(input) + 1);
    }
    at(box) = std::min(at(box), highest);
  }
  closeGaps(ranks);
  return ranks;
}

}  // namespace tasoscope::layered
