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
                Actions::tr("Opens an ONNX model"),
                Needs::kNothing});
  registry.add({"file.close",
                Actions::tr("&Close model"),
                {QKeySequence(Qt::CTRL | Qt::Key_W)},
                {},
                Actions::tr("Closes the model in front")});
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
