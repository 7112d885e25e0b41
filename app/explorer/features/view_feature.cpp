#include "features/view_feature.h"

#include <QAction>

#include "stage/stage.h"
#include "window/find_bar.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

constexpr const char* kPairActions[] = {"view.pairPrevious", "view.pairOriginal", "view.pairChosen"};  // as the kinds
constexpr const char* kPaneActions[] = {"view.before", "view.after", "view.overlay",
                                        "view.split"};  // in the order of Presentation

}  // namespace

ViewFeature::ViewFeature(Workbench& bench) : Feature(bench) {
  connectZoom();
  connectPanes();
  connectFind();
  connectComparisons();
}

void ViewFeature::connectComparisons() {
  const auto show = [this](Comparison::Kind kind) {
    compare({kind, kind == Comparison::Kind::kChosen ? bench().trail().current : StepId{0}});
    bench().showChangeNext();
    bench().requestPair();
  };
  on("view.pairPrevious", [show] { show(Comparison::Kind::kPrevious); });
  on("view.pairOriginal", [show] { show(Comparison::Kind::kOriginal); });
  on("view.pairChosen", [show] { show(Comparison::Kind::kChosen); });
}

void ViewFeature::compare(const Comparison& comparison) {
  m_comparison = comparison;
  if (bench().isInFront()) action(kPairActions[static_cast<int>(comparison.kind)])->setChecked(true);
}

void ViewFeature::compareWithOriginal(bool isOriginal) {
  compare({isOriginal ? Comparison::Kind::kOriginal : Comparison::Kind::kPrevious});
}

std::optional<StepId> ViewFeature::comparedStep() const {
  const TrailView& trail = bench().trail();
  const StepId current = trail.current;
  StepId step = trail.steps.at(current).parent;
  if (m_comparison.kind == Comparison::Kind::kOriginal) step = 0;
  const StepId chosen = m_comparison.chosen;
  const bool isThere = chosen < trail.steps.size() && !trail.steps[chosen].isHidden;  // else it was undone
  if (m_comparison.kind == Comparison::Kind::kChosen && isThere) step = chosen;
  if (step == current) return std::nullopt;
  return step;
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

void ViewFeature::show(Presentation presentation) {
  parts().stage->setPresentation(presentation);
  if (bench().isInFront()) action(kPaneActions[static_cast<int>(presentation)])->setChecked(true);
}

void ViewFeature::connectPanes() {
  on("view.before", [this] { show(Presentation::kBefore); });
  on("view.after", [this] { show(Presentation::kAfter); });
  on("view.overlay", [this] { show(Presentation::kOverlay); });
  on("view.split", [this] { show(Presentation::kSplit); });
  on("view.cyclePanes", [this] {
    show(static_cast<Presentation>((static_cast<int>(parts().stage->presentation()) + 1) % kPresentationCount));
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

void ViewFeature::writeView(ViewState& view) const {
  view["view.panes"] = std::to_string(static_cast<int>(parts().stage->presentation()));
  view["view.compared"] = std::to_string(static_cast<int>(m_comparison.kind));
  view["view.chosen"] = std::to_string(m_comparison.chosen);
}

void ViewFeature::readView(const ViewState& view) {
  const auto number = [&](const char* key) {
    const auto found = view.find(key);
    return found == view.end() ? 0u : QByteArray::fromStdString(found->second).toUInt();
  };
  if (view.contains("view.panes") && number("view.panes") < std::size(kPaneActions))
    show(static_cast<Presentation>(number("view.panes")));
  if (view.contains("view.compared") && number("view.compared") < std::size(kPairActions))
    compare({static_cast<Comparison::Kind>(number("view.compared")), number("view.chosen")});
}

void ViewFeature::updateActions() {
  const bool hasSteps = bench().canStep() && bench().trail().current != 0;
  const bool isChosen = m_comparison.kind == Comparison::Kind::kChosen;
  enable("view.pairPrevious", hasSteps || isChosen);
  enable("view.pairOriginal", hasSteps);
  enable("view.pairChosen", bench().canStep() && bench().trail().steps.size() > 1);
  action(kPairActions[static_cast<int>(m_comparison.kind)])->setChecked(true);
  action(kPaneActions[static_cast<int>(parts().stage->presentation())])->setChecked(true);
  enable("view.fitSelection", parts().stage->selectedKey() || parts().stage->hasMatches());
}

}  // namespace tasoscope
