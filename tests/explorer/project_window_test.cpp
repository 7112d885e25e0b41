// Projects and comparisons as a person meets them: saved, closed, lost and found again.

#include <QAbstractItemModelTester>
#include <QFileDialog>
#include <QLabel>
#include <QProcess>
#include <QPushButton>
#include <QTabWidget>
#include <QTreeView>

#include "features/compare_feature.h"
#include "features/export_feature.h"
#include "features/groups_feature.h"
#include "onnx/zoo/zoo.h"
#include "open_window.h"
#include "panels/differences_panel.h"
#include "stage/stage.h"
#include "start/start_page.h"
#include "start/unsaved_work_list.h"
#include "views/canvas/graph_picture.h"
#include "window/message_bar.h"

using namespace tasoscope;

namespace {

/// Chooses a file in the dialog that is open.
bool choose(QWidget& window, const QString& path) {
  auto* dialog = window.findChild<QFileDialog*>();
  if (!dialog || !dialog->isVisible()) return false;
  dialog->setDirectory(QFileInfo(path).path());
  dialog->selectFile(path);
  QMetaObject::invokeMethod(dialog, "accept");
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  return true;
}

QString tabText(ExplorerWindow& window) {
  auto* tabs = window.findChild<QTabWidget*>("models");
  return tabs->tabText(tabs->currentIndex());
}

QPushButton* buttonOf(QWidget& window, const QString& text) {
  for (QPushButton* button : window.findChildren<QPushButton*>())
    if (button->isVisible() && button->text() == text) return button;
  return nullptr;
}

}  // namespace

class ProjectWindowTest : public QObject {
  Q_OBJECT

 private:
  static QString message(OpenWindow& open) {
    MessageBar* bar = open.window.parts().message;
    return bar->isVisible() ? bar->text() : QString();
  }
  static QString writeModel(const OpenWindow& open, const char* name, const char* file) {
    ZooOptions small;
    small.small = true;
    const QString path = open.folder.filePath(QString::fromLatin1(file));
    writeZooModel(name, small, path.toStdString());
    return path;
  }
  static bool applyOne(OpenWindow& open) {
    open.action("candidate.next")->trigger();
    open.action("candidate.apply")->trigger();
    return open.settle() && open.workbench().trail().steps.size() > 1;
  }
  /// A model with a step, saved as a project, and closed.
  static QString savedProject(OpenWindow& open, const QString& model) {
    open.explorer.openFile(model);
    if (!open.settle() || !applyOne(open)) return {};
    const QString path = open.folder.filePath("work.tasoscope");
    open.action("file.saveAs")->trigger();
    if (!choose(open.window, path) || !open.settle()) return {};
    open.action("file.close")->trigger();
    return open.settle() ? path : QString();
  }

 private Q_SLOTS:
  void aProjectOpensWithItsGroupsItsColoursItsLabelsAndItsDirection() {
    OpenWindow open;
    const QString model = writeModel(open, "resnext50", "model.onnx");
    const QString path = savedProject(open, model);
    QVERIFY(!path.isEmpty());
    open.explorer.openFile(path);
    QVERIFY(open.settle());
    Stage* stage = open.parts().stage;
    const auto& nodes = stage->pair().afterGraph->nodes;
    const std::vector<std::uint64_t> made{keyOf(nodes[0].op), keyOf(nodes[1].op)};
    stage->setSelection(made);
    for (const char* action : {"group.make", "group.byBlocks"}) {
      open.action(action)->trigger();
      QVERIFY(open.settle());
    }
    stage->select(made.front());
    open.action("group.toggle")->trigger();
    QVERIFY(open.settle());
    for (const char* action : {"view.heatCost", "view.labelNames", "view.toTheRight", "view.overlay"})
      open.action(action)->trigger();
    QVERIFY(open.settle());
    const GroupState state = open.workbench().feature<GroupsFeature>().state();
    QCOMPARE(state.selections.size(), std::size_t{1});
    QVERIFY(!state.exceptions.empty());
    const std::size_t boxes = stage->after()->picture().boxes.size();
    QVERIFY(open.action("file.save")->isEnabled());
    open.action("file.save")->trigger();
    QVERIFY(open.settle());
    open.action("file.close")->trigger();
    QVERIFY(open.settle());
    open.settings.setRunsToTheRight(model, false);  // the project says so by itself
    open.explorer.openFile(path);
    QVERIFY(open.settle());
    const GroupState& found = open.workbench().feature<GroupsFeature>().state();
    QCOMPARE(found.by, state.by);
    QCOMPARE(found.exceptions, state.exceptions);
    QCOMPARE(found.selections.size(), std::size_t{1});
    QCOMPARE(found.selections[0].name, state.selections[0].name);
    QCOMPARE(found.selections[0].ops.size(), state.selections[0].ops.size());
    const Stage& again = *open.parts().stage;
    QCOMPARE(again.after()->picture().boxes.size(), boxes);
    QCOMPARE(again.heatMode(), HeatMode::kCost);
    QCOMPARE(again.labels(), LabelMode::kName);
    QCOMPARE(again.presentation(), Presentation::kOverlay);
    QCOMPARE(again.after()->picture().flow, Flow::kRight);
    QVERIFY(!open.action("file.save")->isEnabled());
  }

  void aProjectIsSavedUnderANameAndOpensAgainWithItsSteps() {
    OpenWindow open;
    open.explorer.openFile(writeModel(open, "squeezenet", "model.onnx"));
    QVERIFY(open.settle());
    QCOMPARE(tabText(open.window), QString("model.onnx"));
    QVERIFY(applyOne(open));
    QCOMPARE(tabText(open.window), QString("model.onnx*"));
    QVERIFY(open.window.windowTitle().startsWith("model.onnx*"));
    open.action("view.before")->trigger();
    open.action("file.save")->trigger();
    const QString path = open.folder.filePath("work.tasoscope");
    QVERIFY2(choose(open.window, path), "a project without a name asks for one");
    QVERIFY(open.settle());
    QVERIFY(QFileInfo::exists(path));
    QCOMPARE(tabText(open.window), QString("work.tasoscope"));
    QVERIFY(!open.action("file.save")->isEnabled());
    QVERIFY(applyOne(open));
    QCOMPARE(tabText(open.window), QString("work.tasoscope*"));
    open.action("file.save")->trigger();
    QVERIFY(open.settle());
    QCOMPARE(tabText(open.window), QString("work.tasoscope"));
    const TrailView trail = open.workbench().trail();
    open.action("file.close")->trigger();
    QVERIFY(open.settle());
    QVERIFY(open.window.parts().start->unsavedWork()->isHidden());
    open.explorer.openFile(path);
    QVERIFY(open.settle());
    QCOMPARE(open.workbench().trail().steps.size(), trail.steps.size());
    QCOMPARE(open.workbench().trail().current, trail.current);
    QCOMPARE(open.parts().stage->presentation(), Presentation::kBefore);
    QVERIFY(open.settings.recentFiles().contains(QFileInfo(path).absoluteFilePath()));
    open.explorer.openFile(path);
    QCOMPARE(open.explorer.workbenches().size(), std::size_t{1});
  }

  void closingAsksNothingAndTheStartPageOffersWhatWasNotSaved() {
    OpenWindow open;
    QVERIFY(open.openSample("squeezenet"));
    QVERIFY(applyOne(open));
    const std::size_t steps = open.workbench().trail().steps.size();
    open.action("file.close")->trigger();
    QVERIFY(open.settle());
    QVERIFY(!open.window.isStageShown());
    QVERIFY(open.window.parts().start->unsavedWork()->isVisible());
    QPushButton* restore = buttonOf(open.window, "Restore");
    QVERIFY(restore && restore->height() >= 24);
    QTest::mouseClick(restore, Qt::LeftButton);
    QVERIFY(open.settle());
    QVERIFY(open.window.isStageShown());
    QCOMPARE(open.workbench().trail().steps.size(), steps);
    QVERIFY(tabText(open.window).endsWith('*'));
    QVERIFY(message(open).contains("not saved"));
    const QString year = QLocale().toString(QDateTime::currentDateTime(), "yy");
    QVERIFY2(message(open).contains(year) && message(open).contains(':'), qPrintable(message(open)));
  }

  void unsavedWorkCanBeThrownAway() {
    OpenWindow open;
    QVERIFY(open.openSample("taso-module"));
    QVERIFY(applyOne(open));
    open.action("file.close")->trigger();
    QVERIFY(open.settle());
    QTest::mouseClick(buttonOf(open.window, "Throw away"), Qt::LeftButton);
    QVERIFY(open.settle());
    QVERIFY(open.window.parts().start->unsavedWork()->isHidden());
  }

  void aModelThatIsGoneCanBeLocated() {
    OpenWindow open;
    const QString model = writeModel(open, "squeezenet", "model.onnx");
    const QString project = savedProject(open, model);
    const QString elsewhere = open.folder.filePath("elsewhere.onnx");
    QVERIFY(QFile::rename(model, elsewhere));
    QVERIFY(!open.action("file.locateModel")->isEnabled());
    open.explorer.openFile(project);
    QVERIFY(open.settle());
    QVERIFY(!open.window.isStageShown());
    QVERIFY2(message(open).contains("not there"), qPrintable(message(open)));
    QVERIFY(!open.action("file.openAnyway")->isEnabled());
    QPushButton* locate = buttonOf(open.window, open.action("file.locateModel")->text());
    QVERIFY(locate);
    locate->click();
    QVERIFY(choose(open.window, elsewhere));
    QVERIFY(open.settle());
    QVERIFY(open.window.isStageShown());
    QCOMPARE(open.workbench().trail().steps.size(), std::size_t{2});
    QVERIFY(!open.action("file.locateModel")->isEnabled());
  }

  void aModelThatChangedOpensAnywayAsFarAsItFits() {
    OpenWindow open;
    const QString project = savedProject(open, writeModel(open, "squeezenet", "model.onnx"));
    writeModel(open, "nasrnn", "model.onnx");
    open.explorer.openFile(project);
    QVERIFY(open.settle());
    QVERIFY2(message(open).contains("changed"), qPrintable(message(open)));
    QVERIFY(open.action("file.openAnyway")->isEnabled());
    open.action("file.openAnyway")->trigger();
    QVERIFY(open.settle());
    QVERIFY(open.window.isStageShown());
    QCOMPARE(open.workbench().trail().steps.size(), std::size_t{1});
    QVERIFY2(message(open).contains("left out"), qPrintable(message(open)));
  }

  void aProjectOpenInAnotherWindowIsReadOnlyHere() {
    OpenWindow open;
    const QString project = savedProject(open, writeModel(open, "squeezenet", "model.onnx"));
    open.explorer.openFile(project);
    QVERIFY(open.settle());
    ExplorerWindow second(open.settings);
    Explorer other(second);
    other.openFile(project);
    QVERIFY(QTest::qWaitFor([&] { return other.isIdle(); }, 60000));
    QVERIFY(tabText(second).contains("read-only"));
    QVERIFY(second.parts().message->text().contains("another window"));
  }

  void aDamagedProjectIsAMessage() {
    OpenWindow open;
    QFile file(open.folder.filePath("bad.tasoscope"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("nothing of the kind");
    file.close();
    open.explorer.openFile(file.fileName());
    QVERIFY(open.settle());
    QVERIFY(message(open).contains("not a Tasoscope project"));
  }

  void aKilledProgramOffersItsWorkAtTheNextStart() {
    OpenWindow open;
    QFile script(open.folder.filePath("script"));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("wait idle\naction candidate.next\naction candidate.apply\nwait idle\ndump done.json\n");
    script.close();
    QProcess program;
    program.setWorkingDirectory(open.folder.path());
    program.start(
        QStringLiteral(TASOSCOPE_BIN_DIR) + "/tasoscope-explorer",
        {"--settings", open.folder.path(), "--script", "script", writeModel(open, "squeezenet", "model.onnx")});
    QVERIFY(QTest::qWaitFor([&] { return QFileInfo(open.folder.filePath("done.json")).size() > 0; }, 120000));
    program.kill();
    QVERIFY(program.waitForFinished());
    open.window.parts().start->unsavedWork()->read(open.settings.stateFolder());
    QVERIFY(open.settle());
    QPushButton* restore = buttonOf(open.window, "Restore");
    QVERIFY(restore);
    QVERIFY(restore->accessibleName().contains("model.onnx"));
    restore->click();
    QVERIFY(open.settle());
    QCOMPARE(open.workbench().trail().steps.size(), std::size_t{2});
  }

  void twoFilesAreShownAsAPairThatIsNamed() {
    OpenWindow open;
    const QString model = writeModel(open, "squeezenet", "model.onnx");
    const QString optimized = open.folder.filePath("optimized.onnx");
    open.explorer.openFile(model);
    QVERIFY(open.settle() && applyOne(open));
    open.workbench().feature<ExportFeature>().exportTo(optimized);
    QVERIFY(open.settle());
    open.action("file.close")->trigger();
    QVERIFY(open.settle());

    open.explorer.compare(model, optimized);
    QVERIFY(open.settle());
    Stage* stage = open.parts().stage;
    QVERIFY(stage->pair().other != nullptr);
    QVERIFY(stage->headerOf(stage->before()).contains("model.onnx"));
    QVERIFY(stage->headerOf(stage->after()).contains("optimized.onnx"));
    auto* table = open.parts().bottom->findChild<QTreeView*>("differences");
    QVERIFY(table && table->isVisible());
    const QAbstractItemModelTester tester(table->model(), QAbstractItemModelTester::FailureReportingMode::QtTest);
    QVERIFY(table->model()->rowCount() > 0);
    table->setCurrentIndex(table->model()->index(0, 0));
    QVERIFY(stage->selectedKey().has_value());
    // The step that made the file leads to the same graph.
    QVERIFY(applyOne(open));
    QCOMPARE(table->model()->rowCount(), 0);
    QVERIFY(open.parts().bottom->findChild<QLabel*>("differencesSummary")->text().contains("same nodes"));
    QVERIFY(open.action("file.endComparison")->isEnabled());
    open.action("file.endComparison")->trigger();
    QVERIFY(open.settle());
    QVERIFY(stage->pair().other == nullptr);
    QVERIFY(!open.action("file.endComparison")->isEnabled());
  }

  void aFileToCompareWithThatCannotBeReadIsAMessageAndTheModelStays() {
    OpenWindow open;
    QVERIFY(open.openSample("taso-module"));
    open.action("file.compare")->trigger();
    QFile file(open.folder.filePath("bad.onnx"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("no model");
    file.close();
    QVERIFY(choose(open.window, file.fileName()));
    QVERIFY(open.settle());
    QVERIFY(open.window.isStageShown());
    QVERIFY(message(open).contains("bad.onnx"));
    QVERIFY(!open.action("file.endComparison")->isEnabled());
  }
};

QTEST_MAIN(ProjectWindowTest)
#include "project_window_test.moc"
