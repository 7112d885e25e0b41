#include "window/window_actions.h"

#include <QActionGroup>
#include <QCoreApplication>

#include "actions/action_registry.h"
#include "stage/stage.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

void defineFileActions(ActionRegistry& registry) {
  registry.add({"file.open", Actions::tr("&Open…"), {QKeySequence::Open}, "open", Actions::tr("Opens an ONNX model")});
  registry.add({"file.close",
                Actions::tr("&Close model"),
                {QKeySequence::Close},
                "home",
                Actions::tr("Closes the model and shows the start page")});
  registry.add(
      {"file.export",
       Actions::tr("&Export ONNX…"),
       {QKeySequence(Qt::CTRL | Qt::Key_E)},
       "export",
       Actions::tr(
           "Writes the graph of the selected step as an ONNX model, after checking that it computes the same")});
  registry.add({"file.exportPicture",
                Actions::tr("Export &picture…"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
                {},
                Actions::tr("Writes the shown graph as SVG, PDF or PNG")});
  registry.add(
      {"file.quit", Actions::tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, {}, Actions::tr("Ends the program")});
}

void defineEditActions(ActionRegistry& registry) {
  registry.add({"edit.undo",
                Actions::tr("&Undo"),
                {QKeySequence(Qt::CTRL | Qt::Key_Z)},
                "undo",
                Actions::tr("Takes back the last substitution")});
  registry.add({"edit.redo",
                Actions::tr("&Redo"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
                "redo",
                Actions::tr("Takes the substitution again that was taken back")});
  registry.add({"edit.find",
                Actions::tr("&Find…"),
                {QKeySequence::Find},
                "find",
                Actions::tr("Finds nodes by name or operator")});
  registry.add({"edit.findNext",
                Actions::tr("Find &next"),
                {QKeySequence(Qt::Key_F3)},
                {},
                Actions::tr("Goes to the next node found")});
  registry.add({"edit.findPrevious",
                Actions::tr("Find &previous"),
                {QKeySequence(Qt::SHIFT | Qt::Key_F3)},
                {},
                Actions::tr("Goes to the previous node found")});
}

QAction* checkable(QAction* action, QActionGroup* group) {
  action->setCheckable(true);
  if (group) group->addAction(action);
  return action;
}

void defineViewActions(ActionRegistry& registry, Stage& stage) {
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
  auto* panes = new QActionGroup(&registry);
  checkable(
      registry.add(
          {"view.both", Actions::tr("&Both graphs"), {}, "both", Actions::tr("Shows before and after side by side")}),
      panes)
      ->setChecked(true);
  checkable(
      registry.add({"view.before", Actions::tr("&Before only"), {}, "before", Actions::tr("Shows the graph before")}),
      panes);
  checkable(registry.add({"view.after", Actions::tr("&After only"), {}, "after", Actions::tr("Shows the graph after")}),
            panes);
  registry.addLocal({"view.cyclePanes",
                     Actions::tr("&Next view"),
                     {QKeySequence(Qt::Key_D)},
                     {},
                     Actions::tr("Both graphs, before only, after only")},
                    {&stage});
  checkable(
      registry.add(
          {"view.dark", Actions::tr("&Dark colours"), {}, {}, Actions::tr("Switches between light and dark colours")}),
      nullptr);
  checkable(registry.add({"view.fullScreen",
                          Actions::tr("&Full screen"),
                          {QKeySequence(Qt::Key_F11)},
                          {},
                          Actions::tr("Fills the screen")}),
            nullptr);
  registry.add({"view.nextPane",
                Actions::tr("Go to the next &pane"),
                {QKeySequence(Qt::Key_F6)},
                {},
                Actions::tr("Moves the keyboard to the next part of the window")});
  registry.add({"view.previousPane",
                Actions::tr("Go to the pre&vious pane"),
                {QKeySequence(Qt::SHIFT | Qt::Key_F6)},
                {},
                Actions::tr("Moves the keyboard to the previous part of the window")});
}

void defineSearchActions(ActionRegistry& registry, Stage& stage) {
  registry.add({"search.run",
                Actions::tr("&Run search"),
                {QKeySequence(Qt::Key_F5)},
                "run",
                Actions::tr("Searches for a cheaper graph from this step; again: pauses")});
  registry.add({"search.stop",
                Actions::tr("&Stop search"),
                {QKeySequence(Qt::SHIFT | Qt::Key_F5)},
                "stop",
                Actions::tr("Ends the search and keeps the best graph found")});
  registry.add({"job.cancel",
                Actions::tr("&Cancel"),
                {QKeySequence(Qt::Key_Escape)},
                {},
                Actions::tr("Stops what the program is doing")});
  registry.addLocal({"candidate.next",
                     Actions::tr("&Next substitution"),
                     {QKeySequence(Qt::Key_N)},
                     {},
                     Actions::tr("Previews the next substitution in the list")},
                    {&stage});
  registry.addLocal({"candidate.previous",
                     Actions::tr("&Previous substitution"),
                     {QKeySequence(Qt::Key_P)},
                     {},
                     Actions::tr("Previews the previous substitution in the list")},
                    {&stage});
  registry.addLocal({"candidate.apply",
                     Actions::tr("&Apply substitution"),
                     {QKeySequence(Qt::Key_A)},
                     "apply",
                     Actions::tr("Takes the previewed substitution as a step")},
                    {&stage});
}

void defineStepActions(ActionRegistry& registry, Stage& stage) {
  const QList<QWidget*> places{&stage};
  registry.addLocal({"step.first",
                     Actions::tr("&First step"),
                     {QKeySequence(Qt::Key_Home)},
                     "first",
                     Actions::tr("Goes to the graph as loaded")},
                    places);
  registry.addLocal({"step.previous",
                     Actions::tr("&Previous step"),
                     {QKeySequence(Qt::Key_PageUp), QKeySequence(Qt::Key_BracketLeft)},
                     "previous",
                     Actions::tr("Goes one step back; nothing is undone")},
                    places);
  registry.addLocal({"step.next",
                     Actions::tr("&Next step"),
                     {QKeySequence(Qt::Key_PageDown), QKeySequence(Qt::Key_BracketRight)},
                     "next",
                     Actions::tr("Goes one step on")},
                    places);
  registry.addLocal({"step.last",
                     Actions::tr("&Last step"),
                     {QKeySequence(Qt::Key_End)},
                     "last",
                     Actions::tr("Goes to the end of this line of steps")},
                    places);
}

}  // namespace

void defineActions(ActionRegistry& registry, Stage& stage) {
  defineFileActions(registry);
  defineEditActions(registry);
  defineViewActions(registry, stage);
  defineSearchActions(registry, stage);
  defineStepActions(registry, stage);
  registry.add({"help.keys",
                Actions::tr("&Keys and actions"),
                {QKeySequence(Qt::Key_F1)},
                {},
                Actions::tr("Lists every action with its keys")});
  registry.add({"help.about", Actions::tr("&About Tasoscope"), {}, {}, Actions::tr("Version and licence")});
}

}  // namespace tasoscope
