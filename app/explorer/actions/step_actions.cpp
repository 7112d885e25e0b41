#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void defineStepActions(ActionRegistry& registry) {
  const QList<QWidget*> placeskStage;
  registry.addLocal({"step.first",
                     Actions::tr("&First step"),
                     {QKeySequence(Qt::Key_Home)},
                     "first",
                     Actions::tr("Goes to the graph as loaded")},
                    kStage);
  registry.addLocal({"step.previous",
                     Actions::tr("&Previous step"),
                     {QKeySequence(Qt::Key_PageUp), QKeySequence(Qt::Key_BracketLeft)},
                     "previous",
                     Actions::tr("Goes one step back; nothing is undone")},
                    kStage);
  registry.addLocal({"step.next",
                     Actions::tr("&Next step"),
                     {QKeySequence(Qt::Key_PageDown), QKeySequence(Qt::Key_BracketRight)},
                     "next",
                     Actions::tr("Goes one step on")},
                    kStage);
  registry.addLocal({"step.last",
                     Actions::tr("&Last step"),
                     {QKeySequence(Qt::Key_End)},
                     "last",
                     Actions::tr("Goes to the end of this line of steps")},
                    kStage);
}

}  // namespace tasoscope
