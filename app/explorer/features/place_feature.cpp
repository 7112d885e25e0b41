#include "features/place_feature.h"

#include <utility>

#include "stage/stage.h"
#include "window/workbench.h"

namespace tasoscope {

PlaceFeature::PlaceFeature(Workbench& bench) : Feature(bench) {
  on("place.back", [this] { goTo(m_history.goBack()); });
  on("place.forward", [this] { goTo(m_history.goForward()); });
  Stage* stage = parts().stage;
  connect(&this->bench(), &Workbench::opened, this, [this] { m_history.clear(); });
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
  const CanvasView* view = parts().stage->after()->view();
  return {parts().stage->pair().afterStep, bench().feature<ViewFeature>().comparison(), parts().stage->selectedKey(),
          view->centre(), view->scale()};
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
  if (!m_target && parts().stage->pair().after) m_history.look(now());
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
  parts().stage->after()->view()->show(place.centre, place.scale);
  m_target.reset();
  bench().updateActions();
}

void PlaceFeature::updateActions() {
  enable("place.back", bench().canStep() && m_history.canGoBack());
  enable("place.forward", bench().canStep() && m_history.canGoForward());
}

}  // namespace tasoscope
