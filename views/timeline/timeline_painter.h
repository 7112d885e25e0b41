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
  bool hasFocus = false;
};

/// Paints what lies in `visible`, in the layout's coordinates.
void paintTimeline(QPainter& painter, const TimelineLayout& layout, const TimelineScene& scene, const Theme& theme,
                   const QRectF& visible);
/// Paints the names of the bands over the gutter, whose left edge is at `left`.
void paintTimelineGutter(QPainter& painter, const TimelineLayout& layout, const TimelineScene& scene,
                         const Theme& theme, double left);
/// A thumb of the range: the one that is `isCurrent` stands at the current step.
QRectF thumbRect(const TimelineLayout& layout, StepId step);

}  // namespace tasoscope
