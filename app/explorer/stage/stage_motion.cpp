// How the stage goes from one pair to the next: what stays on the screen, and what is seen to move.

#include <QLineF>
#include <algorithm>

#include "stage/stage.h"

namespace tasoscope {

/// Moves the view so that the selected box, else the one in the middle of the screen, stays where it is, and has the
/// canvases show what changes. Where nothing has moved, the view does not either.
void Stage::keepInPlace(const ShownPair& next) {
  if (!m_pair.after || !next.after) return;
  // Where a box will be; what was removed is in the graph before only.
  const auto boxIn = [&next](std::uint64_t key) -> const PictureBox* {
    for (const auto& picture : {next.after, next.before}) {
      const int index = picture ? picture->boxOf(key) : -1;
      if (index >= 0) return &picture->boxes[static_cast<std::size_t>(index)];
    }
    return nullptr;
  };
  const PictureBox* nearest = nullptr;
  double distance = 0;
  for (const Canvas* pane : panes()) {
    for (const int i : pane->visibleBoxes()) {
      const PictureBox& box = pane->picture().boxes[static_cast<std::size_t>(i)];
      if (!boxIn(box.key)) continue;
      const bool isSelected = box.key == selectedKey();
      const double offset = isSelected ? -1 : QLineF(box.rect.center(), m_view->centre()).length();
      if (nearest && offset >= distance) continue;
      nearest = &box;
      distance = offset;
    }
  }
  QPointF shift;
  if (nearest) shift = boxIn(nearest->key)->rect.center() - nearest->rect.center();
  if (!shift.isNull()) m_view->setCentre(m_view->centre() + shift);
  for (Canvas* pane : {m_before, m_after}) pane->animateNext(shift);
}

bool Stage::isSeen(const std::function<bool(const PictureBox&)>& isMeant) const {
  const std::vector<Canvas*> shown = panes();
  return std::any_of(shown.begin(), shown.end(), [&](const Canvas* pane) {
    const QRectF area = pane->visibleArea();
    const std::vector<int> visible = pane->visibleBoxes();
    return std::any_of(visible.begin(), visible.end(), [&](int i) {
      const PictureBox& box = pane->picture().boxes[static_cast<std::size_t>(i)];
      const bool isLarge = box.rect.width() > area.width() || box.rect.height() > area.height();
      // What somebody has selected may stick out; a change is to be seen whole where it can.
      const bool isEnough = isLarge || box.key == selectedKey();
      return isMeant(box) && area.contains(isEnough ? QRectF(box.rect.center(), QSizeF(1, 1)) : box.rect);
    });
  });
}

void Stage::revealChange() {
  if (isSeen([](const PictureBox& box) { return box.state != DiffState::kContext; })) return;
  if (isSeen([this](const PictureBox& box) { return box.key == selectedKey(); })) return;
  const ViewPlace start{m_view->centre(), m_view->scale()};
  showChange();
  const ViewPlace end{m_view->centre(), m_view->scale()};
  m_view->show(start.centre, start.scale);
  m_view->glideTo(end);
}

bool Stage::isAnimating() const { return m_view->isGliding() || m_before->isAnimating() || m_after->isAnimating(); }

void Stage::setMotionReduced(bool isReduced) { m_view->setMotionReduced(isReduced); }

}  // namespace tasoscope
