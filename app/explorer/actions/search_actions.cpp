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
  registry.add({"search.step",
                Actions::tr("&Expand next"),
                {QKeySequence(Qt::Key_F8)},
                "expand",
                Actions::tr("Lets the search expand one graph and pause")});
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
  registry.addLocal({"candidate.applyEverywhere",
                     Actions::tr("Apply &everywhere"),
                     {QKeySequence(Qt::SHIFT | Qt::Key_A)},
                     {},
                     Actions::tr("Takes the previewed substitution at every place that is the same")},
                    kStage);
  registry.add({"candidate.applyOnBranch",
                Actions::tr("Apply on a new &branch"),
                {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)},
                {},
                Actions::tr("Takes the previewed substitution as the first step of a branch of its own")});
  registry.add({"candidate.lookAgain",
                Actions::tr("&Look again"),
                {},
                {},
                Actions::tr("Looks for substitutions once more, from where it was stopped")});
  registry.addLocal({"candidate.filter",
                     Actions::tr("&Filter substitutions"),
                     {QKeySequence(Qt::Key_R)},
                     {},
                     Actions::tr("Goes to the filter of the list of substitutions")},
                    kStage);
}

}  // namespace tasoscope
