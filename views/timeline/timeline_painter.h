#pragma once
// Paints the timeline: circles of steps on the rows of their branches, a bar for what each step changes, the running
// cost with the best so far, the life of the selected node, and the range that is compared.

#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "views/canvas/theme.h"
#include "views/text/step_text.h"
#include "views/timeline/timeline_layout.h"

class QPainter;

namespace tasoscope {

/// What there is to see besides the places.
struct TimelineScene {
  TrailView trail;
  StepWords words;
  StepId best = 0;
  std::optional<StepId> compared;  ///< the other end of the range; nothing: the current step is shown alone
  std::vector<LifeState> life;     ///< of the selected node, by step; empty without one
  QString nodeName;
  std::optional<StepId> hovered;
};

/// Paints what is seen through a viewport of this size when it is scrolled by `scroll`.
void paintTimeline(QPainter& painter, const TimelineLayout& layout, const TimelineScene& scene, const Theme& theme,
                   QPointF scroll, QSizeF viewport);
/// A thumb of the range at this step; it does not move when the rows of branches scroll.
QRectF thumbRect(const TimelineLayout& layout, StepId step);

}  // namespace tasoscope
