// Graphs inside nodes on the stage: opened, changed, and left again.

#include <QLabel>
#include <QTreeWidget>

#include "bodied_models.h"
#include "features/export_feature.h"
#include "open_window.h"
#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/steps_panel.h"
#include "stage/body_bar.h"
#include "stage/stage.h"
#include "views/text/cost_text.h"
#include "window/message_bar.h"
#include "window/status_line.h"

using namespace tasoscope;

class BodiesWindowTest : public QObject {
  Q_OBJECT

 private:
  /// A window with a model that is written for it.
  struct Opened : OpenWindow {
    explicit Opened(const onnx::ModelProto& model) {
      const std::string path = folder.filePath("model.onnx").toStdString();
      testing::write(model, path);
      explorer.openFile(QString::fromStdString(path));
      isShown = settle() && window.isStageShown();
    }
    QString way() const { return window.findChild<BodyBar*>("bodyBar")->text(); }
    std::size_t boxes() const { return parts().stage->after()->picture().boxes.size(); }
    bool enter(const QString& node) {
      workbench().selectNamed(node);
      if (!action("body.open")->isEnabled()) return false;
      action("body.open")->trigger();
      return settle();
    }
    bool isShown = false;
  };

 private Q_SLOTS:
  void aBodyOpensOnTheStageAndIsLeftAgain() {
    Opened opened(testing::loopModel());
    QVERIFY(opened.isShown);
    const std::size_t outside = opened.boxes();
    QVERIFY(!opened.action("body.leave")->isEnabled());
    QVERIFY(opened.enter("loop_1"));
    QVERIFY(opened.way().endsWith("loop_1, body"));
    QVERIFY(opened.boxes() > outside);
    opened.action("body.leave")->trigger();
    QVERIFY(opened.settle());
    QCOMPARE(opened.boxes(), outside);
    QVERIFY(!opened.action("body.leave")->isEnabled());
  }

  void whatIsFoundInABodyMakesTheModelCheaper() {
    Opened opened(testing::loopModel());
    QVERIFY(opened.isShown);
    const std::int64_t before = opened.workbench().trail().steps[0].price.picoseconds;
    QVERIFY(opened.enter("loop_1"));
    QVERIFY(opened.search());
    QVERIFY(opened.workbench().trail().current != 0);
    opened.action("body.leave")->trigger();
    QVERIFY(opened.settle());
    QCOMPARE(opened.workbench().trail().current, StepId{0});
    QVERIFY(opened.workbench().trail().steps[0].price.picoseconds < before);
    QVERIFY(opened.workbench().project().isModified);
  }

  void whatWasDoneInsideIsInTheCostsAndInTheExport() {
    Opened opened(testing::loopModel());
    QVERIFY(opened.isShown);
    const QString original = costText(opened.workbench().trail().steps[0].price.picoseconds);
    QVERIFY(opened.enter("loop_1") && opened.search());
    opened.action("body.leave")->trigger();
    QVERIFY(opened.settle());
    const QStringList costs = opened.window.parts().status->costs();
    QVERIFY2(costs.contains("original " + original), qPrintable(costs.join(QChar('\n'))));
    QVERIFY2(costs.join(QChar('\n')).contains("in graphs inside nodes \u2212"), qPrintable(costs.join(QChar('\n'))));
    QVERIFY(opened.parts().stage->headerOf(opened.parts().stage->after()).contains("changed inside nodes"));
    opened.action("file.export")->trigger();
    const ExportDialog* dialog = opened.workbench().feature<ExportFeature>().dialog();
    const QString changes = dialog->findChild<QLabel*>("exportChanges")->text();
    QVERIFY2(!changes.contains("Nothing was changed") && changes.contains("inside"), qPrintable(changes));
    QVERIFY(dialog->findChild<QLabel*>("exportCosts")->text().startsWith(original));
    const auto* steps = dialog->findChild<QTreeWidget*>("exportSteps");
    QVERIFY(steps->topLevelItemCount() > 0);
    QVERIFY(steps->topLevelItem(0)->text(4).startsWith("in loop_1, body: "));
  }

  void theFirstStepTellsWhatWasDoneInside() {
    Opened opened(testing::loopModel());
    QVERIFY(opened.isShown);
    const StepModel& steps = opened.parts().steps->model();
    const auto told = [&](StepModel::Column column) { return steps.index(0, column).data().toString(); };
    QCOMPARE(told(StepModel::ChangeColumn), QString());
    QVERIFY(opened.enter("loop_1") && opened.search());
    opened.action("body.leave")->trigger();
    QVERIFY(opened.settle());
    QVERIFY2(told(StepModel::ChangeColumn).contains("faster"), qPrintable(told(StepModel::ChangeColumn)));
    QCOMPARE(told(StepModel::PlaceColumn), QString("loop_1, body"));
    QCOMPARE(told(StepModel::RuleColumn), QString("as loaded, changed inside nodes"));
  }

  void fromInsideABodyTheWholeModelIsExported() {
    Opened opened(testing::loopModel());
    QVERIFY(opened.isShown);
    const QString original = costText(opened.workbench().trail().steps[0].price.picoseconds);
    QVERIFY(opened.enter("loop_1") && opened.search());
    opened.action("file.export")->trigger();
    QVERIFY(opened.settle());
    ExportDialog* dialog = opened.workbench().feature<ExportFeature>().dialog();
    const auto textOf = [&](const char* name) { return dialog->findChild<QLabel*>(name)->text(); };
    QVERIFY2(textOf("exportCosts").startsWith(original), qPrintable(textOf("exportCosts")));
    QVERIFY2(textOf("exportTitle").contains("as loaded, changed inside nodes"), qPrintable(textOf("exportTitle")));
    QVERIFY(dialog->findChild<QTreeWidget*>("exportSteps")->topLevelItem(0)->text(4).startsWith("in loop_1, body: "));
    dialog->setKind(ExportKind::kPicture);
    QVERIFY2(textOf("exportTitle").contains("loop_1, body"), qPrintable(textOf("exportTitle")));
  }

  void whoFindsNothingOutsideIsLedInside() {
    Opened opened(testing::loopModel());
    QVERIFY(opened.isShown && opened.search());
    QVERIFY(opened.workbench().trail().current == 0);
    const QString said = opened.window.parts().message->text();
    QVERIFY2(said.contains(" inside."), qPrintable(said));
    const QLabel* count = opened.parts().candidates->findChild<QLabel*>("candidateCount");
    QVERIFY2(count->text().contains(" own: open "), qPrintable(count->text()));
    opened.action("body.dearest")->trigger();
    QVERIFY(opened.settle());
    QVERIFY(opened.way().endsWith("loop_1, body"));
  }

  void aNodeWithGraphsInsideIsNotSaidToBeOpaque() {
    Opened opened(testing::ifModel());
    QVERIFY(opened.isShown && opened.workbench().selectNamed("choice"));
    QStringList names;
    for (const PropertySection& section : opened.parts().inspector->model().sections())
      for (const PropertyRow& row : section.rows) names << row.name;
    QVERIFY2(names.contains("Inside") && !names.contains("Opaque"), qPrintable(names.join(QChar('\n'))));
  }

  void theBranchesOfAnIfFollowEachOther() {
    Opened opened(testing::ifModel());
    QVERIFY(opened.isShown);
    QVERIFY(opened.enter("choice"));
    const QString first = opened.way();
    opened.action("body.other")->trigger();
    QVERIFY(opened.settle());
    QVERIFY(opened.way() != first);
    opened.action("body.other")->trigger();
    QVERIFY(opened.settle());
    QCOMPARE(opened.way(), first);
  }

  void aNodeWithoutGraphsInsideHasNothingToOpen() {
    Opened opened(testing::loopModel());
    QVERIFY(opened.isShown && opened.enter("loop_1"));
    QVERIFY(!opened.enter("product"));
  }
};

QTEST_MAIN(BodiesWindowTest)
#include "bodies_window_test.moc"
