// What part of the graphs the stage shows, and how large.

#include <QSplitter>
#include <algorithm>
#include <limits>
#include <utility>

#include "stage/overview_strip.h"
#include "stage/stage.h"

namespace tasoscope {
namespace {

constexpr double kContextAbove = 120;   // of the graph above the first change
constexpr double kContextBefore = 260;  // and to its left, where it runs to the right
constexpr double kTopMargin = 16;       // screen pixels above the top of a graph that is shown from its top
constexpr double kCutStep = 6;          // how far and how finely a better place for the sides is looked for
constexpr double kMostCutOffset = 240;
constexpr double kLeastChangeScale = 0.68;  // a change is shown at least this large: its texts can be read

}  // namespace

void Stage::setMatchedKeys(const std::vector<std::uint64_t>& keys) {
  // The places of candidates are in the current graph, which the right pane shows.
  m_after->setMatchedKeys(keys);
  m_matchedKeys = keys;
}

void Stage::revealMatched() {
  m_revealsGhost = true;  // which comes later
  QRectF first, all;
  for (const std::uint64_t key : m_matchedKeys) {
    const int box = m_after->picture().boxOf(key);
    if (box < 0) continue;
    const QRectF& rect = m_after->picture().boxes[static_cast<std::size_t>(box)].rect;
    if (first.isNull()) first = rect;
    all |= rect;
  }
  all |= m_after->ghostArea();
  const bool isLegible = m_view->scale() >= kLeastChangeScale;
  const QRectF seen = m_after->visibleArea();
  if (first.isNull() || (isLegible && (seen.contains(all) || (!canBeSeen(all) && seen.contains(first))))) return;
  const QRectF& shown = canBeSeen(all) ? all : first;
  m_view->show(shown.center(), scaleFor(shown));
}

void Stage::setGhost(std::optional<Ghost> ghost) {
  const bool isNew = ghost && std::exchange(m_revealsGhost, false);
  m_after->setGhost(std::move(ghost));
  if (!isNew) return;  // a picture that comes anew moves no view
  const QRectF area = m_after->ghostArea() | m_after->matchedArea();
  if (m_after->ghostArea().isEmpty() || m_after->visibleArea().contains(area) || !canBeSeen(area)) return;
  m_view->show(area.center(), scaleFor(area));
}

/// Whether an area fits in a pane at a legible scale.
bool Stage::canBeSeen(const QRectF& area) const {
  return area.width() * kLeastChangeScale <= m_after->width() && area.height() * kLeastChangeScale <= m_after->height();
}

/// The scale nearest to the present one at which a pane shows the area, and texts can be read.
double Stage::scaleFor(const QRectF& area) const {
  const double fitting = std::min(m_after->width() / area.width(), m_after->height() / area.height());
  return std::max(kLeastChangeScale, std::min(m_view->scale(), fitting));
}

QRectF Stage::changedArea(double top, double bottom) const {
  QRectF area;
  // Both in one have places of their own.
  const bool isOverlay = m_presentation == Presentation::kOverlay && m_pair.overlay;
  for (const auto& picture : {isOverlay ? m_pair.overlay : m_pair.before, isOverlay ? nullptr : m_pair.after}) {
    if (!picture) continue;
    for (const PictureBox& box : picture->boxes) {
      const QRectF rect = flowed(box.rect, flow());
      const bool isBetween = rect.bottom() > top && rect.top() < bottom;
      if (box.state != DiffState::kContext && isBetween) area |= rect;
    }
  }
  return area;
}

/// The size that a pane has once the layout has settled: panes may just have been shown or hidden.
QSizeF Stage::roomOfPane() const {
  const auto count = static_cast<int>(panes().size());
  if (flow() == Flow::kDown)
    return {static_cast<double>(width() - m_overview->width()) / count - 6,
            static_cast<double>(activePane()->height())};
  const double height = static_cast<double>(m_panes->height()) / count - m_afterPane.header->height() - 6;
  return {static_cast<double>(m_panes->width()), std::max(height, 1.0)};
}

void Stage::showChange() {
  if (!m_pair.after || m_pair.after->isEmpty()) return;
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  const QSizeF room = roomOfPane();
  const bool isOverlay = m_presentation == Presentation::kOverlay && m_pair.overlay;
  const QRectF all = isOverlay ? m_pair.overlay->bounds : m_pair.after->bounds;
  if (std::min(room.width() / (all.width() + 60), room.height() / (all.height() + 60)) >= kLeastChangeScale) {
    m_view->fit(all, room);
    return;
  }
  const QSizeF laidOutRoom = flowed(room, flow());
  const QRectF changed = changedArea(-kEverywhere, kEverywhere);
  const QRectF area = changed.adjusted(-50, -90, 50, 90);
  const double scale = std::min({laidOutRoom.width() / area.width(), laidOutRoom.height() / area.height(), 1.0});
  if (!changed.isEmpty() && scale >= kLeastChangeScale) {
    m_view->show(flowed(area.center(), flow()), scale);
    return;
  }
  showFirstChange(flowed(all, flow()), changed, laidOutRoom);
}

/// More than can be seen at once: from the first change on, or from the top where nothing changes. As laid out.
void Stage::showFirstChange(const QRectF& all, const QRectF& changed, QSizeF room) {
  const double context = flow() == Flow::kDown ? kContextAbove : kContextBefore;
  const double start = changed.isEmpty() ? all.top() : std::max(changed.top() - context, all.top());
  const QRectF first = changedArea(start, start + room.height() / kLeastChangeScale);
  const QRectF wide = first.isEmpty() ? all : first.adjusted(-30, 0, 30, 0);
  const double legible = std::clamp(room.width() / wide.width(), kLeastChangeScale, 1.0);
  const QPointF centre(wide.center().x(), start + (room.height() / 2 - kTopMargin) / legible);
  m_view->show(flowed(withFewCuts(centre, legible, room), flow()), legible);
}

QPointF Stage::withFewCuts(QPointF centre, double scale, QSizeF room) const {
  const QSizeF size = room / scale;
  const auto cutsAt = [&](double x) {
    const QRectF seen(QPointF(x - size.width() / 2, centre.y() - size.height() / 2), size);
    int cuts = 0;
    for (const int i : m_pair.after->boxesIn(flowed(seen, flow()))) {
      const QRectF box = flowed(m_pair.after->boxes[static_cast<std::size_t>(i)].rect, flow());
      if (box.left() < seen.left() || box.right() > seen.right()) ++cuts;
    }
    return cuts;
  };
  double best = centre.x();
  int fewest = cutsAt(best);
  for (double offset = kCutStep; fewest > 0 && offset <= kMostCutOffset; offset += kCutStep) {
    for (const double x : {centre.x() - offset, centre.x() + offset}) {
      if (const int cuts = cutsAt(x); cuts < fewest) {
        fewest = cuts;
        best = x;
      }
    }
  }
  return {best, centre.y()};
}

void Stage::fitAll() { activePane()->fitAll(); }
void Stage::fitSelection() { activePane()->fitSelection(); }
void Stage::actualSize() { m_view->show(m_view->centre(), 1); }
void Stage::zoom(double factor) { m_view->zoom(factor, m_view->centre()); }

}  // namespace tasoscope
