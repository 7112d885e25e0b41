#include "features/announce_feature.h"

#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "window/announcer.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {

AnnounceFeature::AnnounceFeature(Workbench& bench) : Feature(bench) {
  connect(&bench, &Workbench::pairShown, this, [this] {
    const StepId step = parts().stage->pair().afterStep;
    if (!this->bench().isInFront() || m_said == step) return;
    m_said = step;
    this->bench().window().parts().announcer->say(parts().steps->model().words().sentence(step));
  });
}

}  // namespace tasoscope
