#pragma once
// The one painter of pictures, for screen, SVG, PDF and PNG.

#include <QRectF>
#include <cstdint>
#include <optional>
#include <vector>

#include "views/canvas/follow.h"
#include "views/canvas/heat.h"
#include "views/canvas/labels.h"
#include "views/canvas/picture.h"

class QPainter;

namespace tasoscope {

struct PaintOptions {
  const Theme* theme = &Theme::light();
  double scale = 1;   ///< screen pixels per unit: decides the level of detail
  QRectF visible;     ///< what to paint, in the picture's units; null: everything
  int selected = -1;  ///< boxes by index, or -1
  int hovered = -1;
  bool hasFocus = false;
  std::vector<int> chosen;     ///< all selected boxes, ascending
  std::vector<int> matched;    ///< boxes of the candidate that is looked at, ascending
  std::vector<int> absent;     ///< boxes that are left out, with their edges, ascending
  const Heat* heat = nullptr;  ///< null: operators by family
  LabelMode labels = LabelMode::kShape;
  std::optional<Highlight> highlight;  ///< what belongs to the tensor that is followed; all else is dimmed
};

/// How much of a box is drawn at a scale.
enum class DetailLevel { kBlocks, kTitles, kFull };
DetailLevel detailAt(double scale);

/// Paints in the picture's coordinates; the caller has set the transformation and filled the background.
void paintPicture(QPainter& painter, const Picture& picture, const PaintOptions& options);

}  // namespace tasoscope
