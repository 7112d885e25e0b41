#include "window/file_choice.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "session/session_host.h"

namespace tasoscope {
namespace {

struct FileChoice {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::FileChoice)
};

/// "resnet50-optimized.onnx" beside the model.
QString proposal(const ModelFacts& model, const QString& suffix) {
  const QFileInfo file(model.path);
  const QDir folder = model.path.isEmpty() ? QDir::home() : file.dir();
  const QString stem = model.path.isEmpty() ? model.name : file.completeBaseName();
  return folder.filePath(stem + suffix);
}

QFileDialog* saving(QWidget* parent, const QString& title, const QString& path, const QString& filter,
                    const QString& suffix) {
  auto* dialog = new QFileDialog(parent, title, QFileInfo(path).path(), filter);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(suffix);
  dialog->selectFile(QFileInfo(path).fileName());
  return dialog;
}

}  // namespace

void openDialog(QFileDialog* dialog, QObject* context, const Chosen& chosen) {
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &QFileDialog::fileSelected, context, chosen);
  dialog->open();
}

void chooseModel(QWidget* parent, QObject* context, const Chosen& chosen) {
  auto* dialog = new QFileDialog(parent, FileChoice::tr("Open a model"), {},
                                 FileChoice::tr("ONNX models (*.onnx);;All files (*)"));
  dialog->setFileMode(QFileDialog::ExistingFile);
  openDialog(dialog, context, chosen);
}

void chooseExport(QWidget* parent, const QString& title, const ModelFacts& model, QObject* context,
                  const Chosen& chosen) {
  openDialog(saving(parent, title, proposal(model, QStringLiteral("-optimized.onnx")),
                    FileChoice::tr("ONNX models (*.onnx)"), QStringLiteral("onnx")),
             context, chosen);
}

void choosePicture(QWidget* parent, const ModelFacts& model, QObject* context, const Chosen& chosen) {
  openDialog(saving(parent, FileChoice::tr("Export the shown graph"), proposal(model, QStringLiteral(".svg")),
                    FileChoice::tr("Pictures (*.svg *.pdf *.png)"), QStringLiteral("svg")),
             context, chosen);
}

}  // namespace tasoscope
