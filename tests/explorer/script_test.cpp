// The script driver, through the program itself.

#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

class ScriptTest : public QObject {
  Q_OBJECT

 private:
  QTemporaryDir m_folder;

  struct Ended {
    int code;
    QString errors;
  };

  Ended run(const QStringList& arguments,
            const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment()) {
    QProcess program;
    program.setProcessEnvironment(environment);
    program.setWorkingDirectory(m_folder.path());
    program.start(QStringLiteral(TASOSCOPE_BIN_DIR) + "/tasoscope-explorer", arguments);
    if (!program.waitForFinished(120000)) return {-1, program.errorString()};
    return {program.exitCode(), QString::fromUtf8(program.readAllStandardError())};
  }

  Ended play(const QStringList& lines, const QStringList& arguments = {}) {
    QFile script(m_folder.filePath("script"));
    if (!script.open(QIODevice::WriteOnly)) return {-1, script.errorString()};
    script.write(lines.join('\n').toUtf8());
    script.close();
    return run(QStringList{"--settings", m_folder.path(), "--script", "script"} + arguments);
  }

 private Q_SLOTS:
  void anEmptyWindowIsDumped() {
    const Ended ended = play({"# a comment", "", "wait idle", "dump state.json", "screenshot start.png", "quit"});
    QVERIFY2(ended.code == 0, qPrintable(ended.errors));
    QFile file(m_folder.filePath("state.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject state = QJsonDocument::fromJson(file.readAll()).object();
    for (const char* key : {"actions", "panes", "boxes", "texts", "trail", "costs"})
      QVERIFY2(state.contains(QLatin1String(key)), key);
    QVERIFY(state["actions"].toArray().size() > 30);
    QVERIFY(QImage(m_folder.filePath("start.png")).width() > 600);
  }

  void anUnknownCommandOrActionEndsWithTwo() {
    QCOMPARE(play({"dance"}).code, 2);
    QCOMPARE(play({"action no.such"}).code, 2);
    QCOMPARE(play({"wait forever"}).code, 2);
  }

  void aDisabledActionEndsWithTwo() {
    const Ended ended = play({"action edit.undo"});
    QCOMPARE(ended.code, 2);
    QVERIFY(ended.errors.contains("disabled"));
  }

  void aModelThatCannotBeReadEndsWithThree() {
    QCOMPARE(play({"wait idle", "quit"}, {"missing.onnx"}).code, 3);
    QCOMPARE(run({"--draw", "missing.onnx", "-o", "a.svg"}).code, 3);
  }

  void aWrongCallEndsWithTwo() {
    QCOMPARE(run({"--no-such-option"}).code, 2);
    QCOMPARE(run({"--draw", "a.onnx"}).code, 2);
    QCOMPARE(run({"a.onnx", "b.onnx"}).code, 2);
    QCOMPARE(run({"--optimize"}).code, 2);
  }

  void helpAndVersionArePrinted() {
    QCOMPARE(run({"--help"}).code, 0);
    QCOMPARE(run({"--version"}).code, 0);
  }

  void withoutADisplayItAnswersWhatNeedsNoneAndSaysWhyItOpensNoWindow() {
    QProcessEnvironment bare = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) bare.remove(name);
    QCOMPARE(run({"--help"}, bare).code, 0);
    const Ended ended = run({}, bare);
    QCOMPARE(ended.code, 4);
    QCOMPARE(ended.errors.count('\n'), 1);
  }
};

QTEST_GUILESS_MAIN(ScriptTest)
#include "script_test.moc"
