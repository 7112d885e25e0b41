// Graphs inside nodes on the stage: opened, changed, and left again.

#include "bodied_models.h"
#include "open_window.h"
#include "stage/body_bar.h"
#include "stage/stage.h"

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
