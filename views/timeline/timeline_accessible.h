#pragma once
// What screen readers see of the timeline: each step as a child with its sentence ("step 5 of 12, merge convolutions,
// 0.12 ms faster"), its rectangle, whether it is the current one, and an action that goes there.

namespace tasoscope {

/// Called by every timeline; once is enough.
void installTimelineAccessibility();

}  // namespace tasoscope
