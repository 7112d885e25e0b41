#include "views/timeline/timeline_painter.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

struct TimelineTexts {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::TimelineTexts)
};

constexpr double kRadiusWithNumber = 9, kLeastWithGlyph = 7.5;
constexpr double kToLabel = 12;  // from the middle of a circle

struct CostRange {
  std::int64_t least = 0, most = 0;
};

CostRange costRange(const TimelineLayout& layout, const TrailView& trail) {
  CostRange range;
  for (std::size_t i = 0; i < layout.walk().size(); ++i) {
    const std::int64_t cost = trail.steps[layout.walk()[i]].price.picoseconds;
    range.least = i == 0 ? cost : std::min(range.least, cost);
    range.most = i == 0 ? cost : std::max(range.most, cost);
  }
  return range;
}

std::int64_t mostChange(const TimelineLayout& layout, const TrailView& trail) {
  std::int64_t most = 0;
  for (const StepId step : layout.walk()) most = std::max(most, std::abs(trail.steps[step].delta));
  return most;
}

double yOfCost(const QRectF& band, const CostRange& range, std::int64_t cost) {
  if (range.most == range.least) return band.center().y();
  const double share = static_cast<double>(cost - range.least) / static_cast<double>(range.most - range.least);
  return band.bottom() - 5 - share * (band.height() - 10);
}

const QColor& colourOf(const StepView& step, const Theme& theme) {
  if (step.delta == 0) return theme.outline;
  return theme.state(step.delta < 0 ? DiffState::kAdded : DiffState::kRemoved);
}

QColor faint(QColor colour, float alpha) {
  colour.setAlphaF(alpha);
  return colour;
}

QPainterPath star(QPointF centre, double radius) {
  QPainterPath path;
  for (int i = 0; i < 10; ++i) {
    const double angle = std::numbers::pi * (i / 5.0 - 0.5), length = i % 2 == 0 ? radius : radius * 0.42;
    const QPointF point = centre + QPointF(std::cos(angle), std::sin(angle)) * length;
    i == 0 ? path.moveTo(point) : path.lineTo(point);
  }
  path.closeSubpath();
  return path;
}

class TimelinePainter {
 public:
  TimelinePainter(QPainter& painter, const TimelineLayout& layout, const TimelineScene& scene, const Theme& theme,
                  const QRectF& visible)
      : m_painter(painter), m_layout(layout), m_scene(scene), m_theme(theme), m_visible(visible) {}

  void paintPinned() {
    paintCurrentColumn();
    paintRange();
    paintCosts();
    paintChanges();
    if (!m_layout.lifeBand().isEmpty()) paintLife();
  }

  void paintBranches() {
    paintConnections();
    for (const bool isOnTop : {false, true}) {
      for (const TimelineSpot& spot : m_layout.spots()) {
        if (isSeen(spot.column) && isMarked(spot) == isOnTop) paintStep(spot);
      }
    }
    paintLabels();
  }

 private:
  const StepView& step(StepId id) const { return m_scene.trail.steps[id]; }
  StepId current() const { return m_scene.trail.current; }
  bool isSeen(std::size_t column) const {
    const double x = m_layout.xOf(column), reach = m_layout.metrics().column * 1.5;
    return x + reach >= m_visible.left() && x - reach <= m_visible.right();
  }

  void paintCurrentColumn() {
    const TimelineSpot* spot = m_layout.spotOf(current());
    if (!spot) return;
    const double width = m_layout.metrics().column;
    const QRectF column(m_layout.xOf(spot->column) - width / 2, m_layout.costBand().top(), width,
                        m_layout.changeBand().bottom() - m_layout.costBand().top());
    m_painter.fillRect(column, faint(m_theme.focus, 0.08F));
  }

  void paintRange() {
    const QRectF& band = m_layout.rangeBand();
    m_painter.setPen(QPen(m_theme.outline, 1));
    m_painter.drawLine(QPointF(m_layout.metrics().gutter, band.bottom()), band.bottomRight());
    if (!m_layout.spotOf(current())) return;
    const QRectF now = thumbRect(m_layout, current());
    if (m_scene.compared && m_layout.spotOf(*m_scene.compared)) {
      const QRectF then = thumbRect(m_layout, *m_scene.compared);
      const double left = std::min(now.center().x(), then.center().x());
      const double right = std::max(now.center().x(), then.center().x());
      m_painter.fillRect(QRectF(left, band.top() + 5, right - left, band.height() - 10), faint(m_theme.focus, 0.18F));
      paintThumb(then, m_theme.canvas);
    }
    paintThumb(now, m_theme.focus);
  }

  void paintThumb(const QRectF& area, const QColor& fill) {
    const QRectF head = area.adjusted(6, 3, -6, -1);
    QPainterPath path(head.topLeft());
    path.lineTo(head.topRight());
    path.lineTo(head.right(), head.bottom() - 7);
    path.lineTo(head.center().x(), head.bottom());
    path.lineTo(head.left(), head.bottom() - 7);
    path.closeSubpath();
    m_painter.setPen(QPen(m_theme.focus, 1.5));
    m_painter.setBrush(fill);
    m_painter.drawPath(path);
  }

  void paintCosts() {
    const CostRange range = costRange(m_layout, m_scene.trail);
    const QRectF& band = m_layout.costBand();
    QPainterPath costs, best;
    std::int64_t least = 0;
    const double half = m_layout.metrics().column / 2;
    for (std::size_t column = 0; column < m_layout.walk().size(); ++column) {
      const std::int64_t cost = step(m_layout.walk()[column]).price.picoseconds;
      least = column == 0 ? cost : std::min(least, cost);
      const double x = m_layout.xOf(column), y = yOfCost(band, range, cost), bestY = yOfCost(band, range, least);
      if (column == 0) {
        costs.moveTo(x, y);
        best.moveTo(x - half, bestY);
      } else {
        costs.lineTo(x, y);
        best.lineTo(x - half, bestY);
      }
      best.lineTo(x + half, bestY);
    }
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(QPen(m_theme.secondaryText, 1, Qt::DotLine));
    m_painter.drawPath(best);
    m_painter.setPen(QPen(m_theme.text, 1.5));
    m_painter.drawPath(costs);
    for (std::size_t column = 0; column < m_layout.walk().size(); ++column) {
      if (!isSeen(column)) continue;
      const StepView& shown = step(m_layout.walk()[column]);
      const bool isCurrent = shown.id == current();
      m_painter.setPen(Qt::NoPen);
      m_painter.setBrush(isCurrent ? m_theme.focus : m_theme.text);
      const double radius = isCurrent ? 3.5 : 2;
      m_painter.drawEllipse(QPointF(m_layout.xOf(column), yOfCost(band, range, shown.price.picoseconds)), radius,
                            radius);
    }
  }

  void paintChanges() {
    const QRectF& band = m_layout.changeBand();
    const double zero = band.center().y();
    m_painter.setPen(QPen(m_theme.outline, 1));
    m_painter.drawLine(QPointF(m_layout.metrics().gutter, zero), QPointF(band.right(), zero));
    const auto most = static_cast<double>(mostChange(m_layout, m_scene.trail));
    if (most <= 0) return;
    const double room = m_layout.metrics().column;
    const double width = std::min(22.0, std::max(room - 8, room * 0.7));
    for (std::size_t column = 0; column < m_layout.walk().size(); ++column) {
      const StepView& shown = step(m_layout.walk()[column]);
      if (!isSeen(column) || shown.delta == 0) continue;
      // At least two pixels, so that a small change is not taken for none.
      const double height = std::max(2.0, std::abs(static_cast<double>(shown.delta)) / most * (band.height() / 2 - 1));
      const double top = shown.delta > 0 ? zero - height : zero;
      m_painter.fillRect(QRectF(m_layout.xOf(column) - width / 2, top, width, height), colourOf(shown, m_theme));
    }
  }

  void paintConnections() {
    for (const TimelineSpot& spot : m_layout.spots()) {
      if (spot.step == 0) continue;
      const TimelineSpot* parent = m_layout.spotOf(step(spot.step).parent);
      if (!parent || (!isSeen(spot.column) && !isSeen(parent->column))) continue;
      const QPointF from = m_layout.centreOf(*parent), to = m_layout.centreOf(spot);
      QPainterPath path(from);
      if (parent->row == spot.row) {
        path.lineTo(to);
      } else {
        const double middle = (from.x() + to.x()) / 2;
        path.cubicTo(QPointF(middle, from.y()), QPointF(middle, to.y()), to);
      }
      m_painter.setBrush(Qt::NoBrush);
      m_painter.setPen(spot.isOnWalk ? QPen(m_theme.text, 2.5) : QPen(m_theme.outline, 1.5));
      m_painter.drawPath(path);
    }
  }

  /// Painted over its neighbours where they lie close.
  bool isMarked(const TimelineSpot& spot) const {
    return spot.step == current() || spot.step == m_scene.compared || step(spot.step).marks.bookmark != 0;
  }

  double radiusOf(const TimelineSpot& spot) const {
    const StepView& shown = step(spot.step);
    if (shown.marks.bookmark != 0) return kRadiusWithNumber;
    const bool changesNothing = spot.step != 0 && shown.delta == 0;
    return changesNothing ? m_layout.circleRadius() * 2 / 3 : m_layout.circleRadius();
  }

  void paintStep(const TimelineSpot& spot) {
    const StepView& shown = step(spot.step);
    const QPointF centre = m_layout.centreOf(spot);
    const bool changesNothing = spot.step != 0 && shown.delta == 0;
    const double radius = radiusOf(spot);
    const QColor& colour = colourOf(shown, m_theme);
    m_painter.setBrush(changesNothing ? m_theme.canvas : colour);
    m_painter.setPen(QPen(colour, 1.5));
    m_painter.drawEllipse(centre, radius, radius);
    if (radius >= kLeastWithGlyph) paintGlyph(shown, centre, changesNothing ? m_theme.text : m_theme.canvas);
    if (spot.step == m_scene.best && m_layout.spots().size() > 1) {
      m_painter.setPen(QPen(m_theme.canvas, 1));
      m_painter.setBrush(m_theme.text);
      m_painter.drawPath(star(centre + QPointF(radius, -radius), 6));
    }
    m_painter.setBrush(Qt::NoBrush);
    if (spot.step == current()) {
      m_painter.setPen(QPen(m_theme.focus, 2));
      m_painter.drawEllipse(centre, radius + 3, radius + 3);
    }
    if (spot.step == m_scene.compared) {
      m_painter.setPen(QPen(m_theme.focus, 1.5, Qt::DashLine));
      m_painter.drawEllipse(centre, radius + 3, radius + 3);
    }
    if (spot.step == m_scene.hovered) m_painter.fillRect(m_layout.hitRect(spot), faint(m_theme.focus, 0.10F));
  }

  /// The bookmark's number, or an arrow: down for faster, up for slower.
  void paintGlyph(const StepView& shown, QPointF centre, const QColor& colour) {
    if (shown.marks.bookmark != 0) {
      QFont font = m_painter.font();
      font.setBold(true);
      m_painter.save();
      m_painter.setFont(font);
      m_painter.setPen(colour);
      const double reach = kRadiusWithNumber * 2;
      m_painter.drawText(QRectF(centre.x() - reach, centre.y() - reach, 2 * reach, 2 * reach), Qt::AlignCenter,
                         QString::number(shown.marks.bookmark));
      m_painter.restore();
      return;
    }
    if (shown.delta == 0) return;
    const double up = shown.delta > 0 ? -1 : 1;
    QPainterPath arrow(centre + QPointF(-4.5, -2.5 * up));
    arrow.lineTo(centre + QPointF(4.5, -2.5 * up));
    arrow.lineTo(centre + QPointF(0, 4 * up));
    arrow.closeSubpath();
    m_painter.fillPath(arrow, colour);
  }

  /// Where a step's number is written.
  QRectF numberArea(const TimelineSpot& spot, const QFontMetricsF& metrics) const {
    const double width = metrics.horizontalAdvance(m_scene.words.label(spot.step)) + 2;
    const QPointF centre = m_layout.centreOf(spot);
    return {centre.x() - width / 2, centre.y() + kToLabel, width, m_layout.metrics().line};
  }

  /// Numbers under the circles, as many as have room, the current step's among them; a name takes the room of the
  /// numbers after it up to the next name.
  void paintLabels() {
    const QFontMetricsF metrics(m_painter.font());
    const TimelineSpot* now = m_layout.spotOf(current());
    const QRectF taken = now && step(current()).marks.name.empty() ? numberArea(*now, metrics) : QRectF();
    for (const Branch& branch : m_scene.trail.branches()) {
      double free = 0;  // where the last label ends
      for (std::size_t i = 0; i < branch.steps.size(); ++i) {
        const TimelineSpot* spot = m_layout.spotOf(branch.steps[i]);
        const QRectF hit = m_layout.hitRect(*spot);
        const double top = m_layout.centreOf(*spot).y() + kToLabel;
        if (!step(spot->step).marks.name.empty()) {
          std::size_t end = i + 1;
          while (end < branch.steps.size() && step(branch.steps[end]).marks.name.empty()) ++end;
          const double right = end < branch.steps.size() ? m_layout.hitRect(*m_layout.spotOf(branch.steps[end])).left()
                                                         : endOfRow(*m_layout.spotOf(branch.steps.back()));
          const double most = std::max(hit.width(), right - hit.left()) - 4;
          const QString text = metrics.elidedText(m_scene.words.title(spot->step), Qt::ElideRight, most);
          const double width = metrics.horizontalAdvance(text) + 2;
          const double left = width <= hit.width() ? hit.center().x() - width / 2 : hit.left() + 2;
          paintLabel(*spot, {left, top, width, m_layout.metrics().line}, text);
          free = left + width;
          continue;
        }
        const QRectF area = numberArea(*spot, metrics);
        const bool isCovered = spot != now && area.adjusted(-4, 0, 4, 0).intersects(taken);
        if (area.left() < free || isCovered) continue;
        paintLabel(*spot, area, m_scene.words.label(spot->step));
        free = area.right() + 2;
      }
    }
  }

  /// How far to the right a row is free after the last step of a branch.
  double endOfRow(const TimelineSpot& last) const {
    double end = m_layout.size().width();
    for (const TimelineSpot& spot : m_layout.spots())
      if (spot.row == last.row && spot.column > last.column) end = std::min(end, m_layout.hitRect(spot).left());
    return end;
  }

  void paintLabel(const TimelineSpot& spot, const QRectF& area, const QString& text) {
    if (!area.intersects(m_visible)) return;
    const bool isCurrent = spot.step == current();
    m_painter.setPen(isCurrent ? m_theme.text : m_theme.secondaryText);
    m_painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
  }

  void paintLife() {
    const QRectF& band = m_layout.lifeBand();
    const double y = band.center().y(), half = m_layout.metrics().column / 2;
    for (std::size_t column = 0; column < m_layout.walk().size(); ++column) {
      const StepId id = m_layout.walk()[column];
      if (!isSeen(column) || id >= m_scene.life.size()) continue;
      const LifeState state = m_scene.life[id];
      const double x = m_layout.xOf(column);
      const bool startsHere = state == LifeState::kBorn || (column == 0 && state != LifeState::kAbsent);
      if (state == LifeState::kLive || state == LifeState::kBorn || state == LifeState::kRewired) {
        m_painter.setPen(QPen(m_theme.text, 3));
        m_painter.drawLine(QPointF(startsHere ? x : x - half, y), QPointF(x + half, y));
      } else {
        m_painter.setPen(QPen(m_theme.outline, 1, Qt::DotLine));
        m_painter.drawLine(QPointF(x - half, y), QPointF(x + half, y));
      }
      if (state == LifeState::kGone) {
        m_painter.setPen(QPen(m_theme.text, 3));
        m_painter.drawLine(QPointF(x - half, y), QPointF(x, y));
      }
      paintLifeMark(state, {x, y});
    }
  }

  void paintLifeMark(LifeState state, QPointF centre) {
    const double reach = 5;
    m_painter.setPen(Qt::NoPen);
    if (state == LifeState::kBorn) {
      m_painter.setBrush(m_theme.state(DiffState::kAdded));
      m_painter.drawEllipse(centre, 8, 8);
      m_painter.setPen(QPen(m_theme.canvas, 2));
      m_painter.drawLine(centre - QPointF(reach, 0), centre + QPointF(reach, 0));
      m_painter.drawLine(centre - QPointF(0, reach), centre + QPointF(0, reach));
    } else if (state == LifeState::kRewired) {
      m_painter.setBrush(m_theme.state(DiffState::kChanged));
      const QPolygonF diamond{centre - QPointF(7, 0), centre - QPointF(0, 7), centre + QPointF(7, 0),
                              centre + QPointF(0, 7)};
      m_painter.drawPolygon(diamond);
    } else if (state == LifeState::kGone) {
      m_painter.setBrush(m_theme.state(DiffState::kRemoved));
      m_painter.drawEllipse(centre, 8, 8);
      m_painter.setPen(QPen(m_theme.canvas, 2));
      m_painter.drawLine(centre - QPointF(reach, 0), centre + QPointF(reach, 0));
    }
  }

  QPainter& m_painter;
  const TimelineLayout& m_layout;
  const TimelineScene& m_scene;
  const Theme& m_theme;
  const QRectF m_visible;
};

/// The names of the bands, over whatever has been scrolled under them.
void paintGutter(QPainter& painter, const TimelineLayout& layout, const TimelineScene& scene, const Theme& theme,
                 double height) {
  const QFontMetricsF metrics(painter.font());
  const double width = layout.metrics().gutter - 14;
  painter.fillRect(QRectF(0, 0, layout.metrics().gutter - 4, height), theme.canvas);
  painter.setPen(theme.secondaryText);
  const auto write = [&](const QRectF& band, int alignment, const QString& text) {
    const QRectF area(4, band.top(), width, std::max(band.height(), layout.metrics().line));
    painter.drawText(area, Qt::AlignRight | alignment | Qt::TextDontClip,
                     metrics.elidedText(text, Qt::ElideMiddle, width));
  };
  const CostRange range = costRange(layout, scene.trail);
  write(layout.rangeBand(), Qt::AlignVCenter, TimelineTexts::tr("compared"));
  write(layout.costBand(), range.most == range.least ? Qt::AlignVCenter : Qt::AlignTop, costText(range.most));
  if (range.most != range.least) write(layout.costBand(), Qt::AlignBottom, costText(range.least));
  write(layout.changeBand(), Qt::AlignVCenter, TimelineTexts::tr("change"));
  if (!layout.lifeBand().isEmpty()) write(layout.lifeBand(), Qt::AlignVCenter, scene.nodeName);
  write(layout.branchBand().adjusted(0, 4, 0, 0), Qt::AlignTop, TimelineTexts::tr("steps"));
}

}  // namespace

QRectF thumbRect(const TimelineLayout& layout, StepId step) {
  const TimelineSpot* spot = layout.spotOf(step);
  if (!spot) return {};
  const QRectF& band = layout.rangeBand();
  return {layout.xOf(spot->column) - 12, band.top(), 24, band.height()};
}

void paintTimeline(QPainter& painter, const TimelineLayout& layout, const TimelineScene& scene, const Theme& theme,
                   QPointF scroll, QSizeF viewport) {
  if (scene.trail.steps.empty()) return;
  const QRectF pinned(0, 0, viewport.width(), layout.pinnedHeight());
  const QRectF rows(0, layout.pinnedHeight(), viewport.width(), viewport.height() - layout.pinnedHeight());
  const auto paint = [&](const QRectF& area, QPointF offset, auto part) {
    painter.save();
    painter.setClipRect(area);
    painter.translate(-offset);
    TimelinePainter view(painter, layout, scene, theme, area.translated(offset));
    part(view);
    painter.restore();
  };
  paint(pinned, {scroll.x(), 0}, [](TimelinePainter& view) { view.paintPinned(); });
  paint(rows, scroll, [](TimelinePainter& view) { view.paintBranches(); });
  paintGutter(painter, layout, scene, theme, viewport.height());
}

}  // namespace tasoscope
