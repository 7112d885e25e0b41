#pragma once
// How often the body of a loop runs: as the user says, as constants and shapes say, or once, as an assumption.

#include <cstdint>
#include <functional>
#include <string>

#include "graph/space.h"

namespace tasoscope {

struct TripCount {
  std::int64_t count = 1;
  bool isAssumed = false;
  std::string note;  ///< where the number comes from, for people
};

/// Of a Loop, a Scan or a SequenceMap. `valueOf` gives values for symbolic dimensions.
TripCount tripCountOf(const Space& space, const Op& op, const std::function<std::int64_t(std::string_view)>& valueOf);

}  // namespace tasoscope
