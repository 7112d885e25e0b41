// How one picture follows another on the screen: what stays, what moves, and when nothing is animated.

#include <QAction>
#include <QPainter>
#include <set>

#include "open_window.h"
#include "panels/candidates_panel.h"
#include "sample_pictures.h"
#include "stage/stage.h"
#include "views/canvas/graph_picture.h"
#include "views/canvas/transition.h"
#include "window/message_bar.h"

using namespace tasoscope;

class MotionTest : public QObject {
  Q_OBJECT

 private:
  std::unique_ptr<OpenWindow> m_open;
  Stage& stage() { return *m_open->parts().stage; }

  /// Where the boxes of a pane are seen, by key.
  static std::map<std::uint64_t, QRectF> seenOn(const Canvas& canvas) {
    std::map<std::uint64_t, QRectF> seen;
    for (const int i : canvas.visibleBoxes()) seen[canvas.picture().boxes[std::size_t(i)].key] = canvas.widgetRect(i);
    return seen;
  }

  bool apply() {
    m_open->action("candidate.next")->trigger();
    m_open->action("candidate.apply")->trigger();
    return m_open->settle();
  }

  static Picture chainOf(int length, std::uint64_t firstKey) {
    Picture picture;
    for (int i = 0; i < length; ++i) {
      picture.boxes.push_back(sampleBox(firstKey + std::uint64_t(i), "Relu"));
      if (i > 0) picture.edges.push_back(sampleEdge(i - 1, i));
    }
    arrange(picture, layeredEngine());
    return picture;
  }

 private Q_SLOTS:
  void init() {
    m_open = std::make_unique<OpenWindow>();
    QVERIFY(m_open->openSample("resnext50"));
  }
  void cleanup() { m_open.reset(); }

  void theSelectedNodeStaysWhereItIsSeen() {
    QVERIFY(apply());  // from now on both panes are shown
    m_open->action("candidate.next")->trigger();
    QVERIFY(m_open->settle());  // the view goes to what is chosen
    std::set<std::uint64_t> replaced;
    for (const OpId op : m_open->parts().candidates->current()->removed) replaced.insert(keyOf(op));
    const auto before = seenOn(*stage().after());
    const auto chosen = std::find_if(before.begin(), before.end(), [&](const auto& box) {
      return !replaced.contains(box.first) && stage().after()->rect().contains(box.second.toRect());
    });
    QVERIFY(chosen != before.end());
    stage().select(chosen->first);
    m_open->action("candidate.apply")->trigger();
    QVERIFY(m_open->settle());
    const int box = stage().after()->picture().boxOf(chosen->first);
    QCOMPARE(stage().after()->widgetRect(box), chosen->second);
  }

  void walkingBackAndForthMovesNoUnchangedBoxOnTheScreen() {
    QVERIFY(apply() && apply());
    m_open->action("view.fit")->trigger();  // every change is in sight
    m_open->action("step.previous")->trigger();
    QVERIFY(m_open->settle());
    const auto before = seenOn(*stage().after());
    m_open->action("step.next")->trigger();
    QVERIFY(m_open->settle());
    m_open->action("step.previous")->trigger();
    QVERIFY(m_open->settle());
    int same = 0;
    for (const auto& [key, rect] : seenOn(*stage().after())) {
      if (!before.contains(key)) continue;
      QCOMPARE(rect, before.at(key));
      ++same;
    }
    QVERIFY2(same > 2, qPrintable(QStringLiteral("%1 of %2 boxes").arg(same).arg(before.size())));
  }

  void aStepIsSeenToHappenAndComesToRest() {
    bool wasAnimated = false;
    connect(&m_open->workbench(), &Workbench::pairShown, this, [&] { wasAnimated |= stage().isAnimating(); });
    QTest::qWait(450);  // pictures that follow each other faster are not animated
    QVERIFY(apply());
    QVERIFY(wasAnimated);
    QVERIFY(!stage().isAnimating());
  }

  void whereMotionIsReducedNothingIsAnimated() {
    stage().setMotionReduced(true);
    bool wasAnimated = false;
    connect(&m_open->workbench(), &Workbench::pairShown, this, [&] { wasAnimated |= stage().isAnimating(); });
    QTest::qWait(450);
    QVERIFY(apply());
    QVERIFY(!wasAnimated);
  }

  void whatIsTidiedCanBePutBack() {
    QVERIFY(apply() && apply() && apply());
    const auto rects = [this] {
      std::map<std::uint64_t, QRectF> found;
      for (const PictureBox& box : stage().after()->picture().boxes) found[box.key] = box.rect;
      return found;
    };
    const auto before = rects();
    QVERIFY(!m_open->action("view.untidy")->isEnabled());
    m_open->action("view.tidy")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(rects() != before);
    m_open->action("view.untidy")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(rects() == before);
    QVERIFY(!m_open->action("view.untidy")->isEnabled());
  }

  void aStepWhoseDrawingWasCancelledIsDrawnWhenAskedAgain() {
    QVERIFY(apply() && apply());
    SessionHost& host = m_open->workbench().host();
    const auto isBehind = [this] { return stage().pair().afterStep != m_open->workbench().trail().current; };
    QTimer canceller;
    connect(&canceller, &QTimer::timeout, &host, &SessionHost::cancel);
    canceller.start(0);
    const auto walk = [&] {
      host.layOutAnew();
      m_open->action(m_open->action("step.next")->isEnabled() ? "step.next" : "step.previous")->trigger();
      return m_open->settle() && isBehind();
    };
    bool isCancelled = false;
    for (int attempt = 0; attempt < 200 && !isCancelled; ++attempt) isCancelled = walk();
    canceller.stop();
    QVERIFY(isCancelled);
    QVERIFY(m_open->window.parts().message->text().contains("cancelled"));
    m_open->action("view.redraw")->trigger();
    QVERIFY(m_open->settle());
    QVERIFY(!isBehind());
  }

  void whatChangesAllAtOnceIsNotAnimated() {
    const Picture first = chainOf(300, 1);
    QVERIFY(!Transition(first, std::make_shared<Picture>(chainOf(300, 1000)), {}).isWorthwhile());
    QVERIFY(!Transition(first, std::make_shared<Picture>(first), {}).isWorthwhile());
    QVERIFY(Transition(first, std::make_shared<Picture>(chainOf(290, 1)), {}).isWorthwhile());
  }

  void halfwayABoxIsBetweenWhereItWasAndWhereItIs() {
    Picture from = chainOf(1, 1), to = chainOf(1, 1);
    to.boxes[0].rect.translate(400, 0);
    to.buildIndex();
    const Transition transition(from, std::make_shared<Picture>(to), {});
    const auto inkAt = [&](double time, double x) {
      QImage image(800, 200, QImage::Format_RGB32);
      image.fill(Qt::white);
      QPainter painter(&image);
      transition.paint(painter, {}, time);
      painter.end();
      return image.pixelColor(int(x), 20) != QColor(Qt::white);
    };
    const double middle = from.boxes[0].rect.center().x();
    QVERIFY(inkAt(0, middle) && !inkAt(0, middle + 400));
    QVERIFY(inkAt(0.5, middle + 200) && !inkAt(0.5, middle));
    QVERIFY(inkAt(1, middle + 400) && !inkAt(1, middle));
  }
};

QTEST_MAIN(MotionTest)
#include "motion_test.moc"
