#include "features/step_feature.h"

#include <QAction>
#include <QLocale>
#include <algorithm>
#include <memory>

#include "actions/action_registry.h"
#include "features/view_feature.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/text/cost_text.h"
#include "window/workbench.h"

namespace tasoscope {
namespace {

QString undoText(CommandKind kind) {
  switch (kind) {
    case CommandKind::kSearch:
      return StepFeature::tr("&Undo the search");
    case CommandKind::kRename:
      return StepFeature::tr("&Undo naming the step");
    case CommandKind::kNote:
      return StepFeature::tr("&Undo the note");
    case CommandKind::kBookmark:
      return StepFeature::tr("&Undo the bookmark");
    case CommandKind::kLeaveOut:
      return StepFeature::tr("&Undo leaving out a step");
    case CommandKind::kApply:
      return StepFeature::tr("&Undo the substitution");
    case CommandKind::kNone:
      break;
  }
  return StepFeature::tr("&Undo");
}

QString redoText(CommandKind kind) {
  switch (kind) {
    case CommandKind::kSearch:
      return StepFeature::tr("&Redo the search");
    case CommandKind::kRename:
      return StepFeature::tr("&Redo naming the step");
    case CommandKind::kNote:
      return StepFeature::tr("&Redo the note");
    case CommandKind::kBookmark:
      return StepFeature::tr("&Redo the bookmark");
    case CommandKind::kLeaveOut:
      return StepFeature::tr("&Redo leaving out a step");
    case CommandKind::kApply:
      return StepFeature::tr("&Redo the substitution");
    case CommandKind::kNone:
      break;
  }
  return StepFeature::tr("&Redo");
}

}  // namespace

StepFeature::StepFeature(Workbench& bench) : Feature(bench) {
  connectCommands();
  connectWalk();
  connectRange();
  Stage* stage = parts().stage;
  connect(stage, &Stage::selectionChanged, this, &StepFeature::showLife);
  connect(&this->bench(), &Workbench::pairShown, this, [this, stage] {
    parts().steps->setCompared(stage->pair().beforeStep);
    showLife(stage->selectedKey());
  });
}

void StepFeature::connectCommands() {
  // What was said is about what is taken back.
  const auto command = [this](const char* name, void (SessionHost::*run)()) {
    on(name, [this, name, run] {
      bench().dismissMessage();
      bench().showChangeNext();
      if (bench().feature<ViewFeature>().comparison().isForNow)
        bench().feature<ViewFeature>().compareWithOriginal(false);
      if (name == QLatin1String("edit.undo")) tellTakenBack();
      (bench().host().*run)();
    });
  };
  command("edit.undo", &SessionHost::undo);
  command("edit.redo", &SessionHost::redo);
  on("step.leaveOut", [this] { leaveOut(); });
}

/// A command may be of many steps: who stands at one of them and takes back more is told, and how to take back one.
void StepFeature::tellTakenBack() {
  const CommandKind kind = bench().trail().undoes;
  if (kind != CommandKind::kSearch && kind != CommandKind::kApply) return;
  const auto shown = [this] {
    return std::ranges::count_if(bench().trail().steps, [](const StepView& step) { return !step.isHidden; });
  };
  const auto tell = [this, shown, kind, before = shown()] {
    const auto gone = static_cast<int>(before - shown());
    if (gone < 2) return;
    const QString text =
        kind == CommandKind::kSearch
            ? tr("The search was taken back with its %n steps. To take back only one of them, redo, go to that step "
                 "and leave it out (%1).",
                 nullptr, gone)
                  .arg(ActionRegistry::keysText(*action("step.leaveOut")))
            : tr("%n steps were taken back: the substitution at all its places.", nullptr, gone);
    bench().say(MessageKind::kHint, text, action("edit.redo"));
  };
  connect(&bench(), &Workbench::trailShown, this, tell, Qt::SingleShotConnection);
}

/// Compares what comes out with what there was.
void StepFeature::leaveOut() {
  const std::vector<StepId>& walk = parts().steps->model().walk();
  const auto here = std::find(walk.begin(), walk.end(), bench().trail().current);
  if (here == walk.end() || here == walk.begin()) return;
  const StepId step = *here, end = walk.back();
  const qsizetype later = walk.end() - here - 1;
  const QString label = parts().steps->model().words().label(step);
  const auto kept = std::make_shared<qsizetype>(0);
  bench().dismissMessage();
  if (later > 0) bench().feature<ViewFeature>().compare({Comparison::Kind::kChosen, end, true});
  bench().showChangeNext();
  bench().host().change(tr("Leaving out a step"),
                        [step, name = tr("Without step %1").arg(label), kept](Session& session) {
                          *kept = static_cast<qsizetype>(session.leaveOut(step, name.toStdString()).size());
                        });
  const auto tell = [this, label, later, end, kept] { tellLeftOut(label, later, *kept, end); };
  connect(&bench(), &Workbench::trailShown, this, tell, Qt::SingleShotConnection);
}

void StepFeature::tellLeftOut(const QString& label, qsizetype later, qsizetype kept, StepId end) {
  const TrailView& trail = bench().trail();
  const std::int64_t before = trail.steps[end].price.picoseconds, now = trail.steps[trail.current].price.picoseconds;
  QString text = tr("Without step %1, %2 of the %3 steps after it still fit: %4 on this branch, %5.")
                     .arg(label, QLocale().toString(kept), QLocale().toString(later), costText(now),
                          changeText(now - before, before));
  if (later == 0)
    text = tr("Nothing came after step %1, so this is the step before it. Any substitution taken here begins a branch.")
               .arg(label);
  bench().say(MessageKind::kVerdict, text);
}

void StepFeature::connectWalk() {
  const StepModel* steps = &parts().steps->model();
  Workbench* workbench = &bench();
  const auto walk = [this, workbench](const char* name, const std::function<std::optional<StepId>()>& target) {
    on(name, [workbench, target] {
      if (const auto step = target()) workbench->goTo(*step);
    });
  };
  walk("step.first", [] { return std::optional<StepId>(0); });
  walk("step.last", [steps] { return std::optional<StepId>(steps->walk().back()); });
  walk("step.previous", [steps] { return steps->previous(); });
  walk("step.next", [steps] { return steps->next(); });
  walk("step.previousChange", [steps] { return steps->nextChange(-1); });
  walk("step.nextChange", [steps] { return steps->nextChange(1); });
  walk("step.best", [workbench] { return std::optional<StepId>(workbench->trail().best()); });
  walk("step.mostGained", [steps] { return steps->mostGained(); });
  walk("step.branchStart", [steps] { return steps->branchStart(); });
  walk("step.nextBranch", [steps] { return steps->nextBranch(); });
  connect(parts().steps, &StepsPanel::stepChosen, workbench, &Workbench::goTo);
}

void StepFeature::connectRange() {
  for (const int direction : {-1, 1}) {
    on(direction < 0 ? "step.rangeBack" : "step.rangeOn", [this, direction] {
      if (const auto step = nearThumb(direction)) compareWith(*step);
    });
  }
  connect(parts().steps, &StepsPanel::comparedChosen, this, &StepFeature::compareWith);
}

std::optional<StepId> StepFeature::nearThumb(int direction) const {
  const std::vector<StepId>& walk = parts().steps->model().walk();
  const StepId compared = bench().feature<ViewFeature>().comparedStep().value_or(bench().trail().current);
  const auto here = std::find(walk.begin(), walk.end(), compared);
  if (here == walk.end()) return std::nullopt;
  const std::ptrdiff_t place = here - walk.begin() + direction;
  if (place < 0 || place >= static_cast<std::ptrdiff_t>(walk.size())) return std::nullopt;
  return walk[static_cast<std::size_t>(place)];
}

void StepFeature::compareWith(StepId step) {
  if (!bench().canStep()) return;
  bench().feature<ViewFeature>().compare({Comparison::Kind::kChosen, step});
  bench().requestPair();
  bench().updateActions();
}

void StepFeature::showLife(std::optional<std::uint64_t> key) {
  const auto op = key ? opOf(*key) : std::nullopt;
  const NodeView* node = op ? bench().nodeOf(*key) : nullptr;
  if (node)
    parts().steps->setNode(*op, QString::fromStdString(node->name));
  else
    parts().steps->setNode(std::nullopt, {});
}

void StepFeature::updateActions() {
  const bool canStep = bench().canStep();
  const TrailView& trail = bench().trail();
  const StepModel& steps = parts().steps->model();
  enable("edit.undo", canStep && trail.canUndo);
  enable("edit.redo", canStep && trail.canRedo);
  action("edit.undo")->setText(undoText(trail.undoes));
  action("edit.redo")->setText(redoText(trail.redoes));
  enable("step.first", canStep && trail.current != 0);
  enable("step.previous", canStep && steps.previous());
  enable("step.next", canStep && steps.next());
  enable("step.last", canStep && steps.next());
  enable("step.previousChange", canStep && steps.nextChange(-1));
  enable("step.nextChange", canStep && steps.nextChange(1));
  enable("step.best", canStep && !trail.steps.empty() && trail.best() != trail.current);
  enable("step.mostGained", canStep && steps.mostGained());
  enable("step.leaveOut", canStep && trail.current != 0);
  enable("step.branchStart", canStep && steps.branchStart());
  enable("step.nextBranch", canStep && steps.nextBranch());
  enable("step.rangeBack", canStep && !trail.steps.empty() && nearThumb(-1));
  enable("step.rangeOn", canStep && !trail.steps.empty() && nearThumb(1));
}

}  // namespace tasoscope
