#pragma once
// What screen readers and test tools see of a canvas: each visible box as a child with its sentence, its rectangle and
// whether it is selected, and actions to select it and to go to its producers and consumers.

namespace tasoscope {

/// To be called once, after the application object exists.
void installCanvasAccessibility();

}  // namespace tasoscope
