#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

void defineNeighbours(ActionRegistry& registry) {
  registry.addLocal({"step.first",
                     Actions::tr("&First step"),
                     {QKeySequence(Qt::Key_Home)},
                     "first",
                     Actions::tr("Goes to the graph as loaded")},
                    kTrail);
  registry.addLocal({"step.previous",
                     Actions::tr("&Previous step"),
                     {QKeySequence(Qt::Key_PageUp), QKeySequence(Qt::Key_BracketLeft)},
                     "previous",
                     Actions::tr("Goes one step back; nothing is undone")},
                    kTrail);
  registry.addLocal({"step.next",
                     Actions::tr("&Next step"),
                     {QKeySequence(Qt::Key_PageDown), QKeySequence(Qt::Key_BracketRight)},
                     "next",
                     Actions::tr("Goes one step on")},
                    kTrail);
  registry.addLocal({"step.last",
                     Actions::tr("&Last step"),
                     {QKeySequence(Qt::Key_End)},
                     "last",
                     Actions::tr("Goes to the end of this line of steps")},
                    kTrail);
}

void defineJumps(ActionRegistry& registry) {
  registry.add({"step.previousChange",
                Actions::tr("Previous step that changed the &cost"),
                {QKeySequence(Qt::CTRL | Qt::Key_PageUp), QKeySequence(Qt::CTRL | Qt::Key_BracketLeft)},
                {},
                Actions::tr("Goes back, past steps that changed nothing")});
  registry.add({"step.nextChange",
                Actions::tr("Next step that changed the c&ost"),
                {QKeySequence(Qt::CTRL | Qt::Key_PageDown), QKeySequence(Qt::CTRL | Qt::Key_BracketRight)},
                {},
                Actions::tr("Goes on, past steps that changed nothing")});
  registry.add({"step.best",
                Actions::tr("&Best step"),
                {QKeySequence(Qt::CTRL | Qt::Key_B)},
                {},
                Actions::tr("Goes to the cheapest graph of all branches")});
  registry.add({"step.mostGained",
                Actions::tr("Step that gained &most"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B)},
                {},
                Actions::tr("Goes to the step of this branch that made the graph cheaper than any other did")});
  registry.add({"step.leaveOut",
                Actions::tr("Leave this step o&ut"),
                {QKeySequence(Qt::CTRL | Qt::Key_Delete)},
                {},
                Actions::tr("Makes a branch without this step, with those after it that still fit")});
  registry.addLocal({"step.branchStart",
                     Actions::tr("Step that this branch &leaves"),
                     {QKeySequence(Qt::ALT | Qt::Key_Up)},
                     {},
                     Actions::tr("Goes to where this branch begins")},
                    kTrail);
  registry.addLocal({"step.nextBranch",
                     Actions::tr("Next b&ranch"),
                     {QKeySequence(Qt::ALT | Qt::Key_Down)},
                     {},
                     Actions::tr("Goes across to the next branch, round and round")},
                    kTrail);
}

void defineRange(ActionRegistry& registry) {
  registry.addLocal({"step.rangeBack",
                     Actions::tr("Compare with one step ea&rlier"),
                     {QKeySequence(Qt::SHIFT | Qt::Key_PageUp), QKeySequence(Qt::SHIFT | Qt::Key_BracketLeft)},
                     {},
                     Actions::tr("Moves the beginning of the range of steps that is compared back")},
                    kTrail);
  registry.addLocal({"step.rangeOn",
                     Actions::tr("Compare with one step la&ter"),
                     {QKeySequence(Qt::SHIFT | Qt::Key_PageDown), QKeySequence(Qt::SHIFT | Qt::Key_BracketRight)},
                     {},
                     Actions::tr("Moves the beginning of the range of steps that is compared on")},
                    kTrail);
}

}  // namespace

void defineStepActions(ActionRegistry& registry) {
  defineNeighbours(registry);
  defineJumps(registry);
  defineRange(registry);
}

}  // namespace tasoscope
