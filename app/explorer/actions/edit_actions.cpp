#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void defineEditActions(ActionRegistry& registry) {
  registry.add({"edit.undo",
                Actions::tr("&Undo"),
                {QKeySequence(Qt::CTRL | Qt::Key_Z)},
                "undo",
                Actions::tr("Takes back what was done last")});
  registry.add({"edit.redo",
                Actions::tr("&Redo"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)},
                "redo",
                Actions::tr("Does again what was taken back")});
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
  registry.add({"edit.preferences",
                Actions::tr("Pre&ferences…"),
                {QKeySequence(Qt::CTRL | Qt::Key_Comma)},
                {},
                Actions::tr("Language, colours, text size, keys and what a search starts from"),
                Needs::kNothing});
}

}  // namespace tasoscope
