#include "graph/graph.h"

#include <QtTest>
#include <random>

#include "graph/text_form.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

// Prices every op by its id, so that sums tell which ops are live.
class IdPrices : public PriceSource {
 public:
  Price priceOf(const Space&, OpId op) override { return {1000 + op.value, 1, 0}; }
};

OpId intern(Space& space, std::string_view name, std::vector<TensorId> inputs, Attributes attributes = {},
            int outputs = 1) {
  return space.intern({findOperator(name), std::move(attributes), std::move(inputs), outputs});
}

Fact root(TensorId tensor, OpId op, std::uint16_t output = 0) { return {tensor, {op, output, {}}, true}; }

}  // namespace

class GraphTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void wholeNumbersThatFollowFromAShapeAreKnownWhateverTheOperator() {
    const ParsedGraph parsed = parseGraph(R"(graph {
      x: input float32 2x6
      n: constant int64 2 = [4, 6]
      s = Shape(x)
      rest = Mod(n, s)
      isNone = Equal(rest, s)
      isSome = Not(isNone)
      repeats = Where(isSome, n, s)
      y = Tile(x, repeats)
      output y
    })");
    const auto& known = parsed.space->tensor(parsed.tensor("repeats")).elements;
    QVERIFY(known.has_value());
    QCOMPARE((*known)[0].value(), 4);
    QCOMPARE((*known)[1].value(), 6);
    QVERIFY(parsed.space->tensor(parsed.tensor("y")).type.shape == (Shape{8, 36}));
  }

  void anInternedOpIsMadeOnce();
  void loadedEqualNodesStayDistinct();
  void commutativeOperandsAreOneOpInEitherOrder();
  void applyReplacesTheProducerAndUndoRestoresEverything();
  void aStepThatClosesACycleIsRefusedAndChangesNothing();
  void anAliasTakesThePlaceOfItsTensor();
  void tensorsThatChooseOneOutputAreOneValue();
  void anOutputStaysLiveAlthoughNothingReadsIt();
  void theHashForgetsTheOrderOfSteps();
  void aTensorThatDiesForgetsItsChoice();
  void theDigestIgnoresIds();
  void randomWalksKeepAllInvariants();
  void theTextFormParsesBackToTheSameGraph();
  void theTextFormNamesThePlaceOfAnError();
};

void GraphTest::anInternedOpIsMadeOnce() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 y = Relu(x) output y }");
  TensorId x = parsed.tensor("x");
  OpId first = intern(*parsed.space, "Tanh", {x});
  QCOMPARE(intern(*parsed.space, "Tanh", {x}), first);
  QCOMPARE(intern(*parsed.space, "Relu", {x}), parsed.space->tensor(parsed.tensor("y")).op);
}

void GraphTest::loadedEqualNodesStayDistinct() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 y = Relu(x) z = Relu(x) output y, z }");
  QVERIFY(parsed.space->tensor(parsed.tensor("y")).op != parsed.space->tensor(parsed.tensor("z")).op);
  QCOMPARE(parsed.graph().liveOpCount(), std::size_t{2});
}

void GraphTest::commutativeOperandsAreOneOpInEitherOrder() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 y: input float32 4 z = Sub(x, y) output z }");
  TensorId x = parsed.tensor("x"), y = parsed.tensor("y");
  QCOMPARE(intern(*parsed.space, "Add", {x, y}), intern(*parsed.space, "Add", {y, x}));
  QVERIFY(intern(*parsed.space, "Sub", {y, x}) != parsed.space->tensor(parsed.tensor("z")).op);
}

void GraphTest::applyReplacesTheProducerAndUndoRestoresEverything() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 a = Neg(x) b = Neg(a) c = Relu(b) output c }");
  IdPrices prices;
  Graph graph(*parsed.space, parsed.outputs, &prices);
  Price price = graph.price();
  Hash128 hash = graph.hash();
  OpId tanh = intern(*parsed.space, "Tanh", {parsed.tensor("x")});
  std::vector<Fact> facts{root(parsed.tensor("b"), tanh)};
  QCOMPARE(graph.apply(facts), ApplyResult::kApplied);
  graph.checkInvariants();
  QCOMPARE(graph.liveOpCount(), std::size_t{2});
  QVERIFY(!graph.isLive(parsed.tensor("a")));
  QCOMPARE(graph.apply(facts), ApplyResult::kUnchanged);
  graph.undo();
  graph.checkInvariants();
  QCOMPARE(graph.price(), price);
  QCOMPARE(graph.hash(), hash);
  QVERIFY(graph.isLive(parsed.tensor("a")));
}

void GraphTest::aStepThatClosesACycleIsRefusedAndChangesNothing() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 a = Relu(x) b = Neg(a) c = Neg(b) output c }");
  Graph graph = parsed.graph();
  Hash128 hash = graph.hash();
  OpId loop = intern(*parsed.space, "Relu", {parsed.tensor("c")});
  std::vector<Fact> facts{root(parsed.tensor("a"), loop)};
  QCOMPARE(graph.apply(facts), ApplyResult::kCycle);
  graph.checkInvariants();
  QCOMPARE(graph.hash(), hash);
  std::vector<Fact> alias{{parsed.tensor("a"), {{}, 0, parsed.tensor("c")}, true}};
  QCOMPARE(graph.apply(alias), ApplyResult::kCycle);
  graph.checkInvariants();
}

void GraphTest::anAliasTakesThePlaceOfItsTensor() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 a = Neg(x) b = Neg(a) c = Relu(b) output c }");
  Graph graph = parsed.graph();
  std::vector<Fact> facts{{parsed.tensor("b"), {{}, 0, parsed.tensor("x")}, true}};
  QCOMPARE(graph.apply(facts), ApplyResult::kApplied);
  graph.checkInvariants();
  QCOMPARE(graph.liveOpCount(), std::size_t{1});
  QCOMPARE(graph.representative(parsed.tensor("b")), parsed.tensor("x"));
  QCOMPARE(graph.valueUses(parsed.tensor("x")), 1u);
}

void GraphTest::tensorsThatChooseOneOutputAreOneValue() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 a = Relu(x) b = Relu(x) c = Add(a, b) output c }");
  Graph graph = parsed.graph();
  TensorId a = parsed.tensor("a"), b = parsed.tensor("b");
  std::vector<Fact> facts{root(b, parsed.space->tensor(a).op)};
  QCOMPARE(graph.apply(facts), ApplyResult::kApplied);
  graph.checkInvariants();
  QCOMPARE(graph.liveOpCount(), std::size_t{2});
  QCOMPARE(graph.representative(b), a);
  QCOMPARE(graph.valueUses(b), 2u);
}

void GraphTest::anOutputStaysLiveAlthoughNothingReadsIt() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 a = Relu(x) b = Neg(a) output a, b }");
  Graph graph = parsed.graph();
  std::vector<Fact> facts{root(parsed.tensor("b"), intern(*parsed.space, "Tanh", {parsed.tensor("x")}))};
  QCOMPARE(graph.apply(facts), ApplyResult::kApplied);
  QVERIFY(graph.isLive(parsed.tensor("a")));
  QVERIFY(graph.isOutput(parsed.tensor("a")));
}

void GraphTest::theHashForgetsTheOrderOfSteps() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 a = Relu(x) b = Tanh(a) c = Neg(b) output c }");
  OpId exp = intern(*parsed.space, "Exp", {parsed.tensor("x")}),
       log = intern(*parsed.space, "Log", {parsed.tensor("a")});
  std::vector<Fact> one{root(parsed.tensor("a"), exp)}, two{root(parsed.tensor("b"), log)};
  Graph forwards = parsed.graph(), backwards = parsed.graph();
  QCOMPARE(forwards.apply(one), ApplyResult::kApplied);
  QCOMPARE(forwards.apply(two), ApplyResult::kApplied);
  QCOMPARE(backwards.apply(two), ApplyResult::kApplied);
  QCOMPARE(backwards.apply(one), ApplyResult::kApplied);
  QCOMPARE(forwards.hash(), backwards.hash());
  QVERIFY(forwards.hash() != parsed.graph().hash());
}

void GraphTest::aTensorThatDiesForgetsItsChoice() {
  ParsedGraph parsed = parseGraph("graph { x: input float32 4 a = Relu(x) b = Tanh(a) output b }");
  TensorId a = parsed.tensor("a"), b = parsed.tensor("b");
  Graph graph = parsed.graph();
  std::vector<Fact> change{root(a, intern(*parsed.space, "Exp", {parsed.tensor("x")}))};
  std::vector<Fact> drop{root(b, intern(*parsed.space, "Neg", {parsed.tensor("x")}))};
  std::vector<Fact> back{root(b, parsed.space->tensor(b).op)};
  QCOMPARE(graph.apply(change), ApplyResult::kApplied);
  QCOMPARE(graph.apply(drop), ApplyResult::kApplied);
  QCOMPARE(graph.apply(back), ApplyResult::kApplied);
  graph.checkInvariants();
  QCOMPARE(graph.hash(), parsed.graph().hash());
}

void GraphTest::theDigestIgnoresIds() {
  ParsedGraph one = parseGraph("graph { x: input float32 4 a = Relu(x) b = Tanh(x) c = Add(a, b) output c }");
  ParsedGraph two = parseGraph("graph { x: input float32 4 b = Tanh(x) a = Relu(x) c = Add(a, b) output c }");
  ParsedGraph three = parseGraph("graph { x: input float32 4 b = Tanh(x) a = Relu(b) c = Add(a, b) output c }");
  QCOMPARE(structuralDigest(one.graph()), structuralDigest(two.graph()));
  QVERIFY(structuralDigest(one.graph()) != structuralDigest(three.graph()));
}

// Elementwise ops over one shape, so that any tensor may get any producer; the random facts include cycles.
void GraphTest::randomWalksKeepAllInvariants() {
  const quint64 seed = 20261130;
  qInfo("seed %llu", static_cast<unsigned long long>(seed));
  std::mt19937_64 random(seed);
  std::string text = "graph { x: input float32 4 t0 = Relu(x)\n";
  for (int i = 1; i < 12; ++i)
    text += "t" + std::to_string(i) + " = Add(t" + std::to_string(random() % static_cast<quint64>(i)) + ", t" +
            std::to_string(i - 1) + ")\n";
  ParsedGraph parsed = parseGraph(text + "output t11, t5 }");
  IdPrices prices;
  Graph graph(*parsed.space, parsed.outputs, &prices);
  std::vector<std::pair<Hash128, Price>> history{{graph.hash(), graph.price()}};
  std::size_t cycles = 0;
  for (int round = 0; round < 3000; ++round) {
    if (random() % 3 == 0 && graph.depth() > 0) {
      graph.undo();
      history.pop_back();
    } else {
      auto pick = [&] {
        return TensorId{static_cast<std::uint32_t>(random() % std::min<std::size_t>(parsed.space->tensorCount(), 40))};
      };
      std::vector<Fact> facts;
      for (std::uint64_t i = 0; i <= random() % 2; ++i) {
        TensorId target{static_cast<std::uint32_t>(1 + random() % 12)};
        Choice choice{{}, 0, pick()};
        if (random() % 4) choice = {intern(*parsed.space, "Add", {pick(), pick()}), 0, {}};
        bool isTaken = !facts.empty() && facts[0].tensor == target;
        if (choice.alias != target && !isTaken) facts.push_back({target, choice, true});
      }
      ApplyResult result = graph.apply(facts);
      cycles += result == ApplyResult::kCycle;
      if (result == ApplyResult::kApplied) history.emplace_back(graph.hash(), graph.price());
    }
    graph.checkInvariants();
    QVERIFY(graph.hash() == history.back().first && graph.price() == history.back().second);
    QCOMPARE(graph.liveOps().size(), graph.liveOpCount());
  }
  QVERIFY(cycles > 100);
}

void GraphTest::theTextFormParsesBackToTheSameGraph() {
  std::string_view text = R"(graph {
    x: input float32 Nx6
    w: constant float32 6x4 seed 7
    k: constant int64 2 = [2, -3]
    y = MatMul(x, w)
    a, b = Split(y) {axis = 1, split = [1, 3]}   # two outputs
    c = Clip(b) {min = -0.5, max = 6.0}
    output a, c, k
  })";
  ParsedGraph parsed = parseGraph(text);
  std::string printed = printGraph(parsed.graph());
  ParsedGraph again = parseGraph(printed);
  QCOMPARE(printGraph(again.graph()), printed);
  QCOMPARE(structuralDigest(again.graph()), structuralDigest(parsed.graph()));
}

void GraphTest::theTextFormNamesThePlaceOfAnError() {
  try {
    parseGraph("graph {\n  x: input float32 4\n  y = Relu(z)\n  output y\n}");
    QFAIL("an undefined name was accepted");
  } catch (const ModelError& error) {
    QVERIFY2(QByteArray(error.what()).startsWith("line 3, column 13: "), error.what());
  }
}

QTEST_GUILESS_MAIN(GraphTest)
#include "graph_test.moc"
