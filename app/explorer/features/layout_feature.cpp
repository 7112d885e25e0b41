#include "features/layout_feature.h"

#include "window/workbench.h"

namespace tasoscope {

LayoutFeature::LayoutFeature(Workbench& bench) : Feature(bench) {
  on("view.tidy", [this] {
    this->bench().host().layOutAnew();
    this->bench().requestPair();
  });
  on("view.untidy", [this] {
    this->bench().host().restoreLayout();
    this->bench().requestPair();
  });
  connect(&this->bench(), &Workbench::pairShown, this, [this] { this->bench().updateActions(); });
}

void LayoutFeature::updateActions() {
  enable("view.tidy", bench().canStep());
  enable("view.untidy", bench().canStep() && bench().host().canRestoreLayout());
}

}  // namespace tasoscope
