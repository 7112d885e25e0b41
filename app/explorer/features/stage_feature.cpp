#include "features/stage_feature.h"

#include <QAction>
#include <array>

#include "stage/stage.h"
#include "views/canvas/legend.h"
#include "window/announcer.h"
#include "window/explorer_window.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

// In the order of HeatMode and LabelMode.
constexpr std::array<const char*, kHeatModeCount> kHeats = {"view.heatOperator", "view.heatCost", "view.heatChange",
                                                            "view.heatElementType", "view.heatMemory"};
constexpr std::array<const char*, kLabelModeCount> kLabels = {"view.labelShapes", "view.labelNames", "view.labelCosts",
                                                              "view.labelNone"};

}  // namespace

StageFeature::StageFeature(Workbench& bench) : Feature(bench) {
  connectHeat();
  connectLabels();
  connectSight();
  connect(parts().stage, &Stage::said, this, [this](const QString& sentence) {
    if (this->bench().isInFront()) this->bench().window().parts().announcer->say(sentence);
  });
  connect(parts().stage, &Stage::selectionChanged, &bench, [this] { this->bench().updateActions(); });
  parts().stage->setShowAllAction(action("view.showAll"));
}

void StageFeature::connectHeat() {
  for (std::size_t i = 0; i < kHeats.size(); ++i) {
    on(kHeats[i], [this, i] { setHeat(static_cast<HeatMode>(i)); });
  }
  on("view.cycleHeat",
     [this] { setHeat(static_cast<HeatMode>((static_cast<int>(parts().stage->heatMode()) + 1) % kHeatModeCount)); });
}

void StageFeature::connectLabels() {
  for (std::size_t i = 0; i < kLabels.size(); ++i) {
    on(kLabels[i], [this, i] { setLabels(static_cast<LabelMode>(i)); });
  }
  on("view.cycleLabels",
     [this] { setLabels(static_cast<LabelMode>((static_cast<int>(parts().stage->labels()) + 1) % kLabelModeCount)); });
}

void StageFeature::connectSight() {
  Stage* stage = parts().stage;
  on("view.peek", [stage] { stage->setPeeking(!stage->isPeeking()); });
  on("view.followTensor", [stage] { stage->followNextTensor(); });
  const auto act = [this, stage](const char* name, void (Stage::*change)()) {
    on(name, [this, stage, change] {
      (stage->*change)();
      bench().updateActions();
    });
  };
  act("view.isolate", &Stage::isolateSelection);
  act("view.hide", &Stage::hideSelection);
  act("view.showAll", &Stage::showAll);
}

void StageFeature::setHeat(HeatMode mode) {
  parts().stage->setHeatMode(mode);
  action(kHeats[static_cast<std::size_t>(mode)])->setChecked(true);
  bench().window().parts().announcer->say(tr("Colours: %1").arg(nameOf(mode)));
}

void StageFeature::setLabels(LabelMode labels) {
  parts().stage->setLabels(labels);
  action(kLabels[static_cast<std::size_t>(labels)])->setChecked(true);
  bench().window().parts().announcer->say(tr("Labels: %1").arg(nameOf(labels)));
}

void StageFeature::writeView(ViewState& view) const {
  view["stage.heat"] = std::to_string(static_cast<int>(parts().stage->heatMode()));
  view["stage.labels"] = std::to_string(static_cast<int>(parts().stage->labels()));
}

void StageFeature::readView(const ViewState& view) {
  const auto number = [&](const char* key, std::size_t count, int otherwise) {
    const auto found = view.find(key);
    const uint said = found == view.end() ? uint(count) : QByteArray::fromStdString(found->second).toUInt();
    return said < count ? int(said) : otherwise;
  };
  Stage* stage = parts().stage;
  stage->setHeatMode(static_cast<HeatMode>(number("stage.heat", kHeats.size(), int(stage->heatMode()))));
  stage->setLabels(static_cast<LabelMode>(number("stage.labels", kLabels.size(), int(stage->labels()))));
}

void StageFeature::updateActions() {
  const Stage* stage = parts().stage;
  const bool hasSelection = stage->selectedKey().has_value();
  action(kHeats[static_cast<std::size_t>(stage->heatMode())])->setChecked(true);
  action(kLabels[static_cast<std::size_t>(stage->labels())])->setChecked(true);
  enable("view.peek", stage->pair().before != nullptr);
  enable("view.followTensor", hasSelection || stage->followedTensor().has_value());
  enable("view.isolate", hasSelection);
  enable("view.hide", hasSelection);
  enable("view.showAll", stage->hiddenCounts().isAnything());
}

}  // namespace tasoscope
