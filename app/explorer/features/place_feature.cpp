#include "features/place_feature.h"

#include <QLineF>
#include <utility>

#include "stage/stage.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

constexpr double kAnchorReach = 400;  // picture units around the middle of the view

/// The selected box, or else the one that is nearest to the middle of the view; -1: none is near.
int anchorIn(const Picture& picture, const Place& place) {
  if (place.selected) {
    if (const int box = picture.boxOf(*place.selected); box >= 0) return box;
  }
  const QPointF reach(kAnchorReach, kAnchorReach);
  int nearest = -1;
  double distance = 0;
  for (const int box : picture.boxesIn(QRectF(place.centre - reach, place.centre + reach))) {
    const double far = QLineF(place.centre, picture.boxes[static_cast<std::size_t>(box)].rect.center()).length();
    if (nearest >= 0 && far >= distance) continue;
    nearest = box;
    distance = far;
  }
  return nearest;
}

}  // namespace

PlaceFeature::PlaceFeature(Workbench& bench) : Feature(bench) {
  on("place.back", [this] { goTo(m_history.goBack()); });
  on("place.forward", [this] { goTo(m_history.goForward()); });
  Stage* stage = parts().stage;
  connect(&this->bench(), &Workbench::opened, this, [this] { m_history.clear(); });
  connect(&this->bench().host(), &SessionHost::bodyShown, this, [this] { m_history.clear(); });
  connect(&this->bench(), &Workbench::pairShown, this, [this] {
    if (m_target)
      settle();
    else
      arrive();
  });
  // What keeps a place from being reached (a failure, someone going elsewhere meanwhile) ends the way there.
  connect(&this->bench(), &Workbench::settled, this, [this] {
    if (std::exchange(m_target, std::nullopt)) arrive();
  });
  connect(stage, &Stage::selectionChanged, this, &PlaceFeature::arrive);
  connect(stage, &Stage::viewChanged, this, &PlaceFeature::look);
}

Place PlaceFeature::now() const {
  const Stage* stage = parts().stage;
  const CanvasView* view = stage->after()->view();
  Place place;
  place.step = stage->pair().afterStep;
  place.comparison = bench().feature<ViewFeature>().comparison();
  place.selected = stage->selectedKey();
  place.centre = view->centre();
  place.scale = view->scale();
  const Picture& picture = stage->after()->picture();
  if (const int box = anchorIn(picture, place); box >= 0) {
    const PictureBox& anchor = picture.boxes[static_cast<std::size_t>(box)];
    place.anchor = anchor.key;
    place.fromAnchor = place.centre - anchor.rect.center();
  }
  return place;
}

void PlaceFeature::arrive() {
  if (m_target || !parts().stage->pair().after) return;
  m_history.arrive(now());
  forgetUndone();
  bench().updateActions();
}

void PlaceFeature::forgetUndone() {
  const TrailView& trail = bench().trail();
  const auto isThere = [&trail](StepId step) { return step < trail.steps.size() && !trail.steps[step].isHidden; };
  m_history.keepOnly([&](const Place& place) { return isThere(place.step) && isThere(place.comparison.chosen); });
}

void PlaceFeature::look() {
  // While the next step is on its way the view already moves for it.
  const bool isThere = parts().stage->pair().afterStep == bench().trail().current;
  if (!m_target && isThere && parts().stage->pair().after) m_history.look(now());
}

void PlaceFeature::goTo(const std::optional<Place>& place) {
  if (!place || !bench().canStep()) return;
  m_target = place;
  bench().feature<ViewFeature>().compare(place->comparison);
  if (place->step == bench().trail().current)
    bench().requestPair();
  else
    bench().host().goTo(place->step);
}

void PlaceFeature::settle() {
  if (parts().stage->pair().afterStep != m_target->step) return;
  const Place place = *m_target;
  parts().stage->select(place.selected);
  const Picture& picture = parts().stage->after()->picture();
  const int anchor = place.anchor ? picture.boxOf(*place.anchor) : -1;
  const QPointF centre =
      anchor < 0 ? place.centre : picture.boxes[static_cast<std::size_t>(anchor)].rect.center() + place.fromAnchor;
  parts().stage->after()->view()->show(centre, place.scale);
  m_target.reset();
  bench().updateActions();
}

void PlaceFeature::updateActions() {
  enable("place.back", bench().canStep() && m_history.canGoBack());
  enable("place.forward", bench().canStep() && m_history.canGoForward());
}

}  // namespace tasoscope
