// A sequence of pictures of one model: what a step leaves alone stays where it is.

#include "views/canvas/places.h"

#include <QtTest>

#include "sample_pictures.h"
#include "session/session.h"
#include "views/canvas/graph_picture.h"

using namespace tasoscope;

class PlacesTest : public QObject {
  Q_OBJECT

 private:
  using Rects = std::map<std::uint64_t, QRectF>;

  static Rects rectsOf(const Picture& picture) {
    Rects rects;
    for (const PictureBox& box : picture.boxes) rects[box.key] = box.rect;
    return rects;
  }

  /// How many boxes are in both; -1 when one of them stands elsewhere.
  static int countUnmoved(const Rects& before, const Rects& after) {
    int count = 0;
    for (const auto& [key, rect] : after) {
      const auto found = before.find(key);
      if (found == before.end()) continue;
      if (found->second != rect) return -1;
      ++count;
    }
    return count;
  }

  static bool anyOverlap(const Picture& picture) {
    for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
      for (const int other : picture.boxesIn(picture.boxes[i].rect)) {
        const QRectF& rect = picture.boxes[std::size_t(other)].rect;
        if (std::size_t(other) != i && rect.intersects(picture.boxes[i].rect)) return true;
      }
    }
    return false;
  }

  struct Walk {
    std::unique_ptr<Session> session;
    std::vector<StepId> path;  // from the loaded graph on
    Places places;

    Picture pictureAt(StepId step) const { return pictureOf(session->view(step), {}); }
    /// The pictures of a step and the one that it is compared with.
    std::pair<Picture, Picture> pair(StepId before, StepId after) {
      std::pair<Picture, Picture> shown{pictureAt(before), pictureAt(after)};
      arrangeOn(places, &shown.first, shown.second, layeredEngine());
      return shown;
    }
    Picture alone(StepId step) {
      Picture picture = pictureAt(step);
      arrangeOn(places, nullptr, picture, layeredEngine());
      return picture;
    }
  };

  static Walk searched(const char* model) {
    Walk walk;
    walk.session = Session::openZoo(model, {});
    SearchLimits limits;
    limits.budget = 300;
    walk.session->search("greedy", limits);
    walk.path = walk.session->trail().path();
    return walk;
  }

 private Q_SLOTS:
  void alongATrailWhatAStepLeavesAloneStays_data() {
    QTest::addColumn<QByteArray>("model");
    for (const char* model : {"resnext50", "nasrnn", "bert"}) QTest::newRow(model) << QByteArray(model);
  }

  void alongATrailWhatAStepLeavesAloneStays() {
    QFETCH(const QByteArray, model);
    Walk walk = searched(model.constData());
    QVERIFY(walk.path.size() > 2);
    Rects shown = rectsOf(walk.alone(0));
    for (std::size_t i = 1; i < walk.path.size(); ++i) {
      const auto [before, after] = walk.pair(walk.path[i - 1], walk.path[i]);
      QCOMPARE(countUnmoved(shown, rectsOf(before)), int(before.boxes.size()));
      QVERIFY(countUnmoved(rectsOf(before), rectsOf(after)) > 0);
      QVERIFY(!anyOverlap(before) && !anyOverlap(after));
      shown = rectsOf(after);
    }
  }

  void goingBackShowsThePicturesAsTheyWere() {
    Walk walk = searched("resnext50");
    walk.alone(0);
    std::vector<Rects> there;
    for (std::size_t i = 1; i < walk.path.size(); ++i)
      there.push_back(rectsOf(walk.pair(walk.path[i - 1], walk.path[i]).second));
    for (std::size_t i = walk.path.size() - 1; i > 0; --i)
      QVERIFY(rectsOf(walk.pair(walk.path[i - 1], walk.path[i]).second) == there[i - 1]);
  }

  void theFirstPictureIsLaidOutAndTheNextGoesOn() {
    Places places;
    Picture first = diamond(), second = mergedDiamond(), same = diamond();
    QCOMPARE(arrangeOn(places, nullptr, first, layeredEngine()), Arranged::kAnew);
    QCOMPARE(arrangeOn(places, &same, second, layeredEngine()), Arranged::kContinued);
    QVERIFY(rectsOf(first) == rectsOf(same));
    QCOMPARE(same.bounds, second.bounds);
  }

  void aPictureThatIsMostlyNewIsLaidOutAnew() {
    Places places;
    Picture first = diamond(), other;
    arrangeOn(places, nullptr, first, layeredEngine());
    for (int i = 0; i < 200; ++i) {
      other.boxes.push_back(sampleBox(std::uint64_t(1000 + i), "Relu"));
      if (i > 0) other.edges.push_back(sampleEdge(i - 1, i));
    }
    QCOMPARE(arrangeOn(places, nullptr, other, layeredEngine()), Arranged::kAnew);
    QVERIFY(!places.knows(1));
  }

  void aBoxThatGrowsIntoAnotherGivesWayToIt() {
    Places places;
    Picture first = diamond(), second = diamond();
    arrangeOn(places, nullptr, first, layeredEngine());
    second.boxes[1].lines = {QString(60, QChar('w'))};
    arrangeOn(places, nullptr, second, layeredEngine());
    for (const std::size_t unchanged : {0u, 2u, 3u})
      QCOMPARE(second.boxes[unchanged].rect, first.boxes[unchanged].rect);
    QVERIFY(second.boxes[1].rect.width() > first.boxes[1].rect.width());
    QVERIFY(!anyOverlap(second));
  }

  void aGroupKeepsTheRoomForWhatAStepChangedInIt() {
    Places places;
    Picture first = diamond(), changed = diamond(), after = diamond();
    for (Picture* picture : {&first, &changed, &after}) picture->boxes[1].shape = BoxShape::kGroup;
    changed.boxes[1].lines = {QStringLiteral("1 removed, 1 added"), QStringLiteral("2 nodes")};
    for (Picture* picture : {&first, &changed, &after}) arrangeOn(places, nullptr, *picture, layeredEngine());
    QVERIFY(changed.boxes[1].rect.height() > first.boxes[1].rect.height());
    QCOMPARE(after.boxes[1].rect, changed.boxes[1].rect);
  }

  void aPictureThatIsShownAgainIsDrawnAsItWas() {
    Places places;
    Picture first = diamond(), second = mergedDiamond(), again = diamond();
    arrangeOn(places, nullptr, first, layeredEngine());
    arrangeOn(places, nullptr, second, layeredEngine());
    arrangeOn(places, nullptr, again, layeredEngine());
    QVERIFY(rectsOf(first) == rectsOf(again));
    for (std::size_t i = 0; i < first.edges.size(); ++i) {
      QCOMPARE(again.edges[i].path, first.edges[i].path);
      QVERIFY(again.edges[i].corners == first.edges[i].corners);
      QCOMPARE(again.edges[i].bounds, first.edges[i].bounds);
    }
  }

  void aBoxWhoseTextsNeedMoreRoomKeepsItsCentre() {
    Places places;
    Picture first = diamond(), second = diamond();
    arrangeOn(places, nullptr, first, layeredEngine());
    second.boxes[3].lines = {QStringLiteral("a line that is a good deal longer than it was")};
    arrangeOn(places, nullptr, second, layeredEngine());
    QCOMPARE(second.boxes[3].rect.center(), first.boxes[3].rect.center());
    QVERIFY(second.boxes[3].rect.width() > first.boxes[3].rect.width());
  }
};

QTEST_MAIN(PlacesTest)
#include "places_test.moc"
