// Whatever is wrong with a call is said in one sentence, with the exit code that tells whose fault it is.

#include "running.h"

using namespace tasoscope::testing;

class CommandLineErrorsTest : public QObject {
  Q_OBJECT
 private:
  ModelFolder m_models;

 private Q_SLOTS:
  void anInputThatIsNoModelIsNamedInOneSentence_data() {
    QTest::addColumn<QString>("input");
    QTest::newRow("missing") << m_models.path("missing.onnx");
    QTest::newRow("a folder") << m_models.path("");
    QTest::newRow("text") << m_models.text("text.onnx", "This is no model.\n");
    QTest::newRow("nothing") << m_models.text("empty.onnx", "");
    QByteArray bytes(100, '\xff');
    QTest::newRow("noise") << m_models.text("noise.onnx", bytes);
  }
  void anInputThatIsNoModelIsNamedInOneSentence() {
    QFETCH(QString, input);
    QString target = m_models.path("never.onnx");
    for (const QStringList& call : {QStringList{"show", input},
                                    {"optimize", input, "-o", target, "--json"},
                                    {"candidates", input, "--json"},
                                    {"verify", input, input},
                                    {"compare", input, input}}) {
      Outcome outcome = runProgram(call);
      QCOMPARE(outcome.code, 3);
      QVERIFY2(outcome.isOneSentence(), outcome.err);
      QVERIFY2(outcome.err.contains(input.toUtf8()), outcome.err);
    }
    QVERIFY(!QFile::exists(target));
  }

  void withJsonAnErrorIsToldInItsParts() {
    const QString input = m_models.text("words.onnx", "This is no model.\n");
    const Outcome outcome = runProgram({"candidates", input, "--json"});
    QCOMPARE(outcome.code, 3);
    const QJsonObject error = outcome.json().value("error").toObject();
    QCOMPARE(error.value("kind").toString(), QString("file"));
    QCOMPARE(error.value("file").toString(), input);
    QVERIFY(!error.value("problem").toString().isEmpty());
    QVERIFY(!error.value("remedy").toString().isEmpty());
    QCOMPARE("tasoscope: " + error.value("text").toString() + "\n", QString::fromUtf8(outcome.err));
  }

  void aWrongCallIsSaidToBeOne_data() {
    QTest::addColumn<QStringList>("call");
    QTest::addColumn<QByteArray>("says");
    QString model = m_models.zoo("taso-module"), target = m_models.path("never.onnx");
    QStringList optimize{"optimize", model, "-o", target};
    QTest::newRow("device") << optimize + QStringList{"--device", "abacus"} << QByteArray("h100");
    QTest::newRow("strategy") << optimize + QStringList{"--strategy", "luck"} << QByteArray("backtracking");
    QTest::newRow("numeric class") << optimize + QStringList{"--numerics", "lucky"} << QByteArray("reassociating");
    QTest::newRow("symbol") << optimize + QStringList{"--set", "rows=2"} << QByteArray("rows");
    QTest::newRow("picture") << QStringList{"show", model, "-o", m_models.path("x.bmp")} << QByteArray(".svg");
    QTest::newRow("rule") << QStringList{"rules", "show", "no-such-rule"} << QByteArray("no-such-rule");
    QTest::newRow("zoo") << QStringList{"zoo", "make", "alexnet-9000", "-o", target} << QByteArray("alexnet-9000");
  }
  void aWrongCallIsSaidToBeOne() {
    QFETCH(QStringList, call);
    QFETCH(QByteArray, says);
    Outcome outcome = runProgram(call);
    QCOMPARE(outcome.code, 2);
    QVERIFY2(outcome.isOneSentence(), outcome.err);
    QVERIFY2(outcome.err.contains(says), outcome.err);
  }

  void aCallThatDoesNotParseIsWrong_data() {
    QTest::addColumn<QStringList>("call");
    QTest::newRow("option") << QStringList{"devices", "--colour"};
    QTest::newRow("no output") << QStringList{"optimize", "x.onnx"};
    QTest::newRow("no input") << QStringList{"show"};
    QTest::newRow("no number") << QStringList{"optimize", "x.onnx", "-o", "y.onnx", "--budget", "many"};
    QTest::newRow("negative") << QStringList{"optimize", "x.onnx", "-o", "y.onnx", "--budget", "-1"};
    QTest::newRow("alpha") << QStringList{"optimize", "x.onnx", "-o", "y.onnx", "--alpha", "0.5"};
    QTest::newRow("half a command") << QStringList{"rules"};
  }
  void aCallThatDoesNotParseIsWrong() {
    QFETCH(QStringList, call);
    Outcome outcome = runProgram(call);
    QCOMPARE(outcome.code, 2);
    QVERIFY(outcome.out.isEmpty());
    QVERIFY(!outcome.err.isEmpty());
  }

  void aRuleFileThatDoesNotParseIsNamedWithLineAndColumn() {
    QString file = m_models.text("bad.rules", "family f\n\nrule a {\n  y = Add(x x)\n=>\n  y = x\n}\n");
    for (const QStringList& call :
         {QStringList{"rules", "list", "--from", file}, {"candidates", m_models.zoo("taso-module"), "--rules", file}}) {
      Outcome outcome = runProgram(call);
      QCOMPARE(outcome.code, 3);
      QVERIFY2(outcome.isOneSentence(), outcome.err);
      QVERIFY2(outcome.err.contains(file.toUtf8() + ":4:13:"), outcome.err);
    }
    QCOMPARE(runProgram({"rules", "list", "--from", m_models.path("none.rules")}).code, 3);
  }

  void anOutputThatCannotBeWrittenIsNamed_data() {
    QTest::addColumn<QString>("target");
    QTest::newRow("no folder") << m_models.path("none/x.onnx");
    QTest::newRow("below a file") << m_models.text("file", "x") + "/x.onnx";
    QTest::newRow("no permission") << "/proc/x.onnx";
    QTest::newRow("a folder") << m_models.path("");
  }
  void anOutputThatCannotBeWrittenIsNamed() {
    QFETCH(QString, target);
    Outcome outcome = runProgram({"optimize", m_models.zoo("taso-module"), "-o", target, "--budget", "0"});
    QCOMPARE(outcome.code, 3);
    QVERIFY2(outcome.isOneSentence(), outcome.err);
    QVERIFY2(outcome.err.contains(target.toUtf8()), outcome.err);
  }

  void withoutTheExplorerAPictureFailsAsAResource() {
    QString alone = m_models.path("tasoscope");
    QVERIFY(QFile::copy(kProgram, alone));
    Outcome outcome = runProgram({"show", m_models.zoo("taso-module"), "-o", m_models.path("x.svg")}, alone);
    QCOMPARE(outcome.code, 4);
    QVERIFY2(outcome.isOneSentence(), outcome.err);
  }
};

QTEST_GUILESS_MAIN(CommandLineErrorsTest)
#include "command_line_errors_test.moc"
