#include "features/step_feature.h"

#include "panels/steps_panel.h"
#include "window/workbench.h"

namespace tasoscope {

StepFeature::StepFeature(Workbench& bench) : Feature(bench) {
  const StepsPanel* panel = parts().steps;
  Workbench* workbench = &this->bench();
  on("edit.undo", [workbench] { workbench->host().undo(); });
  on("edit.redo", [workbench] { workbench->host().redo(); });
  on("step.first", [workbench] { workbench->goTo(0); });
  on("step.last", [workbench, panel] { workbench->goTo(panel->model().lane().back()); });
  on("step.previous", [workbench, panel] {
    if (const auto step = panel->model().previous()) workbench->goTo(*step);
  });
  on("step.next", [workbench, panel] {
    if (const auto step = panel->model().next()) workbench->goTo(*step);
  });
  connect(panel, &StepsPanel::stepChosen, workbench, &Workbench::goTo);
  connect(workbench, &Workbench::trailShown, this, [this, workbench] { parts().steps->setTrail(workbench->trail()); });
}

void StepFeature::updateActions() {
  const bool canStep = bench().canStep();
  const TrailView& trail = bench().trail();
  const StepModel& steps = parts().steps->model();
  enable("edit.undo", canStep && trail.canUndo);
  enable("edit.redo", canStep && trail.canRedo);
  enable("step.first", canStep && trail.current != 0);
  enable("step.previous", canStep && steps.previous().has_value());
  enable("step.next", canStep && steps.next().has_value());
  enable("step.last", canStep && steps.next().has_value());
}

}  // namespace tasoscope
