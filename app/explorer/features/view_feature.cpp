#include "features/view_feature.h"

#include <QAction>

#include "stage/stage.h"
#include "window/find_bar.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

constexpr const char* kPaneActions[] = {"view.both", "view.before", "view.after"};  // in the order of PaneMode

}  // namespace

ViewFeature::ViewFeature(Workbench& bench) : Feature(bench) {
  connectZoom();
  connectPanes();
  connectFind();
  const auto compare = [this](bool isOriginal) {
    m_comparesWithOriginal = isOriginal;
    this->bench().showChangeNext();
    this->bench().requestPair();
  };
  on("view.pairPrevious", [compare] { compare(false); });
  on("view.pairOriginal", [compare] { compare(true); });
}

void ViewFeature::compareWithOriginal(bool isOriginal) {
  m_comparesWithOriginal = isOriginal;
  if (bench().isInFront()) action(isOriginal ? "view.pairOriginal" : "view.pairPrevious")->setChecked(true);
}

void ViewFeature::connectZoom() {
  Stage* stage = parts().stage;
  on("view.fit", [stage] { stage->fitAll(); });
  on("view.actualSize", [stage] { stage->actualSize(); });
  on("view.fitSelection", [stage] { stage->fitSelection(); });
  on("view.showChange", [stage] { stage->showChange(); });
  on("view.zoomIn", [stage] { stage->zoom(1.25); });
  on("view.zoomOut", [stage] { stage->zoom(0.8); });
}

void ViewFeature::showPanes(PaneMode mode) {
  parts().stage->setPaneMode(mode);
  action(kPaneActions[static_cast<int>(mode)])->setChecked(true);
}

void ViewFeature::connectPanes() {
  on("view.both", [this] { showPanes(PaneMode::kBoth); });
  on("view.before", [this] { showPanes(PaneMode::kBefore); });
  on("view.after", [this] { showPanes(PaneMode::kAfter); });
  on("view.cyclePanes", [this] {
    const int count = static_cast<int>(std::size(kPaneActions));
    showPanes(static_cast<PaneMode>((static_cast<int>(parts().stage->paneMode()) + 1) % count));
  });
}

void ViewFeature::connectFind() {
  FindBar* find = parts().find;
  Stage* stage = parts().stage;
  on("edit.find", [find] { find->open(); });
  on("edit.findNext", [find] { find->next(); });
  on("edit.findPrevious", [find] { find->previous(); });
  connect(find, &FindBar::found, stage, &Stage::select);
  connect(find, &FindBar::dismissed, stage, [stage] { stage->activePane()->setFocus(); });
  connect(&bench(), &Workbench::pairShown, this, [find, stage] { find->setPicture(stage->pair().after); });
}

void ViewFeature::updateActions() {
  const bool hasSteps = bench().canStep() && bench().trail().current != 0;
  enable("view.pairPrevious", hasSteps);
  enable("view.pairOriginal", hasSteps);
  action(m_comparesWithOriginal ? "view.pairOriginal" : "view.pairPrevious")->setChecked(true);
  action(kPaneActions[static_cast<int>(parts().stage->paneMode())])->setChecked(true);
  enable("view.fitSelection", parts().stage->selectedKey() || parts().stage->hasMatches());
}

}  // namespace tasoscope
