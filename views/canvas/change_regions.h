#pragma once
// What each change of a pair of pictures gains or costs. Boxes that are in only one of them belong to one region when
// edges or a value that one takes over from the other join them: what one step, or several at one place, replaced.

#include <cstdint>
#include <unordered_map>

#include "views/canvas/picture.h"

namespace tasoscope {

/// Picoseconds by which the region of each removed or added box changes the cost; negative is faster. Boxes of both
/// pictures appear only where their own cost differs.
std::unordered_map<std::uint64_t, std::int64_t> changeByRegion(const Picture& before, const Picture& after);

}  // namespace tasoscope
