// What colours and labels tell on the stage, and what of the graph is seen there.

#include <QActionGroup>
#include <QCoreApplication>

#include "actions/definitions.h"
#include "palette/palette_model.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

/// Actions of which one is checked, the first at the start.
void addChoice(ActionRegistry& registry, const std::vector<ActionSpec>& specs) {
  auto* group = new QActionGroup(&registry);
  for (const ActionSpec& spec : specs) {
    QAction* action = registry.add(spec);
    action->setCheckable(true);
    action->setChecked(group->actions().isEmpty());
    group->addAction(action);
  }
}

void defineHeatActions(ActionRegistry& registry) {
  addChoice(registry, {{"view.heatOperator",
                        Actions::tr("&Operator"),
                        {},
                        {},
                        Actions::tr("Colours boxes by the family of their operator")},
                       {"view.heatCost", Actions::tr("&Cost"), {}, {}, Actions::tr("Colours boxes by their time")},
                       {"view.heatChange",
                        Actions::tr("Cost cha&nge"),
                        {},
                        {},
                        Actions::tr("Colours boxes by what their place gains or loses between the two graphs")},
                       {"view.heatElementType",
                        Actions::tr("&Element type"),
                        {},
                        {},
                        Actions::tr("Colours boxes by the element type of what they produce")},
                       {"view.heatMemory",
                        Actions::tr("&Memory"),
                        {},
                        {},
                        Actions::tr("Colours boxes by the size of what they produce")}});
  registry.addLocal({"view.cycleHeat",
                     Actions::tr("Next c&olours"),
                     {QKeySequence(Qt::Key_O)},
                     {},
                     Actions::tr("Operator, cost, cost change, element type, memory")},
                    kStage);
}

/// What people call colours that tell of costs.
void addWords(const ActionRegistry& registry) {
  for (const char* name : {"view.heatOperator", "view.heatCost", "view.heatChange", "view.heatElementType",
                           "view.heatMemory", "view.cycleHeat"})
    registry.find(QString::fromLatin1(name))->setProperty(kWordsProperty, Actions::tr("heat map, colours"));
}

void defineLabelActions(ActionRegistry& registry) {
  addChoice(registry,
            {{"view.labelShapes", Actions::tr("&Shapes"), {}, {}, Actions::tr("Writes attributes and shapes in boxes")},
             {"view.labelNames",
              Actions::tr("&Names"),
              {},
              {},
              Actions::tr("Writes the names of nodes in boxes and those of tensors at edges")},
             {"view.labelCosts",
              Actions::tr("&Costs and sizes"),
              {},
              {},
              Actions::tr("Writes times and sizes in boxes, and sizes at edges")},
             {"view.labelNone", Actions::tr("N&one"), {}, {}, Actions::tr("Writes operators alone")}});
  registry.addLocal({"view.cycleLabels",
                     Actions::tr("Next &labels"),
                     {QKeySequence(Qt::Key_L)},
                     {},
                     Actions::tr("Shapes, names, costs and sizes, none")},
                    kStage);
}

}  // namespace

void defineStageActions(ActionRegistry& registry) {
  defineHeatActions(registry);
  addWords(registry);
  defineLabelActions(registry);
  registry
      .addLocal({"view.peek",
                 Actions::tr("Pee&k at before"),
                 {QKeySequence(Qt::Key_B)},
                 {},
                 Actions::tr("Shows the graph before while the key is held")},
                kStage)
      ->setAutoRepeat(false);
  registry.addLocal({"view.followTensor",
                     Actions::tr("Follow &tensor"),
                     {QKeySequence(Qt::Key_F)},
                     {},
                     Actions::tr("Shows where the output of the selected node goes; again: its next output")},
                    kStage);
  registry.addLocal({"view.isolate",
                     Actions::tr("&Isolate"),
                     {QKeySequence(Qt::Key_I)},
                     {},
                     Actions::tr("Leaves only the selected nodes and what is next to them")},
                    kStage);
  registry.addLocal(
      {"view.hide", Actions::tr("&Hide"), {QKeySequence(Qt::Key_H)}, {}, Actions::tr("Hides the selected nodes")},
      kStage);
  registry.addLocal({"view.showAll",
                     Actions::tr("Sho&w all"),
                     {QKeySequence(Qt::SHIFT | Qt::Key_H)},
                     {},
                     Actions::tr("Shows what was hidden")},
                    kStage);
}

}  // namespace tasoscope
