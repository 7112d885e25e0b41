#include "features/pictures_feature.h"

#include "panels/pictures_panel.h"
#include "window/workbench.h"

namespace tasoscope {

PicturesFeature::PicturesFeature(Workbench& bench) : Feature(bench) {
  PicturesPanel* panel = parts().pictures;
  connect(&this->bench(), &Workbench::opened, panel, &PicturesPanel::forgetPictures);
  connect(&this->bench().host(), &SessionHost::bodyShown, panel, &PicturesPanel::forgetPictures);
  connect(&this->bench().host(), &SessionHost::deviceChanged, panel, &PicturesPanel::forgetPictures);
  connect(&this->bench(), &Workbench::trailShown, this, [this, panel] { panel->setTrail(this->bench().trail()); });
  connect(panel, &PicturesPanel::stepChosen, &this->bench(), &Workbench::goTo);
  connect(panel, &PicturesPanel::pictureWanted, this, &PicturesFeature::make);
}

void PicturesFeature::make(StepId step) {
  const StepView view = bench().trail().steps[step];
  bench().host().ask<StepPicture>(
      tr("Drawing the steps"),
      [view](Session& session, const Progress& progress) {
        return changeOf(session.view(view.parent), session.view(view.id), view.removed, view.added, layeredEngine(),
                        progress);
      },
      [panel = parts().pictures, step](const StepPicture& picture) { panel->setPicture(step, picture); });
}

}  // namespace tasoscope
