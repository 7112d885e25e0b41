// The stage in a real window: presentations of a pair, peek, colours, labels, what is hidden, what is followed.

#include "stage/stage.h"

#include <QLabel>
#include <QToolButton>
#include <QTreeView>
#include <QtTest>
#include <algorithm>
#include <set>

#include "open_window.h"
#include "panels/candidates_panel.h"
#include "preferences/languages.h"
#include "stage/overview_strip.h"
#include "views/canvas/legend.h"
#include "window/status_line.h"

using namespace tasoscope;

class StageTest : public QObject {
  Q_OBJECT

 private:
  Languages m_languages;  // for the plurals of English
  std::unique_ptr<OpenWindow> m_open;

  Stage& stage() const { return *m_open->parts().stage; }
  Canvas* right() const { return stage().after(); }
  void press(int key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(right(), Qt::Key(key), modifiers); }
  bool isOn(const char* action) { return m_open->action(action)->isChecked(); }

  static int countOf(const Canvas* canvas, DiffState state) {
    const auto& boxes = canvas->picture().boxes;
    return static_cast<int>(
        std::count_if(boxes.begin(), boxes.end(), [&](const PictureBox& box) { return box.state == state; }));
  }

  /// The first operator of this name in a canvas.
  static std::uint64_t keyOfBox(const Canvas* canvas, const QString& title) {
    for (const PictureBox& box : canvas->picture().boxes) {
      if (box.title == title) return box.key;
    }
    return 0;
  }

  QString hiddenText() const {
    const auto* label = stage().findChild<QLabel*>("hiddenText");
    return label->isVisible() ? label->text() : QString();
  }

  QImage shot() const { return right()->grab().toImage(); }

 private Q_SLOTS:
  void initTestCase() { m_languages.use(QStringLiteral("en")); }
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
    QVERIFY(m_open->openSample("taso-module"));
    m_open->action("candidate.next")->trigger();
    m_open->action("candidate.apply")->trigger();
    QVERIFY(m_open->settle());
    m_open->window.activateWindow();
    right()->setFocus();
    QApplication::processEvents();
  }
  void cleanup() { m_open.reset(); }

  void aTidiedOverlayIsShownWithAllThatChanged() {
    QVERIFY(m_open->openSample("bert") && m_open->search());
    for (const char* action : {"step.mostGained", "view.overlay", "view.tidy"}) {
      m_open->action(action)->trigger();
      QVERIFY(m_open->settle());
    }
    m_open->action("view.showChange")->trigger();
    QVERIFY(m_open->settle());
    const QRectF seen = right()->visibleArea();
    for (const PictureBox& box : right()->picture().boxes)
      QVERIFY2(box.state == DiffState::kContext || seen.contains(box.rect), qPrintable(box.title));
  }

  void whatIsIsolatedStaysInSightWhenTheGraphIsTurned() {
    QVERIFY(m_open->openSample("resnext50") && m_open->search());
    QVERIFY(m_open->workbench().selectNamed("/layer1.0/conv2/Conv"));
    const std::uint64_t key = *stage().selectedKey();
    for (const char* action : {"view.isolate", "view.toTheRight"}) {
      m_open->action(action)->trigger();
      QVERIFY(m_open->settle());
    }
    QTest::qWait(50);
    const Canvas* canvas = stage().before();
    const int box = canvas->picture().boxOf(key);
    QVERIFY(box >= 0);
    QVERIFY(canvas->visibleArea().contains(canvas->picture().boxes[static_cast<std::size_t>(box)].rect.center()));
    m_open->action("view.toTheRight")->trigger();
    QVERIFY(m_open->settle());
  }

  void oneKeyGoesThroughTheFourPresentations() {
    QVERIFY(isOn("view.split"));
    QCOMPARE(stage().panes().size(), std::size_t{2});
    press(Qt::Key_D);
    QVERIFY(isOn("view.before"));
    QCOMPARE(stage().panes(), std::vector<Canvas*>{stage().before()});
    QTest::keyClick(stage().before(), Qt::Key_D);
    QVERIFY(isOn("view.after"));
    QCOMPARE(stage().panes(), std::vector<Canvas*>{right()});
    QCOMPARE(countOf(right(), DiffState::kRemoved), 0);
    press(Qt::Key_D);
    QVERIFY(isOn("view.overlay"));
    QCOMPARE(stage().panes(), std::vector<Canvas*>{right()});
    QVERIFY(countOf(right(), DiffState::kRemoved) > 0);
    QVERIFY(countOf(right(), DiffState::kAdded) > 0);
    press(Qt::Key_D);
    QVERIFY(isOn("view.split"));
    QCOMPARE(stage().panes().size(), std::size_t{2});
  }

  void theHeaderNamesThePairInEveryPresentation() {
    for (const char* name : {"view.before", "view.after", "view.overlay"}) {
      m_open->action(name)->trigger();
      const QString header = stage().headerOf(stage().panes().front());
      QVERIFY2(header.contains("as loaded") && header.contains("step 1"), qPrintable(header));
    }
    m_open->action("view.split")->trigger();
    QVERIFY(stage().headerOf(stage().before()).contains("as loaded"));
    QVERIFY(stage().headerOf(right()).contains("step 1"));
  }

  void theOverlayIsTheUnionOfBothGraphsAndCoversNothing() {
    m_open->action("view.overlay")->trigger();
    std::set<std::uint64_t> keys;
    for (const auto& picture : {stage().pair().before, stage().pair().after}) {
      for (const PictureBox& box : picture->boxes) keys.insert(box.key);
    }
    const auto& boxes = right()->picture().boxes;
    QCOMPARE(boxes.size(), keys.size());
    for (std::size_t a = 0; a < boxes.size(); ++a) {
      QVERIFY(keys.contains(boxes[a].key));
      for (std::size_t b = a + 1; b < boxes.size(); ++b) QVERIFY(!boxes[a].rect.intersects(boxes[b].rect));
    }
    for (const PictureBox& box : stage().pair().after->boxes) {
      QCOMPARE(boxes[std::size_t(right()->picture().boxOf(box.key))].rect, box.rect);
    }
  }

  void holdingAKeyShowsBeforeAndReleasingItReturns() {
    m_open->action("view.overlay")->trigger();
    right()->setFocus();
    const auto boxes = right()->picture().boxes.size();
    QTest::keyPress(right(), Qt::Key_B);
    QVERIFY(stage().isPeeking());
    QCOMPARE(right()->picture().boxes.size(), stage().pair().before->boxes.size());
    QVERIFY(stage().headerOf(right()).startsWith("Before"));
    // A held key repeats, with releases between.
    QKeyEvent press(QEvent::KeyPress, Qt::Key_B, {}, "b", true), release(QEvent::KeyRelease, Qt::Key_B, {}, "b", true);
    for (int i = 0; i < 3; ++i) {
      QApplication::sendEvent(right(), &release);
      QApplication::sendEvent(right(), &press);
    }
    QVERIFY(stage().isPeeking());
    QTest::keyRelease(right(), Qt::Key_B);
    QVERIFY(!stage().isPeeking());
    QCOMPARE(right()->picture().boxes.size(), boxes);
  }

  void aPeekEndsWhenTheFocusIsLost() {
    QTest::keyPress(right(), Qt::Key_B);
    QVERIFY(stage().isPeeking());
    stage().before()->setFocus();
    QVERIFY(!stage().isPeeking());
    QTest::keyRelease(stage().before(), Qt::Key_B);
    QVERIFY(!stage().isPeeking());
  }

  void withoutAnEarlierGraphThereIsNothingToPeekAt() {
    m_open->action("step.first")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(!m_open->action("view.peek")->isEnabled());
    m_open->action("view.overlay")->trigger();
    QCOMPARE(stage().panes(), std::vector<Canvas*>{right()});
    QCOMPARE(right()->picture().boxes.size(), stage().pair().after->boxes.size());
  }

  void oneKeyGoesThroughTheHeatsAndTheLegendSaysWhatTheyMean() {
    auto* legend = stage().findChild<QWidget*>("legend");
    QVERIFY(legend);
    const std::array<const char*, 5> actions = {"view.heatCost", "view.heatChange", "view.heatElementType",
                                                "view.heatMemory", "view.heatOperator"};
    const std::array<const char*, 5> words = {"time", "faster", "float32", "memory", "convolution"};
    QImage last = shot();
    for (std::size_t i = 0; i < actions.size(); ++i) {
      press(Qt::Key_O);
      QVERIFY2(isOn(actions[i]), actions[i]);
      QVERIFY2(legend->accessibleName().contains(words[i]), qPrintable(legend->accessibleName()));
      QVERIFY(legend->accessibleName().contains("removed"));
      QVERIFY(shot() != last);
      last = shot();
    }
  }

  void oneKeyGoesThroughTheLabels() {
    m_open->action("view.actualSize")->trigger();
    const QImage shapes = shot();
    QImage last = shapes;
    for (const char* action : {"view.labelNames", "view.labelCosts", "view.labelNone"}) {
      press(Qt::Key_L);
      QVERIFY2(isOn(action), action);
      QVERIFY(shot() != last);
      last = shot();
    }
    press(Qt::Key_L);
    QCOMPARE(shot(), shapes);
  }

  void hidingAndIsolatingAreSaidAndUndoneByOneKey() {
    QSignalSpy said(&stage(), &Stage::said);
    const auto all = right()->picture().boxes.size();
    stage().select(keyOfBox(right(), "Relu"));
    press(Qt::Key_H);
    QCOMPARE(right()->picture().boxes.size(), all - 1);
    QCOMPARE(hiddenText(), QString("1 node hidden"));
    QCOMPARE(said.back()[0].toString(), QString("1 node hidden"));
    QVERIFY(!stage().selectedKey());
    stage().select(keyOfBox(right(), "Split"));
    press(Qt::Key_I);
    // The split, the convolution it reads, and the two that read it.
    QCOMPARE(right()->picture().boxes.size(), std::size_t{4});
    QVERIFY2(hiddenText().contains("nodes hidden"), qPrintable(hiddenText()));
    press(Qt::Key_H, Qt::ShiftModifier);
    QCOMPARE(right()->picture().boxes.size(), all);
    QCOMPARE(hiddenText(), QString());
    QVERIFY(!m_open->action("view.showAll")->isEnabled());
  }

  void backspaceGoesBackAndTheQuestionMarkOpensTheKeys() {
    const std::uint64_t first = keyOfBox(right(), "Relu"), second = keyOfBox(right(), "Split");
    stage().select(first);
    stage().select(second);
    press(Qt::Key_Backspace);
    QVERIFY(m_open->settle());
    QCOMPARE(stage().selectedKey(), std::optional(first));
    QSignalSpy asked(m_open->action("help.keys"), &QAction::triggered);
    press(Qt::Key_Question);
    QCOMPARE(asked.count(), 1);
    for (QWidget* widget : QApplication::topLevelWidgets())
      if (widget->isVisible() && widget != &m_open->window) widget->close();
  }

  void aSearchThatWaitsForTheUserIsSaidToBePaused() {
    const auto saysPaused = [&] {
      const QList<QLabel*> labels = m_open->window.parts().status->findChildren<QLabel*>();
      return std::ranges::any_of(labels,
                                 [](const QLabel* label) { return label->isVisible() && label->text() == "Paused"; });
    };
    QVERIFY(!saysPaused());
    m_open->action("search.step")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(m_open->workbench().host().isSearching());
    QVERIFY(saysPaused());
    m_open->action("search.stop")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(!saysPaused());
  }

  void onlyNodesAreCountedAmongWhatIsHidden() {
    const auto& boxes = right()->picture().boxes;
    const auto input = std::ranges::find(boxes, BoxShape::kTerminal, &PictureBox::shape);
    stage().setSelection({input->key, keyOfBox(right(), "Relu")});
    press(Qt::Key_H);
    QCOMPARE(hiddenText(), QString("1 node hidden"));
    press(Qt::Key_H, Qt::ShiftModifier);
    stage().select(std::ranges::find(right()->picture().boxes, BoxShape::kTerminal, &PictureBox::shape)->key);
    press(Qt::Key_H);
    QVERIFY2(hiddenText().contains("input"), qPrintable(hiddenText()));
    QVERIFY(m_open->action("view.showAll")->isEnabled());
  }

  void oneKeyTurnsTheGraphsToTheRightAndBack() {
    const auto runsToTheRight = [&] {
      const Picture& picture = right()->picture();
      return std::ranges::all_of(picture.edges, [&](const PictureEdge& edge) {
        return picture.boxes[std::size_t(edge.from)].rect.right() < picture.boxes[std::size_t(edge.to)].rect.left();
      });
    };
    QVERIFY(!runsToTheRight());
    press(Qt::Key_T);
    QVERIFY(m_open->settle());
    QVERIFY(isOn("view.toTheRight"));
    QVERIFY(runsToTheRight());
    for (const Canvas* pane : stage().panes()) {
      const auto isSeen = [&](int box) { return pane->picture().boxes[std::size_t(box)].state != DiffState::kContext; };
      QVERIFY(std::ranges::any_of(pane->visibleBoxes(), isSeen));
    }
    QCOMPARE(stage().panes().size(), std::size_t{2});  // one above the other
    QVERIFY(stage().before()->mapTo(&stage(), QPoint()).y() < right()->mapTo(&stage(), QPoint()).y());
    auto* overview = stage().findChild<OverviewStrip*>();
    QVERIFY(overview->width() > overview->height() && overview->height() >= 24);
    const std::uint64_t split = keyOfBox(right(), "Split");
    stage().select(split);
    press(Qt::Key_Right);
    QVERIFY(stage().selectedKey() && *stage().selectedKey() != split);
    press(Qt::Key_Left);
    QCOMPARE(*stage().selectedKey(), split);
    m_open->action("step.previous")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(runsToTheRight());
    QVERIFY(m_open->settings.runsToTheRight(m_open->workbench().modelKey()));
    press(Qt::Key_T);
    QVERIFY(m_open->settle());
    QVERIFY(!runsToTheRight());
  }

  void theButtonBesideWhatIsHiddenShowsItAgain() {
    stage().select(keyOfBox(right(), "Relu"));
    press(Qt::Key_H);
    auto* button = stage().findChild<QWidget*>("hiddenBar")->findChild<QToolButton*>();
    QVERIFY(button->isVisible() && button->height() >= 24);
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(!stage().hiddenCounts().isAnything());
  }

  void selectingSomethingHiddenShowsIt() {
    const std::uint64_t key = keyOfBox(right(), "Relu");
    stage().select(key);
    press(Qt::Key_H);
    QVERIFY(right()->picture().boxOf(key) < 0);
    stage().select(key);
    QVERIFY(right()->picture().boxOf(key) >= 0);
  }

  void whatIsHiddenKeepsTheOthersInTheirPlaces() {
    const PictureBox& add = right()->picture().boxes[std::size_t(right()->picture().boxOf(keyOfBox(right(), "Add")))];
    const QRectF place = add.rect;
    stage().select(keyOfBox(right(), "Relu"));
    press(Qt::Key_H);
    const int box = right()->picture().boxOf(keyOfBox(right(), "Add"));
    QCOMPARE(right()->picture().boxes[std::size_t(box)].rect, place);
  }

  void followingATensorWalksBetweenItsProducerAndItsReaders() {
    const std::uint64_t split = keyOfBox(right(), "Split");
    stage().select(split);
    press(Qt::Key_F);
    const auto first = stage().followedTensor();
    QVERIFY(first);
    press(Qt::Key_Down);
    QVERIFY(stage().selectedKey() != split);
    QCOMPARE(stage().followedTensor(), first);
    press(Qt::Key_Up);
    QCOMPARE(stage().selectedKey(), std::optional(split));
    press(Qt::Key_F);  // its second output
    QVERIFY(stage().followedTensor() && stage().followedTensor() != first);
    press(Qt::Key_F);
    QVERIFY(!stage().followedTensor());
  }

  void escapeEndsFollowingBeforeItClearsTheSelection() {
    stage().select(keyOfBox(right(), "Split"));
    press(Qt::Key_F);
    press(Qt::Key_Escape);
    QVERIFY(!stage().followedTensor());
    QVERIFY(stage().selectedKey());
    press(Qt::Key_Escape);
    QVERIFY(!stage().selectedKey());
  }

  void theSelectionOfSeveralNodesIsTheSameInBothPanes() {
    stage().setSelection({keyOfBox(right(), "Add"), keyOfBox(right(), "Relu")});
    QCOMPARE(stage().before()->selection(), right()->selection());
    press(Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(stage().selection().size(), std::size_t{2});  // from Relu up to Add, which is selected already
    press(Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(stage().selection().size(), std::size_t{3});
    QCOMPARE(stage().before()->selection(), right()->selection());
  }

  void theCandidateUnderTheCursorIsSeenAsAGhostBesideItsPlace() {
    m_open->action("step.first")->trigger();
    QVERIFY(m_open->settle());
    m_open->parts().candidates->view()->setCurrentIndex({});
    QVERIFY(m_open->settle());
    QVERIFY(right()->ghostArea().isEmpty());
    press(Qt::Key_N);
    QVERIFY(m_open->settle());
    const QRectF ghost = right()->ghostArea();
    QVERIFY(!ghost.isEmpty());
    QVERIFY(!ghost.intersects(right()->matchedArea()));
    QVERIFY(right()->visibleArea().intersects(ghost));
    m_open->action("candidate.apply")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(right()->ghostArea().isEmpty());
  }

  void theOverviewMovesTheViewByMouseAndKeys() {
    auto* overview = stage().findChild<OverviewStrip*>("overview");
    QVERIFY(overview->width() >= 24);
    m_open->action("view.actualSize")->trigger();
    CanvasView* view = right()->view();
    QTest::mouseClick(overview, Qt::LeftButton, {}, QPoint(overview->width() / 2, 8));
    const QPointF top = view->centre();
    QTest::mouseClick(overview, Qt::LeftButton, {}, QPoint(overview->width() / 2, overview->height() - 8));
    QVERIFY(view->centre().y() > top.y());
    overview->setFocus();
    const QPointF bottom = view->centre();
    QTest::keyClick(overview, Qt::Key_Up);
    QVERIFY(view->centre().y() < bottom.y());
    const double scale = view->scale();
    QTest::keyClick(overview, Qt::Key_Plus);
    QVERIFY(view->scale() > scale);
  }

  void draggingTheFrameOfTheOverviewKeepsItUnderTheHand() {
    auto* overview = stage().findChild<OverviewStrip*>("overview");
    right()->view()->show(right()->picture().bounds.center(), 1.5);
    const QPointF before = right()->view()->centre();
    const QPoint middle = overview->rect().center();
    QTest::mousePress(overview, Qt::LeftButton, {}, middle + QPoint(5, 5));
    QCOMPARE(right()->view()->centre(), before);  // does not jump under the hand
    QMouseEvent move(QEvent::MouseMove, middle + QPointF(5, 25), overview->mapToGlobal(middle + QPointF(5, 25)),
                     Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(overview, &move);
    QVERIFY(right()->view()->centre().y() > before.y());
    QVERIFY(std::abs(right()->view()->centre().x() - before.x()) < 1e-6);
    QTest::mouseRelease(overview, Qt::LeftButton, {}, middle + QPoint(5, 25));
  }
};

QTEST_MAIN(StageTest)
#include "stage_test.moc"
