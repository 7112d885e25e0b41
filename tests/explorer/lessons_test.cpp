// Plays every lesson as it was recorded, and the player as a reader uses it.

#include <QDir>
#include <QLabel>
#include <QToolButton>
#include <QtTest>

#include "learn/learning.h"
#include "open_window.h"
#include "stage/stage.h"
#include "tensor/error.h"
#include "window/habits.h"

using namespace tasoscope;

class LessonsTest : public QObject {
  Q_OBJECT

 private:
  static QByteArray lessonOf(const QByteArray& steps) {
    return R"({"model": "taso-module", "title": {"en": "T"}, "summary": {"en": "S"}, "steps": [)" + steps + "]}";
  }
  static QString errorOf(const QByteArray& json) {
    try {
      parseLesson("a.json", json);
    } catch (const FileError& error) {
      return QString::fromUtf8(error.what());
    }
    return {};
  }
  /// What the linter says about a lesson, in a window of its own.
  static QStringList problemsOf(const Lesson& lesson) {
    OpenWindow open;
    LessonLinter linter(open.explorer.habits().learning().world());
    linter.lint(lesson);
    const bool isOver = QTest::qWaitFor([&] { return linter.isFinished(); }, 120000);
    return isOver ? linter.problems() : QStringList("it does not end");
  }

 private Q_SLOTS:
  void everyLessonCanBePlayedAsRecorded_data() {
    QTest::addColumn<QString>("path");
    const QDir folder(QStringLiteral(TASOSCOPE_SOURCE_DIR) + "/resources/lessons");
    for (const QString& file : folder.entryList({"*.json"})) QTest::newRow(qPrintable(file)) << folder.filePath(file);
  }
  void everyLessonCanBePlayedAsRecorded() {
    QFETCH(QString, path);
    const QStringList problems = problemsOf(readLesson(path));
    QVERIFY2(problems.isEmpty(), qPrintable(problems.join('\n')));
  }

  void everyLessonSpeaksBothLanguages() {
    QVERIFY(builtInLessons().size() >= 3);
    for (const Lesson& lesson : builtInLessons()) QCOMPARE(lesson.title.languages(), (QStringList{"en", "zh_CN"}));
  }

  void theLinterFindsWhatDoesNotWork() {
    const Lesson lesson = parseLesson("bad.json", lessonOf(R"(
        {"text": {"en": "a"}, "point": {"widget": "noSuchWidget"}},
        {"text": {"en": "b"}, "until": {"action": "no.such"}, "solution": ["action no.such"]},
        {"text": {"en": "c"}, "until": {"steps": 0}, "solution": ["wait idle"]},
        {"text": {"en": "d"}, "until": {"operator_absent": "Conv"}, "solution": ["wait idle"]})"));
    const QString problems = problemsOf(lesson).join('\n');
    QVERIFY2(problems.contains("step 1: what it points at is not in sight: noSuchWidget"), qPrintable(problems));
    QVERIFY2(problems.contains("step 2: there is no action 'no.such'"), qPrintable(problems));
    QVERIFY2(problems.contains("step 3: what it waits for has already happened"), qPrintable(problems));
    QVERIFY2(problems.contains("step 4: its solution does not bring about"), qPrintable(problems));
  }

  void slipsOfThePenAreErrorsWithTheirPlace() {
    QVERIFY(errorOf("{\n\"model\": }").startsWith("a.json:2:"));
    QVERIFY(errorOf(lessonOf(R"({"text": {"en": "a"}, "pointt": {}})")).contains("step 1: 'pointt' is not known"));
    QVERIFY(errorOf(lessonOf(R"({"text": {"zh_CN": "a"}})")).contains("English"));
    QVERIFY(errorOf(lessonOf(R"({"text": {"en": "a"}, "until": {"steps": "two"}})")).contains("number"));
    QVERIFY(errorOf(lessonOf(R"({"text": {"en": "a"}, "until": {"steps": 1}})")).contains("go together"));
    QVERIFY(errorOf(lessonOf("")).contains("'steps' is missing"));
  }

  void textsFallBackToARelativeAndThenToEnglish() {
    const LessonText text({{"en", "one"}, {"zh_CN", "two"}});
    QCOMPARE(text.in("zh_TW"), QString("two"));
    QCOMPARE(text.in("de_DE"), QString("one"));
  }

  void aReaderCanDoItAskForHintsHaveItDoneAndGoBack() {
    OpenWindow open;
    Learning& learning = open.explorer.habits().learning();
    LessonPlayer& player = learning.player();
    QFile file(open.folder.filePath("mine.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(lessonOf(R"(
        {"text": {"en": "Look."}, "point": {"node": "Conv"}},
        {"text": {"en": "Take one."}, "until": {"steps_at_least": 1}, "hints": [{"en": "Press N, then A."}],
         "solution": ["action candidate.next", "action candidate.apply"]},
        {"text": {"en": "Go back."}, "until": {"steps": 0}, "solution": ["action step.first"]})"));
    file.close();
    learning.openFile(file.fileName());
    QVERIFY(open.settle());
    QTRY_VERIFY(learning.card()->isVisible());
    QVERIFY(learning.card()->text().contains("Look."));
    QTRY_VERIFY(!learning.overlay()->hole().isEmpty());
    QVERIFY(!learning.card()->geometry().intersects(learning.overlay()->hole()));
    // The window stays usable: a click on the pointed node goes through the veil.
    QWidget* under = open.window.childAt(learning.overlay()->hole().center());
    QVERIFY(under && under != learning.overlay());

    open.action("learn.next")->trigger();
    QCOMPARE(player.stepIndex(), 1);
    QVERIFY(!open.action("learn.next")->isEnabled());
    open.action("learn.hint")->trigger();
    QVERIFY(learning.card()->text().contains("Press N, then A."));
    QVERIFY(!open.action("learn.hint")->isEnabled());
    open.action("candidate.next")->trigger();
    open.action("candidate.apply")->trigger();
    QVERIFY(open.settle());
    QTRY_VERIFY(player.isDone());
    open.action("learn.next")->trigger();
    QCOMPARE(player.stepIndex(), 2);
    open.action("learn.back")->trigger();
    QCOMPARE(player.stepIndex(), 1);
    open.action("learn.next")->trigger();
    open.action("learn.skip")->trigger();  // it does the last step, and that is the end
    QTRY_VERIFY(!player.isPlaying());
    QCOMPARE(open.workbench().trail().current, StepId{0});
    QVERIFY(open.settings.isLessonFinished("mine"));
    QVERIFY(!learning.card()->isVisible());
  }

  void aLessonIsTakenUpWhereItWasLeft() {
    const Lesson lesson = parseLesson("two.json", lessonOf(R"(
        {"text": {"en": "Take one."}, "until": {"steps_at_least": 1},
         "solution": ["action candidate.next", "action candidate.apply"]},
        {"text": {"en": "See."}})"));
    OpenWindow open;
    Learning& learning = open.explorer.habits().learning();
    open.settings.setLesson("two", 1, false);
    learning.start(lesson);
    QTRY_VERIFY_WITH_TIMEOUT(learning.card()->isVisible(), 60000);
    QCOMPARE(learning.player().stepIndex(), 1);
    QVERIFY(open.workbench().trail().current != 0);
    open.action("learn.close")->trigger();
    QVERIFY(!learning.overlay()->isVisible());
    QCOMPARE(open.settings.lessonStep("two"), 1);
  }
};

QTEST_MAIN(LessonsTest)
#include "lessons_test.moc"
