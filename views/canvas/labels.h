#pragma once
// What is written in boxes under the operator, and at edges.

#include <QString>
#include <QStringList>

#include "views/canvas/picture.h"

class QFontMetricsF;

namespace tasoscope {

enum class LabelMode { kShape, kName, kCost, kNone };
inline constexpr int kLabelModeCount = 4;

/// "shapes", "names", ...
QString nameOf(LabelMode mode);

/// The lines of a box, in the room that its size leaves: long names go on in the next line and lose their beginning
/// when they are still too long; the tool tip has them whole.
QStringList linesOf(const PictureBox& box, LabelMode mode, const QFontMetricsF& metrics, double width);

/// What is written at the middle of an edge, where the box it leaves does not say so already; may be empty.
QString labelOf(const PictureEdge& edge, const PictureBox& from, LabelMode mode);

}  // namespace tasoscope
