#include "views/timeline/timeline_layout.h"

#include <algorithm>
#include <cmath>

namespace tasoscope {
namespace {

// Heights of bands, with so many lines of text in them at least.
constexpr double kRangeHeight = 24, kRangeLines = 1.5;
constexpr double kCostHeight = 42, kCostLines = 2.6;
constexpr double kChangeHeight = 28, kChangeLines = 1.8;
constexpr double kBandGap = 3;
constexpr double kAboveCentre = 13;  // from a row's top to the middle of its circles

}  // namespace

std::size_t TimelineLayout::columnsOf(const TrailView& trail) {
  std::size_t columns = 0;
  for (const Branch& branch : trail.branches())
    columns = std::max(columns, trail.depthOf(branch.steps.front()) + branch.steps.size());
  return columns;
}

TimelineLayout::TimelineLayout(const TrailView& trail, const TimelineMetrics& metrics)
    : m_metrics(metrics), m_bySteps(trail.steps.size(), -1), m_walk(trail.walk()) {
  std::size_t columns = 0, rows = 0;
  for (const Branch& branch : trail.branches()) {
    std::size_t column = trail.depthOf(branch.steps.front());
    for (const StepId step : branch.steps) m_spots.push_back({step, column++, branch.row, false});
    columns = std::max(columns, column);
    rows = std::max(rows, branch.row + 1);
  }
  std::ranges::sort(m_spots, {}, &TimelineSpot::step);
  for (std::size_t i = 0; i < m_spots.size(); ++i) m_bySteps[m_spots[i].step] = static_cast<int>(i);
  for (const StepId step : m_walk) {
    if (m_bySteps[step] >= 0) m_spots[static_cast<std::size_t>(m_bySteps[step])].isOnWalk = true;
  }
  const double width = metrics.gutter + metrics.column * static_cast<double>(columns) + TimelineMetrics::kRightMargin;
  double y = 0;
  const auto band = [&](double height) {
    const QRectF area(metrics.gutter, y, width - metrics.gutter, height);
    y += height + kBandGap;
    return area;
  };
  m_range = band(std::max(kRangeHeight, kRangeLines * metrics.line));
  m_cost = band(std::max(kCostHeight, kCostLines * metrics.line));
  m_change = band(std::max(kChangeHeight, kChangeLines * metrics.line));
  if (metrics.hasLife) m_life = band(std::max(24.0, metrics.line + 4));
  m_branches = band(rowHeight() * static_cast<double>(rows));
  m_size = {width, y};
}

const TimelineSpot* TimelineLayout::spotOf(StepId step) const {
  if (step >= m_bySteps.size() || m_bySteps[step] < 0) return nullptr;
  return &m_spots[static_cast<std::size_t>(m_bySteps[step])];
}

double TimelineLayout::xOf(std::size_t column) const {
  return m_metrics.gutter + m_metrics.column * (static_cast<double>(column) + 0.5);
}

QPointF TimelineLayout::centreOf(const TimelineSpot& spot) const {
  return {xOf(spot.column), m_branches.top() + rowHeight() * static_cast<double>(spot.row) + kAboveCentre};
}

QRectF TimelineLayout::hitRect(const TimelineSpot& spot) const {
  const QPointF centre = centreOf(spot);
  return {centre.x() - m_metrics.column / 2, centre.y() - kAboveCentre, m_metrics.column, rowHeight()};
}

std::size_t TimelineLayout::walkColumnAt(double x) const {
  if (m_walk.empty()) return 0;
  const double column = std::floor((x - m_metrics.gutter) / m_metrics.column);
  return static_cast<std::size_t>(std::clamp(column, 0.0, static_cast<double>(m_walk.size() - 1)));
}

const TimelineSpot* TimelineLayout::spotAt(QPointF point) const {
  if (point.x() < m_metrics.gutter) return nullptr;
  if (m_branches.contains(point)) {
    const auto hit = std::find_if(m_spots.begin(), m_spots.end(),
                                  [&](const TimelineSpot& spot) { return hitRect(spot).contains(point); });
    return hit == m_spots.end() ? nullptr : &*hit;
  }
  const double right = m_metrics.gutter + m_metrics.column * static_cast<double>(m_walk.size());
  const bool isOnBand = m_cost.contains(point) || m_change.contains(point) || m_life.contains(point);
  if (!isOnBand || point.x() >= right) return nullptr;
  return spotOf(m_walk[walkColumnAt(point.x())]);
}

}  // namespace tasoscope
