// Layouts that go on from an earlier one: what stays does not move, what is new stands where it belongs.

#include "layout/incremental.h"

#include <QtTest>
#include <random>

#include "layout/layered.h"
#include "layout_checks.h"
#include "sample_requests.h"

using namespace tasoscope;

class IncrementalTest : public QObject {
  Q_OBJECT

 private:
  /// A graph whose boxes have names that stay when others are removed.
  struct Named {
    LayoutRequest request;
    std::vector<int> names;
    Layout layout;
  };

  static EarlierLayout earlierFrom(const Named& before, const Named& after) {
    EarlierLayout earlier;
    earlier.boxes.resize(after.names.size());
    earlier.edges.resize(after.request.edges.size());
    std::map<int, std::size_t> places;
    for (std::size_t i = 0; i < before.names.size(); ++i) places[before.names[i]] = i;
    std::map<std::pair<int, int>, std::size_t> routes;
    for (std::size_t i = 0; i < before.request.edges.size(); ++i) routes[endsOf(before, i)] = i;
    for (std::size_t i = 0; i < after.names.size(); ++i) {
      const auto place = places.find(after.names[i]);
      if (place != places.end()) earlier.boxes[i].corner = before.layout.positions[place->second];
    }
    for (std::size_t i = 0; i < after.request.edges.size(); ++i) {
      const auto route = routes.find(endsOf(after, i));
      if (route != routes.end()) earlier.edges[i] = before.layout.edges[route->second];
    }
    return earlier;
  }

  static std::pair<int, int> endsOf(const Named& graph, std::size_t edge) {
    const LayoutEdge& ends = graph.request.edges[edge];
    return {graph.names[std::size_t(ends.from)], graph.names[std::size_t(ends.to)]};
  }

  static Named layered(LayoutRequest request) {
    Named named{std::move(request), {}, {}};
    for (std::size_t i = 0; i < named.request.boxes.size(); ++i) named.names.push_back(int(i));
    named.layout = layoutLayered(named.request);
    return named;
  }

  /// Takes some boxes out, joins what they joined, and puts new ones on some edges.
  static Named edited(const Named& before, std::mt19937& random, int edits, int& nextName) {
    Named after{before.request, before.names, {}};
    for (int i = 0; i < edits; ++i) {
      auto& edges = after.request.edges;
      const std::size_t edge = random() % edges.size();
      const int middle = int(after.request.boxes.size());
      after.request.boxes.push_back({70.0 + double(random() % 100), 30.0 + double(random() % 30), -1});
      after.names.push_back(nextName++);
      const int to = edges[edge].to;
      edges[edge].to = middle;
      edges.push_back({middle, to});
    }
    for (int i = 0; i < edits; ++i) remove(after, int(random() % after.request.boxes.size()));
    after.layout = layoutIncremental(after.request, earlierFrom(before, after));
    return after;
  }

  static void remove(Named& graph, int box) {
    graph.request.boxes.erase(graph.request.boxes.begin() + box);
    graph.names.erase(graph.names.begin() + box);
    std::vector<LayoutEdge> edges;
    for (LayoutEdge edge : graph.request.edges) {
      if (edge.from == box || edge.to == box) continue;
      edge.from -= edge.from > box ? 1 : 0;
      edge.to -= edge.to > box ? 1 : 0;
      edges.push_back(edge);
    }
    graph.request.edges = edges;
  }

  static LayoutRequest chain(int length) {
    LayoutRequest request;
    for (int i = 0; i < length; ++i) request.boxes.push_back({100, 60, -1});
    for (int i = 0; i + 1 < length; ++i) request.edges.push_back({i, i + 1});
    return request;
  }

 private Q_SLOTS:
  void withoutAChangeNothingMovesAndEveryRouteStays() {
    const Named before = layered(randomNetwork(3, 300));
    const Layout after = layoutIncremental(before.request, earlierFrom(before, before));
    QVERIFY(after.positions == before.layout.positions);
    for (std::size_t i = 0; i < after.edges.size(); ++i) {
      QVERIFY(after.edges[i].isStub() == before.layout.edges[i].isStub());
      if (!after.edges[i].isStub()) QCOMPARE(after.edges[i].points.size(), before.layout.edges[i].points.size());
    }
  }

  void underRandomEditsWhatStaysDoesNotMoveAndNothingOverlaps() {
    for (unsigned seed = 1; seed <= 30; ++seed) {
      qInfo("seed %u", seed);
      std::mt19937 random(seed);
      Named graph = layered(randomNetwork(seed, 150));
      int nextName = 1000;
      for (int round = 0; round < 6; ++round) {
        const Named next = edited(graph, random, 5, nextName);
        const EarlierLayout earlier = earlierFrom(graph, next);
        for (std::size_t i = 0; i < next.names.size(); ++i) {
          if (earlier.boxes[i].corner) QVERIFY(next.layout.positions[i] == *earlier.boxes[i].corner);
        }
        const QString overlap = overlapIn(next.request, next.layout);
        QVERIFY2(overlap.isEmpty(), qPrintable(overlap));
        graph = next;
      }
    }
  }

  void underRandomEditsEdgesStayAboutAsShortAsInALayoutMadeAnew() {
    for (unsigned seed = 1; seed <= 15; ++seed) {
      std::mt19937 random(seed);
      Named graph = layered(randomNetwork(seed, 200));
      int nextName = 1000;
      for (int round = 0; round < 6; ++round) graph = edited(graph, random, 5, nextName);
      const double kept = totalLengthOf(graph.layout), anew = totalLengthOf(layoutLayered(graph.request));
      qInfo("seed %u: %.2f times as long", seed, kept / anew);
      QVERIFY(kept < 2 * anew);
    }
  }

  void aDeepNetworkOfFiftyThousandLevelsGoesOnWithoutRecursion() {
    const Named before = layered(residualNetwork(16700));
    std::mt19937 random(8);
    int nextName = 100000;
    const Named after = edited(before, random, 20, nextName);
    const EarlierLayout earlier = earlierFrom(before, after);
    for (std::size_t i = 0; i < after.names.size(); ++i)
      if (earlier.boxes[i].corner) QVERIFY(after.layout.positions[i] == *earlier.boxes[i].corner);
    QVERIFY(overlapIn(after.request, after.layout).isEmpty());
  }

  void theSameEditGivesTheSameLayout() {
    const Named before = layered(randomNetwork(5, 200));
    std::mt19937 one(9), other(9);
    int name = 1000, sameName = 1000;
    const Named a = edited(before, one, 8, name), b = edited(before, other, 8, sameName);
    QVERIFY(a.layout.positions == b.layout.positions);
  }

  void aBoxOnAnEdgeStandsBetweenItsEnds() {
    const Named before = layered(chain(2));
    Named after{before.request, {0, 1, 2}, {}};
    after.request.boxes.push_back({80, 20, -1});
    after.request.edges = {{0, 2}, {2, 1}};
    const Layout layout = layoutIncremental(after.request, earlierFrom(before, after));
    QVERIFY(layout.positions[0].y + 60 < layout.positions[2].y);
    QVERIFY(layout.positions[2].y + 20 < layout.positions[1].y);
    QCOMPARE(layout.positions[2].x + 40, layout.positions[0].x + 50);
  }

  void aBoxThatReplacesAnotherTakesItsPlace() {
    const Named before = layered(residualNetwork(6));
    Named after{before.request, before.names, {}};
    after.names[4] = 99;
    EarlierLayout earlier = earlierFrom(before, after);
    const LayoutPoint was = before.layout.positions[4];
    earlier.boxes[4].wish = LayoutPoint{was.x + 70, was.y + 22};
    QVERIFY(layoutIncremental(after.request, earlier).positions[4] == was);
  }

  void twoBoxesInTheRoomOfOneStandBelowEachOther() {
    const Named before = layered(chain(3));
    Named after{before.request, {0, 98, 2, 99}, {}};
    after.request.boxes.push_back({100, 60, -1});
    after.request.edges = {{0, 1}, {1, 3}, {3, 2}};
    const Layout layout = layoutIncremental(after.request, earlierFrom(before, after));
    QVERIFY(layout.positions[0].y + 60 < layout.positions[1].y);
    QVERIFY(layout.positions[1].y + 60 < layout.positions[3].y);
    QVERIFY(layout.positions[3].y + 60 < layout.positions[2].y);
  }

  void whereTwoEarlierPlacesOverlapTheFirmOneStays() {
    LayoutRequest request;
    request.boxes.assign(2, {100, 40, -1});
    EarlierLayout earlier;
    earlier.boxes = {{LayoutPoint{0, 0}, false, {}}, {LayoutPoint{50, 10}, true, {}}};
    const Layout layout = layoutIncremental(request, earlier);
    QVERIFY(layout.positions[1] == (LayoutPoint{50, 10}));
    QVERIFY(overlapIn(request, layout).isEmpty());
  }

  void aNewEdgePastABoxRunsBesideIt() {
    const Named before = layered(chain(3));
    Named after{before.request, before.names, {}};
    after.request.edges.push_back({0, 2});
    const Layout layout = layoutIncremental(after.request, earlierFrom(before, after));
    const auto& route = layout.edges.back().points;
    QCOMPARE(route.size(), std::size_t{4});
    const double left = layout.positions[1].x, right = left + 100;
    QVERIFY(route[1].x == route[2].x && (route[1].x < left || route[1].x > right));
  }

  void boxesWithoutAnyNeighbourFindAPlace() {
    Named before = layered(residualNetwork(4));
    Named after = before;
    for (int i = 0; i < 5; ++i) {
      after.request.boxes.push_back({90, 30, -1});
      after.names.push_back(100 + i);
    }
    after.layout = layoutIncremental(after.request, earlierFrom(before, after));
    QVERIFY(overlapIn(after.request, after.layout).isEmpty());
  }

  void aCycleOfNewBoxesIsPlaced() {
    LayoutRequest request;
    request.boxes.assign(3, {50, 20, -1});
    request.edges = {{0, 1}, {1, 2}, {2, 0}, {1, 1}};
    EarlierLayout earlier;
    earlier.boxes.resize(3);
    QVERIFY(overlapIn(request, layoutIncremental(request, earlier)).isEmpty());
  }

  void aChainOfFiftyThousandNewBoxesIsPlacedWithoutRecursion() {
    const LayoutRequest request = chain(50000);
    EarlierLayout earlier;
    earlier.boxes.resize(request.boxes.size());
    earlier.boxes[0].corner = LayoutPoint{0, 0};
    const Layout layout = layoutIncremental(request, earlier);
    QVERIFY(overlapIn(request, layout).isEmpty());
    QVERIFY(layout.positions.back().y > 50000 * 60);
  }

  void cancellingEndsTheWork() {
    const std::atomic<bool> cancel = true;
    const LayoutRequest request = chain(3);
    EarlierLayout earlier;
    earlier.boxes.resize(3);
    QVERIFY_THROWS_EXCEPTION(Cancelled, layoutIncremental(request, earlier, Progress({}, &cancel)));
  }
};

QTEST_APPLESS_MAIN(IncrementalTest)
#include "incremental_test.moc"
