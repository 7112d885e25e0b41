#include "window/file_choice.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QHeaderView>
#include <QTreeView>

#include "views/text/text_scale.h"
#include "window/screen_room.h"

namespace tasoscope {
namespace {

struct FileChoice {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::FileChoice)
};

QString modelFilter() { return FileChoice::tr("ONNX models (*.onnx);;All files (*)"); }

QFileDialog* opening(QWidget* parent, const QString& title, const QString& folder, const QString& filter) {
  auto* dialog = new QFileDialog(parent, title, folder, filter);
  dialog->setFileMode(QFileDialog::ExistingFile);
  return dialog;
}

}  // namespace

void locateModel(QWidget* parent, const QString& expected, QObject* context, const Chosen& chosen) {
  const QFileInfo file(expected);
  openDialog(opening(parent, FileChoice::tr("Where is %1?").arg(file.fileName()), file.path(), modelFilter()), context,
             chosen);
}

void chooseOtherModel(QWidget* parent, const QString& model, const QString& folder, QObject* context,
                      const Chosen& chosen) {
  openDialog(opening(parent, FileChoice::tr("Compare %1 with").arg(model), folder, modelFilter()), context, chosen);
}

void openDialog(QFileDialog* dialog, QObject* context, const Chosen& chosen) {
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  QObject::connect(dialog, &QFileDialog::fileSelected, context, chosen);
  resizeOnScreen(dialog, {scaled(860), scaled(520)});
  if (const auto* files = dialog->findChild<QTreeView*>(QStringLiteral("treeView")))
    files->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  dialog->open();
}

void chooseModel(QWidget* parent, QObject* context, const Chosen& chosen) {
  openDialog(opening(parent, FileChoice::tr("Open a model"), {},
                     FileChoice::tr("Models and projects (*.onnx *.tasoscope);;All files (*)")),
             context, chosen);
}

void chooseTarget(QWidget* parent, const QString& title, const QString& proposal, QObject* context,
                  const Chosen& chosen) {
  const QFileInfo file(proposal);
  auto* dialog = new QFileDialog(parent, title, file.path());
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix(file.suffix());
  dialog->selectFile(file.fileName());
  openDialog(dialog, context, chosen);
}

void chooseFolder(QWidget* parent, const QString& title, QObject* context, const Chosen& chosen) {
  auto* dialog = new QFileDialog(parent, title);
  dialog->setFileMode(QFileDialog::Directory);
  dialog->setOption(QFileDialog::ShowDirsOnly);
  openDialog(dialog, context, chosen);
}

QString exportProposal(const QString& modelPath, const QString& modelName, const QString& suffix) {
  const QFileInfo file(modelPath);
  const QDir folder = modelPath.isEmpty() ? QDir::home() : file.dir();
  return folder.filePath((modelPath.isEmpty() ? modelName : file.completeBaseName()) + suffix);
}

}  // namespace tasoscope
