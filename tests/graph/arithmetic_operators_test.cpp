#include <limits>

#include "operator_testing.h"

using namespace tasoscope;
using namespace tasoscope::testing;

class ArithmeticOperatorsTest : public QObject {
  Q_OBJECT

 private slots:
  void binaryOperatorsBroadcast() {
    const Value matrix = floats({2, 3}, {1, 2, 3, 4, 5, 6});
    QCOMPARE(textOf(evaluated("Add", {}, {matrix, floats({3}, {10, 20, 30})})[0]),
             QString("float32 [2, 3]: 11, 22, 33, 14, 25, 36"));
    QCOMPARE(textOf(evaluated("Sub", {}, {floats({2, 1}, {1, 2}), matrix})[0]),
             QString("float32 [2, 3]: 0, -1, -2, -2, -3, -4"));
    QCOMPARE(textOf(evaluated("Mul", {}, {matrix, floats({}, {2})})[0]), QString("float32 [2, 3]: 2, 4, 6, 8, 10, 12"));
    QCOMPARE(textOf(evaluated("Pow", {}, {matrix, floats({}, {2})})[0]),
             QString("float32 [2, 3]: 1, 4, 9, 16, 25, 36"));
    QCOMPARE(textOf(evaluated("Add", {}, {floats({2, 0}, {}), floats({1}, {1})})[0]), QString("float32 [2, 0]: "));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Add", {}, {matrix, floats({2}, {1, 2})}));
  }

  void integersWrapAndDivideTowardsZero() {
    QCOMPARE(textOf(evaluated(
                 "Add", {}, {integers({1}, {250}, ElementType::kUint8), integers({1}, {10}, ElementType::kUint8)})[0]),
             QString("uint8 [1]: 4"));
    QCOMPARE(textOf(evaluated("Div", {}, {integers({4}, {-7, 7, 7, 5}), integers({4}, {2, -2, 2, 0})})[0]),
             QString("int64 [4]: -3, -3, 3, 0"));
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    QCOMPARE(evaluated("Div", {}, {integers({}, {lowest}), integers({}, {-1})})[0].integers()[0], lowest);
    QCOMPARE(
        evaluated("Mod", {{"fmod", std::int64_t{1}}}, {integers({}, {lowest}), integers({}, {-1})})[0].integers()[0],
        std::int64_t{0});
    const auto huge = integers({1}, {-2}, ElementType::kUint64);  // 2^64 - 2
    QCOMPARE(evaluated("Div", {}, {huge, integers({1}, {2}, ElementType::kUint64)})[0].integers()[0],
             std::numeric_limits<std::int64_t>::max());
  }

  void modHasTheSignOfTheDivisorUnlessFmod() {
    const Value a = integers({4}, {-7, 7, -7, 7}), b = integers({4}, {3, -3, -3, 3});
    QCOMPARE(textOf(evaluated("Mod", {}, {a, b})[0]), QString("int64 [4]: 2, -2, -1, 1"));
    QCOMPARE(textOf(evaluated("Mod", {{"fmod", std::int64_t{1}}}, {a, b})[0]), QString("int64 [4]: -1, 1, -1, 1"));
  }

  void powMixesTypesAndKeepsTheBaseType() {
    QCOMPARE(textOf(evaluated("Pow", {}, {integers({3}, {2, 3, -1}), floats({3}, {3, 0.5, 2})})[0]),
             QString("int64 [3]: 8, 1, 1"));
    QCOMPARE(textOf(evaluated("Pow", {}, {floats({2}, {2, 9}), integers({2}, {-1, 2})})[0]),
             QString("float32 [2]: 0.5, 81"));
    QCOMPARE(textOf(evaluated("Pow", {}, {integers({2}, {2, 2}), integers({2}, {10, -1})})[0]),
             QString("int64 [2]: 1024, 0"));
  }

  void variadicOperatorsFoldAllInputs() {
    const std::vector<Value> inputs = {floats({2}, {1, 5}), floats({1}, {3}), floats({}, {2})};
    QCOMPARE(textOf(evaluated("Sum", {}, inputs)[0]), QString("float32 [2]: 6, 10"));
    QCOMPARE(textOf(evaluated("Mean", {}, inputs)[0]), QString("float32 [2]: 2, 3.33333"));
    QCOMPARE(textOf(evaluated("Max", {}, inputs)[0]), QString("float32 [2]: 3, 5"));
    QCOMPARE(textOf(evaluated("Min", {}, inputs)[0]), QString("float32 [2]: 1, 2"));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    QVERIFY(std::isnan(evaluated("Max", {}, {floats({}, {nan}), floats({}, {1})})[0].at(0)));
    QVERIFY(std::isnan(evaluated("Min", {}, {floats({}, {1}), floats({}, {nan})})[0].at(0)));
  }

  void bitsShiftOutOfTheType() {
    const Value x = integers({3}, {16, 255, 1}, ElementType::kUint8),
                by = integers({3}, {1, 4, 9}, ElementType::kUint8);
    QCOMPARE(textOf(evaluated("BitShift", {{"direction", "LEFT"}}, {x, by})[0]), QString("uint8 [3]: 32, 240, 0"));
    QCOMPARE(textOf(evaluated("BitShift", {{"direction", "RIGHT"}}, {x, by})[0]), QString("uint8 [3]: 8, 15, 0"));
    QCOMPARE(textOf(evaluated("BitwiseNot", {}, {x})[0]), QString("uint8 [3]: 239, 0, 254"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("BitShift", {{"direction", "UP"}}, {x, by}));
  }

  void elementaryFunctionsFollowOnnx() {
    QCOMPARE(textOf(evaluated("Round", {}, {floats({4}, {0.5, 1.5, -2.5, 2.6})})[0]),
             QString("float32 [4]: 0, 2, -2, 3"));
    QCOMPARE(textOf(evaluated("Neg", {}, {integers({2}, {-128, 5}, ElementType::kInt8)})[0]),
             QString("int8 [2]: -128, -5"));
    QCOMPARE(textOf(evaluated("Sign", {}, {floats({3}, {-2, 0, 7})})[0]), QString("float32 [3]: -1, 0, 1"));
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(
        textOf(evaluated("IsInf", {{"detect_positive", std::int64_t{0}}}, {floats({3}, {infinity, -infinity, 1})})[0]),
        QString("bool [3]: 0, 1, 0"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Sqrt", {}, {integers({1}, {4})}));
  }

  void determinantsAreOfTheLastTwoAxes() {
    QCOMPARE(textOf(evaluated("Det", {}, {floats({2, 2, 2}, {1, 2, 3, 4, 0, 1, 1, 0})})[0]),
             QString("float32 [2]: -2, -1"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Det", {}, {floats({2, 3}, {1, 2, 3, 4, 5, 6})}));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Det", {}, {reals({3})}));
  }

  void runningSumsGoBothWays() {
    const Value x = floats({2, 3}, {1, 2, 3, 4, 5, 6}), axis = integers({}, {1});
    QCOMPARE(textOf(evaluated("CumSum", {}, {x, axis})[0]), QString("float32 [2, 3]: 1, 3, 6, 4, 9, 15"));
    QCOMPARE(textOf(evaluated("CumSum", {{"exclusive", std::int64_t{1}}, {"reverse", std::int64_t{1}}}, {x, axis})[0]),
             QString("float32 [2, 3]: 5, 3, 0, 11, 6, 0"));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("CumSum", {}, {x, integers({}, {2})}));
  }

  void comparisonsAndLogic() {
    const Value a = floats({3}, {1, 2, 3}), b = floats({1}, {2});
    QCOMPARE(textOf(evaluated("Less", {}, {a, b})[0]), QString("bool [3]: 1, 0, 0"));
    QCOMPARE(textOf(evaluated("LessOrEqual", {}, {a, b})[0]), QString("bool [3]: 1, 1, 0"));
    QCOMPARE(textOf(evaluated("Greater", {}, {a, b})[0]), QString("bool [3]: 0, 0, 1"));
    QCOMPARE(textOf(evaluated("GreaterOrEqual", {}, {a, b})[0]), QString("bool [3]: 0, 1, 1"));
    QCOMPARE(textOf(evaluated("Equal", {}, {Value::ofStrings({2}, {"a", "b"}), Value::ofStrings({1}, {"b"})})[0]),
             QString("bool [2]: 0, 1"));
    const Value largest = integers({1}, {-1}, ElementType::kUint64), one = integers({1}, {1}, ElementType::kUint64);
    QCOMPARE(textOf(evaluated("Less", {}, {largest, one})[0]), QString("bool [1]: 0"));
    const Value t = integers({2}, {1, 0}, ElementType::kBool), f = integers({2}, {0, 0}, ElementType::kBool);
    QCOMPARE(textOf(evaluated("Xor", {}, {t, f})[0]), QString("bool [2]: 1, 0"));
    QCOMPARE(textOf(evaluated("Not", {}, {t})[0]), QString("bool [2]: 0, 1"));
    QCOMPARE(textOf(evaluated("Where", {}, {t, floats({2, 1}, {1, 2}), floats({}, {9})})[0]),
             QString("float32 [2, 2]: 1, 9, 2, 9"));
  }

  void shapesBroadcastSymbolically() {
    const Dim batch = Dim::symbol("batch");
    QCOMPARE(textOf(inferred("Add", {}, {reals({batch, 1, 8}), reals({4, 1})})[0]), QString("float32 batchx4x8"));
    QCOMPARE(textOf(inferred("Less", {}, {reals({batch}), reals({})})[0]), QString("bool batch"));
    QVERIFY(!inferred("Add", {}, {reals(Shape::unknownRank()), reals({4})})[0].type.shape.hasRank());
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Add", {}, {reals({3}), reals({4})}));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Add", {}, {reals({3}), tensor(ElementType::kInt64, {3})}));
  }

  void errorsNameTheOperator() {
    try {
      inferred("Add", {}, {reals({3}), reals({4})});
      QFAIL("Add of 3 and 4 elements was accepted");
    } catch (const ModelError& error) {
      QVERIFY2(QString(error.what()).startsWith("Add: "), error.what());
    }
  }

  void shapeArithmeticIsSymbolic() {
    const Dim n = Dim::symbol("n");
    QCOMPARE(textOf(inferred("Add", {}, {known({n, 3}), knownScalar(1)})[0].elements),
             textOf(KnownElements{n + Dim(1), 4}));
    QCOMPARE(textOf(inferred("Mul", {}, {known({n}), known({4})})[0].elements), textOf(KnownElements{n * Dim(4)}));
    QCOMPARE(textOf(inferred("Div", {}, {known({n * Dim(6), Dim(-7)}), known({3, 2})})[0].elements),
             textOf(KnownElements{n * Dim(2), -3}));
    QVERIFY(inferred("Div", {}, {known({n - Dim(1)}), known({2})})[0].elements->front().isNamelessUnknown());
    QCOMPARE(textOf(inferred("Equal", {}, {known({n, n, 2}), known({-1, n, 2})})[0].elements), QString("0, 1, 1"));
    InputFact condition = known({0, 1});
    condition.type.element = ElementType::kBool;
    QCOMPARE(textOf(inferred("Where", {}, {condition, known({7, 8}), known({n, n})})[0].elements), QString("n, 8"));
  }
};

QTEST_APPLESS_MAIN(ArithmeticOperatorsTest)
#include "arithmetic_operators_test.moc"
