// Groups of the graph: which there are, and which are collapsed.

#include <QActionGroup>
#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

void defineKinds(ActionRegistry& registry) {
  auto* kinds = new QActionGroup(&registry);
  for (const ActionSpec& spec :
       {ActionSpec{
            "group.byNames", Actions::tr("By &names"), {}, {}, Actions::tr("Groups nodes whose names start alike")},
        ActionSpec{"group.byBlocks",
                   Actions::tr("By repeated &blocks"),
                   {},
                   {},
                   Actions::tr("Groups copies of a structure that repeats")},
        ActionSpec{"group.off",
                   Actions::tr("No &groups"),
                   {},
                   {},
                   Actions::tr("Shows every node by itself, except in groups made by hand")}}) {
    QAction* action = registry.add(spec);
    action->setCheckable(true);
    kinds->addAction(action);
  }
}

}  // namespace

void defineGroupActions(ActionRegistry& registry) {
  defineKinds(registry);
  registry.addLocal({"group.toggle",
                     Actions::tr("&Collapse or expand"),
                     {QKeySequence(Qt::Key_E)},
                     {},
                     Actions::tr("Collapses the group of the selected node to one box, or expands it")},
                    kStage);
  registry.addLocal({"group.expandLevel",
                     Actions::tr("Expand one &level"),
                     {QKeySequence(Qt::SHIFT | Qt::Key_E)},
                     {},
                     Actions::tr("Expands every collapsed group that is seen; groups inside stay collapsed")},
                    kStage);
  registry.add(
      {"group.collapseAll", Actions::tr("Collapse &all"), {}, {}, Actions::tr("Shows every group as one box")});
  registry.add({"group.expandAll",
                Actions::tr("&Expand all"),
                {},
                {},
                Actions::tr("Shows every node, with frames around groups")});
  registry.addLocal({"group.make",
                     Actions::tr("&Group selection"),
                     {QKeySequence(Qt::Key_G)},
                     {},
                     Actions::tr("Makes the selected nodes a group of their own")},
                    kStage);
  registry.addLocal({"group.dissolve",
                     Actions::tr("&Ungroup"),
                     {QKeySequence(Qt::SHIFT | Qt::Key_G)},
                     {},
                     Actions::tr("Takes back a group made by hand; its nodes stay")},
                    kStage);
  registry.add({"file.exportRegion",
                Actions::tr("Export &selection as ONNX…"),
                {},
                {},
                Actions::tr("Writes the selected nodes as a model of their own, with what they read as its inputs")});
}

}  // namespace tasoscope
