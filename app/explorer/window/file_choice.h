#pragma once
// Which file: the dialogs for opening and exporting. They open over the window and do not wait: what was chosen is
// handed to `chosen` as long as `context` lives; nothing happens when the user changes their mind.

#include <QString>
#include <functional>

class QFileDialog;
class QObject;
class QWidget;

namespace tasoscope {

struct ModelFacts;

using Chosen = std::function<void(const QString& path)>;

void chooseModel(QWidget* parent, QObject* context, const Chosen& chosen);
void chooseExport(QWidget* parent, const QString& title, const ModelFacts& model, QObject* context,
                  const Chosen& chosen);
void choosePicture(QWidget* parent, const ModelFacts& model, QObject* context, const Chosen& chosen);

/// For other files: opened with all that its caller has set, deleted when it closes.
void openDialog(QFileDialog* dialog, QObject* context, const Chosen& chosen);

}  // namespace tasoscope
