// Graphviz in a child process: its answer, its limits, and what happens without it.

#include "layout/graphviz.h"

#include <QtTest>
#include <thread>

#include "layout/child_process.h"
#include "sample_requests.h"

using namespace tasoscope;
using namespace std::chrono_literals;

class GraphvizTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void aChildGetsItsInputAndItsOutputIsRead() {
    const std::string text(1'000'000, 'x');  // more than a pipe holds
    const ChildResult result = runChild({"cat"}, text, 20s);
    QCOMPARE(result.status, 0);
    QVERIFY(result.output == text);
  }

  void aChildThatTakesTooLongIsKilled() {
    const ChildResult result = runChild({"sleep", "600"}, "", 50ms);
    QVERIFY(result.isTimedOut);
  }

  void aChildIsKilledWhenTheWorkIsCancelled() {
    std::atomic<bool> cancel = false;
    std::thread canceller([&] {
      std::this_thread::sleep_for(30ms);
      cancel = true;
    });
    QVERIFY_THROWS_EXCEPTION(Cancelled, runChild({"sleep", "600"}, "", 600s, Progress({}, &cancel)));
    canceller.join();
  }

  void aChildThatDoesNotReadDoesNotEndThisProcess() {
    QCOMPARE(runChild({"false"}, std::string(1'000'000, 'x'), 20s).status, 1);
  }

  void aMissingProgramIsAnError() { QVERIFY_THROWS_EXCEPTION(ResourceError, runChild({"/no/such/program"}, "", 1s)); }

  void withoutDotThereIsNoLayout() { QVERIFY(!layoutWithGraphviz(residualNetwork(3), {.program = "/no/such/dot"})); }

  void anAnswerThatIsNotALayoutIsRefused() { QVERIFY(!layoutWithGraphviz(residualNetwork(3), {.program = "echo"})); }

  void dotPlacesBoxesWithoutOverlapAndEdgesDownward() {
    const LayoutRequest request = residualNetwork(8);
    const auto layout = layoutWithGraphviz(request, {.limit = 60s});
    if (!layout) QFAIL("dot gave no layout: is graphviz installed?");
    for (std::size_t i = 0; i < request.edges.size(); ++i) {
      const auto from = static_cast<std::size_t>(request.edges[i].from),
                 to = static_cast<std::size_t>(request.edges[i].to);
      QVERIFY(layout->positions[from].y + request.boxes[from].height < layout->positions[to].y);
      QVERIFY(layout->ranks[from] < layout->ranks[to]);
      QVERIFY(layout->edges[i].isBezier);
      QCOMPARE(layout->edges[i].points.size() % 3, std::size_t{1});
    }
  }

  /// As when the nodes of a chain are named by their operators.
  void aChainOfInterleavedClustersStaysAChain() {
    LayoutRequest request;
    for (int i = 0; i < 12; ++i) {
      request.boxes.push_back({80, 30, i % 3});
      if (i > 0) request.edges.push_back({i - 1, i});
    }
    const auto layout = layoutWithGraphviz(request, {.limit = 60s});
    if (!layout) QFAIL("dot gave no layout: is graphviz installed?");
    for (std::size_t i = 1; i < request.boxes.size(); ++i)
      QVERIFY(layout->positions[i - 1].y + request.boxes[i - 1].height < layout->positions[i].y);
  }

  void clustersThatAreBlocksOfAChainAreKept() {
    LayoutRequest request;
    for (int i = 0; i < 6; ++i) {
      request.boxes.push_back({80, 30, i / 3});
      if (i > 0) request.edges.push_back({i - 1, i});
    }
    const std::string source = graphvizSource(request, {}, Effort::kThorough);
    QVERIFY(source.find("cluster_0") != std::string::npos && source.find("cluster_1") != std::string::npos);
    request.edges.push_back({0, 5});
    request.boxes[4].cluster = 0;  // a path leaves it and comes back
    QVERIFY(graphvizSource(request, {}, Effort::kThorough).find("cluster_0") == std::string::npos);
  }

  void longEdgesAreKeptFromDot() {
    LayoutRequest request = residualNetwork(20);
    const int last = static_cast<int>(request.boxes.size()) - 1;
    request.edges.push_back({0, last});
    const std::string source = graphvizSource(request);
    QVERIFY(source.find("n0:s -> n" + std::to_string(last)) == std::string::npos);
    const auto layout = layoutWithGraphviz(request, {.limit = 60s});
    QVERIFY(layout && layout->edges.back().isStub());
  }
};

QTEST_APPLESS_MAIN(GraphvizTest)
#include "graphviz_test.moc"
