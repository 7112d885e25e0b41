// Two files side by side: what stands for the same is found by structure and names, and the rest is what is different.

#include "session/comparison.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <random>
#include <set>

#include "onnx/zoo/zoo.h"
#include "parsed_view.h"

using namespace tasoscope;

namespace {

constexpr unsigned kSeed = 20191027;

GraphView withoutNames(GraphView graph) {
  graph.nodes.changeEach([](NodeView& node) {
    node.name.clear();
    for (TensorView& tensor : node.inputs)
      if (!tensor.isGraphInput) tensor.name.clear();
    for (TensorView& tensor : node.outputs)
      if (!tensor.isGraphOutput) tensor.name.clear();
  });
  graph.edges.changeEach([](EdgeView& edge) {
    if (edge.from && edge.to) edge.tensor.name.clear();
  });
  return graph;
}

std::unique_ptr<Session> zoo(const std::string& name) { return Session::openZoo(name, {}); }

}  // namespace

class ComparisonTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void aFileIsTheSameAsItself_data() {
    QTest::addColumn<QString>("model");
    for (const char* name : {"taso-module", "squeezenet", "resnext50", "nasrnn", "bert", "nasnet-a", "densenet121"})
      QTest::newRow(name) << name;
  }
  void aFileIsTheSameAsItself() {
    QFETCH(QString, model);
    GraphView one = zoo(model.toStdString())->view(0), two = zoo(model.toStdString())->view(0);
    GraphComparison comparison = compareGraphs(one, two);
    QVERIFY(comparison.differences.empty());
    for (std::size_t i = 0; i < one.nodes.size(); ++i) QCOMPARE(comparison.ofA[i], std::optional(i));
    // Names are not needed for it.
    QVERIFY(compareGraphs(one, withoutNames(two)).differences.empty());
    QVERIFY(compareGraphs(withoutNames(one), withoutNames(two)).differences.empty());
  }

  void everyNodeHasOnePartnerAtMostAndTheDifferencesCoverTheRest_data() { aFileIsTheSameAsItself_data(); }
  void everyNodeHasOnePartnerAtMostAndTheDifferencesCoverTheRest() {
    QFETCH(QString, model);
    GraphView one = zoo(model.toStdString())->view(0), two = zoo("squeezenet")->view(0);
    GraphComparison comparison = compareGraphs(one, two);
    std::size_t alone = 0;
    for (std::size_t i = 0; i < one.nodes.size(); ++i) {
      if (comparison.ofA[i])
        QCOMPARE(comparison.ofB[*comparison.ofA[i]], std::optional(i));
      else
        ++alone;
    }
    alone += static_cast<std::size_t>(std::ranges::count(comparison.ofB, std::optional<std::size_t>()));
    auto isAlone = [](const NodeDifference& difference) { return difference.kind != DifferenceKind::kChanged; };
    QCOMPARE(static_cast<std::size_t>(std::ranges::count_if(comparison.differences, isAlone)), alone);
  }

  void anOptimizedExportDiffersWhereItsStepsDid_data() {
    QTest::addColumn<QString>("model");
    for (const char* name : {"squeezenet", "resnext50", "bert", "taso-module"}) QTest::newRow(name) << name;
  }
  void anOptimizedExportDiffersWhereItsStepsDid() {
    QFETCH(QString, model);
    qInfo("seed %u", kSeed);
    QTemporaryDir folder;
    std::filesystem::path before = folder.filePath("before.onnx").toStdString();
    std::filesystem::path after = folder.filePath("after.onnx").toStdString();
    ZooOptions small;
    small.small = true;
    writeZooModel(model.toStdString(), small, before);
    std::unique_ptr<Session> session = Session::open(before, {});
    std::mt19937 random(kSeed);
    for (int i = 0; i < 3; ++i) {
      std::vector<CandidateView> candidates = session->candidates();
      if (!candidates.empty()) session->apply(candidates[random() % candidates.size()].match);
    }
    TrailView trail = session->trail();
    ExportOptions options;
    options.verify = false;
    session->exportOnnx(trail.current, after, options);
    GraphView a = session->view(0), b = Session::open(after, {})->view(0);
    StepDifference exact = trail.difference(0, trail.current);
    GraphComparison found = compareGraphs(a, b);
    QVERIFY(!found.differences.empty());
    // What no step touched corresponds, node by node, under its own name.
    std::set<OpId> removed(exact.removed.begin(), exact.removed.end());
    for (std::size_t i = 0; i < a.nodes.size(); ++i) {
      if (removed.contains(a.nodes[i].op)) continue;
      QVERIFY2(found.ofA[i].has_value(), a.nodes[i].name.c_str());
      QCOMPARE(b.nodes[*found.ofA[i]].operatorName, a.nodes[i].operatorName);
    }
    std::size_t gone = 0, added = 0;
    for (const NodeDifference& difference : found.differences) {
      gone += difference.kind == DifferenceKind::kRemoved;
      added += difference.kind == DifferenceKind::kAdded;
    }
    QVERIFY2(gone <= exact.removed.size(), qPrintable(QString("%1 > %2").arg(gone).arg(exact.removed.size())));
    QCOMPARE(a.nodes.size() - gone + added, b.nodes.size());
  }

  void aChangedAttributeIsSaidInWords() {
    GraphView one = zoo("squeezenet")->view(0), two = one;
    const auto pool = std::ranges::find(two.nodes, "MaxPool", &NodeView::operatorName);
    QVERIFY(pool != two.nodes.end() && !pool->attributes.empty());
    two.nodes.change(static_cast<std::size_t>(pool - two.nodes.begin()),
                     [](NodeView& node) { node.attributes[0].second = "[9, 9]"; });
    GraphComparison comparison = compareGraphs(one, two);
    QCOMPARE(comparison.differences.size(), std::size_t{1});
    QCOMPARE(comparison.differences[0].kind, DifferenceKind::kChanged);
    QVERIFY(comparison.differences[0].facts[0].find("→ [9, 9]") != std::string::npos);
  }

  void constantsOfOneTypeDifferByTheirValues() {
    const auto model = [](const char* bias) {
      return parseGraph(std::string("graph {\n  x: input float32 4x8\n  w: constant float32 8x8 seed 7\n"
                                    "  b: constant float32 8 seed ") +
                        bias + "\n  m = MatMul(x, w)\n  y = Add(m, b)\n  output y\n}\n");
    };
    const ParsedGraph one = model("1"), same = model("1"), other = model("2");
    const GraphView a = viewOf(one.graph()), b = viewOf(other.graph());
    QVERIFY(compareGraphs(a, viewOf(same.graph()), sameConstants(*one.space, *same.space)).differences.empty());
    const GraphComparison found = compareGraphs(a, b, sameConstants(*one.space, *other.space));
    QCOMPARE(found.differences.size(), std::size_t{1});
    QCOMPARE(a.nodes[*found.differences[0].a].operatorName, std::string("Add"));
    QCOMPARE(found.differences[0].facts, std::vector<std::string>{"other values in b"});
  }

  void inTheIdsOfTheOtherWhatCorrespondsIsTheSameAndTheRestIsForeign() {
    GraphView one = zoo("squeezenet")->view(0), two = zoo("resnet50")->view(0);
    GraphComparison comparison = compareGraphs(one, two);
    GraphView shown = inIdsOf(one, two, comparison);
    std::set<OpId> seen;
    for (std::size_t i = 0; i < shown.nodes.size(); ++i) {
      QVERIFY(seen.insert(shown.nodes[i].op).second);
      QCOMPARE(isForeign(shown.nodes[i].op), !comparison.ofB[i].has_value());
      if (comparison.ofB[i]) QCOMPARE(shown.nodes[i].op, one.nodes[*comparison.ofB[i]].op);
    }
    QCOMPARE(shown.edges.size(), two.edges.size());
  }
};

QTEST_GUILESS_MAIN(ComparisonTest)
#include "comparison_test.moc"
