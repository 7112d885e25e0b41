#include "execution/random_inputs.h"

#include <QTest>

#include "graph/text_form.h"

using namespace tasoscope;

namespace {

SymbolChoice choiceFor(const Graph& graph, int attempt = 0, const SymbolValues& given = {}) {
  const Graph* graphs[] = {&graph};
  return SymbolChoice(graphs, given, attempt);
}

}  // namespace

class RandomInputsTest : public QObject {
  Q_OBJECT

 private slots:
  void sameSeedGivesTheSameNumbersAndAnotherSeedOthers() {
    const ParsedGraph parsed = parseGraph("graph {\n x: input float32 50\n y = Neg(x)\n output y\n}");
    const Graph graph = parsed.graph();
    const auto numbers = [&](std::uint64_t seed) {
      const Value value = randomInputs(graph, choiceFor(graph), seed).at(parsed.tensor("x"));
      return std::vector<double>(value.floats().begin(), value.floats().end());
    };
    QCOMPARE(numbers(1), numbers(1));
    QVERIFY(numbers(1) != numbers(2));
    for (const double x : numbers(1)) QVERIFY(x >= -1 && x <= 1 && x == roundTo(ElementType::kFloat32, x));
  }

  void indicesStayInsideWhatTheyIndexAlsoThroughCastAndReshape() {
    const ParsedGraph parsed = parseGraph(R"(graph {
      table: constant float32 5x3 seed 1
      ids: input int32 2x2
      wide = Cast(ids) {to = 7}
      flat = Reshape(wide) {shape = [4]}
      y = Gather(table, flat) {axis = 0}
      output y
    })");
    const Graph graph = parsed.graph();
    QCOMPARE(domainOf(graph, parsed.tensor("ids"), choiceFor(graph)), (InputDomain{0, 5}));
  }

  void denominatorsAndLogarithmsStayAwayFromZero() {
    const ParsedGraph parsed = parseGraph(R"(graph {
      x: input float32 4
      d: input float32 4
      y = Div(x, d)
      output y
    })");
    const Graph graph = parsed.graph();
    QCOMPARE(domainOf(graph, parsed.tensor("x"), choiceFor(graph)), (InputDomain{-1, 1}));
    QCOMPARE(domainOf(graph, parsed.tensor("d"), choiceFor(graph)), (InputDomain{0.5, 1.5}));
  }

  void masksAreZeroOrOne() {
    const ParsedGraph parsed = parseGraph("graph {\n m: input int64 8\n y = Cast(m) {to = 1}\n output y\n}");
    const Graph graph = parsed.graph();
    QCOMPARE(domainOf(graph, parsed.tensor("m"), choiceFor(graph)), (InputDomain{0, 2}));
  }

  void symbolsGetSmallValuesAndGivenOnesWin() {
    const ParsedGraph parsed = parseGraph("graph {\n x: input float32 batchxseq\n y = Neg(x)\n output y\n}");
    const Graph graph = parsed.graph();
    const SymbolChoice chosen = choiceFor(graph);
    QVERIFY(chosen.hasChoice());
    QVERIFY(chosen.values().at("batch") <= 2);
    QVERIFY(chosen.values().at("seq") > 2);
    const SymbolChoice given = choiceFor(graph, 0, {{"batch", 3}, {"seq", 5}});
    QVERIFY(!given.hasChoice());
    QCOMPARE(given.extents(graph.space().tensor(parsed.tensor("y")).type.shape), (std::vector<std::int64_t>{3, 5}));
  }
};

QTEST_GUILESS_MAIN(RandomInputsTest)
#include "random_inputs_test.moc"
