#include <limits>

#include "operator_testing.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {
using Integers = std::vector<std::int64_t>;
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
}  // namespace

class IndexingOperatorsTest : public QObject {
  Q_OBJECT

 private slots:
  void gatherTakesEntriesOfAnAxis() {
    const Value x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
    QCOMPARE(textOf(evaluated("Gather", {{"axis", std::int64_t{1}}}, {x, integers({2}, {-1, 0})})[0]),
             QString("float32 [2, 2]: 3, 1, 6, 4"));
    QCOMPARE(textOf(evaluated("Gather", {}, {x, integers({}, {1})})[0]), QString("float32 [3]: 4, 5, 6"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Gather", {}, {x, integers({1}, {2})}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Gather", {}, {x, integers({1}, {-3})}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Gather", {{"axis", std::int64_t{2}}}, {x, integers({1}, {0})}));
  }

  void gatherOfAShapeStaysSymbolic() {
    const Dim n = Dim::symbol("n");
    const auto outputs = inferred("Gather", {}, {known({n, 3, 4}), knownScalar(0)});
    QCOMPARE(textOf(outputs[0]), QString("int64 scalar"));
    QCOMPARE(textOf(outputs[0].elements), QString("n"));
    QCOMPARE(textOf(inferred("Gather", {{"axis", std::int64_t{1}}},
                             {reals({n, 3, 4}), tensor(ElementType::kInt64, {2, n})})[0]),
             QString("float32 nx2xnx4"));
    QVERIFY(!inferred("Gather", {}, {known({n}), knownScalar(5)})[0].elements.has_value());
  }

  void gatherReadsOnlyWhatItTakes() {
    const TensorType table{ElementType::kFloat32, {1000, 8}}, indices{ElementType::kInt64, {2}},
        rows{ElementType::kFloat32, {2, 8}};
    const std::vector<TensorType> inputs = {table, indices}, outputs = {rows};
    const Work work = workOf(operatorNamed("Gather"), WorkContext{{}, inputs, outputs});
    QCOMPARE(work.bytesRead, 2.0 * 8 * 4 + 2 * 8);
    QCOMPARE(work.bytesWritten, 2.0 * 8 * 4);
  }

  void elementsAndTuplesAreGatheredAndScattered() {
    const Value x = floats({2, 2}, {1, 2, 3, 4});
    QCOMPARE(textOf(evaluated("GatherElements", {{"axis", std::int64_t{1}}}, {x, integers({2, 2}, {0, 0, -1, 0})})[0]),
             QString("float32 [2, 2]: 1, 1, 4, 3"));
    QCOMPARE(textOf(evaluated("GatherND", {}, {x, integers({2, 2}, {0, 0, 1, 1})})[0]), QString("float32 [2]: 1, 4"));
    QCOMPARE(textOf(evaluated("GatherND", {{"batch_dims", std::int64_t{1}}}, {x, integers({2, 1}, {1, 0})})[0]),
             QString("float32 [2]: 2, 3"));
    const Value updates = floats({1, 2}, {10, 20});
    QCOMPARE(textOf(evaluated("ScatterElements", {{"reduction", "add"}}, {x, integers({1, 2}, {1, 0}), updates})[0]),
             QString("float32 [2, 2]: 1, 22, 13, 4"));
    QCOMPARE(textOf(evaluated("ScatterND", {}, {x, integers({1, 1}, {-1}), updates})[0]),
             QString("float32 [2, 2]: 1, 2, 10, 20"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("ScatterND", {}, {x, integers({1, 1}, {2}), updates}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("ScatterND", {}, {x, integers({1, 2}, {0, 0}), updates}));
    QVERIFY_THROWS_EXCEPTION(
        Error, evaluated("ScatterElements", {{"reduction", "sum"}}, {x, integers({1, 2}, {1, 0}), updates}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("GatherElements", {}, {x, integers({2}, {0, 0})}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("GatherND", {{"batch_dims", kLargest}}, {x, integers({1, 1}, {0})}));
  }

  void padsInEveryMode() {
    const Value x = floats({3}, {1, 2, 3});
    const auto pad = [&](const char* mode, std::int64_t before, std::int64_t after) {
      return textOf(
          evaluated("Pad", {{"mode", mode}, {"pads", Integers{before, after}}, {"constant_value", 9.0}}, {x})[0]);
    };
    QCOMPARE(pad("constant", 1, 2), QString("float32 [6]: 9, 1, 2, 3, 9, 9"));
    QCOMPARE(pad("constant", -1, 1), QString("float32 [3]: 2, 3, 9"));
    QCOMPARE(pad("edge", 2, 1), QString("float32 [6]: 1, 1, 1, 2, 3, 3"));
    QCOMPARE(pad("reflect", 2, 2), QString("float32 [7]: 3, 2, 1, 2, 3, 2, 1"));
    QCOMPARE(pad("wrap", 2, 1), QString("float32 [6]: 2, 3, 1, 2, 3, 1"));
    QVERIFY_THROWS_EXCEPTION(Error, pad("mirror", 1, 1));
    QVERIFY_THROWS_EXCEPTION(Error, pad("constant", -4, 0));
    QVERIFY_THROWS_EXCEPTION(Error, pad("constant", kLargest, kLargest));
    QVERIFY_THROWS_EXCEPTION(Error, pad("constant", 1000000000, 2000000000));
    const Dim n = Dim::symbol("n");
    QCOMPARE(textOf(inferred("Pad", {{"pads", Integers{1, 2}}, {"axes", Integers{-1}}}, {reals({4, n})})[0]),
             QString("float32 4xn+3"));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Pad", {{"pads", Integers{1, 2}}}, {reals({4, n})}));
  }

  void blocksMoveBetweenDepthAndSpace() {
    const Value x = floats({1, 4, 1, 1}, {1, 2, 3, 4});
    const Value space = evaluated("DepthToSpace", {{"blocksize", std::int64_t{2}}}, {x})[0];
    QCOMPARE(textOf(space), QString("float32 [1, 1, 2, 2]: 1, 2, 3, 4"));
    QCOMPARE(textOf(evaluated("SpaceToDepth", {{"blocksize", std::int64_t{2}}}, {space})[0]), textOf(x));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("DepthToSpace", {{"blocksize", std::int64_t{3}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("DepthToSpace", {{"blocksize", std::int64_t{0}}}, {x}));
  }

  void trianglesAreCutOut() {
    const Value x = floats({2, 3}, {1, 2, 3, 4, 5, 6});
    QCOMPARE(textOf(evaluated("Trilu", {}, {x})[0]), QString("float32 [2, 3]: 1, 2, 3, 0, 5, 6"));
    QCOMPARE(textOf(evaluated("Trilu", {{"upper", std::int64_t{0}}}, {x, integers({}, {-1})})[0]),
             QString("float32 [2, 3]: 0, 0, 0, 4, 0, 0"));
    QCOMPARE(textOf(evaluated("Trilu", {}, {x, integers({}, {kLargest})})[0]),
             QString("float32 [2, 3]: 0, 0, 0, 0, 0, 0"));
  }

  void rangesAndConstantsHaveTheirLength() {
    QCOMPARE(textOf(evaluated("Range", {}, {integers({}, {5}), integers({}, {0}), integers({}, {-2})})[0]),
             QString("int64 [3]: 5, 3, 1"));
    QCOMPARE(textOf(evaluated("Range", {}, {floats({}, {0}), floats({}, {1}), floats({}, {0.4})})[0]),
             QString("float32 [3]: 0, 0.4, 0.8"));
    QVERIFY_THROWS_EXCEPTION(Error,
                             evaluated("Range", {}, {integers({}, {0}), integers({}, {kLargest}), integers({}, {1})}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError,
                             evaluated("Range", {}, {floats({}, {0}), floats({}, {1}), floats({}, {0})}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("ConstantOfShape", {}, {integers({2}, {1000000, 1000000})}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("ConstantOfShape", {}, {integers({1}, {-1})}));
    const Dim n = Dim::symbol("n");
    QCOMPARE(textOf(inferred("Range", {}, {knownScalar(0), knownScalar(n), knownScalar(1)})[0]), QString("int64 n"));
    QCOMPARE(textOf(inferred("Range", {}, {knownScalar(n), knownScalar(n + Dim(2)), knownScalar(1)})[0].elements),
             QString("n, n+1"));
    const Attributes ones = {{"value", std::int64_t{1}}, {"element_type", std::int64_t{7}}};
    QCOMPARE(textOf(inferred("ConstantOfShape", ones, {known({2})})[0].elements), QString("1, 1"));
    QCOMPARE(textOf(inferred("ConstantOfShape", ones, {known({n, 2})})[0]), QString("int64 nx2"));
  }

  void conditionsSelectAndEncode() {
    const Value x = floats({2, 2}, {1, 0, 3, 4});
    QCOMPARE(textOf(evaluated("NonZero", {}, {x})[0]), QString("int64 [2, 3]: 0, 1, 1, 0, 0, 1"));
    QCOMPARE(
        textOf(evaluated("Compress", {{"axis", std::int64_t{1}}}, {x, integers({2}, {0, 1}, ElementType::kBool)})[0]),
        QString("float32 [2, 1]: 0, 4"));
    QCOMPARE(textOf(evaluated("OneHot", {}, {integers({3}, {0, -1, 7}), integers({}, {2}), floats({2}, {0, 5})})[0]),
             QString("float32 [3, 2]: 5, 0, 0, 5, 0, 0"));
    QVERIFY_THROWS_EXCEPTION(
        EvaluationError, evaluated("OneHot", {}, {integers({1}, {0}), integers({}, {kLargest}), floats({2}, {0, 1})}));
    QCOMPARE(textOf(evaluated("ReverseSequence", {{"batch_axis", std::int64_t{0}}, {"time_axis", std::int64_t{1}}},
                              {x, integers({2}, {1, 2})})[0]),
             QString("float32 [2, 2]: 1, 0, 4, 3"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("ReverseSequence", {}, {x, integers({2}, {1, 3})}));
    QCOMPARE(textOf(evaluated("EyeLike", {{"k", std::int64_t{1}}}, {x})[0]), QString("float32 [2, 2]: 0, 1, 0, 0"));
  }
};

QTEST_APPLESS_MAIN(IndexingOperatorsTest)
#include "indexing_operators_test.moc"
