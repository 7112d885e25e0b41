// The main states of the window, in small and in large text and in both languages: nothing is cut, nothing sticks out
// of where it belongs, no boxes overlap, and everything can be hit.

#include <QDialog>
#include <QHeaderView>
#include <QScreen>
#include <QTabWidget>
#include <QTreeView>
#include <QtTest>

#include "features/compare_feature.h"
#include "features/inspector_feature.h"
#include "onnx/zoo/zoo.h"
#include "open_window.h"
#include "palette/command_palette.h"
#include "panels/inspector_panel.h"
#include "preferences/key_page.h"
#include "preferences/preferences_dialog.h"
#include "script/clipped_texts.h"
#include "script/shown_widgets.h"
#include "stage/stage.h"
#include "window/habits.h"

using namespace tasoscope;

class StatesTest : public QObject {
  Q_OBJECT

 private:
  Languages* m_languages = nullptr;

  static bool step(OpenWindow& open) {
    open.action("candidate.next")->trigger();
    open.action("candidate.apply")->trigger();
    return open.settle();
  }

  static bool enter(OpenWindow& open, const QString& state) {
    if (state == "start page") return true;
    if (state == "lesson") {
      Learning& learning = open.explorer.habits().learning();
      learning.start(builtInLessons().front());
      return QTest::qWaitFor([&] { return learning.card()->isVisible(); }, 60000);
    }
    if (!open.openSample("taso-module")) return false;
    return enterOnModel(open, state) && enterDialog(open, state) && open.settle();
  }

  static bool enterOnModel(OpenWindow& open, const QString& state) {
    const auto trigger = [&](const char* action) {
      open.action(action)->trigger();
      return open.settle();
    };
    if (state == "previewed" || state == "rule card") open.action("candidate.next")->trigger();
    if (state == "rule card") return trigger("rule.show");
    if (state == "stepped") return step(open);
    if (state == "searched") return open.search();
    if (state == "searching") return trigger("search.step");
    if (state == "finding") return trigger("edit.find");
    if (state == "pictures") return step(open) && step(open) && trigger("timeline.pictures");
    if (state == "branches") return step(open) && step(open) && trigger("step.first") && step(open);
    if (state == "comparing") {
      ZooOptions small;
      small.small = true;
      const QString other = open.folder.filePath("other.onnx");
      writeZooModel("squeezenet", small, other.toStdString());
      open.workbench().feature<CompareFeature>().compareWith(other);
    }
    return !state.startsWith("inspecting") || inspect(open, state);
  }

  static bool inspect(OpenWindow& open, const QString& state) {
    auto& inspector = open.workbench().feature<InspectorFeature>();
    if (!step(open)) return false;
    if (state == "inspecting a node") open.workbench().selectNamed("Conv");
    if (state == "inspecting a tensor") {
      const auto& edges = open.parts().stage->pair().afterGraph->edges;
      inspector.inspect(edges[edges.size() / 2].tensor.tensor);
    }
    if (state == "inspecting a step") open.action("inspector.step")->trigger();
    if (state == "inspecting a rule") {
      const RuleLink rule{QString::fromStdString(open.workbench().trail().steps.back().rule)};
      Q_EMIT open.parts().inspector->linkFollowed(PropertyLink(rule));
    }
    return open.settle();
  }

  static bool enterDialog(OpenWindow& open, const QString& state) {
    if (state == "exporting" || state == "reporting") {
      if (!open.search()) return false;
      open.action(state == "exporting" ? "file.export" : "file.exportReport")->trigger();
    }
    if (state == "exporting a picture") open.action("file.exportPicture")->trigger();
    if (state == "device") open.action("device.choose")->trigger();
    if (state == "palette") open.action("help.palette")->trigger();
    if (state == "preferences") open.action("edit.preferences")->trigger();
    if (state == "keys") {
      PreferencesDialog& dialog = open.explorer.habits().showPreferences();
      dialog.tabs()->setCurrentIndex(dialog.tabs()->count() - 1);
    }
    if (state == "key sheet") open.action("help.keys")->trigger();
    return true;
  }

  static QStringList faultsOf(const QWidget& window) {
    QStringList faults;
    const auto say = [&](const QString& what, const QString& where, const QRectF& rect) {
      faults << QString("%1: %2 at %3,%4 %5x%6")
                    .arg(what, where)
                    .arg(rect.x())
                    .arg(rect.y())
                    .arg(rect.width())
                    .arg(rect.height());
    };
    for (const ShownText& text : shownTexts(window)) {
      if (text.isClipped) say("cut", text.where + " '" + text.text + "'", text.rect);
    }
    for (const ShownWidget& widget : shownWidgets(window)) {
      if (widget.isOutside) say("outside its parent", widget.where, widget.rect);
    }
    for (const ShownTarget& target : shownTargets(window)) {
      if (target.isSmall) say("hard to hit", target.where, target.rect);
    }
    return faults;
  }

  static QStringList overlapsIn(const Canvas& canvas) {
    QStringList overlaps;
    const auto& boxes = canvas.picture().boxes;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t j = i + 1; j < boxes.size(); ++j) {
        if (boxes[i].rect.intersects(boxes[j].rect)) overlaps << boxes[i].title + " and " + boxes[j].title + " overlap";
      }
    }
    return overlaps;
  }

 private Q_SLOTS:
  void initTestCase() { m_languages = new Languages(qApp); }
  void cleanupTestCase() { delete m_languages; }

  void textThatGrowsWhileAModelIsOpenFindsRoomInEveryTab() {
    m_languages->use("en");
    OpenWindow open;
    open.window.resize(1600, 1000);
    QVERIFY(QTest::qWaitForWindowExposed(&open.window));
    QVERIFY(enter(open, "inspecting a step"));
    for (const int percent : {200, 100, 150}) {
      open.explorer.habits().preferences().setTextSize(percent);
      QVERIFY(open.settle());
      QTabWidget* tabs = open.parts().bottom;
      for (int i = 0; i < tabs->count(); ++i) {
        tabs->setCurrentIndex(i);
        QVERIFY(open.settle());
        QTest::qWait(20);
        const QStringList faults = faultsOf(open.window);
        QVERIFY2(faults.isEmpty(),
                 qPrintable(tabs->tabText(i) + QString(" at %1 %:\n").arg(percent) + faults.join('\n')));
        for (const QTreeView* table : tabs->currentWidget()->findChildren<QTreeView*>()) {
          const QHeaderView* header = table->header();
          for (int column = 0; column < header->count(); ++column)
            QVERIFY2(header->isHidden() || header->sectionSize(column) >= header->sectionSizeHint(column),
                     qPrintable(QString("%1: column %2").arg(table->objectName()).arg(column)));
        }
      }
    }
  }

  void dialogsFitOnTheScreenHoweverLargeTheText() {
    m_languages->use("en");
    OpenWindow open;
    open.explorer.habits().preferences().setTextSize(300);
    QVERIFY(QTest::qWaitForWindowExposed(&open.window));
    for (const char* state : {"preferences", "key sheet", "device", "exporting"}) {
      QVERIFY(enter(open, state));
      QTest::qWait(0);
      for (QWidget* other : QApplication::topLevelWidgets()) {
        if (!qobject_cast<QDialog*>(other) || !other->isVisible()) continue;
        const QSize room = other->screen()->availableSize();
        QVERIFY2(other->height() <= room.height() && other->width() <= room.width(), state);
        other->close();
      }
    }
  }

  void nothingIsCutOrHidden_data() {
    QTest::addColumn<QString>("state");
    QTest::addColumn<int>("percent");
    QTest::addColumn<QString>("language");
    for (const char* state : {"start page",
                              "opened",
                              "previewed",
                              "rule card",
                              "stepped",
                              "branches",
                              "pictures",
                              "searching",
                              "searched",
                              "finding",
                              "comparing",
                              "inspecting a node",
                              "inspecting a tensor",
                              "inspecting a step",
                              "inspecting a rule",
                              "exporting",
                              "exporting a picture",
                              "reporting",
                              "device",
                              "palette",
                              "preferences",
                              "keys",
                              "key sheet",
                              "lesson"}) {
      for (const int percent : {80, 100, 200, 300}) {
        for (const char* language : {"en", "zh_CN"})
          QTest::addRow("%s, %d %%, %s", state, percent, language) << state << percent << language;
      }
    }
  }
  void nothingIsCutOrHidden() {
    QFETCH(QString, state);
    QFETCH(int, percent);
    QFETCH(QString, language);
    m_languages->use(language);
    OpenWindow open;
    open.window.resize(percent > 100 ? QSize(1920, 1200) : QSize(1400, 900));
    open.explorer.habits().preferences().setTextSize(percent);
    QVERIFY(QTest::qWaitForWindowExposed(&open.window));
    QVERIFY(enter(open, state));
    QTest::qWait(0);
    QStringList faults = faultsOf(open.window);
    for (const QWidget* other : QApplication::topLevelWidgets()) {
      // The file dialog is Qt's own.
      const bool isOurs = qobject_cast<const QDialog*>(other) && !other->inherits("QFileDialog");
      if (isOurs && other->isVisible()) faults += faultsOf(*other);
    }
    if (open.window.isStageShown()) {
      for (const Canvas* pane : open.parts().stage->panes()) faults += overlapsIn(*pane);
    }
    if (!faults.isEmpty() && qEnvironmentVariableIsSet("TASOSCOPE_PICTURES"))
      open.window.grab().save(qEnvironmentVariable("TASOSCOPE_PICTURES") + "/" + QTest::currentDataTag() + ".png");
    for (QWidget* other : QApplication::topLevelWidgets()) {
      if (qobject_cast<QDialog*>(other)) other->close();
    }
    if (state == "searching") open.action("search.stop")->trigger();
    QVERIFY(open.settle());
    QVERIFY2(faults.isEmpty(), qPrintable(faults.join('\n')));
  }
};

QTEST_MAIN(StatesTest)
#include "states_test.moc"
