#pragma once
// Two pictures in one: what is in both, what was removed, and what was added (the union graph).

#include "views/canvas/picture.h"

namespace tasoscope {

/// The union of an arranged pair. Everything has the place it has in the pair, so that one can be flipped for the
/// other; only removed boxes that would lie on others, or on new edges, move aside, to the nearest free place of their
/// row.
Picture overlayOf(const Picture& before, const Picture& after);

}  // namespace tasoscope
