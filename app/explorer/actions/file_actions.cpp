#include <QCoreApplication>

#include "actions/definitions.h"

namespace tasoscope {
namespace {

struct Actions {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Actions)
};

}  // namespace

void defineFileActions(ActionRegistry& registry) {
  registry.add({"file.open",
                Actions::tr("&Open…"),
                {QKeySequence::Open},
                "open",
                Actions::tr("Opens an ONNX model or a project"),
                Needs::kNothing});
  registry.add({"file.save",
                Actions::tr("&Save project"),
                {QKeySequence::Save},
                {},
                Actions::tr("Keeps the steps, the notes and the view in the project's file")});
  registry.add({"file.saveAs",
                Actions::tr("Save project &as…"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)},
                {},
                Actions::tr("Keeps the steps, the notes and the view in another file")});
  registry.add({"file.locateModel",
                Actions::tr("&Locate the model…"),
                {},
                {},
                Actions::tr("Says where the model of the project is now"),
                Needs::kNothing});
  registry.add({"file.openAnyway",
                Actions::tr("Open anyway, as far as it &fits"),
                {},
                {},
                Actions::tr("Opens the project with the changed model and repeats the steps that fit it"),
                Needs::kNothing});
  registry.add({"file.close",
                Actions::tr("&Close model"),
                {QKeySequence(Qt::CTRL | Qt::Key_W)},
                {},
                Actions::tr("Closes the model in front")});
  registry.add({"file.compare",
                Actions::tr("Co&mpare with another file…"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
                {},
                Actions::tr("Shows the current graph and that of another ONNX file as a pair")});
  registry.add({"file.endComparison",
                Actions::tr("En&d the comparison"),
                {},
                {},
                Actions::tr("Shows the steps of the model alone again")});
  registry.add({"file.nextModel",
                Actions::tr("&Next model"),
                {QKeySequence(Qt::CTRL | Qt::Key_Tab)},
                {},
                Actions::tr("Goes to the next open model")});
  registry.add({"file.previousModel",
                Actions::tr("Pre&vious model"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab)},
                {},
                Actions::tr("Goes to the previous open model")});
  registry.add(
      {"file.export",
       Actions::tr("&Export ONNX…"),
       {QKeySequence(Qt::CTRL | Qt::Key_E)},
       "export",
       Actions::tr(
           "Writes the graph of the selected step as an ONNX model, after checking that it computes the same")});
  registry.add({"file.exportPicture",
                Actions::tr("Export &picture…"),
                {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
                {},
                Actions::tr("Writes the shown graph as SVG, PDF or PNG")});
  registry.add({"file.quit",
                Actions::tr("&Quit"),
                {QKeySequence(Qt::CTRL | Qt::Key_Q)},
                {},
                Actions::tr("Ends the program"),
                Needs::kNothing});
}

}  // namespace tasoscope
