#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void definePlaceActions(ActionRegistry& registry) {
  registry.add({"place.back",
                Actions::tr("&Back"),
                {QKeySequence(Qt::ALT | Qt::Key_Left), QKeySequence(Qt::Key_Backspace)},
                {},
                Actions::tr("Goes to where you were before: step, comparison, selection and view")});
  registry.add({"place.forward",
                Actions::tr("F&orward"),
                {QKeySequence(Qt::ALT | Qt::Key_Right), QKeySequence(Qt::SHIFT | Qt::Key_Backspace)},
                {},
                Actions::tr("Goes again to where you were before you went back")});
}

}  // namespace tasoscope
