#include "execution/equivalence.h"

#include <QTest>
#include <cmath>

#include "graph/text_form.h"

using namespace tasoscope;

namespace {

/// `result` is made by an op over `inputs` instead.
void produce(ParsedGraph& parsed, Graph& graph, std::string_view result, const char* op, std::vector<TensorId> inputs) {
  const OpId id = parsed.space->intern({findOperator(op), {}, std::move(inputs), 1});
  const Fact fact{parsed.tensor(result), Choice{id, 0, {}}, true};
  QCOMPARE(graph.apply({&fact, 1}), ApplyResult::kApplied);
}

EquivalenceReport checkTexts(const char* a, const char* b) {
  const ParsedGraph first = parseGraph(a), second = parseGraph(b);
  return checkEquivalence(first.graph(), second.graph());
}

}  // namespace

class EquivalenceTest : public QObject {
  Q_OBJECT

 private slots:
  void aSoundStepIsEquivalent() {
    ParsedGraph parsed = parseGraph(R"(graph {
      x: input float32 4x4
      y: input float32 4x4
      a = Relu(x)
      b = Relu(a)
      c = Add(b, y)
      output c
    })");
    const Graph original = parsed.graph();
    Graph optimized = parsed.graph();
    produce(parsed, optimized, "c", "Add", {parsed.tensor("a"), parsed.tensor("y")});
    const EquivalenceReport report = checkEquivalence(original, optimized);
    QCOMPARE(report.verdict, Verdict::kEquivalent);
    QCOMPARE(report.inputsTried, 2);
    QCOMPARE(report.maxAbsError, 0.0);
    QCOMPARE(report.rows.size(), std::size_t{1});
    QCOMPARE(report.rows[0].name, std::string("c"));
  }

  void anUnsoundStepIsDifferentAndNamesTheOutput() {
    ParsedGraph parsed = parseGraph("graph {\n x: input float32 8\n y = Relu(x)\n z = Neg(x)\n output y, z\n}");
    const Graph original = parsed.graph();
    Graph optimized = parsed.graph();
    produce(parsed, optimized, "y", "Abs", {parsed.tensor("x")});
    const EquivalenceReport report = checkEquivalence(original, optimized);
    QCOMPARE(report.verdict, Verdict::kDifferent);
    QVERIFY(report.maxRelError > 0.01);
    QVERIFY(report.note.starts_with("'y'"));
    QCOMPARE(report.rows[1].verdict, Verdict::kEquivalent);
    QVERIFY(report.rows[1].isSameComputation);
  }

  void anIgnoredEpsilonIsSeen() {
    const EquivalenceReport report = checkTexts(
        "graph {\n x: input float64 64\n e: constant float64 scalar = [1.00001]\n y = Mul(x, e)\n output y\n}",
        "graph {\n x: input float64 64\n e: constant float64 scalar = [1]\n y = Mul(x, e)\n output y\n}");
    QCOMPARE(report.verdict, Verdict::kDifferent);
  }

  void roundedWeightsInAWrittenFileAreNotADifference() {
    const EquivalenceReport report = checkTexts(
        "graph {\n x: input float32 64\n e: constant float32 scalar = [1.0000001]\n y = Mul(x, e)\n output y\n}",
        "graph {\n x: input float32 64\n e: constant float32 scalar = [1]\n y = Mul(x, e)\n output y\n}");
    QCOMPARE(report.verdict, Verdict::kEquivalent);
    QVERIFY(report.tolerance < 1.1e-5);
  }

  void notANumberEverywhereIsNoEvidence() {
    const EquivalenceReport report =
        checkTexts("graph {\n x: input float32 8\n a = Exp(x)\n b = Neg(a)\n y = Log(b)\n output y\n}",
                   "graph {\n x: input float32 8\n a = Exp(x)\n b = Neg(a)\n y = Sqrt(b)\n output y\n}");
    QCOMPARE(report.verdict, Verdict::kInconclusive);
    QVERIFY(QString::fromStdString(report.note).contains("nowhere finite"));
  }

  void oneValueEverywhereIsNoEvidence() {
    const EquivalenceReport report =
        checkTexts("graph {\n x: input float32 8\n a = Exp(x)\n b = Neg(a)\n y = Relu(b)\n output y\n}",
                   "graph {\n x: input float32 8\n y = Sub(x, x)\n output y\n}");
    QCOMPARE(report.verdict, Verdict::kInconclusive);
    QVERIFY(QString::fromStdString(report.note).contains("one value everywhere"));
  }

  void opsWithoutDefinitionAreCuts() {
    for (const bool is_sound : {true, false}) {
      Space space;
      const TensorType type{ElementType::kFloat32, Shape{6}};
      const auto unary = [&](const char* name, TensorId input) {
        return space.op(space.addLoaded({findOperator(name), {}, {input}, 1}, {""}, {type}, 0)).outputs[0];
      };
      const TensorId x = space.addInput("x", type);
      const TensorId once = unary("Relu", x), twice = unary("Relu", once);
      const OpId mystery = space.addOpaque("custom.Mystery", {}, {twice}, {}, {"m"}, {type}, 1);
      const TensorId y = unary("Exp", space.op(mystery).outputs[0]);
      const Graph original(space, {y});
      Graph optimized(space, {y});
      const Fact fact{twice, Choice{{}, 0, is_sound ? once : x}, true};
      QCOMPARE(optimized.apply({&fact, 1}), ApplyResult::kApplied);
      const EquivalenceReport report = checkEquivalence(original, optimized);
      QCOMPARE(report.verdict, is_sound ? Verdict::kEquivalent : Verdict::kDifferent);
      QVERIFY(is_sound || QString::fromStdString(report.note).contains("custom.Mystery"));
    }
  }

  void whatFollowsACutIsCheckedOnItsRandomResults() {
    Space space;
    const TensorType type{ElementType::kFloat32, Shape{6}};
    const TensorId x = space.addInput("x", type);
    const OpId mystery = space.addOpaque("custom.Mystery", {}, {x}, {}, {"m"}, {type}, 0);
    const TensorId m = space.op(mystery).outputs[0];
    const OpId relu = space.addLoaded({findOperator("Relu"), {}, {m}, 1}, {"y"}, {type}, 1);
    const TensorId y = space.op(relu).outputs[0];
    const Graph original(space, {y});
    Graph optimized(space, {y});
    const Fact fact{y, Choice{space.intern({findOperator("Abs"), {}, {m}, 1}), 0, {}}, true};
    optimized.apply({&fact, 1});
    const EquivalenceReport report = checkEquivalence(original, optimized);
    QCOMPARE(report.verdict, Verdict::kDifferent);
    QCOMPARE(report.assumed.size(), std::size_t{1});
  }

  void anInputThatWasNotGivenMakesTheCheckInconclusive() {
    EquivalenceOptions options;
    options.givenInputs = {{{"z", Value::scalar(ElementType::kFloat32, 1)}}};
    const ParsedGraph first = parseGraph("graph {\n x: input float32 8\n y = Relu(x)\n output y\n}");
    const ParsedGraph second = parseGraph("graph {\n x: input float32 8\n y = Abs(x)\n output y\n}");
    const EquivalenceReport without = checkEquivalence(first.graph(), second.graph(), options);
    QCOMPARE(without.verdict, Verdict::kInconclusive);
    QVERIFY(QString::fromStdString(without.note).contains("'x'"));
  }

  void givenInputsAreUsed() {
    const ParsedGraph first = parseGraph("graph {\n x: input float32 2\n y = Relu(x)\n output y\n}");
    const ParsedGraph second = parseGraph("graph {\n x: input float32 2\n y = Abs(x)\n output y\n}");
    EquivalenceOptions options;
    options.givenInputs = {{{"x", Value::ofFloats(ElementType::kFloat32, {2}, {1, 2})}}};
    QCOMPARE(checkEquivalence(first.graph(), second.graph(), options).verdict, Verdict::kEquivalent);
    options.givenInputs.push_back({{"x", Value::ofFloats(ElementType::kFloat32, {2}, {1, -2})}});
    const EquivalenceReport report = checkEquivalence(first.graph(), second.graph(), options);
    QCOMPARE(report.verdict, Verdict::kDifferent);
    QCOMPARE(report.maxAbsError, 2.0);
    QCOMPARE(report.inputsTried, 2);
  }

  void symbolicDimensionsAreTriedUntilTheModelAcceptsThem() {
    const char* model = R"(graph {
      x: input float32 batchx4
      w: constant float32 1x4 seed 1
      s = Reshape(x) {shape = [1, 4]}
      y = Mul(s, w)
      output y
    })";
    ParsedGraph parsed = parseGraph(model);
    const Graph original = parsed.graph();
    Graph optimized = parsed.graph();
    produce(parsed, optimized, "y", "Mul", {parsed.tensor("w"), parsed.tensor("x")});
    const EquivalenceReport report = checkEquivalence(original, optimized);
    QCOMPARE(report.verdict, Verdict::kEquivalent);
    QCOMPARE(report.symbols.at("batch"), std::int64_t{1});
  }

  void inputsOfDifferentShapesAreADifference() {
    const EquivalenceReport report = checkTexts("graph {\n x: input float32 8\n y = Relu(x)\n output y\n}",
                                                "graph {\n x: input float32 9\n y = Relu(x)\n output y\n}");
    QCOMPARE(report.verdict, Verdict::kDifferent);
    QVERIFY(std::isinf(report.maxAbsError));
  }
};

QTEST_GUILESS_MAIN(EquivalenceTest)
#include "equivalence_test.moc"
