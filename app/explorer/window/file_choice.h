#pragma once
// Which file: the dialogs for opening and for choosing where to write. They open over the window and do not wait: what
// was chosen is handed to `chosen` as long as `context` lives; nothing happens when the user changes their mind.

#include <QString>
#include <functional>

class QFileDialog;
class QObject;
class QWidget;

namespace tasoscope {

using Chosen = std::function<void(const QString& path)>;

void chooseModel(QWidget* parent, QObject* context, const Chosen& chosen);
/// `proposal`: the path that is filled in; its suffix is added to names without one.
void chooseTarget(QWidget* parent, const QString& title, const QString& proposal, QObject* context,
                  const Chosen& chosen);
/// A model that is not where it was: `expected`.
void locateModel(QWidget* parent, const QString& expected, QObject* context, const Chosen& chosen);
/// A file to compare `model` with, looked for in `folder` first.
void chooseOtherModel(QWidget* parent, const QString& model, const QString& folder, QObject* context,
                      const Chosen& chosen);
void chooseFolder(QWidget* parent, const QString& title, QObject* context, const Chosen& chosen);

/// For other files: opened with all that its caller has set, deleted when it closes.
void openDialog(QFileDialog* dialog, QObject* context, const Chosen& chosen);

/// "resnet50-optimized.onnx" beside the model; in the home folder for a model that has no file.
QString exportProposal(const QString& modelPath, const QString& modelName, const QString& suffix);

}  // namespace tasoscope
