// Steps in a real window, by keys: branches, ranges, names, notes, bookmarks, back and forward, what is announced.

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QTreeView>
#include <QtTest>

#include "features/inspector_feature.h"
#include "features/place_feature.h"
#include "open_window.h"
#include "panels/candidates_panel.h"
#include "panels/inspector_panel.h"
#include "panels/pictures_panel.h"
#include "panels/steps_panel.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/models/step_picture_model.h"
#include "window/message_bar.h"

using namespace tasoscope;

class StepsTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<OpenWindow> m_open;

  const TrailView& trail() const { return m_open->workbench().trail(); }
  StepsPanel* steps() const { return m_open->parts().steps; }
  Stage* stage() const { return m_open->parts().stage; }
  bool press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    stage()->after()->setFocus();
    QTest::keyClick(stage()->after(), key, modifiers);
    return m_open->settle();
  }
  bool trigger(const char* name) {
    m_open->action(name)->trigger();
    return m_open->settle();
  }
  /// Applies the candidate that is `down` from the first.
  bool apply(int down) {
    m_open->parts().candidates->view()->setCurrentIndex({});
    for (int i = 0; i <= down; ++i) m_open->parts().candidates->move(1);
    return trigger("candidate.apply");
  }
  /// 0 - 1 - 2, and 3 as another child of 1, current.
  bool branch() {
    if (!m_open->openSample("squeezenet") || !apply(0) || !apply(0)) return false;
    return press(Qt::Key_PageUp) && apply(1) && trail().steps.size() == 4 && trail().current == 3;
  }
  QString announced() const { return m_open->window.findChild<QLabel*>("costs")->accessibleName(); }
  QLineEdit* editor() const { return steps()->view()->findChild<QLineEdit*>(); }

 private Q_SLOTS:
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(QTest::qWaitForWindowExposed(&m_open->window));
    m_open->window.activateWindow();
  }
  void cleanup() { m_open.reset(); }

  void applyingInThePastStartsABranchAndLosesNothing() {
    QVERIFY(branch());
    QCOMPARE(trail().steps[3].parent, StepId{1});
    QVERIFY(!trail().steps[2].isHidden);
    QCOMPARE(trail().branches().size(), std::size_t{2});
    QCOMPARE(steps()->timeline()->layout().spots().size(), std::size_t{4});
    QCOMPARE(steps()->model().rowCount(), 4);
  }

  void whoTakesBackASearchIsToldThatAllItsStepsAreGone() {
    QVERIFY(m_open->openSample("taso-module") && m_open->search());
    const std::size_t steps = trail().steps.size() - 1;
    QVERIFY(steps > 1 && trigger("step.previous") && trigger("edit.undo"));
    const MessageBar* message = m_open->window.parts().message;
    QVERIFY2(message->text().contains(QString("its %1 steps").arg(steps)), qPrintable(message->text()));
    QVERIFY(trigger("edit.redo"));
    QVERIFY(message->isHidden());
  }

  void whoTakesBackOneStepNeedsNoTelling() {
    QVERIFY(m_open->openSample("squeezenet") && apply(0) && trigger("edit.undo"));
    QVERIFY(m_open->window.parts().message->isHidden());
  }

  void theWayToAChangeIsGoneToItsEndWhenThePaneIsResizedMeanwhile() {
    QVERIFY(m_open->openSample("resnext50") && m_open->search());
    QVERIFY(trigger("step.last") && trigger("step.previous"));
    m_open->action("step.mostGained")->trigger();
    const auto isOnItsWay = [this] { return trail().current != 0 && stage()->isAnimating(); };
    QVERIFY(QTest::qWaitFor(isOnItsWay, 5000));
    m_open->window.resize(m_open->window.width(), m_open->window.height() - 60);
    QVERIFY(m_open->settle());
    const Canvas* canvas = stage()->after();
    const auto& boxes = canvas->picture().boxes;
    QVERIFY(std::ranges::any_of(canvas->visibleBoxes(), [&](int i) {
      return boxes[static_cast<std::size_t>(i)].state != DiffState::kContext;
    }));
  }

  void theCurrentStepStaysInSightInItsTable() {
    QVERIFY(m_open->openSample("resnext50") && m_open->search());
    const QTreeView* table = steps()->view();
    for (const QSize size : {QSize(1400, 900), QSize(1024, 700), QSize(1400, 900)}) {
      m_open->window.resize(size);
      QTest::qWait(60);
      const QRect row = table->visualRect(table->currentIndex());
      QVERIFY(row.top() >= 0 && row.bottom() <= table->viewport()->height());
    }
  }

  void altUpAndAltDownGoAcrossBranches() {
    QVERIFY(branch());
    QVERIFY(press(Qt::Key_Down, Qt::AltModifier));
    QCOMPARE(trail().current, StepId{2});
    QVERIFY(press(Qt::Key_Down, Qt::AltModifier));
    QCOMPARE(trail().current, StepId{3});
    QVERIFY(press(Qt::Key_Up, Qt::AltModifier));
    QCOMPARE(trail().current, StepId{1});
    QVERIFY(press(Qt::Key_PageDown));  // on to where it was last left
    QCOMPARE(trail().current, StepId{3});
    QVERIFY(trigger("step.best"));
    QCOMPARE(trail().current, trail().best());
  }

  void undoTakesBackWhatWasDoneLastWhereverOneHasGone() {
    QVERIFY(branch());
    QVERIFY(press(Qt::Key_Home));
    QCOMPARE(m_open->action("edit.undo")->text(), QString("&Undo the substitution"));
    QVERIFY(press(Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(trail().current, StepId{1});
    QVERIFY(trail().steps[3].isHidden && !trail().steps[2].isHidden);
    QCOMPARE(steps()->model().rowCount(), 3);
    QVERIFY(press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier));
    QCOMPARE(trail().current, StepId{3});
  }

  void theRangeIsMovedByKeysAndTheStageShowsItsEnds() {
    QVERIFY(branch());
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(1));
    QVERIFY(press(Qt::Key_PageUp, Qt::ShiftModifier));
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(0));
    QCOMPARE(stage()->pair().afterStep, StepId{3});
    QCOMPARE(steps()->timeline()->scene().compared, std::optional<StepId>(0));
    QVERIFY(m_open->action("view.pairChosen")->isChecked());
    QVERIFY(!m_open->action("step.rangeBack")->isEnabled());
    QVERIFY(press(Qt::Key_BracketRight, Qt::ShiftModifier));
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(1));
    QVERIFY(press(Qt::Key_1, Qt::AltModifier));
    QVERIFY(m_open->action("view.pairPrevious")->isChecked());
  }

  void aStepThatIsKeptIsComparedWithThoseOfOtherBranches() {
    QVERIFY(branch());
    QVERIFY(press(Qt::Key_3, Qt::AltModifier));  // keep step 3
    QVERIFY(press(Qt::Key_Down, Qt::AltModifier));
    QCOMPARE(trail().current, StepId{2});
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(3));
    QCOMPARE(stage()->pair().afterStep, StepId{2});
    const StepDifference difference = trail().difference(3, 2);
    std::size_t added = 0;
    for (const PictureBox& box : stage()->after()->picture().boxes) added += box.state == DiffState::kAdded ? 1 : 0;
    QVERIFY(added > 0 && added <= difference.added.size());  // those that take over a value are marked as changed
  }

  void ctrlDSetsABookmarkAndF4AndItsDigitGoThere() {
    QVERIFY(branch());
    QVERIFY(press(Qt::Key_D, Qt::ControlModifier));
    QCOMPARE(trail().steps[3].marks.bookmark, 1);
    QVERIFY(press(Qt::Key_Home));
    QVERIFY(press(Qt::Key_5, Qt::ShiftModifier));
    QCOMPARE(trail().steps[0].marks.bookmark, 5);
    QVERIFY(press(Qt::Key_F4));
    QCOMPARE(trail().current, StepId{3});
    QVERIFY(press(Qt::Key_F4, Qt::ShiftModifier));
    QCOMPARE(trail().current, StepId{0});
    QVERIFY(press(Qt::Key_1));
    QCOMPARE(trail().current, StepId{3});
    QVERIFY(!m_open->action("bookmark.go2")->isEnabled());
    QVERIFY(press(Qt::Key_D, Qt::ControlModifier));  // takes it away
    QCOMPARE(trail().steps[3].marks.bookmark, 0);
    QVERIFY(press(Qt::Key_Z, Qt::ControlModifier));
    QCOMPARE(trail().steps[3].marks.bookmark, 1);
  }

  void f2NamesTheStepAndCtrlMWritesANoteInTheTable() {
    QVERIFY(branch());
    QVERIFY(press(Qt::Key_F2));
    QVERIFY(editor());
    QTest::keyClicks(editor(), "the other way");
    QTest::keyClick(editor(), Qt::Key_Return);
    QTRY_COMPARE(trail().steps[3].marks.name, std::string("the other way"));
    QVERIFY(m_open->settle());
    QVERIFY(stage()->headerOf(stage()->after()).contains("the other way"));
    QTRY_VERIFY(!editor());
    QVERIFY(press(Qt::Key_M, Qt::ControlModifier));
    QVERIFY(editor());
    QTest::keyClicks(editor(), "costs more at first");
    QTest::keyClick(editor(), Qt::Key_Return);
    QTRY_COMPARE(trail().steps[3].marks.note, std::string("costs more at first"));
    QVERIFY(m_open->settle());
    QTRY_VERIFY(!editor());
    QVERIFY(steps()->model().words().description(3).contains("costs more at first"));
    QVERIFY(press(Qt::Key_F2));
    QTest::keyClicks(editor(), "something else");
    QTest::keyClick(editor(), Qt::Key_Escape);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().steps[3].marks.name, std::string("the other way"));
  }

  void altLeftAndAltRightGoThroughPlaces() {
    QVERIFY(branch());
    QVERIFY(press(Qt::Key_Home));
    const std::uint64_t key = stage()->after()->picture().boxes.back().key;
    stage()->select(key);
    stage()->zoom(1.5);
    // Seen from the box, since the graph may be laid out anew meanwhile.
    const auto fromBox = [&] {
      const Picture& picture = stage()->after()->picture();
      const int box = picture.boxOf(key);
      return stage()->after()->view()->centre() - picture.boxes.at(static_cast<std::size_t>(box)).rect.center();
    };
    const QPointF centre = fromBox();
    QVERIFY(press(Qt::Key_PageDown));
    QCOMPARE(trail().current, StepId{1});
    stage()->select(std::nullopt);
    QVERIFY(press(Qt::Key_Left, Qt::AltModifier));
    QVERIFY(press(Qt::Key_Left, Qt::AltModifier));
    QCOMPARE(trail().current, StepId{0});
    QCOMPARE(stage()->selectedKey(), std::optional<std::uint64_t>(key));
    const QPointF moved = fromBox() - centre;
    QVERIFY2(moved.manhattanLength() < 2, qPrintable(QStringLiteral("%1, %2").arg(moved.x()).arg(moved.y())));
    QVERIFY(press(Qt::Key_Right, Qt::AltModifier));
    QCOMPARE(trail().current, StepId{1});
    for (int i = 0; i < 20 && m_open->action("place.back")->isEnabled(); ++i) QVERIFY(trigger("place.back"));
    QVERIFY(!m_open->action("place.back")->isEnabled());
    QVERIFY(m_open->action("place.forward")->isEnabled());
  }

  void aStepThatWasUndoneIsNoPlaceToGoBackTo() {
    QVERIFY(branch());
    QVERIFY(press(Qt::Key_Z, Qt::ControlModifier));
    while (m_open->action("place.back")->isEnabled()) {
      QVERIFY(trigger("place.back"));
      QVERIFY(!trail().steps[trail().current].isHidden);
    }
  }

  void changesOfStepAreAnnouncedInWords() {
    QVERIFY(branch());
    QVERIFY2(announced().startsWith("step 2 of 2 on branch b, "), qPrintable(announced()));
    QVERIFY(announced().endsWith("faster") || announced().endsWith("slower") || announced().endsWith("no change"));
    QVERIFY(press(Qt::Key_Home));
    QVERIFY(announced().startsWith("as loaded"));
  }

  void theLifeOfTheSelectedNodeIsUnderTheSteps() {
    QVERIFY(branch());
    QVERIFY(steps()->timeline()->layout().lifeBand().isEmpty());
    stage()->select(trail().steps[3].added.empty() ? keyOf(trail().steps[1].added.at(0))
                                                   : keyOf(trail().steps[3].added[0]));
    QVERIFY(!steps()->timeline()->layout().lifeBand().isEmpty());
    QVERIFY(std::ranges::count(steps()->timeline()->scene().life, LifeState::kBorn) == 1);
  }

  void keysWorkOnTheTimelineToo() {
    QVERIFY(branch());
    steps()->timeline()->setFocus();
    QTest::keyClick(steps()->timeline(), Qt::Key_Home);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, StepId{0});
    QTest::keyClick(steps()->timeline(), Qt::Key_Right);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, StepId{1});
    const double before = steps()->timeline()->layout().metrics().column;
    QTest::keyClick(steps()->timeline(), Qt::Key_Plus);
    QVERIFY(steps()->timeline()->layout().metrics().column > before);
  }

  void theStepThatGainedMostIsFoundByItsActionAndByTheTable() {
    QVERIFY(m_open->openSample("taso-module") && m_open->search());
    QVERIFY(trigger("step.first"));
    QVERIFY(trigger("step.mostGained"));
    QCOMPARE(trail().current, StepId{2});
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(1));
    QTreeView* table = steps()->view();
    table->sortByColumn(StepModel::ChangeColumn, Qt::AscendingOrder);
    const auto stepAt = [&](int row) {
      return table->model()->index(row, 0).data(StepModel::StepRole).value<StepId>();
    };
    QCOMPARE(stepAt(0), StepId{2});
    QCOMPARE(stepAt(2), StepId{1});
    QCOMPARE(table->currentIndex().row(), 0);
    table->setCurrentIndex(table->model()->index(2, 0));
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, StepId{1});
  }

  void theStepThatGainedMostIsShownAloneWhereItIsAlreadyTheCurrentOne() {
    QVERIFY(m_open->openSample("taso-module") && m_open->search());
    QCOMPARE(trail().current, StepId{2});
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(0));
    QVERIFY(trigger("step.mostGained"));
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(1));
  }

  void theInspectorTellsAboutEachStepThatIsWalkedToUnlessANodeIsSelected() {
    QVERIFY(m_open->openSample("taso-module") && m_open->search());
    const auto& inspector = m_open->workbench().feature<InspectorFeature>();
    QVERIFY(std::holds_alternative<WholeGraph>(inspector.subject()));
    QVERIFY(trigger("step.previous"));
    QVERIFY(inspector.subject() == InspectorSubject(StepId{1}));
    QVERIFY(m_open->parts().inspector->model().table().contains("Its launches\t2"));
    QVERIFY(trigger("step.next"));
    QVERIFY(inspector.subject() == InspectorSubject(StepId{2}));
    QVERIFY(trigger("edit.undo"));
    QVERIFY(std::holds_alternative<WholeGraph>(inspector.subject()));
    QVERIFY(m_open->workbench().selectNamed("input"));
    const InspectorSubject input = inspector.subject();
    QVERIFY(trigger("edit.redo"));
    QVERIFY(trigger("step.previous"));
    QVERIFY(inspector.subject() == input);
  }

  void aStepThatIsLeftOutIsComparedWithWhatThereWas() {
    QVERIFY(m_open->openSample("squeezenet") && apply(0) && apply(0) && apply(0));
    QVERIFY(press(Qt::Key_PageUp) && press(Qt::Key_PageUp));
    QCOMPARE(trail().current, StepId{1});
    QVERIFY(trigger("step.leaveOut"));
    QCOMPARE(trail().branches().size(), std::size_t{2});
    QCOMPARE(trail().steps[4].parent, StepId{0});
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(3));
    QVERIFY(m_open->window.parts().message->text().contains("Without step 1"));
    QVERIFY(trigger("edit.undo"));
    QCOMPARE(trail().current, StepId{1});
    QCOMPARE(stage()->pair().beforeStep, std::optional<StepId>(0));
    QVERIFY(!m_open->window.parts().message->isVisible());
  }

  void picturesOfStepsAreMadeOnceTheyAreSeen() {
    QVERIFY(branch());
    PicturesPanel* pictures = m_open->parts().pictures;
    const QAbstractItemModelTester tester(pictures->view()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(pictures->model().rowCount(), 2);  // the walk without the loaded graph
    QVERIFY(!pictures->model().pictureOf(3));
    m_open->workbench().raiseTab(pictures);
    QVERIFY(m_open->settle());
    const StepPicture* picture = pictures->model().pictureOf(3);
    QVERIFY(picture);
    const auto has = [](const Picture& shown, DiffState state) {
      return std::ranges::any_of(shown.boxes, [state](const PictureBox& box) { return box.state == state; });
    };
    QVERIFY(has(*picture->before, DiffState::kRemoved) || has(*picture->after, DiffState::kAdded) ||
            has(*picture->after, DiffState::kChanged));
    QVERIFY(picture->after->boxes.size() < stage()->after()->picture().boxes.size());
    QTest::keyClick(pictures->view(), Qt::Key_Left);
    QVERIFY(m_open->settle());
    QCOMPARE(trail().current, StepId{1});
  }
};

QTEST_MAIN(StepsTest)
#include "steps_test.moc"
