#pragma once
// Fonts and distances of boxes in the units of a picture (pixels at 100 %), shared by what measures and what paints.

#include <QFont>
#include <QSizeF>

#include "views/canvas/picture.h"

namespace tasoscope {

inline constexpr double kBoxPadding = 10;
inline constexpr double kAccentWidth = 5;
inline constexpr double kTitleHeight = 18;
inline constexpr double kLineHeight = 15;
inline constexpr double kCostGap = 14;

QFont titleFont();
QFont lineFont();
/// The size a box needs so that none of its texts is cut.
QSizeF sizeOf(const PictureBox& box);

}  // namespace tasoscope
