#include "layout/incremental/occupancy.h"

#include <algorithm>
#include <cmath>

namespace tasoscope::incremental {
namespace {

constexpr double kBandHeight = 128;
constexpr double kFarthest = 1e15;  // beyond it all bands are one

std::int64_t bandOf(double y) {
  return static_cast<std::int64_t>(std::floor(std::clamp(y, -kFarthest, kFarthest) / kBandHeight));
}

}  // namespace

double nearestAllowed(std::vector<Forbidden> forbidden, double wish) {
  std::sort(forbidden.begin(), forbidden.end(), [](const Forbidden& a, const Forbidden& b) { return a.from < b.from; });
  double below = wish, above = wish;  // the ends of the forbidden stretch around the wish
  bool isForbidden = false;
  double start = 0, end = 0;
  const auto close = [&] {
    if (start < wish && wish < end) {
      isForbidden = true;
      below = start;
      above = end;
    }
  };
  for (std::size_t i = 0; i < forbidden.size(); ++i) {
    if (i == 0 || forbidden[i].from >= end) {
      if (i > 0) close();
      start = forbidden[i].from;
      end = forbidden[i].to;
    } else {
      end = std::max(end, forbidden[i].to);
    }
  }
  if (!forbidden.empty()) close();
  if (!isForbidden) return wish;
  return wish - below < above - wish ? below : above;
}

void Occupancy::add(const Area& area) {
  const int index = static_cast<int>(areas_.size());
  areas_.push_back(area);
  for (std::int64_t band = bandOf(area.top); band <= bandOf(area.bottom); ++band) bands_[band].push_back(index);
}

std::vector<int> Occupancy::indicesBetween(double top, double bottom) const {
  std::vector<int> found;
  for (std::int64_t band = bandOf(top); band <= bandOf(bottom); ++band) {
    const auto areas = bands_.find(band);
    if (areas == bands_.end()) continue;
    for (const int index : areas->second) {
      const Area& area = areas_[static_cast<std::size_t>(index)];
      if (area.top < bottom && top < area.bottom) found.push_back(index);
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<Area> Occupancy::between(double top, double bottom) const {
  std::vector<Area> found;
  for (const int index : indicesBetween(top, bottom)) found.push_back(areas_[static_cast<std::size_t>(index)]);
  return found;
}

bool Occupancy::isFree(const Area& area) const {
  for (const int index : indicesBetween(area.top, area.bottom)) {
    const Area& other = areas_[static_cast<std::size_t>(index)];
    if (other.left < area.right && area.left < other.right) return false;
  }
  return true;
}

void Occupancy::forbid(double width, double top, double bottom, double gap, std::vector<Forbidden>& forbidden) const {
  for (const int index : indicesBetween(top, bottom)) {
    const Area& area = areas_[static_cast<std::size_t>(index)];
    forbidden.push_back({area.left - gap - width, area.right + gap});
  }
}

}  // namespace tasoscope::incremental
