// What hands are used to: menus of the right button, Enter on the stage, the focus where it was, and what is said of a
// search that ended before its end.

#include <QComboBox>
#include <QMenu>
#include <QTreeView>
#include <QtTest>

#include "features/compare_feature.h"
#include "onnx/zoo/zoo.h"
#include "open_window.h"
#include "palette/palette_model.h"
#include "panels/inspector_panel.h"
#include "panels/search_panel.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"

using namespace tasoscope;

class HandsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<OpenWindow> m_open;

  Canvas* canvas() const { return m_open->parts().stage->after(); }

  /// What the menu of this name offers that can be done, and closes it; without menus, nothing.
  QStringList offered(const char* name) const {
    auto* menu = m_open->window.findChild<QMenu*>(name);
    QStringList names;
    if (!menu) return names;
    for (const QAction* action : menu->actions())
      if (action->isEnabled() && !action->objectName().isEmpty()) names << action->objectName();
    menu->close();
    QCoreApplication::sendPostedEvents(menu, QEvent::DeferredDelete);
    return names;
  }
  static void pressRight(QWidget* on, QPoint at) {
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, on->mapToGlobal(at));
    QApplication::sendEvent(on, &event);
  }

 private Q_SLOTS:
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
    QVERIFY(m_open->openSample("taso-module"));
  }
  void cleanup() { m_open.reset(); }

  void theRightButtonSelectsANodeAndOffersWhatCanBeDoneWithIt() {
    const std::vector<int> seen = canvas()->visibleBoxes();
    QVERIFY(!seen.empty());
    const int box = seen[seen.size() / 2];
    pressRight(canvas(), canvas()->widgetRect(box).center().toPoint());
    QVERIFY(canvas()->selectedKey() == canvas()->picture().boxes[static_cast<std::size_t>(box)].key);
    const QStringList names = offered("nodeMenu");
    for (const char* name : {"view.isolate", "view.hide", "view.followTensor", "file.exportRegion"})
      QVERIFY2(names.contains(name), name);
  }

  void theMenuKeyMeansTheSelection() {
    m_open->workbench().selectNamed("Conv");
    const auto key = canvas()->selectedKey();
    QContextMenuEvent event(QContextMenuEvent::Keyboard, QPoint(), QPoint());
    QApplication::sendEvent(canvas(), &event);
    QVERIFY(canvas()->selectedKey() == key);
    QVERIFY(offered("nodeMenu").contains("view.hide"));
  }

  void theEmptyStageAndAStepHaveMenusOfTheirOwn() {
    pressRight(canvas(), QPoint(2, 2));
    const QStringList stage = offered("stageMenu");
    QVERIFY2(stage.contains("view.fit") && stage.contains("file.exportPicture"), qPrintable(stage.join(' ')));
    QVERIFY(m_open->search());
    QTreeView* steps = m_open->parts().steps->view();
    pressRight(steps->viewport(), steps->visualRect(steps->currentIndex()).center());
    const QStringList step = offered("stepMenu");
    for (const char* name : {"timeline.rename", "timeline.note", "timeline.bookmark", "step.leaveOut"})
      QVERIFY2(step.contains(name), qPrintable(step.join(' ')));
  }

  void enterOnTheStageAppliesWhatIsPreviewed() {
    canvas()->setFocus();
    QTest::keyClick(canvas(), Qt::Key_N);
    QVERIFY(m_open->settle());
    QTest::keyClick(canvas(), Qt::Key_Return);
    QVERIFY(m_open->settle());
    QVERIFY(m_open->workbench().trail().current != 0);
  }

  void aFileThatDoesNotOpenLeavesTheKeyboardOnTheStage() {
    canvas()->setFocus();
    const QString path = m_open->folder.filePath("broken.onnx");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("nonsense") > 0);
    file.close();
    m_open->explorer.openFile(path);
    QVERIFY(m_open->settle());
    QCOMPARE(m_open->window.focusWidget(), canvas());
  }

  void aModelClosedWhileItSearchesLeavesTheDeviceToBeChosen() {
    m_open->action("search.step")->trigger();  // a search that waits
    QVERIFY(QTest::qWaitFor([&] { return m_open->workbench().host().isSearching(); }, 60000));
    const QComboBox* device = m_open->window.parts().device;
    m_open->workbench().updateActions();
    QVERIFY(!device->isEnabled());
    m_open->action("file.close")->trigger();
    QVERIFY(QTest::qWaitFor([&] { return m_open->explorer.isIdle(); }, 60000));
    QVERIFY(device->isEnabled());
  }

  void theInspectorNamesTheFileThatItShows() {
    const QString other = m_open->folder.filePath("other.onnx");
    writeZooModel("taso-module", {}, other.toStdString());
    m_open->workbench().feature<CompareFeature>().compareWith(other);
    QVERIFY(m_open->settle());
    m_open->action("inspector.graph")->trigger();
    const auto& sections = m_open->parts().inspector->model().sections();
    QCOMPARE(sections.front().rows.front().value, QString("other.onnx"));
  }

  void allGroupsCollapsedAreShownWhole() {
    QVERIFY(m_open->openSample("squeezenet"));
    for (int i = 0; i < 12; ++i) m_open->action("view.zoomOut")->trigger();
    m_open->action("group.collapseAll")->trigger();
    QVERIFY(m_open->settle());
    QCOMPARE(canvas()->visibleBoxes().size(), canvas()->picture().boxes.size());
    const QSizeF whole = canvas()->visibleArea().size(), graph = canvas()->picture().bounds.size();
    QVERIFY(graph.height() > whole.height() / 2 || graph.width() > whole.width() / 2);
  }

  void theColoursAreFoundByTheNameThatPeopleHaveForThem() {
    PaletteModel model;
    model.setActions(m_open->window.actions().all());
    model.setPattern("heat");
    const QString first = model.actionAt(model.index(0, 0))->objectName();
    QVERIFY2(first.startsWith("view.heat"), qPrintable(first));
  }

  void aSearchThatWasStoppedSaysNothingOfTheModel() {
    SearchResult result;
    result.stopReason = StopReason::kCancelled;
    QVERIFY(verdictOf(result, "h100", true).startsWith("The search was stopped before"));
    result.graphsExpanded = 3;
    QVERIFY(verdictOf(result, "h100", true).startsWith("Nothing cheaper"));
    result.stopReason = StopReason::kExhausted;
    QVERIFY(verdictOf(result, "h100", true).startsWith("No gain on h100"));
    QVERIFY(verdictOf(result, "h100", false).startsWith("Nothing cheaper"));
  }
};

QTEST_MAIN(HandsTest)
#include "hands_test.moc"
