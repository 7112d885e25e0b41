// The timeline as a widget: places, clicks, thumbs, keys, screen readers.

#include <QAccessible>
#include <QScrollBar>
#include <QSignalSpy>
#include <QtTest>

#include "views/timeline/timeline_view.h"

using namespace tasoscope;

class TimelineTest : public QObject {
  Q_OBJECT

 private:
  static StepView makeStep(StepId id, StepId parent, std::int64_t delta) {
    StepView step;
    step.id = id;
    step.parent = parent;
    step.rule = id == 0 ? "" : "rule-" + std::to_string(id);
    step.delta = delta;
    step.price.picoseconds = 1'000'000'000 - 10'000'000 * static_cast<std::int64_t>(id);
    return step;
  }
  /// 0 - 1 - 2 - 4, and 3 as another child of 1.
  static TrailView branchedTrail(StepId current) {
    TrailView trail;
    trail.steps = {makeStep(0, 0, 0), makeStep(1, 0, -10), makeStep(2, 1, 5), makeStep(3, 1, -1), makeStep(4, 2, 0)};
    trail.steps[2].onward = 4;
    trail.current = current;
    return trail;
  }
  static TrailView longTrail(StepId last) {
    TrailView trail;
    for (StepId id = 0; id <= last; ++id)
      trail.steps.push_back(makeStep(id, id == 0 ? 0 : id - 1, id % 3 == 0 ? 0 : -1));
    return trail;
  }
  static std::unique_ptr<TimelineView> open(const TrailView& trail) {
    auto view = std::make_unique<TimelineView>();
    view->resize(700, 240);
    view->setTrail(trail);
    view->show();
    return view;
  }
  static QPoint middleOf(const TimelineView& view, StepId step) { return view.rectOf(step).center().toPoint(); }
  static QPoint thumbOf(const TimelineView& view, StepId step) {
    return thumbRect(view.layout(), step).translated(-view.horizontalScrollBar()->value(), 0).center().toPoint();
  }

 private Q_SLOTS:
  void stepsOfABranchLieInARowAndNoTwoStepsOverlap() {
    const auto view = open(branchedTrail(4));
    const auto& spots = view->layout().spots();
    QCOMPARE(spots.size(), std::size_t{5});
    QCOMPARE(spots[4].column, std::size_t{3});
    QCOMPARE(spots[3].row, std::size_t{1});
    QVERIFY(spots[4].isOnWalk && !spots[3].isOnWalk);
    for (const TimelineSpot& a : spots) {
      const QRectF hit = view->layout().hitRect(a);
      QVERIFY(hit.width() >= 24 && hit.height() >= 24);
      for (const TimelineSpot& b : spots)
        QVERIFY(a.step == b.step || !hit.adjusted(1, 1, -1, -1).intersects(view->layout().hitRect(b)));
    }
  }

  void aClickOnAStepOrOnItsBarGoesThere() {
    const auto view = open(branchedTrail(4));
    QSignalSpy chosen(view.get(), &TimelineView::stepChosen);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, middleOf(*view, 3));
    QCOMPARE(chosen.takeFirst().at(0).value<StepId>(), StepId{3});
    const QPoint bar(middleOf(*view, 1).x(), static_cast<int>(view->layout().changeBand().center().y()));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, bar);
    QCOMPARE(chosen.takeFirst().at(0).value<StepId>(), StepId{1});
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, QPoint(5, bar.y()));  // the names of the bands
    QCOMPARE(chosen.size(), 0);
  }

  void shiftAndClickComparesWithAStepOfAnyBranch() {
    const auto view = open(branchedTrail(4));
    QSignalSpy compared(view.get(), &TimelineView::comparedChosen);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ShiftModifier, middleOf(*view, 3));
    QCOMPARE(compared.takeFirst().at(0).value<StepId>(), StepId{3});
  }

  void theThumbsAreDraggedAlongTheWalk() {
    const auto view = open(branchedTrail(4));
    view->setCompared(2);
    QSignalSpy chosen(view.get(), &TimelineView::stepChosen), compared(view.get(), &TimelineView::comparedChosen);
    const auto drag = [&](StepId from, StepId to) {
      QTest::mousePress(view->viewport(), Qt::LeftButton, {}, thumbOf(*view, from));
      QTest::mouseMove(view->viewport(), thumbOf(*view, to));
      QTest::mouseRelease(view->viewport(), Qt::LeftButton, {}, thumbOf(*view, to));
    };
    drag(2, 0);
    QCOMPARE(compared.takeFirst().at(0).value<StepId>(), StepId{0});
    drag(4, 1);
    QCOMPARE(chosen.takeFirst().at(0).value<StepId>(), StepId{1});
    drag(4, 4);  // let go where it was
    QCOMPARE(chosen.size(), 0);
  }

  void arrowsWalkAlongAndAcrossBranches() {
    const auto view = open(branchedTrail(2));
    QSignalSpy chosen(view.get(), &TimelineView::stepChosen);
    const auto goesTo = [&](Qt::Key key) {
      QTest::keyClick(view.get(), key);
      return chosen.isEmpty() ? StepId{999} : chosen.takeFirst().at(0).value<StepId>();
    };
    QCOMPARE(goesTo(Qt::Key_Left), StepId{1});
    QCOMPARE(goesTo(Qt::Key_Right), StepId{4});
    QCOMPARE(goesTo(Qt::Key_Down), StepId{3});
    QCOMPARE(goesTo(Qt::Key_Up), StepId{999});
    view->setTrail(branchedTrail(3));
    QCOMPARE(goesTo(Qt::Key_Up), StepId{2});
    QCOMPARE(goesTo(Qt::Key_Right), StepId{999});
  }

  void theCurrentStepOfHundredsIsInSight() {
    TrailView trail = longTrail(400);
    const auto view = open(trail);
    QCOMPARE(view->horizontalScrollBar()->value(), 0);
    for (const StepId step : {400U, 200U, 0U}) {
      trail.current = step;
      view->setTrail(trail);
      const QRectF area = view->rectOf(step);
      QVERIFY(area.left() >= view->layout().metrics().gutter && area.right() <= view->viewport()->width());
    }
  }

  void zoomingKeepsTheCurrentStepInSightAndSingleStepsToHit() {
    TrailView trail = longTrail(300);
    trail.current = 150;
    const auto view = open(trail);
    const double before = view->layout().size().width();
    view->zoom(2);
    QVERIFY(view->layout().size().width() > before);
    QVERIFY(QRectF(view->viewport()->rect()).contains(view->rectOf(150).center()));
    for (int i = 0; i < 20; ++i) view->zoom(0.5);
    QCOMPARE(view->layout().metrics().column, TimelineMetrics::kLeastColumn);
    QSignalSpy chosen(view.get(), &TimelineView::stepChosen);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, middleOf(*view, 151));
    QCOMPARE(chosen.takeFirst().at(0).value<StepId>(), StepId{151});
  }

  void manyStepsAreAllInSightUntilSomebodyZooms() {
    const auto view = open(longTrail(60));
    QCOMPARE(view->horizontalScrollBar()->maximum(), 0);
    QVERIFY(view->rectOf(60).right() <= view->viewport()->width());
    view->resize(500, 240);
    QCOMPARE(view->horizontalScrollBar()->maximum(), 0);
    view->zoom(3);
    QVERIFY(view->horizontalScrollBar()->maximum() > 0);
    const double chosen = view->layout().metrics().column;
    view->resize(700, 240);
    QCOMPARE(view->layout().metrics().column, chosen);
  }

  void theLifeOfANodeTakesABandOfItsOwn() {
    TrailView trail = branchedTrail(4);
    trail.steps[1].added = {OpId{7}};
    trail.steps[1].addedNames = {"merged"};
    trail.steps[4].removed = {OpId{7}};
    trail.steps[4].removedNames = {"merged"};
    const auto view = open(trail);
    QVERIFY(view->layout().lifeBand().isEmpty());
    const double before = view->layout().size().height();
    view->setNode(OpId{7}, "merged");
    QVERIFY(!view->layout().lifeBand().isEmpty());
    QVERIFY(view->layout().size().height() > before);
    using enum LifeState;
    QCOMPARE(view->scene().life, (std::vector<LifeState>{kAbsent, kBorn, kLive, kLive, kGone}));
    const QImage with = view->grab().toImage();
    view->setNode(OpId{8}, "merged");  // live all the time
    QVERIFY(view->grab().toImage() != with);
    view->setNode(std::nullopt, {});
    QVERIFY(view->layout().lifeBand().isEmpty());
  }

  void whatIsWrittenAtStepsAndTheBestAreSeen() {
    TrailView trail = branchedTrail(2);
    const auto view = open(trail);
    const QImage plain = view->grab().toImage();
    trail.steps[2].marks.bookmark = 3;
    view->setTrail(trail);
    const QImage bookmarked = view->grab().toImage();
    QVERIFY(bookmarked != plain);
    trail.steps[1].marks.name = "a good beginning";
    view->setTrail(trail);
    QVERIFY(view->grab().toImage() != bookmarked);
  }

  void aGraphWithoutStepsIsNotMarkedAsTheBest() {
    TrailView fresh, undone = branchedTrail(0);
    fresh.steps = {makeStep(0, 0, 0)};
    for (StepId id = 1; id < undone.steps.size(); ++id) undone.steps[id].isHidden = true;
    QCOMPARE(open(undone)->grab().toImage(), open(fresh)->grab().toImage());
  }

  void whatWasDoneInsideNodesHasABarAtTheFirstStep() {
    TrailView changed = branchedTrail(4);
    changed.steps[0].delta = -10;
    const auto plain = open(branchedTrail(4)), marked = open(changed);
    const QRectF& band = plain->layout().changeBand();
    const QRect column(static_cast<int>(plain->layout().xOf(0)) - 4, static_cast<int>(band.top()), 8,
                       static_cast<int>(band.height()));
    QVERIFY(plain->grab(column).toImage() != marked->grab(column).toImage());
  }

  void theNameOfAShortBranchGoesOnWhereItsRowIsFree() {
    TrailView trail = longTrail(9);
    trail.steps.push_back(makeStep(10, 3, -1));
    trail.steps.back().marks.name = "a name of some length";
    trail.current = 9;
    const auto view = open(trail);
    const QRectF step = view->rectOf(10);
    const QRect beyond(static_cast<int>(step.right()) + 20, static_cast<int>(step.center().y()), 80,
                       static_cast<int>(step.height() / 2));
    const QImage image = view->grab(beyond).toImage();
    QImage empty(image.size(), image.format());
    empty.fill(image.pixelColor(image.width() - 1, 0));
    QVERIFY(image != empty);
  }

  void screenReadersSeeEveryStepAndCanGoThere() {
    const auto view = open(branchedTrail(2));
    QAccessibleInterface* timeline = QAccessible::queryAccessibleInterface(view.get());
    QVERIFY(timeline);
    QCOMPARE(timeline->childCount(), 5);
    QAccessibleInterface* step = timeline->child(2);
    QVERIFY(step->text(QAccessible::Name).startsWith("step 2 of 3, rule 2, "));
    QVERIFY(step->state().selected);
    QVERIFY(!timeline->child(1)->state().selected);
    QCOMPARE(timeline->indexOfChild(step), 2);
    QVERIFY(step->rect().height() >= 24);
    const QPoint middle = timeline->child(3)->rect().center();
    QCOMPARE(timeline->childAt(middle.x(), middle.y()), timeline->child(3));
    QSignalSpy chosen(view.get(), &TimelineView::stepChosen);
    auto* actions = timeline->child(3)->actionInterface();
    QVERIFY(actions);
    actions->doAction(actions->actionNames().front());
    QCOMPARE(chosen.takeFirst().at(0).value<StepId>(), StepId{3});
    QAccessibleInterface* last = timeline->child(4);
    view->setTrail(longTrail(1));
    QVERIFY(!last->isValid());
  }

  void anEmptyTrailIsAnEmptyTimeline() {
    const auto view = open({});
    QVERIFY(view->layout().spots().empty());
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, QPoint(300, 60));
    QTest::keyClick(view.get(), Qt::Key_Right);
    QVERIFY(!view->grab().isNull());
  }
};

QTEST_MAIN(TimelineTest)
#include "timeline_test.moc"
