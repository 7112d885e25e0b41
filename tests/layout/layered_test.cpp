// Our own layout: properties that hold for every graph, on regular and random ones.

#include "layout/layered.h"

#include <QtTest>
#include <algorithm>
#include <cmath>

#include "layout/layered/layered_graph.h"
#include "layout/layered/ordering.h"
#include "layout/layered/ranking.h"
#include "layout_checks.h"
#include "processor_time.h"
#include "sample_requests.h"

using namespace tasoscope;

class LayeredTest : public QObject {
  Q_OBJECT

 private:
  static bool overlap(const LayoutRequest& request, const Layout& layout, std::size_t a, std::size_t b) {
    const auto& p = layout.positions[a];
    const auto& q = layout.positions[b];
    return p.x + request.boxes[a].width > q.x && q.x + request.boxes[b].width > p.x &&
           p.y + request.boxes[a].height > q.y && q.y + request.boxes[b].height > p.y;
  }

  static void checkProperties(const LayoutRequest& request, const Layout& layout) {
    QCOMPARE(layout.positions.size(), request.boxes.size());
    for (std::size_t a = 0; a < request.boxes.size(); ++a) {
      for (std::size_t b = a + 1; b < request.boxes.size(); ++b) {
        QVERIFY2(!overlap(request, layout, a, b), qPrintable(QString("boxes %1 and %2 overlap").arg(a).arg(b)));
      }
      QVERIFY(layout.positions[a].x >= -1e-6 && layout.positions[a].x + request.boxes[a].width <= layout.width + 1e-6);
      QVERIFY(layout.positions[a].y >= -1e-6 &&
              layout.positions[a].y + request.boxes[a].height <= layout.height + 1e-6);
    }
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
      const auto from = static_cast<std::size_t>(request.edges[i].from),
                 to = static_cast<std::size_t>(request.edges[i].to);
      const PlacedEdge& edge = layout.edges[i];
      const auto& arrival = edge.isStub() ? edge.arrival : edge.points;
      QVERIFY(edge.points.size() >= 2);
      QCOMPARE(edge.points.front().y, layout.positions[from].y + request.boxes[from].height);
      QCOMPARE(arrival.back().y, layout.positions[to].y);
      QVERIFY(layout.positions[from].y + request.boxes[from].height < layout.positions[to].y);
      QVERIFY(std::is_sorted(edge.points.begin(), edge.points.end(), [](auto a, auto b) { return a.y < b.y; }));
    }
  }

  static bool equal(const Layout& a, const Layout& b) {
    return a.positions == b.positions && std::equal(a.edges.begin(), a.edges.end(), b.edges.begin(), b.edges.end(),
                                                    [](const auto& x, const auto& y) { return x.points == y.points; });
  }

 private Q_SLOTS:
  void anEmptyGraphHasAnEmptyPicture() { QCOMPARE(layoutLayered({}).width, 0.0); }

  void boxesOfARegularNetworkDoNotOverlapAndEdgesGoDown() {
    const LayoutRequest request = residualNetwork(60);
    checkProperties(request, layoutLayered(request));
  }

  void aChainStandsInOneColumn() {
    LayoutRequest request;
    for (int i = 0; i < 5; ++i) request.boxes.push_back({100.0 + 10 * i, 40, -1});
    for (int i = 0; i < 4; ++i) request.edges.push_back({i, i + 1});
    const Layout layout = layoutLayered(request);
    for (std::size_t i = 0; i < 5; ++i) QCOMPARE(layout.positions[i].x + request.boxes[i].width / 2, layout.width / 2);
  }

  void boxesOfRandomNetworksDoNotOverlapAndEdgesGoDown() {
    for (unsigned seed = 1; seed <= 20; ++seed) {
      qInfo("seed %u", seed);
      const LayoutRequest request = randomNetwork(seed, 120);
      checkProperties(request, layoutLayered(request));
    }
  }

  void edgesCrossNoMoreRowsThanTheyMayAndHardlyWander() {
    for (unsigned seed = 1; seed <= 20; ++seed) {
      const LayoutRequest request = randomNetwork(seed, 400);
      const Layout layout = layoutLayered(request);
      double tallest = 0, straight = 0;
      for (const LayoutBox& box : request.boxes) tallest = std::max(tallest, box.height);
      for (const PlacedEdge& edge : layout.edges) {
        for (const auto* piece : {&edge.points, &edge.arrival}) {
          if (piece->empty()) continue;
          const LayoutPoint &a = piece->front(), &b = piece->back();
          QVERIFY(b.y - a.y <= request.longestEdge * (tallest + request.rankGap));
          straight += std::hypot(b.x - a.x, b.y - a.y);
        }
      }
      qInfo("seed %u: %.2f times as long as straight lines", seed, totalLengthOf(layout) / straight);
      QVERIFY(totalLengthOf(layout) < 1.5 * straight);
    }
  }

  void edgesOfARegularNetworkAreHardlyLongerThanTheWayDown() {
    const LayoutRequest request = residualNetwork(200);
    const Layout layout = layoutLayered(request);
    double down = 0;
    for (const LayoutEdge& edge : request.edges) {
      const auto from = static_cast<std::size_t>(edge.from), to = static_cast<std::size_t>(edge.to);
      down += layout.positions[to].y - layout.positions[from].y - request.boxes[from].height;
    }
    QVERIFY(totalLengthOf(layout) < 2 * down);
  }

  void fiftyThousandLevelsAreLaidOutWithoutRecursion() {
    LayoutRequest request = residualNetwork(16700);
    std::mt19937 random(4);
    const auto count = static_cast<unsigned>(request.boxes.size());
    for (int i = 0; i < 5000; ++i) {  // edges of every length, the longest from the first box to the last
      const auto from = static_cast<int>(i == 0 ? 0 : random() % (count - 1));
      const auto to = i == 0 ? count - 1 : static_cast<unsigned>(from) + 1 + random() % (count - 1 - unsigned(from));
      request.edges.push_back({from, static_cast<int>(to)});
    }
    const Layout layout = layoutLayered(request);
    QVERIFY(*std::max_element(layout.ranks.begin(), layout.ranks.end()) >= 50000);
    QVERIFY(overlapIn(request, layout).isEmpty());
    QVERIFY(layout.edges[static_cast<std::size_t>(request.edges.size()) - 5000].isStub());
  }

  void theSameGraphGivesTheSamePicture() {
    const LayoutRequest request = randomNetwork(7, 400);
    QVERIFY(equal(layoutLayered(request), layoutLayered(request)));
  }

  void anEdgeOverManyRowsBecomesAPairOfStubs() {
    LayoutRequest request = residualNetwork(20);
    request.edges.push_back({0, static_cast<int>(request.boxes.size()) - 1});
    const Layout layout = layoutLayered(request);
    QVERIFY(layout.edges.back().isStub());
    QVERIFY(!layout.edges.front().isStub());
    checkProperties(request, layout);
  }

  void longEdgesAreStraightBetweenTheirBends() {
    const Layout layout = layoutLayered(residualNetwork(3));
    const auto& skip = layout.edges[3].points;  // around the first block
    QCOMPARE(skip.size(), std::size_t{4});
    QCOMPARE(skip[1].x, skip[2].x);
  }

  void aCycleIsDrawnAndDoesNotHang() {
    LayoutRequest request;
    request.boxes.assign(3, {50, 20, -1});
    request.edges = {{0, 1}, {1, 2}, {2, 0}, {1, 1}};
    const Layout layout = layoutLayered(request);
    QCOMPARE(layout.ranks, (std::vector<int>{0, 1, 2}));
    QVERIFY(layout.edges[2].points.front().y > layout.edges[2].points.back().y);
    QVERIFY(layout.edges[3].points.empty());
  }

  void crossingsAreCountedAsANaiveCountDoes() {
    const auto graph = makeTwoRows();
    std::size_t naive = 0;
    for (int a = 0; a < 6; ++a) {
      for (int b = a + 1; b < 6; ++b) {
        for (const int x : graph.below.of(a)) {
          for (const int y : graph.below.of(b)) naive += graph.places[std::size_t(x)] > graph.places[std::size_t(y)];
        }
      }
    }
    QVERIFY(naive > 0);
    QCOMPARE(layered::countCrossings(graph), naive);
  }

  void sweepsRemoveTheCrossingsOfAGraphThatCanBeDrawnWithoutAny() {
    LayoutRequest request;
    request.boxes.assign(8, {50, 20, -1});
    request.edges = {{0, 7}, {1, 6}, {2, 5}, {3, 4}};
    const Layout layout = layoutLayered(request);
    for (std::size_t a = 0; a < 4; ++a) {
      for (std::size_t b = a + 1; b < 4; ++b) {
        const bool isLeftAbove = layout.edges[a].points.front().x < layout.edges[b].points.front().x;
        const bool isLeftBelow = layout.edges[a].points.back().x < layout.edges[b].points.back().x;
        QCOMPARE(isLeftAbove, isLeftBelow);
      }
    }
  }

  void consumersStandInTheOrderOfThePortsThatTheyRead() {
    LayoutRequest request;
    request.boxes.assign(4, {80, 30, -1});
    request.edges = {{0, 1, 0.75}, {0, 2, 0.5}, {0, 3, 0.25}};
    const Layout layout = layoutLayered(request);
    QVERIFY(layout.positions[3].x < layout.positions[2].x && layout.positions[2].x < layout.positions[1].x);
  }

  void cancellingEndsTheWork() {
    const std::atomic<bool> cancel = true;
    QVERIFY_THROWS_EXCEPTION(Cancelled, layoutLayered(residualNetwork(10), Progress({}, &cancel)));
  }

  void workGrowsAboutLinearlyWithTheNetwork() {
    // Ratios of times of one program on one machine: quadratic work would take 16 times as long for 4 times the boxes.
    const LayoutRequest small = residualNetwork(2000), large = residualNetwork(8000);
    const double smallTime = processorTime(5, [&] { layoutLayered(small); });
    const double largeTime = processorTime(5, [&] { layoutLayered(large); });
    qInfo("%zu boxes: %.0f ms, %zu boxes: %.0f ms", small.boxes.size(), smallTime * 1e3, large.boxes.size(),
          largeTime * 1e3);
    QVERIFY(largeTime < 10 * smallTime);
  }

 private:
  static layered::LayeredGraph makeTwoRows() {
    std::mt19937 random(3);
    layered::LayeredGraph graph;
    graph.boxCount = 12;
    graph.widths.assign(12, 10);
    graph.rows = {{0, 1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11}};
    graph.ranks = {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1};
    std::vector<layered::LinkEnd> down, up;
    for (int i = 0; i < 15; ++i) {
      const int upper = static_cast<int>(random() % 6), lower = 6 + static_cast<int>(random() % 6);
      down.push_back({upper, lower});
      up.push_back({lower, upper});
    }
    graph.below = layered::Adjacency(12, down);
    graph.above = layered::Adjacency(12, up);
    graph.updatePlaces();
    return graph;
  }
};

QTEST_APPLESS_MAIN(LayeredTest)
#include "layered_test.moc"
