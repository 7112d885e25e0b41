#include <cmath>
#include <limits>

#include "operator_testing.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {
using Integers = std::vector<std::int64_t>;
}  // namespace

class ReductionOperatorsTest : public QObject {
  Q_OBJECT

 private slots:
  void everyReductionOverAnyAxes() {
    const Value x = floats({2, 3}, {1, -2, 3, 4, 5, 6});
    const auto reduce = [&](const char* name, Integers axes, std::int64_t keeps) {
      return textOf(evaluated(name, {{"axes", axes}, {"keepdims", keeps}}, {x})[0]);
    };
    QCOMPARE(reduce("ReduceSum", {1}, 1), QString("float32 [2, 1]: 2, 15"));
    QCOMPARE(reduce("ReduceSum", {0}, 0), QString("float32 [3]: 5, 3, 9"));
    QCOMPARE(reduce("ReduceMean", {-1}, 0), QString("float32 [2]: 0.666667, 5"));
    QCOMPARE(reduce("ReduceMax", {0, 1}, 0), QString("float32 []: 6"));
    QCOMPARE(reduce("ReduceMin", {0, 1}, 1), QString("float32 [1, 1]: -2"));
    QCOMPARE(reduce("ReduceProd", {1}, 0), QString("float32 [2]: -6, 120"));
    QCOMPARE(reduce("ReduceL1", {1}, 0), QString("float32 [2]: 6, 15"));
    QCOMPARE(reduce("ReduceL2", {0}, 0), QString("float32 [3]: 4.12311, 5.38516, 6.7082"));
    QCOMPARE(reduce("ReduceSumSquare", {1}, 0), QString("float32 [2]: 14, 77"));
    QCOMPARE(reduce("ReduceLogSum", {1}, 0), QString("float32 [2]: 0.693147, 2.70805"));
    QVERIFY_THROWS_EXCEPTION(Error, reduce("ReduceSum", {2}, 1));
    QVERIFY_THROWS_EXCEPTION(Error, reduce("ReduceSum", {0, -2}, 1));
  }

  void middleAxesReduce() {
    std::vector<double> elements;
    for (int i = 0; i < 24; ++i) elements.push_back(i);
    QCOMPARE(textOf(evaluated("ReduceSum", {{"axes", Integers{1}}, {"keepdims", std::int64_t{0}}},
                              {floats({2, 3, 4}, elements)})[0]),
             QString("float32 [2, 4]: 12, 15, 18, 21, 48, 51, 54, 57"));
    QCOMPARE(textOf(evaluated("ReduceSum", {{"axes", Integers{0, 2}}, {"keepdims", std::int64_t{0}}},
                              {floats({2, 3, 4}, elements)})[0]),
             QString("float32 [3]: 60, 92, 124"));
  }

  void largeExponentialsDoNotOverflow() {
    const Value x = floats({2}, {1000, 1000});
    QCOMPARE(evaluated("ReduceLogSumExp", {}, {x})[0].at(0), 1000 + std::log(2.0));
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(evaluated("ReduceLogSumExp", {}, {floats({1}, {-infinity})})[0].at(0), -infinity);
  }

  void noAxesMeanAllOrNone() {
    const Value x = floats({2}, {-3, 4});
    QCOMPARE(textOf(evaluated("ReduceSum", {}, {x})[0]), QString("float32 [1]: 1"));
    const Attributes noop = {{"noop_with_empty_axes", std::int64_t{1}}};
    QCOMPARE(textOf(evaluated("ReduceSum", noop, {x})[0]), QString("float32 [2]: -3, 4"));
    QCOMPARE(textOf(inferred("ReduceSum", noop, {reals({2, 3})})[0]), QString("float32 2x3"));
    QCOMPARE(textOf(inferred("ReduceSum", {{"keepdims", std::int64_t{0}}}, {reals({2, 3})})[0]),
             QString("float32 scalar"));
    QCOMPARE(inferred("ReduceSum", {}, {reals({2, 3}), tensor(ElementType::kInt64, {1})})[0].type.shape.rank(), 2);
  }

  void emptyAxesGiveTheNeutralElement() {
    const Attributes axes = {{"axes", Integers{1}}, {"keepdims", std::int64_t{0}}};
    const Value x = floats({2, 0}, {});
    QCOMPARE(textOf(evaluated("ReduceSum", axes, {x})[0]), QString("float32 [2]: 0, 0"));
    QCOMPARE(textOf(evaluated("ReduceProd", axes, {x})[0]), QString("float32 [2]: 1, 1"));
    QVERIFY(std::isinf(evaluated("ReduceMax", axes, {x})[0].at(0)));
    QVERIFY(std::isnan(evaluated("ReduceMean", axes, {x})[0].at(0)));
  }

  void integersReduceExactly() {
    constexpr std::int64_t large = (std::int64_t{1} << 53) + 1;
    QCOMPARE(evaluated("ReduceSum", {}, {integers({2}, {large, 0})})[0].integers()[0], large);
    QCOMPARE(textOf(evaluated("ReduceMean", {}, {integers({2}, {-3, 0})})[0]), QString("int64 [1]: -1"));
    QCOMPARE(evaluated("ReduceMax", {}, {integers({2}, {-1, 1}, ElementType::kUint64)})[0].integers()[0],
             std::int64_t{-1});
    const Dim n = Dim::symbol("n");
    QCOMPARE(textOf(inferred("ReduceProd", {{"keepdims", std::int64_t{0}}}, {known({n, 3, 4})})[0].elements),
             QString("12*n"));
  }

  void theFirstOrLastExtremumIsFound() {
    const Value x = floats({2, 3}, {2, 7, 7, 5, 1, 1});
    const Attributes axis = {{"axis", std::int64_t{1}}, {"keepdims", std::int64_t{0}}};
    QCOMPARE(textOf(evaluated("ArgMax", axis, {x})[0]), QString("int64 [2]: 1, 0"));
    Attributes last = axis;
    last.set("select_last_index", std::int64_t{1});
    QCOMPARE(textOf(evaluated("ArgMax", last, {x})[0]), QString("int64 [2]: 2, 0"));
    QCOMPARE(textOf(evaluated("ArgMin", last, {x})[0]), QString("int64 [2]: 0, 2"));
    QCOMPARE(textOf(evaluated("ArgMin", {}, {x})[0]), QString("int64 [1, 3]: 0, 1, 1"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("ArgMax", {}, {floats({0}, {})}));
  }

  void topKIsStable() {
    const Value x = floats({4}, {1, 3, 3, 2});
    const auto largest = evaluated("TopK", {{"k", Integers{3}}}, {x}, 2);
    QCOMPARE(textOf(largest[0]), QString("float32 [3]: 3, 3, 2"));
    QCOMPARE(textOf(largest[1]), QString("int64 [3]: 1, 2, 3"));
    const auto smallest = evaluated("TopK", {{"axis", std::int64_t{0}}, {"largest", std::int64_t{0}}},
                                    {floats({2, 2}, {4, 1, 3, 2}), integers({1}, {1})}, 2);
    QCOMPARE(textOf(smallest[0]), QString("float32 [1, 2]: 3, 1"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("TopK", {{"k", Integers{5}}}, {x}, 2));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("TopK", {{"k", Integers{5}}}, {reals({4})}, 2));
    QCOMPARE(textOf(inferred("TopK", {{"k", Integers{2}}}, {reals({Dim::symbol("n"), 4})}, 2)[1]),
             QString("int64 nx2"));
  }

  void uniqueEntriesAreCounted() {
    const auto sorted = evaluated("Unique", {}, {floats({4}, {2, 1, 1, 3})}, 4);
    QCOMPARE(textOf(sorted[0]), QString("float32 [3]: 1, 2, 3"));
    QCOMPARE(textOf(sorted[1]), QString("int64 [3]: 1, 0, 3"));
    QCOMPARE(textOf(sorted[2]), QString("int64 [4]: 1, 0, 0, 2"));
    QCOMPARE(textOf(sorted[3]), QString("int64 [3]: 2, 1, 1"));
    QCOMPARE(textOf(evaluated("Unique", {{"sorted", std::int64_t{0}}}, {floats({4}, {2, 1, 1, 3})}, 4)[0]),
             QString("float32 [3]: 2, 1, 3"));
  }

  void castsRoundTruncateAndWrap() {
    const auto cast = [](Value x, ElementType to) {
      return textOf(evaluated("Cast", {{"to", static_cast<std::int64_t>(to)}}, {std::move(x)})[0]);
    };
    QCOMPARE(cast(floats({3}, {-1.9, 1.9, 300}), ElementType::kUint8), QString("uint8 [3]: 255, 1, 44"));
    QCOMPARE(cast(floats({2}, {2049, 70000}), ElementType::kFloat16), QString("float16 [2]: 2048, inf"));
    QCOMPARE(cast(floats({2}, {0.1, std::nan("")}), ElementType::kBool), QString("bool [2]: 1, 1"));
    QCOMPARE(cast(Value::ofStrings({2}, {"1.5", "-INF"}), ElementType::kFloat32), QString("float32 [2]: 1.5, -inf"));
    QCOMPARE(cast(floats({1}, {0.1}), ElementType::kString), QString("string [1]: 0.1"));
    QCOMPARE(cast(floats({2}, {1e300, std::nan("")}), ElementType::kInt64), QString("int64 [2]: 9.22337e+18, 0"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, cast(Value::ofStrings({1}, {"five"}), ElementType::kFloat32));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, cast(floats({1}, {1}), ElementType::kComplex64));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Cast", {{"to", std::int64_t{99}}}, {reals({1})}));
    QCOMPARE(textOf(inferred("Cast", {{"to", std::int64_t{6}}}, {known({Dim::symbol("n"), 5})})[0].elements),
             QString("n, 5"));
  }

  void smallFloatsSaturateUnlessToldOtherwise() {
    const auto cast = [](ElementType to, std::int64_t saturate) {
      return evaluated("Cast", {{"to", static_cast<std::int64_t>(to)}, {"saturate", saturate}}, {floats({1}, {1e6})})[0]
          .at(0);
    };
    QCOMPARE(cast(ElementType::kFloat8E4M3FN, 1), 448.0);
    QVERIFY(std::isnan(cast(ElementType::kFloat8E4M3FN, 0)));
    QVERIFY(std::isinf(cast(ElementType::kFloat8E5M2, 0)));
  }

  void quantizationIsPerTensorPerAxisOrPerBlock() {
    const Value x = floats({2, 2}, {1, -300, 3, 4});
    const Value zero = integers({}, {0}, ElementType::kInt8);
    QCOMPARE(textOf(evaluated("QuantizeLinear", {}, {x, floats({}, {2}), zero})[0]),
             QString("int8 [2, 2]: 0, -128, 2, 2"));
    const Attributes rows = {{"axis", std::int64_t{0}}};
    const Value q = integers({2, 2}, {1, 2, 3, 4}, ElementType::kInt8);
    QCOMPARE(textOf(evaluated("DequantizeLinear", rows,
                              {q, floats({2}, {1, 10}), integers({2}, {1, 0}, ElementType::kInt8)})[0]),
             QString("float32 [2, 2]: 0, 1, 30, 40"));
    const Attributes blocks = {{"axis", std::int64_t{1}}, {"block_size", std::int64_t{2}}};
    const Value wide = integers({1, 3}, {1, 2, 3}, ElementType::kInt8);
    QCOMPARE(textOf(evaluated("DequantizeLinear", blocks, {wide, floats({1, 2}, {1, 10})})[0]),
             QString("float32 [1, 3]: 1, 2, 30"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("DequantizeLinear", rows, {q, floats({3}, {1, 2, 3})}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("DequantizeLinear", blocks, {wide, floats({1, 3}, {1, 2, 3})}));
    const auto dynamic = evaluated("DynamicQuantizeLinear", {}, {floats({2}, {0, 0})}, 3);
    QCOMPARE(textOf(dynamic[0]), QString("uint8 [2]: 0, 0"));
  }

  void quantizedProductsCountFromTheirZeroPoints() {
    const Value a = integers({1, 2}, {3, 5}, ElementType::kUint8), b = integers({2, 1}, {2, 4}, ElementType::kUint8);
    const Value one = integers({}, {1}, ElementType::kUint8);
    QCOMPARE(textOf(evaluated("MatMulInteger", {}, {a, b, one, one})[0]), QString("int32 [1, 1]: 14"));
    const Value half = floats({}, {0.5});
    QCOMPARE(textOf(evaluated("QLinearMatMul", {}, {a, half, one, b, half, one, floats({}, {1}), one})[0]),
             QString("uint8 [1, 1]: 5"));
  }
};

QTEST_APPLESS_MAIN(ReductionOperatorsTest)
#include "reduction_operators_test.moc"
