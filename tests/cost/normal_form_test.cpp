#include "cost/normal_form.h"

#include <QTest>

#include "cost/cost_model.h"
#include "graph/text_form.h"

using namespace tasoscope;

namespace {

constexpr const char* kBlock = R"(graph {
  x: input float32 1x8x6x6
  w: constant float32 8x8x3x3 seed 1
  c: constant float32 1x8x1x1 seed 2
  z = Conv(x, w) {kernel_shape = [3, 3], pads = [1, 1, 1, 1]}
  s = Add(z, c)
  y = Relu(s)
  output y
})";

std::vector<std::string> operatorsOf(const Graph& graph) {
  std::vector<std::string> names;
  for (const OpId op : graph.liveOps())
    if (!graph.space().op(op).isConstant) names.push_back(graph.space().op(op).name());
  return names;
}

using Names = std::vector<std::string>;

Choice choiceOf(ParsedGraph& parsed, const char* op, std::vector<TensorId> inputs) {
  return {parsed.space->intern({findOperator(op), {}, std::move(inputs), 1}), 0, {}};
}

}  // namespace

class NormalFormTest : public QObject {
  Q_OBJECT

 private slots:
  void biasAndActivationJoinTheConvolution() {
    const ParsedGraph parsed = parseGraph(kBlock);
    Graph graph = parsed.graph();
    NormalForm form(*parsed.space);
    QCOMPARE(form.normalize(graph).empty(), false);
    QCOMPARE(operatorsOf(graph), Names{"Conv"});
    const Op& fused = parsed.space->op(graph.producer(parsed.tensor("y")));
    QCOMPARE(fused.attributes.string("activation"), std::string("relu"));
    QCOMPARE(fused.inputs.size(), std::size_t{3});
    graph.checkInvariants();
    QVERIFY(form.normalize(graph).empty());
  }

  void aResultThatIsReadTwiceOrIsAnOutputIsLeftAlone() {
    const ParsedGraph twice = parseGraph(R"(graph {
      x: input float32 4x4
      w: constant float32 4x4 seed 1
      z = MatMul(x, w)
      y = Relu(z)
      v = Neg(z)
      output y, v
    })");
    const ParsedGraph output = parseGraph(R"(graph {
      x: input float32 4x4
      w: constant float32 4x4 seed 1
      z = MatMul(x, w)
      y = Relu(z)
      output y, z
    })");
    for (const ParsedGraph* parsed : {&twice, &output}) {
      Graph graph = parsed->graph();
      NormalForm form(*parsed->space);
      QVERIFY(form.normalize(graph).empty());
    }
  }

  void aReaderThatLeavesMakesRoomForAFusion() {
    ParsedGraph parsed = parseGraph(R"(graph {
      x: input float32 4x4
      w: constant float32 4x4 seed 1
      z = MatMul(x, w)
      y = Relu(z)
      v = Neg(z)
      output y, v
    })");
    Graph graph = parsed.graph();
    NormalForm form(*parsed.space);
    form.normalize(graph);
    const Hash128 before = graph.hash();
    const Fact step{parsed.tensor("v"), choiceOf(parsed, "Neg", {parsed.tensor("x")}), true};
    for (int i = 0; i < 2; ++i) {  // the second time all matches are old
      QCOMPARE(graph.apply({&step, 1}), ApplyResult::kApplied);
      std::vector<std::vector<Fact>> record;
      form.normalizeAround(graph, graph.lastChange(), &record);
      QCOMPARE(record.size(), std::size_t{1});
      QCOMPARE(graph.depth(), std::size_t{2});
      QCOMPARE(operatorsOf(graph).size(), std::size_t{2});
      graph.checkInvariants();
      while (graph.depth() > 0) graph.undo();
      QCOMPARE(graph.hash(), before);
    }
  }

  void aStepThatTouchesNoProductFusesNothing() {
    ParsedGraph parsed = parseGraph("graph {\n x: input float32 4\n a = Neg(x)\n y = Relu(a)\n output y\n}");
    Graph graph = parsed.graph();
    NormalForm form(*parsed.space);
    const Fact step{parsed.tensor("y"), choiceOf(parsed, "Abs", {parsed.tensor("a")}), true};
    QCOMPARE(graph.apply({&step, 1}), ApplyResult::kApplied);
    form.normalizeAround(graph, graph.lastChange());
    QCOMPARE(graph.depth(), std::size_t{1});
  }

  void theExpansionBringsTheModelsOwnNodesBack() {
    const ParsedGraph parsed = parseGraph(kBlock);
    Graph graph = parsed.graph();
    const Hash128 loaded = graph.hash();
    NormalForm form(*parsed.space);
    form.normalize(graph);
    QVERIFY(graph.hash() != loaded);
    const std::vector<Fact> facts = form.expansionOf(graph, graph.producer(parsed.tensor("y")));
    QCOMPARE(graph.apply(facts), ApplyResult::kApplied);
    QCOMPARE(graph.hash(), loaded);
    QVERIFY(form.expansionOf(graph, graph.producer(parsed.tensor("y"))).empty());
  }

  void equalPairsBecomeOneAndComeBackAsTwo() {
    const ParsedGraph parsed = parseGraph(R"(graph {
      x: input float32 4x4
      w: constant float32 4x4 seed 1
      a = MatMul(x, w)
      b = MatMul(x, w)
      y = Relu(a)
      v = Relu(b)
      output y, v
    })");
    Graph graph = parsed.graph();
    const Hash128 loaded = graph.hash();
    NormalForm form(*parsed.space);
    form.normalize(graph);
    QCOMPARE(operatorsOf(graph), Names{"MatMul"});
    const std::vector<Fact> facts = form.expansionOf(graph, graph.producer(parsed.tensor("y")));
    QCOMPARE(graph.apply(facts), ApplyResult::kApplied);
    QCOMPARE(graph.hash(), loaded);
  }

  void tensorsThatChooseOneReaderAreFusedTogether() {
    ParsedGraph parsed = parseGraph(R"(graph {
      x: input float32 4x4
      w: constant float32 4x4 seed 1
      z = MatMul(x, w)
      y = Relu(z)
      v = Relu(z)
      output y, v
    })");
    Graph graph = parsed.graph();
    NormalForm form(*parsed.space);
    QVERIFY(form.normalize(graph).empty());
    const Fact merge{parsed.tensor("v"), graph.choice(parsed.tensor("y")), true};
    QCOMPARE(graph.apply({&merge, 1}), ApplyResult::kApplied);
    const Hash128 merged = graph.hash();
    form.normalizeAround(graph, graph.lastChange());
    QCOMPARE(operatorsOf(graph), Names{"MatMul"});
    graph.checkInvariants();
    QCOMPARE(graph.apply(form.expansionOf(graph, graph.producer(parsed.tensor("v")))), ApplyResult::kApplied);
    QCOMPARE(graph.hash(), merged);
  }

  void theFormDoesNotDependOnTheOrderOfSteps() {
    const char* text = R"(graph {
      x: input float32 1x8x6x6
      w: constant float32 8x8x3x3 seed 1
      c: constant float32 1x8x1x1 seed 2
      z = Conv(x, w) {kernel_shape = [3, 3], pads = [1, 1, 1, 1]}
      s = Add(z, c)
      y = Relu(s)
      p = Neg(z)
      q = Neg(s)
      output y, p, q
    })";
    ParsedGraph parsed = parseGraph(text);
    NormalForm form(*parsed.space);
    const Fact p{parsed.tensor("p"), choiceOf(parsed, "Abs", {parsed.tensor("x")}), true};
    const Fact q{parsed.tensor("q"), choiceOf(parsed, "Abs", {parsed.tensor("x")}), true};
    std::vector<Hash128> hashes;
    for (const bool p_first : {true, false}) {
      Graph graph = parsed.graph();
      form.normalize(graph);
      for (const Fact& fact : {p_first ? p : q, p_first ? q : p}) {
        QCOMPARE(graph.apply({&fact, 1}), ApplyResult::kApplied);
        form.normalizeAround(graph, graph.lastChange());
      }
      hashes.push_back(graph.hash());
      QCOMPARE(operatorsOf(graph), (Names{"Conv", "Abs"}));
    }
    QCOMPARE(hashes[0], hashes[1]);
  }

  void whatIsWrittenAndReadAgainReachesTheSameFormAndPrice() {
    const char* block = R"(graph {
      x: input float32 1x8x6x6
      w: constant float32 8x8x3x3 seed 1
      v: constant float32 8x8x1x1 seed 3
      c: constant float32 1x8x1x1 seed 2
      z = Conv(x, w) {kernel_shape = [3, 3], pads = [1, 1, 1, 1]}
      s = Add(z, c)
      t = Relu(s)
      u = Conv(t, v) {kernel_shape = [1, 1]}
      r = Add(u, t)
      y = Clip(r) {min = 0.0, max = 6.0}
      output y
    })";
    ParsedGraph parsed = parseGraph(block);
    CostModel model(*findDevice("h100"));
    Graph graph(*parsed.space, parsed.outputs, &model);
    NormalForm form(*parsed.space);
    form.normalize(graph);
    // A step that frees the second product for a fusion.
    const Fact step{parsed.tensor("r"), choiceOf(parsed, "Relu", {parsed.tensor("u")}), true};
    QCOMPARE(graph.apply({&step, 1}), ApplyResult::kApplied);
    form.normalizeAround(graph, graph.lastChange());
    const Price reported = graph.price();
    QCOMPARE(reported.launches, std::int64_t{3});

    for (const OpId op : graph.liveOps())
      if (graph.isLive(op)) graph.apply(form.expansionOf(graph, op));
    QCOMPARE(operatorsOf(graph), (Names{"Conv", "Add", "Relu", "Conv", "Relu", "Clip"}));
    const ParsedGraph read = parseGraph(printGraph(graph));
    CostModel reader(*findDevice("h100"));
    Graph again(*read.space, read.outputs, &reader);
    NormalForm(*read.space).normalize(again);
    QCOMPARE(again.price(), reported);
  }

  void theFusedFormCostsLessThanItsParts() {
    const ParsedGraph parsed = parseGraph(kBlock);
    CostModel model(*findDevice("h100"));
    Graph graph(*parsed.space, parsed.outputs, &model);
    const Price apart = graph.price();
    NormalForm(*parsed.space).normalize(graph);
    QVERIFY(graph.price().picoseconds < apart.picoseconds);
    QCOMPARE(graph.price().launches, std::int64_t{1});
  }
};

QTEST_GUILESS_MAIN(NormalFormTest)
#include "normal_form_test.moc"
