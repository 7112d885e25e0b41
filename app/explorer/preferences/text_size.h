#pragma once
// The size of all text, in percent of the system's: fonts of the application and of widgets that chose a size of their
// own. What is laid out in pixels asks scaled() (views/text/text_scale.h).

namespace tasoscope {

/// Applies at once to everything that is open.
void applyTextSize(int percent);

}  // namespace tasoscope
