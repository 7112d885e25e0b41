#pragma once
// Which places are taken: rectangles, found by height.

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tasoscope::incremental {

struct Area {
  double left = 0, top = 0, right = 0, bottom = 0;
};

/// Values that a coordinate must not have: strictly between `from` and `to`.
struct Forbidden {
  double from = 0, to = 0;
};

/// The allowed value nearest to `wish`; of two equally near ones the larger.
double nearestAllowed(std::vector<Forbidden> forbidden, double wish);

class Occupancy {
 public:
  void add(const Area& area);
  bool isFree(const Area& area) const;
  /// The areas that overlap this band of heights, in the order in which they were added.
  std::vector<Area> between(double top, double bottom) const;
  /// Adds the left sides that a box of this width must not have in this band, to keep `gap` from every area.
  void forbid(double width, double top, double bottom, double gap, std::vector<Forbidden>& forbidden) const;

 private:
  std::vector<int> indicesBetween(double top, double bottom) const;

  std::vector<Area> areas_;
  std::unordered_map<std::int64_t, std::vector<int>> bands_;  // of one height each
};

}  // namespace tasoscope::incremental
