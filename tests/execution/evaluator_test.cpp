#include "execution/evaluator.h"

#include <QTest>

#include "execution/executor.h"
#include "graph/text_form.h"

using namespace tasoscope;

namespace {

Value row(std::vector<double> elements) {
  const auto count = static_cast<std::int64_t>(elements.size());
  return Value::ofFloats(ElementType::kFloat32, {count}, std::move(elements));
}

std::vector<double> elementsOf(const Value& value) { return {value.floats().begin(), value.floats().end()}; }

/// A definition that counts how often it is evaluated; it adds one.
OperatorDefinition countingOperator(int& count) {
  OperatorDefinition definition;
  definition.name = "CountedIncrement";
  definition.infer = [](const InferenceContext& context) {
    return std::vector<OutputFact>{{context.input(0).type, {}}};
  };
  definition.evaluate = [&count](const EvaluationContext& context) {
    ++count;
    Value result = context.inputs[0];
    for (double& element : result.mutableFloats()) element += 1;
    return std::vector<Value>{result};
  };
  return definition;
}

OpId loaded(Space& space, const OperatorDefinition& definition, TensorId input, const std::string& output) {
  return space.addLoaded({&definition, {}, {input}, 1}, {output}, {space.tensor(input).type}, 0);
}

/// A constant [5, 7] that counts how often it is made.
TensorId addCountedWeight(Space& space, int& made) {
  return space.addConstant("w", makeGeneratedConstant({ElementType::kFloat32, Shape{2}}, [&made] {
                             ++made;
                             return std::make_shared<const std::vector<std::byte>>(encode(row({5, 7})));
                           }));
}

}  // namespace

class EvaluatorTest : public QObject {
  Q_OBJECT

 private slots:
  void outputsComeInTheOrderOfTheGraph() {
    const ParsedGraph parsed = parseGraph(R"(graph {
      x: input float32 3
      w: constant float32 3 = [10, 20, 30]
      s = Add(x, w)
      n = Neg(s)
      r = Relu(x)
      output n, r
    })");
    const auto outputs = evaluate(parsed.graph(), {{parsed.tensor("x"), row({-1, 0, 2})}});
    QCOMPARE(elementsOf(outputs.at(0)), (std::vector<double>{-9, -20, -32}));
    QCOMPARE(elementsOf(outputs.at(1)), (std::vector<double>{0, 0, 2}));
  }

  void valuesAreFreedAfterTheirLastUse() {
    Space space;
    const TensorId input = space.addInput("x", {ElementType::kFloat32, Shape{4}});
    TensorId last = input;
    for (int i = 0; i < 100; ++i) last = space.op(space.intern({findOperator("Neg"), {}, {last}, 1})).outputs[0];
    const Graph graph(space, {last});
    const Graph* graphs[] = {&graph};
    const EvaluationPlan plan{graphs};
    double seen = 0;
    ExecutorCallbacks callbacks;
    callbacks.input = [](SlotId) { return row({1, 2, 3, 4}); };
    callbacks.seen = [&](std::size_t, const Value& value, const Value&) { seen = value.at(0); };
    const ExecutionRecord record = execute(plan, {{plan.outputs(0)[0], kNoSlot}}, callbacks, {});
    QCOMPARE(seen, 1.0);
    QCOMPARE(record.steps, std::size_t{100});
    QVERIFY(record.mostValuesHeld <= 2);
  }

  void constantsAreDecodedOnlyWhenTheyAreNeeded() {
    int made = 0;
    Space space;
    const TensorType type{ElementType::kFloat32, Shape{2}};
    const TensorId input = space.addInput("x", type);
    const TensorId weight = addCountedWeight(space, made);
    const OpId used = space.intern({findOperator("Mul"), {}, {input, weight}, 1});
    const TensorId product = space.op(used).outputs[0];
    QCOMPARE(elementsOf(evaluate(Graph(space, {input}), {{input, row({1, 2})}}).at(0)), (std::vector<double>{1, 2}));
    QCOMPARE(made, 0);
    QCOMPARE(elementsOf(evaluate(Graph(space, {product}), {{input, row({1, 2})}}).at(0)), (std::vector<double>{5, 14}));
    QCOMPARE(made, 1);
  }

  void aGraphThatRunsOftenKeepsItsConstants() {
    int made = 0;
    Space space;
    const TensorType type{ElementType::kFloat32, Shape{2}};
    const TensorId input = space.addInput("x", type);
    const TensorId weight = addCountedWeight(space, made);
    const TensorId turned = space.op(space.intern({findOperator("Neg"), {}, {weight}, 1})).outputs[0];
    const TensorId factor = space.op(space.intern({findOperator("Neg"), {}, {turned}, 1})).outputs[0];
    const Graph graph(space, {space.op(space.intern({findOperator("Mul"), {}, {input, factor}, 1})).outputs[0]});
    GraphEvaluation evaluation(graph);
    for (int turn = 0; turn < 10; ++turn)
      QCOMPARE(elementsOf(evaluation.run({{input, row({1, 2})}}).at(0)), (std::vector<double>{5, 14}));
    QVERIFY(made <= 2);
  }

  void whatTwoGraphsShareIsComputedOnce() {
    int count = 0;
    const OperatorDefinition increment = countingOperator(count);
    Space space;
    const TensorId input = space.addInput("x", {ElementType::kFloat32, Shape{1}});
    const TensorId shared = space.op(loaded(space, increment, input, "s")).outputs[0];
    const TensorId first = space.op(loaded(space, increment, shared, "a")).outputs[0];
    const TensorId second = space.op(space.intern({findOperator("Neg"), {}, {shared}, 1})).outputs[0];
    const Graph a(space, {first}), b(space, {second});
    const Graph* graphs[] = {&a, &b};
    const EvaluationPlan plan{graphs};
    std::vector<double> seen;
    ExecutorCallbacks callbacks;
    callbacks.input = [](SlotId) { return row({1}); };
    callbacks.seen = [&](std::size_t, const Value& x, const Value& y) { seen = {x.at(0), y.at(0)}; };
    execute(plan, {{plan.outputs(0)[0], plan.outputs(1)[0]}}, callbacks, {});
    QCOMPARE(seen, (std::vector<double>{3, -2}));
    QCOMPARE(count, 2);
  }

  void anOpaqueOpIsRefusedByName() {
    Space space;
    const TensorId input = space.addInput("x", {ElementType::kFloat32, Shape{1}});
    const OpId op = space.addOpaque("custom.Mystery", {}, {input}, {}, {"y"}, {{ElementType::kFloat32, Shape{1}}}, 0);
    const Graph graph(space, {space.op(op).outputs[0]});
    try {
      evaluate(graph, {{input, row({1})}});
      QFAIL("an opaque op was evaluated");
    } catch (const EvaluationError& error) {
      QVERIFY(QString(error.what()).contains("custom.Mystery"));
      QVERIFY(QString(error.what()).contains("'y'"));
    }
  }

  void inputsMustBeGivenAndFit() {
    const ParsedGraph parsed = parseGraph("graph {\n x: input float32 3\n y = Neg(x)\n output y\n}");
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluate(parsed.graph(), {}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluate(parsed.graph(), {{parsed.tensor("x"), row({1, 2})}}));
  }

  void cancellingStopsTheEvaluation() {
    const ParsedGraph parsed = parseGraph("graph {\n x: input float32 1\n y = Neg(x)\n output y\n}");
    const std::atomic<bool> cancel = true;
    QVERIFY_THROWS_EXCEPTION(Cancelled,
                             evaluate(parsed.graph(), {{parsed.tensor("x"), row({1})}}, Progress({}, &cancel)));
  }
};

QTEST_GUILESS_MAIN(EvaluatorTest)
#include "evaluator_test.moc"
