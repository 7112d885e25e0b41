#include <QActionGroup>
#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

QAction* checkable(QAction* action, QActionGroup* group) {
  action->setCheckable(true);
  if (group) group->addAction(action);
  return action;
}

}  // namespace

void defineViewActions(ActionRegistry& registry) {
  registry.add({"view.fit",
                Actions::tr("Fit &all"),
                {QKeySequence(Qt::CTRL | Qt::Key_0)},
                "fit",
                Actions::tr("Shows the whole graph")});
  registry.add({"view.actualSize",
                Actions::tr("&100 %"),
                {QKeySequence(Qt::CTRL | Qt::Key_1)},
                {},
                Actions::tr("Shows boxes at their natural size")});
  registry.add({"view.fitSelection",
                Actions::tr("Fit &selection"),
                {QKeySequence(Qt::CTRL | Qt::Key_2)},
                {},
                Actions::tr("Shows the selected node and the previewed candidate")});
  registry.add({"view.showChange",
                Actions::tr("Show the &change"),
                {QKeySequence(Qt::CTRL | Qt::Key_3)},
                {},
                Actions::tr("Goes to the first thing that differs between the two graphs")});
  registry.add({"view.tidy",
                Actions::tr("&Tidy the layout"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T)},
                {},
                Actions::tr("Lays out the whole graph anew: boxes move to where they fit best")});
  registry.add({"view.untidy",
                Actions::tr("Back to the &earlier layout"),
                {},
                {},
                Actions::tr("Puts the boxes back to where they were before the layout was tidied")});
  registry.add({"view.redraw",
                Actions::tr("Draw the picture a&gain"),
                {},
                {},
                Actions::tr("Draws the current step once more, where drawing was cancelled")});
  checkable(registry.addLocal({"view.toTheRight",
                               Actions::tr("Left to &right"),
                               {QKeySequence(Qt::Key_T)},
                               {},
                               Actions::tr("Draws graphs from left to right rather than from top to bottom")},
                              kStage),
            nullptr);
  registry.add({"view.zoomIn",
                Actions::tr("Zoom &in"),
                {QKeySequence(Qt::CTRL | Qt::Key_Plus), QKeySequence(Qt::CTRL | Qt::Key_Equal)},
                "zoom-in",
                Actions::tr("Shows boxes larger")});
  registry.add({"view.zoomOut",
                Actions::tr("Zoom &out"),
                {QKeySequence(Qt::CTRL | Qt::Key_Minus)},
                "zoom-out",
                Actions::tr("Shows boxes smaller")});
  auto* pairs = new QActionGroup(&registry);
  checkable(registry.add({"view.pairPrevious",
                          Actions::tr("Compare with the &previous step"),
                          {QKeySequence(Qt::ALT | Qt::Key_1)},
                          "step",
                          Actions::tr("Shows what this step alone changed")}),
            pairs)
      ->setChecked(true);
  checkable(registry.add({"view.pairOriginal",
                          Actions::tr("Compare with the &original"),
                          {QKeySequence(Qt::ALT | Qt::Key_2)},
                          "original",
                          Actions::tr("Shows what all steps so far changed")}),
            pairs);
  checkable(registry.add({"view.pairChosen",
                          Actions::tr("&Keep this step to compare with"),
                          {QKeySequence(Qt::ALT | Qt::Key_3)},
                          {},
                          Actions::tr("Keeps this step as the one before; go to any other to see what differs")}),
            pairs);
  auto* panes = new QActionGroup(&registry);
  checkable(registry.add({"view.before", Actions::tr("&Before"), {}, "before", Actions::tr("Shows the graph before")}),
            panes);
  checkable(registry.add({"view.after", Actions::tr("&After"), {}, "after", Actions::tr("Shows the graph after")}),
            panes);
  checkable(registry.add({"view.overlay",
                          Actions::tr("O&verlay"),
                          {},
                          "overlay",
                          Actions::tr("Shows both graphs in one: what was removed, what was added, what stayed")}),
            panes);
  checkable(registry.add(
                {"view.split", Actions::tr("&Split"), {}, "both", Actions::tr("Shows before and after side by side")}),
            panes)
      ->setChecked(true);
  registry.addLocal({"view.cyclePanes",
                     Actions::tr("&Next view"),
                     {QKeySequence(Qt::Key_D)},
                     {},
                     Actions::tr("Before, after, overlay, split")},
                    kStage);
  checkable(registry.add({"view.dark",
                          Actions::tr("&Dark colours"),
                          {},
                          {},
                          Actions::tr("Switches between light and dark colours"),
                          Needs::kNothing}),
            nullptr);
  checkable(registry.add({"view.fullScreen",
                          Actions::tr("&Full screen"),
                          {QKeySequence(Qt::Key_F11)},
                          {},
                          Actions::tr("Fills the screen"),
                          Needs::kNothing}),
            nullptr);
  registry.add({"view.nextPane",
                Actions::tr("Go to the next &pane"),
                {QKeySequence(Qt::Key_F6)},
                {},
                Actions::tr("Moves the keyboard to the next part of the window"),
                Needs::kNothing});
  registry.add({"view.previousPane",
                Actions::tr("Go to the pre&vious pane"),
                {QKeySequence(Qt::SHIFT | Qt::Key_F6)},
                {},
                Actions::tr("Moves the keyboard to the previous part of the window"),
                Needs::kNothing});
}

}  // namespace tasoscope
