// The canvas as a person uses it: mouse, wheel, keys, screen reader.

#include "views/canvas/canvas.h"

#include <QAccessible>
#include <QtTest>

#include "sample_pictures.h"
#include "views/canvas/canvas_accessible.h"
#include "views/canvas/stubs.h"

using namespace tasoscope;

class CanvasTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<CanvasView> m_view;
  std::unique_ptr<Canvas> m_canvas;

  QPoint centreOf(int box) const { return m_canvas->widgetRect(box).center().toPoint(); }

 private Q_SLOTS:
  void initTestCase() { installCanvasAccessibility(); }

  void init() {
    m_view = std::make_unique<CanvasView>();
    m_canvas = std::make_unique<Canvas>(m_view.get());
    m_canvas->resize(600, 500);
    m_canvas->setPicture(arrangedDiamond());
    m_canvas->fitAll();
    m_canvas->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_canvas.get()));
    m_canvas->setFocus();
  }

  void cleanup() {
    m_canvas.reset();
    m_view.reset();
  }

  void aClickSelectsTheBoxUnderIt() {
    QSignalSpy spy(m_canvas.get(), &Canvas::selectionChanged);
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, centreOf(2));
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(3));
    QCOMPARE(spy.size(), 1);
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, QPoint(2, 2));
    QVERIFY(!m_canvas->selectedKey());
  }

  void arrowKeysFollowTheEdgesAndTheRow() {
    m_canvas->setSelectedKey(4);
    QTest::keyClick(m_canvas.get(), Qt::Key_Up);
    const auto producer = m_canvas->selectedKey();
    QVERIFY(producer == std::uint64_t{2} || producer == std::uint64_t{3});
    const bool isLeft = m_canvas->picture().boxes[1].rect.left() < m_canvas->picture().boxes[2].rect.left();
    QTest::keyClick(m_canvas.get(), isLeft ? Qt::Key_Right : Qt::Key_Left);
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(3));
    QTest::keyClick(m_canvas.get(), Qt::Key_Up);
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(1));
    QTest::keyClick(m_canvas.get(), Qt::Key_Down);
    QTest::keyClick(m_canvas.get(), Qt::Key_Down);
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(4));
    QTest::keyClick(m_canvas.get(), Qt::Key_Escape);
    QVERIFY(!m_canvas->selectedKey());
  }

  void enterActivatesTheSelectedBox() {
    QSignalSpy spy(m_canvas.get(), &Canvas::activated);
    m_canvas->setSelectedKey(2);
    QTest::keyClick(m_canvas.get(), Qt::Key_Return);
    QCOMPARE(spy.size(), 1);
    QCOMPARE(spy[0][0].toULongLong(), 2ull);
  }

  void draggingMovesTheGraphWithTheHand() {
    const QPointF before = m_canvas->widgetRect(0).center();
    QTest::mousePress(m_canvas.get(), Qt::LeftButton, {}, QPoint(300, 250));
    QTest::mouseMove(m_canvas.get(), QPoint(320, 260));
    QTest::mouseMove(m_canvas.get(), QPoint(340, 280));
    QTest::mouseRelease(m_canvas.get(), Qt::LeftButton, {}, QPoint(340, 280));
    const QPointF moved = m_canvas->widgetRect(0).center() - before;
    QVERIFY2(QLineF(moved, QPointF(40, 30)).length() < 1.5, qPrintable(QString("%1 %2").arg(moved.x()).arg(moved.y())));
    QVERIFY(!m_canvas->selectedKey());
  }

  void theWheelZoomsAroundThePointer() {
    const QPointF pointer = m_canvas->widgetRect(3).center();
    const double scale = m_view->scale();
    QWheelEvent wheel(pointer, m_canvas->mapToGlobal(pointer), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(m_canvas.get(), &wheel);
    QVERIFY(m_view->scale() > scale);
    QVERIFY(QLineF(m_canvas->widgetRect(3).center(), pointer).length() < 0.01);
  }

  void plusAndMinusZoom() {
    const double scale = m_view->scale();
    QTest::keyClick(m_canvas.get(), Qt::Key_Plus);
    QVERIFY(m_view->scale() > scale);
    QTest::keyClick(m_canvas.get(), Qt::Key_Minus);
    QVERIFY(qFuzzyCompare(m_view->scale(), scale));
  }

  void fittingShowsEveryBox() {
    m_view->show({5000, 5000}, 3);
    QVERIFY(m_canvas->visibleBoxes().empty());
    m_canvas->fitAll();
    QCOMPARE(m_canvas->visibleBoxes().size(), std::size_t{4});
  }

  void revealingABoxMakesItLegible() {
    m_view->show({5000, 5000}, 0.05);
    m_canvas->reveal(4);
    QVERIFY(m_view->scale() >= 0.5);
    const auto visible = m_canvas->visibleBoxes();
    QVERIFY(std::find(visible.begin(), visible.end(), 3) != visible.end());
  }

  void canvasesWithOneViewMoveTogether() {
    Canvas other(m_view.get());
    other.resize(m_canvas->size());
    other.setPicture(arrangedDiamond());
    m_view->show({40, 50}, 1.5);
    QCOMPARE(other.widgetRect(1), m_canvas->widgetRect(1));
  }

  void shiftAndAClickAddABoxAndTakeItAway() {
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, centreOf(1));
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, Qt::ShiftModifier, centreOf(3));
    QCOMPARE(m_canvas->selection(), (std::vector<std::uint64_t>{2, 4}));
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(4));
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, Qt::ShiftModifier, centreOf(3));
    QCOMPARE(m_canvas->selection(), std::vector<std::uint64_t>{2});
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, centreOf(0));
    QCOMPARE(m_canvas->selection(), std::vector<std::uint64_t>{1});
  }

  void shiftAndArrowKeysExtendTheSelection() {
    m_canvas->setSelectedKey(4);
    QTest::keyClick(m_canvas.get(), Qt::Key_Up, Qt::ShiftModifier);
    QTest::keyClick(m_canvas.get(), Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(m_canvas->selection().size(), std::size_t{3});
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(1));
    QTest::keyClick(m_canvas.get(), Qt::Key_Down);
    QCOMPARE(m_canvas->selection().size(), std::size_t{1});
  }

  void shiftAndADragSelectWhatTheBandTouches() {
    const QRectF upper = m_canvas->widgetRect(1) | m_canvas->widgetRect(2);
    const QPoint from = upper.topLeft().toPoint() - QPoint(6, 6), to = upper.bottomRight().toPoint() + QPoint(6, 6);
    const QPointF before = m_canvas->widgetRect(0).center();
    QTest::mousePress(m_canvas.get(), Qt::LeftButton, Qt::ShiftModifier, from);
    QTest::mouseMove(m_canvas.get(), (from + to) / 2);
    QTest::mouseMove(m_canvas.get(), to);
    QTest::mouseRelease(m_canvas.get(), Qt::LeftButton, Qt::ShiftModifier, to);
    QCOMPARE(m_canvas->selection(), (std::vector<std::uint64_t>{2, 3}));
    QCOMPARE(m_canvas->widgetRect(0).center(), before);  // the graph has not moved
  }

  void aClickOnAnEdgeFollowsItsTensor() {
    Picture picture = diamond();
    for (std::size_t i = 0; i < picture.edges.size(); ++i) picture.edges[i].value = i < 2 ? 100 : 100 + i;
    arrange(picture, layeredEngine());
    m_canvas->setPicture(std::make_shared<const Picture>(std::move(picture)));
    m_canvas->fitAll();
    const QImage plain = m_canvas->grab().toImage();
    QSignalSpy spy(m_canvas.get(), &Canvas::tensorFollowed);
    const PictureEdge& edge = m_canvas->picture().edges[1];
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {},
                      m_canvas->widgetPoint(edge.path.pointAtPercent(0.5)).toPoint());
    QCOMPARE(m_canvas->followedTensor(), std::optional<std::uint64_t>(100));
    QCOMPARE(spy.size(), 1);
    QVERIFY(m_canvas->grab().toImage() != plain);
    QTest::keyClick(m_canvas.get(), Qt::Key_Up);
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(1));
    QSet<std::uint64_t> readers;
    for (int i = 0; i < 2; ++i) {
      QTest::keyClick(m_canvas.get(), Qt::Key_Down);
      readers.insert(*m_canvas->selectedKey());
    }
    QCOMPARE(readers, (QSet<std::uint64_t>{2, 3}));
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, QPoint(2, 2));
    QVERIFY(!m_canvas->followedTensor());
  }

  void aClickOnAStubGoesToItsOtherEnd() {
    m_canvas->setPicture(chainWithShortcut(30));
    m_view->show(m_canvas->picture().boxes.front().rect.center(), 1);
    const auto& edges = m_canvas->picture().edges;
    const auto shortcut =
        std::find_if(edges.begin(), edges.end(), [](const PictureEdge& edge) { return !edge.arrival.isEmpty(); });
    QVERIFY(shortcut != edges.end());
    const auto stubs = stubsOf(*shortcut);
    QVERIFY(stubs[0].text.contains("skip"));
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, m_canvas->widgetPoint(stubs[0].place.center()).toPoint());
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(30));
    QVERIFY(m_canvas->visibleArea().contains(stubs[1].place.center()));
    QTest::mouseClick(m_canvas.get(), Qt::LeftButton, {}, m_canvas->widgetPoint(stubs[1].place.center()).toPoint());
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(1));
  }

  void aGhostStandsBesideWhatWouldGoAndGoesAgain() {
    const QImage plain = m_canvas->grab().toImage();
    Ghost ghost;
    ghost.removed = {2, 3};
    ghost.boxes = {sampleBox(9, "Conv")};
    ghost.edges = {{1, 9}, {9, 4}};
    ghost.bubble = "faster";
    m_canvas->setGhost(ghost);
    QVERIFY(m_canvas->grab().toImage() != plain);
    const QRectF area = m_canvas->ghostArea();
    for (const int i : {1, 2}) QVERIFY(!area.intersects(m_canvas->picture().boxes[std::size_t(i)].rect));
    m_canvas->setGhost(std::nullopt);
    QCOMPARE(m_canvas->grab().toImage(), plain);
  }

  void aGhostOfWhatIsElsewhereIsNotShown() {
    Ghost ghost;
    ghost.removed = {77};
    ghost.boxes = {sampleBox(9, "Conv")};
    m_canvas->setGhost(ghost);
    QVERIFY(m_canvas->ghostArea().isEmpty());
  }

  void theBoxesOfACandidateAreOutlined() {
    const QImage before = m_canvas->grab().toImage();
    m_canvas->setMatchedKeys({2, 99});
    QVERIFY(m_canvas->grab().toImage() != before);
    m_canvas->setMatchedKeys({});
    QCOMPARE(m_canvas->grab().toImage(), before);
  }

  void aScreenReaderFindsTheVisibleBoxes() {
    QAccessibleInterface* list = QAccessible::queryAccessibleInterface(m_canvas.get());
    QVERIFY(list);
    QCOMPARE(list->role(), QAccessible::List);
    QCOMPARE(list->childCount(), 4);
    QAccessibleInterface* box = list->child(1);
    QCOMPARE(box->text(QAccessible::Name), QString("Conv2"));
    QVERIFY(box->state().selectable);
    QVERIFY(!box->state().selected);
    QVERIFY((box->rect().center() - m_canvas->mapToGlobal(centreOf(1))).manhattanLength() <= 2);
    QCOMPARE(list->childAt(box->rect().center().x(), box->rect().center().y()), box);
    QCOMPARE(list->indexOfChild(box), 1);
  }

  void aScreenReaderSelectsAndWalks() {
    QAccessibleInterface* box = QAccessible::queryAccessibleInterface(m_canvas.get())->child(1);
    QAccessibleActionInterface* actions = box->actionInterface();
    QVERIFY(actions);
    QCOMPARE(actions->actionNames().size(), 4);  // select, open, one producer, one consumer
    actions->doAction(actions->actionNames()[0]);
    QVERIFY(box->state().selected);
    actions->doAction(actions->actionNames()[3]);
    QCOMPARE(m_canvas->selectedKey(), std::optional<std::uint64_t>(4));
  }

  void anotherPictureMakesTheOldBoxesInvalid() {
    QAccessibleInterface* box = QAccessible::queryAccessibleInterface(m_canvas.get())->child(2);
    QVERIFY(box->isValid());
    Picture merged = mergedDiamond();
    arrange(merged, layeredEngine());
    m_canvas->setPicture(std::make_shared<const Picture>(std::move(merged)));
    QVERIFY(!box->isValid());
    QVERIFY(box->state().invalid);
  }
};

QTEST_MAIN(CanvasTest)
#include "canvas_test.moc"
