#pragma once
// The palettes behind the appearance setting; the canvas's own colours are in views/canvas/theme.h.

#include <QPalette>

namespace tasoscope {

QPalette lightPalette();
QPalette darkPalette();

}  // namespace tasoscope
