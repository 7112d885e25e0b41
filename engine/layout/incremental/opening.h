#pragma once
// The new boxes of a graph that hang together: their levels, and how high they stand between what has stayed.

#include <vector>

#include "layout/layout.h"

namespace tasoscope::incremental {

/// New boxes joined by edges; each level is below the one before it.
struct Opening {
  std::vector<std::vector<int>> levels;
};

/// Openings in the order of their smallest box; `ranks` are those of ranking.h.
std::vector<Opening> openingsOf(const LayoutRequest& request, const std::vector<char>& isNew,
                                const std::vector<int>& ranks);

/// What bounds a level from above and below, in heights; infinite where nothing does.
struct LevelBounds {
  double height = 0;
  double lowestAbove = 0;   ///< the lower side of the lowest box that it reads
  double highestBelow = 0;  ///< the upper side of the highest box that reads it
};

/// Levels below each other, as high as they can be.
struct LevelStack {
  std::vector<double> tops;
  double gap = 0;    ///< what is left between neighbouring levels
  double slack = 0;  ///< by how much all of them may go down; infinite where nothing is below
};

/// Levels `comfortableGap` apart if there is room for it, else closer, in the end over what should be below them.
/// `lastResort` is the top where no level is bounded at all.
LevelStack stackLevels(const std::vector<LevelBounds>& bounds, double comfortableGap, double lastResort);

}  // namespace tasoscope::incremental
