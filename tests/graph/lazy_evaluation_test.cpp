// Ops over large constants: what is evaluated lazily, or read in blocks, is what evaluating at once gives.

#include "graph/lazy_evaluation.h"

#include <QTest>

#include "tensor/constant.h"

using namespace tasoscope;

namespace {

using Extents = std::vector<std::int64_t>;

/// A dense value of numbers that no two adjacent elements share.
Value dense(const Extents& shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) count *= extent;
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<double>((i * 37) % 101) / 8 - 6;
  return Value::ofFloats(ElementType::kFloat32, shape, std::move(numbers));
}

Value deferred(const Extents& shape) { return makeConstant(dense(shape))->value(); }

struct Call {
  std::string name;
  Attributes attributes;
  std::vector<Extents> inputs, outputs;
};

std::vector<Value> evaluated(const Call& call, bool isDeferred) {
  const OperatorDefinition& definition = *findOperator(call.name);
  std::vector<Value> inputs;
  for (const Extents& shape : call.inputs) inputs.push_back(isDeferred ? deferred(shape) : dense(shape));
  std::vector<TensorType> types;
  for (const Extents& shape : call.outputs)
    types.push_back({ElementType::kFloat32, Shape(std::span<const std::int64_t>(shape)), true});
  const EvaluationContext context{call.attributes, inputs, types};
  return isDeferred ? evaluateLazily(definition, context) : definition.evaluate(context);
}

}  // namespace

class LazyEvaluationTest : public QObject {
  Q_OBJECT

 private:
  static void compare(const Call& call, bool staysDeferred) {
    const std::vector<Value> expected = evaluated(call, false), found = evaluated(call, true);
    QCOMPARE(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      QCOMPARE(found[i].isDeferred(), staysDeferred);
      QCOMPARE(found[i].shape(), expected[i].shape());
      for (std::size_t j = 0; j < expected[i].floats().size(); ++j)
        QVERIFY(std::abs(found[i].floats()[j] - expected[i].floats()[j]) <= 1e-10);
    }
  }

 private Q_SLOTS:
  void movedWeightsStayDeferred() {
    using Integers = std::vector<std::int64_t>;
    compare({"Transpose", {{"perm", Integers{1, 0}}}, {{300, 400}}, {{400, 300}}}, true);
    compare({"Transpose", {}, {{30, 40, 100}}, {{100, 40, 30}}}, true);
    compare({"Concat", {{"axis", std::int64_t{-1}}}, {{300, 400}, {300, 10}}, {{300, 410}}}, true);
    compare(
        {"Split", {{"axis", std::int64_t{1}}, {"split", Integers{100, 300}}}, {{300, 400}}, {{300, 100}, {300, 300}}},
        true);
  }

  void weightsChangedElementByElementStayDeferred() {
    for (const char* name : {"Add", "Sub", "Mul"}) {
      compare({name, {}, {{300, 400}, {400}}, {{300, 400}}}, true);
      compare({name, {}, {{300, 1}, {300, 400}}, {{300, 400}}}, true);
    }
  }

  void productsReadTheirWeightInBlocks() {
    // More columns than one block holds.
    compare({"MatMul", {}, {{2, 1000}, {1000, 5000}}, {{2, 5000}}}, false);
    compare({"MatMul", {}, {{3, 2, 300}, {300, 400}}, {{3, 2, 400}}}, false);
    const Attributes transposed{
        {"alpha", 0.5}, {"beta", 1.0}, {"transA", std::int64_t{1}}, {"transB", std::int64_t{1}}};
    compare({"Gemm", transposed, {{1000, 2}, {5000, 1000}, {5000}}, {{2, 5000}}}, false);
  }

  void aTableIsReadWhereItIsLookedUp() {
    const Value table = deferred({1000, 100}), whole = dense({1000, 100});
    const Value picks = Value::ofIntegers(ElementType::kInt64, {3}, {999, 0, -2});
    const TensorType type{ElementType::kFloat32, Shape{3, 100}, true};
    const auto gather = [&](const Value& data) {
      const std::vector<Value> inputs{data, picks};
      const Attributes axis{{"axis", std::int64_t{0}}};
      return findOperator("Gather")->evaluate({axis, inputs, {&type, 1}})[0];
    };
    QVERIFY(std::ranges::equal(gather(table).floats(), gather(whole).floats()));
  }
};

QTEST_APPLESS_MAIN(LazyEvaluationTest)
#include "lazy_evaluation_test.moc"
