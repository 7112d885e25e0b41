#pragma once
// Where everything of the timeline is, in pixels from its upper left corner: a column a depth, and from top to bottom a
// band with the thumbs of the range, one with the running cost, one with a bar a step, a row a branch, and the life
// line of the selected node. It paints nothing (timeline_painter.h) and knows no widget.

#include <QRectF>
#include <algorithm>
#include <vector>

#include "session/trail.h"

namespace tasoscope {

struct TimelineMetrics {
  static constexpr double kLeastColumn = 4;   ///< narrower than a target: the bands and the table hit single steps too
  static constexpr double kUsualColumn = 34;  ///< where there is room
  static constexpr double kRightMargin = 30;  ///< after the last column
  static constexpr double kMostColumn = 120;
  double column = kUsualColumn;  ///< width of one depth
  double line = 15;              ///< height of a line of text
  double gutter = 90;            ///< left of the first column, where the bands are named
  bool hasLife = false;
};

/// A step on the timeline.
struct TimelineSpot {
  StepId step = 0;
  std::size_t column = 0, row = 0;
  bool isOnWalk = false;
};

class TimelineLayout {
 public:
  TimelineLayout() = default;
  TimelineLayout(const TrailView& trail, const TimelineMetrics& metrics);
  /// How many columns a trail needs.
  static std::size_t columnsOf(const TrailView& trail);

  const std::vector<TimelineSpot>& spots() const { return m_spots; }  ///< in order of id
  const std::vector<StepId>& walk() const { return m_walk; }
  /// The spot of a step; nullptr when it is not shown.
  const TimelineSpot* spotOf(StepId step) const;
  const TimelineMetrics& metrics() const { return m_metrics; }
  QSizeF size() const { return m_size; }
  /// Of the bands above the rows of branches.
  double pinnedHeight() const { return m_branches.top(); }

  double xOf(std::size_t column) const;  ///< of a column's middle
  QPointF centreOf(const TimelineSpot& spot) const;
  /// What a click hits: the circle and its text, as wide as its column.
  QRectF hitRect(const TimelineSpot& spot) const;
  double circleRadius() const { return std::clamp(m_metrics.column / 2 - 1.5, 2.5, 9.0); }

  const QRectF& rangeBand() const { return m_range; }
  const QRectF& costBand() const { return m_cost; }
  const QRectF& changeBand() const { return m_change; }
  const QRectF& branchBand() const { return m_branches; }
  const QRectF& lifeBand() const { return m_life; }  ///< empty without a selected node
  double rowHeight() const { return 26 + m_metrics.line; }

  /// The column that is nearest to x, of those that the walk has.
  std::size_t walkColumnAt(double x) const;
  /// The step under a point: one of a branch's circles, or in the other bands one of the walk; nullptr elsewhere.
  const TimelineSpot* spotAt(QPointF point) const;

 private:
  TimelineMetrics m_metrics;
  std::vector<TimelineSpot> m_spots;
  std::vector<int> m_bySteps;  // indices of m_spots, -1 for steps that are not shown
  std::vector<StepId> m_walk;
  QRectF m_range, m_cost, m_change, m_branches, m_life;
  QSizeF m_size;
};

}  // namespace tasoscope
