#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void defineSearchActions(ActionRegistry& registry) {
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
                    kStage);
  registry.addLocal({"candidate.previous",
                     Actions::tr("&Previous substitution"),
                     {QKeySequence(Qt::Key_P)},
                     {},
                     Actions::tr("Previews the previous substitution in the list")},
                    kStage);
  registry.addLocal({"candidate.apply",
                     Actions::tr("&Apply substitution"),
                     {QKeySequence(Qt::Key_A)},
                     "apply",
                     Actions::tr("Takes the previewed substitution as a step")},
                    kStage);
}

}  // namespace tasoscope
