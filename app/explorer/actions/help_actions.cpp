#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void defineHelpActions(ActionRegistry& registry) {
  registry.add({"help.palette",
                Actions::tr("&Find an action…"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)},
                {},
                Actions::tr("Finds any action by a few letters of its name"),
                Needs::kNothing});
  registry.add({"help.keys",
                Actions::tr("&Keys and actions"),
                {QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)},
                {},
                Actions::tr("Lists every action with its keys"),
                Needs::kNothing});
  registry.add(
      {"help.about", Actions::tr("&About Tasoscope"), {}, {}, Actions::tr("Version and licence"), Needs::kNothing});
}

}  // namespace tasoscope
