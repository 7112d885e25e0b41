#pragma once
// Icons of the program: drawings in one colour that take the colour of the text, light or dark.

#include <QIcon>

class QPalette;

namespace tasoscope {

/// The icon resources/icons/NAME.svg in the palette's text colour, paler when disabled.
QIcon tintedIcon(const QString& name, const QPalette& palette);

}  // namespace tasoscope
