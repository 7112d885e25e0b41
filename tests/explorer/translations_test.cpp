// The program in Simplified Chinese: menus, actions, lessons and panels are translated, and the language changes while
// the window is open.

#include <QBuffer>
#include <QDialog>
#include <QDockWidget>
#include <QMenuBar>
#include <QTabWidget>
#include <QtTest>

#include "features/export_feature.h"
#include "open_window.h"
#include "palette/command_palette.h"
#include "preferences/preferences_dialog.h"
#include "tensor/error.h"
#include "views/text/cost_facts.h"
#include "window/habits.h"

using namespace tasoscope;

class TranslationsTest : public QObject {
  Q_OBJECT

 private:
  Languages* m_languages = nullptr;

  static Catalogue read(const QByteArray& text) {
    QBuffer buffer;
    buffer.setData(text);
    buffer.open(QIODevice::ReadOnly);
    return Catalogue::read(buffer, "a.ts");
  }
  static bool isChinese(const QString& text) {
    return std::any_of(text.begin(), text.end(), [](QChar c) { return c.script() == QChar::Script_Han; });
  }

 private Q_SLOTS:
  void initTestCase() { m_languages = new Languages(qApp); }
  void cleanup() { m_languages->use("en"); }
  void cleanupTestCase() { delete m_languages; }

  void aCatalogueKnowsContextsPluralsAndUnfinishedTexts() {
    const Catalogue catalogue = read(R"(<?xml version="1.0"?><TS version="2.1" language="en"><context><name>A</name>
      <message numerus="yes"><source>%n steps</source>
        <translation><numerusform>%n step</numerusform><numerusform>%n steps</numerusform></translation></message>
      <message><source>old</source><translation type="unfinished">x</translation></message>
      <message><source>empty</source><translation></translation></message>
      <message><source>a &amp; b</source><translation>c &lt; d</translation></message></context></TS>)");
    QCOMPARE(catalogue.find("A", "%n steps", "", 1), QString("%n step"));
    QCOMPARE(catalogue.find("A", "%n steps", "", 2), QString("%n steps"));
    QCOMPARE(catalogue.find("Moved", "a & b", "", -1), QString("c < d"));
    QVERIFY(catalogue.find("A", "old", "", -1).isEmpty());
    QVERIFY(catalogue.find("A", "empty", "", -1).isEmpty());
    QVERIFY_THROWS_EXCEPTION(FileError, read("<html/>"));
    QVERIFY_THROWS_EXCEPTION(FileError, read("<TS><context>"));
  }

  void englishHasPlurals() {
    m_languages->use("en");
    QCOMPARE(QCoreApplication::translate("tasoscope::CandidateDelegate", "%n places", nullptr, 1), QString("1 place"));
    QCOMPARE(QCoreApplication::translate("tasoscope::CandidateDelegate", "%n places", nullptr, 3), QString("3 places"));
  }

  void everyActionAndMenuIsTranslated() {
    m_languages->use("zh_CN");
    OpenWindow open;
    QStringList missing;
    for (const QAction* action : open.window.actions().all()) {
      const bool isFigure = action->objectName() == "view.actualSize";
      if (!isFigure && !isChinese(action->text())) missing << action->objectName() + ": " + action->text();
      if (!isChinese(action->statusTip())) missing << action->objectName() + ": " + action->statusTip();
    }
    for (const QAction* menu : open.window.menuBar()->actions()) {
      if (!isChinese(menu->text())) missing << "menu: " + menu->text();
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
  }

  void everyLessonIsTranslated() {
    for (const Lesson& lesson : builtInLessons()) {
      QVERIFY(isChinese(lesson.title.in("zh_CN")) && isChinese(lesson.summary.in("zh_CN")));
      for (const LessonStep& step : lesson.steps) {
        QVERIFY2(isChinese(step.text.in("zh_CN")), qPrintable(step.text.in("en")));
        for (const LessonText& hint : step.hints) QVERIFY(isChinese(hint.in("zh_CN")));
      }
    }
  }

  void nothingThatIsShownLacksATranslation() {
    m_languages->use("zh_CN");
    OpenWindow open;
    QVERIFY(open.openSample("taso-module"));
    QVERIFY(open.search());
    open.action("step.previous")->trigger();
    QVERIFY(open.settle());
    for (const char* action : {"help.palette", "edit.preferences", "help.keys", "help.about", "edit.find"})
      open.action(action)->trigger();
    open.explorer.habits().learning().start(builtInLessons().front());
    QVERIFY(open.settle());
    const QStringList missing = m_languages->missing();
    for (QWidget* widget : QApplication::topLevelWidgets()) {
      if (qobject_cast<QDialog*>(widget)) widget->close();
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
  }

  void aTermHasOneChineseWord() {
    QFile file(QStringLiteral(":/translations/tasoscope_zh_CN.ts"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QVERIFY(text.contains("成本") && text.contains("检查器"));
    for (const char* other : {"代价", "开销", "检视"}) QVERIFY2(!text.contains(QString::fromUtf8(other)), other);
  }

  void whatIsSaidOfACostIsTranslatedPartByPart() {
    m_languages->use("zh_CN");
    QVERIFY(isChinese(limitText("limited by the launch")));
    const QString text = costFactText("4 × 5 × 6; a kernel without tiles");
    QVERIFY2(text.startsWith("4 × 5 × 6; ") && isChinese(text), qPrintable(text));
    QVERIFY(m_languages->missing().isEmpty());
  }

  void aReportIsWrittenInTheLanguageOfTheProgram() {
    m_languages->use("zh_CN");
    OpenWindow open;
    QVERIFY(open.openSample("taso-module"));
    QVERIFY(open.search());
    const QString model = open.folder.filePath("out.onnx"), path = open.folder.filePath("report.html");
    open.workbench().feature<ExportFeature>().exportTo(model);
    QVERIFY(open.settle());
    open.workbench().feature<ExportFeature>().exportTo(path);
    QVERIFY(open.settle());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString html = QString::fromUtf8(file.readAll());
    QVERIFY(html.contains("<html lang=\"zh-CN\""));
    for (const char* english : {"Sum of kernels", "What costs most", "Rules used", "proved", "estimated", "slower"})
      QVERIFY2(!html.contains(QString::fromLatin1(english)), english);
    QVERIFY2(m_languages->missing().isEmpty(), qPrintable(m_languages->missing().join('\n')));
  }

  void theLanguageChangesWhileTheWindowIsOpen() {
    m_languages->use("en");
    OpenWindow open;
    QVERIFY(open.openSample("taso-module"));
    const QString undo = open.action("edit.undo")->text(), help = open.action("edit.undo")->statusTip();
    const auto* dock = open.window.findChild<QDockWidget*>("dock.inspector");
    const QString title = dock->windowTitle(), lesson = open.action("learn.lesson.1-what-a-substitution-is")->text();
    PreferencesDialog& dialog = open.explorer.habits().showPreferences();
    open.explorer.habits().preferences().setLanguage("zh_CN");
    QVERIFY(open.settle());
    QVERIFY(isChinese(open.action("edit.undo")->text()) && isChinese(open.action("edit.undo")->toolTip()));
    QVERIFY(isChinese(dock->windowTitle()));
    QVERIFY(isChinese(dialog.windowTitle()) && isChinese(dialog.tabs()->tabText(0)));
    QVERIFY(isChinese(open.action("learn.lesson.1-what-a-substitution-is")->text()));
    open.explorer.habits().preferences().setLanguage("en");
    QVERIFY(open.settle());
    QCOMPARE(open.action("edit.undo")->text(), undo);
    QCOMPARE(open.action("edit.undo")->statusTip(), help);
    QCOMPARE(dock->windowTitle(), title);
    QCOMPARE(open.action("learn.lesson.1-what-a-substitution-is")->text(), lesson);
    dialog.close();
  }
};

QTEST_MAIN(TranslationsTest)
#include "translations_test.moc"
