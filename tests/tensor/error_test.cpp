// Errors: one sentence, whose parts programs can read.

#include "tensor/error.h"

#include <QtTest>
#include <optional>

using namespace tasoscope;

class ErrorTest : public QObject {
  Q_OBJECT

 private slots:
  void theSentenceIsThePlaceTheProblemAndTheRemedy() {
    const ModelError error({.file = "m.onnx", .node = "node conv1 (Conv)"}, "has no input", "export the model again");
    QCOMPARE(error.what(), "m.onnx: node conv1 (Conv): has no input; export the model again");
  }
  void whatDoesNotApplyLeavesNoTrace() {
    QCOMPARE(ModelError("is empty").what(), "is empty");
    QVERIFY(ModelError("is empty").remedy().empty());
    QVERIFY(ModelError("is empty").position().text().empty());
  }
  void anOuterPlaceIsAddedBeforeAnInnerOne() {
    const ModelError inner({.field = "initializer \"w\""}, "holds no data");
    const ModelError outer = within(inner, {.file = "m.onnx", .field = "the file"});
    QCOMPARE(outer.what(), "m.onnx: initializer \"w\": holds no data");
    QCOMPARE(outer.position().field, "initializer \"w\"");
    QCOMPARE(outer.problem(), "holds no data");
  }
  void aCopyOutlivesTheOriginal() {
    std::optional<FileError> copy;
    {
      const FileError original({.file = "m.onnx"}, "is empty", "get the file again");
      copy = original;
    }
    QCOMPARE(copy->what(), "m.onnx: is empty; get the file again");
    QCOMPARE(copy->remedy(), "get the file again");
  }
};

QTEST_APPLESS_MAIN(ErrorTest)
#include "error_test.moc"
