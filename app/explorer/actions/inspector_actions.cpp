#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void defineInspectorActions(ActionRegistry& registry) {
  registry.addLocal({"inspector.back",
                     Actions::tr("Inspector &back"),
                     {QKeySequence(Qt::CTRL | Qt::Key_Backspace)},
                     "previous",
                     Actions::tr("Shows what the inspector showed before")},
                    kInspector);
  registry.addLocal({"inspector.forward",
                     Actions::tr("Inspector &forward"),
                     {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Backspace)},
                     "next",
                     Actions::tr("Shows what the inspector showed before going back")},
                    kInspector);
  registry
      .add({"inspector.pin",
            Actions::tr("&Pin the inspector"),
            {},
            "pin",
            Actions::tr("Keeps what the inspector shows, to compare another with it")})
      ->setCheckable(true);
  registry.add({"inspector.graph",
                Actions::tr("Inspect the &graph"),
                {},
                {},
                Actions::tr("Shows what is known about the graph as a whole")});
  registry.add({"inspector.step",
                Actions::tr("Inspect the &step"),
                {},
                {},
                Actions::tr("Shows what is known about the current step")});
  registry.add({"edit.copy",
                Actions::tr("&Copy names"),
                {QKeySequence::Copy},
                {},
                Actions::tr("Copies the names of the selected nodes, or what is marked in a list")});
  registry.add({"edit.copyTable",
                Actions::tr("Copy as &table"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)},
                {},
                Actions::tr("Copies what the inspector shows, or the list that has the keyboard, as a table")});
}

void defineCostActions(ActionRegistry& registry) {
  registry.add({"device.choose",
                Actions::tr("&Device and dimensions…"),
                {},
                {},
                Actions::tr("Describes the devices that can price the model, and sets the values of its symbolic "
                            "dimensions")});
  registry.add(
      {"file.exportReport",
       Actions::tr("Export &report…"),
       {},
       {},
       Actions::tr("Writes an HTML page that tells what was done, with costs, steps, pictures and the check")});
  registry.add({"file.exportCosts",
                Actions::tr("Export cost &table…"),
                {},
                {},
                Actions::tr("Writes the nodes that the table shows, with their costs, as comma-separated values")});
}

}  // namespace tasoscope
