// Graphs inside nodes: the branches of an If, the body of a loop.

#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void defineBodyActions(ActionRegistry& registry) {
  registry.add({"body.open",
                Actions::tr("&Open the graph inside"),
                {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Down)},
                {},
                Actions::tr("Shows the branch of an If or the body of a loop, to be optimized as a graph of its own")});
  registry.add({"body.dearest",
                Actions::tr("Open the &dearest graph inside"),
                {},
                {},
                Actions::tr("Shows the graph inside the node that takes the most time, of all that have one")});
  registry.add({"body.other",
                Actions::tr("The ot&her branch"),
                {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Right)},
                {},
                Actions::tr("Shows the next graph inside the same node")});
  registry.add({"body.leave",
                Actions::tr("&Back to the graph around"),
                {QKeySequence(Qt::ALT | Qt::SHIFT | Qt::Key_Up)},
                {},
                Actions::tr("Leaves the graph inside a node; what was changed in it stays")});
}

}  // namespace tasoscope
