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

/// The path with `suffix` unless it has one.
QString completed(const QString& path, const QString& suffix) {
  return path.isEmpty() || !QFileInfo(path).suffix().isEmpty() ? path : path + suffix;
}

}  // namespace

QString chooseModel(QWidget* parent) {
  return QFileDialog::getOpenFileName(parent, FileChoice::tr("Open a model"), {},
                                      FileChoice::tr("ONNX models (*.onnx);;All files (*)"));
}

QString chooseExport(QWidget* parent, const QString& title, const ModelFacts& model) {
  return completed(QFileDialog::getSaveFileName(parent, title, proposal(model, QStringLiteral("-optimized.onnx")),
                                                FileChoice::tr("ONNX models (*.onnx)")),
                   QStringLiteral(".onnx"));
}

QString choosePicture(QWidget* parent, const ModelFacts& model) {
  return completed(QFileDialog::getSaveFileName(parent, FileChoice::tr("Export the shown graph"),
                                                proposal(model, QStringLiteral(".svg")),
                                                FileChoice::tr("Pictures (*.svg *.pdf *.png)")),
                   QStringLiteral(".svg"));
}

}  // namespace tasoscope
