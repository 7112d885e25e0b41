#include <limits>

#include "operator_testing.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {
using Integers = std::vector<std::int64_t>;
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();

Value counting(std::vector<std::int64_t> shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape) count *= extent;
  std::vector<double> elements;
  for (std::int64_t i = 0; i < count; ++i) elements.push_back(static_cast<double>(i));
  return floats(std::move(shape), std::move(elements));
}
}  // namespace

class MovementOperatorsTest : public QObject {
  Q_OBJECT

 private slots:
  void concatJoinsAlongAnyAxis() {
    const Value a = floats({2, 1}, {1, 2}), b = floats({2, 2}, {3, 4, 5, 6});
    QCOMPARE(textOf(evaluated("Concat", {{"axis", std::int64_t{-1}}}, {a, b})[0]),
             QString("float32 [2, 3]: 1, 3, 4, 2, 5, 6"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Concat", {{"axis", std::int64_t{0}}}, {a, b}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Concat", {{"axis", std::int64_t{2}}}, {a, b}));
  }

  void concatAddsSymbolicExtents() {
    const Dim n = Dim::symbol("n"), m = Dim::symbol("m");
    const Attributes axis = {{"axis", std::int64_t{0}}};
    QCOMPARE(textOf(inferred("Concat", axis, {reals({n, 4}), reals({m, 4})})[0]), QString("float32 m+nx4"));
    QCOMPARE(textOf(inferred("Concat", axis, {reals({2, n}), reals({3, 4})})[0]), QString("float32 5x4"));
    QCOMPARE(textOf(inferred("Concat", axis, {known({n}), known({4, -1})})[0].elements), QString("n, 4, -1"));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Concat", axis, {reals({2, 3}), reals({2, 4})}));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Concat", axis, {reals({2, 3}), reals({2})}));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Concat", {{"axis", std::int64_t{2}}}, {reals({2, 3})}));
  }

  void splitCutsGivenOrEqualParts() {
    const Value x = counting({2, 3});
    const auto parts = evaluated("Split", {{"axis", std::int64_t{1}}, {"split", Integers{1, 2}}}, {x}, 2);
    QCOMPARE(textOf(parts[0]), QString("float32 [2, 1]: 0, 3"));
    QCOMPARE(textOf(parts[1]), QString("float32 [2, 2]: 1, 2, 4, 5"));
    const auto uneven = evaluated("Split", {{"num_outputs", std::int64_t{2}}}, {counting({5})}, 2);
    QCOMPARE(textOf(uneven[1]), QString("float32 [2]: 3, 4"));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Split", {{"split", Integers{3, -1}}}, {x}, 2));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Split", {{"split", Integers{kLargest, kLargest}}}, {x}, 2));
  }

  void splitInfersItsParts() {
    const Dim n = Dim::symbol("n");
    const auto equal = inferred("Split", {{"num_outputs", std::int64_t{2}}}, {reals({n * Dim(4), 3})}, 2);
    QCOMPARE(textOf(equal[1]), QString("float32 2*nx3"));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Split", {{"split", Integers{1, 2}}}, {reals({4})}, 2));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Split", {{"split", Integers{1, 3}}}, {reals({4})}, 3));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Split", {{"num_outputs", kLargest}}, {reals({4})}, 2));
  }

  void sliceClampsAndGoesBackwards() {
    const Value x = counting({5});
    const auto slice = [&](std::int64_t start, std::int64_t end, std::int64_t step) {
      return textOf(evaluated(
          "Slice",
          {{"starts", Integers{start}}, {"ends", Integers{end}}, {"axes", Integers{0}}, {"steps", Integers{step}}},
          {x})[0]);
    };
    QCOMPARE(slice(1, -1, 1), QString("float32 [3]: 1, 2, 3"));
    QCOMPARE(slice(-100, 100, 2), QString("float32 [3]: 0, 2, 4"));
    QCOMPARE(slice(-1, kLowest, -1), QString("float32 [5]: 4, 3, 2, 1, 0"));
    QCOMPARE(slice(kLargest, 0, -2), QString("float32 [2]: 4, 2"));
    QCOMPARE(slice(3, 2, 1), QString("float32 [0]: "));
    QCOMPARE(slice(0, kLargest, kLargest), QString("float32 [1]: 0"));
    QCOMPARE(slice(4, kLowest, kLowest), QString("float32 [1]: 4"));
    QVERIFY_THROWS_EXCEPTION(Error, slice(0, 1, 0));
    const Value matrix = counting({2, 3});
    QCOMPARE(textOf(evaluated("Slice", {}, {matrix, integers({1}, {1}), integers({1}, {3}), integers({1}, {-1})})[0]),
             QString("float32 [2, 2]: 1, 2, 4, 5"));
    QVERIFY_THROWS_EXCEPTION(Error,
                             evaluated("Slice", {}, {matrix, integers({3}, {0, 0, 0}), integers({3}, {1, 1, 1})}));
  }

  void sliceOfSymbolicExtents() {
    const Dim n = Dim::symbol("n");
    const auto slice = [&](Dim start, Dim end) {
      return inferred("Slice", {{"axes", Integers{0}}}, {reals({n, 4}), known({start}), known({end})})[0].type.shape[0];
    };
    QCOMPARE(slice(0, kLargest), n);
    QCOMPARE(slice(0, n), n);
    QCOMPARE(slice(0, 3), min(n, 3));
    QCOMPARE(slice(1, kLargest), slice(0, -1));
    QVERIFY(slice(Dim::unknown(), 3).isNamelessUnknown());
    QCOMPARE(
        textOf(
            inferred("Slice", {{"starts", Integers{-1}}, {"ends", Integers{kLargest}}}, {known({3, n})})[0].elements),
        QString("n"));
  }

  void transposeReversesUnlessToldOtherwise() {
    const Value x = counting({2, 3});
    QCOMPARE(textOf(evaluated("Transpose", {}, {x})[0]), QString("float32 [3, 2]: 0, 3, 1, 4, 2, 5"));
    const Dim n = Dim::symbol("n");
    QCOMPARE(textOf(inferred("Transpose", {{"perm", Integers{2, 0, 1}}}, {reals({n, 3, 4})})[0]),
             QString("float32 4xnx3"));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Transpose", {{"perm", Integers{0, 0}}}, {reals({2, 3})}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Transpose", {{"perm", Integers{1}}}, {x}));
  }

  void expandAndTileRepeat() {
    const Value x = floats({2, 1}, {1, 2});
    QCOMPARE(textOf(evaluated("Expand", {{"shape", Integers{2}}}, {x})[0]), QString("float32 [2, 2]: 1, 1, 2, 2"));
    QCOMPARE(textOf(evaluated("Tile", {{"repeats", Integers{1, 2}}}, {counting({2, 2})})[0]),
             QString("float32 [2, 4]: 0, 1, 0, 1, 2, 3, 2, 3"));
    const Dim n = Dim::symbol("n");
    QCOMPARE(textOf(inferred("Expand", {}, {reals({1, 4}), known({n, 1, 1})})[0]), QString("float32 nx1x4"));
    QCOMPARE(textOf(inferred("Tile", {}, {reals({3, n}), known({n, 2})})[0]), QString("float32 3*nx2*n"));
  }

  void hostileSizesAreRefusedBeforeAllocating() {
    const Value x = floats({1}, {1});
    const Integers huge = {1000000, 1000000};
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Expand", {{"shape", huge}}, {x}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Expand", {{"shape", Integers{kLargest, kLargest, 0}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Expand", {{"shape", Integers{-1}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Tile", {{"repeats", Integers{kLargest}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Tile", {{"repeats", Integers{-1}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Reshape", {{"shape", huge}}, {x}));
  }

  void reshapeInfersOneExtent() {
    const Value x = counting({2, 3});
    QCOMPARE(evaluated("Reshape", {{"shape", Integers{-1, 2}}}, {x})[0].shape(), (Integers{3, 2}));
    QCOMPARE(evaluated("Reshape", {{"shape", Integers{0, 3, 1}}}, {x})[0].shape(), (Integers{2, 3, 1}));
    QCOMPARE(evaluated("Reshape", {{"shape", Integers{0, 5}}, {"allowzero", std::int64_t{1}}}, {floats({5, 0}, {})})[0]
                 .shape(),
             (Integers{0, 5}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Reshape", {{"shape", Integers{4}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Reshape", {{"shape", Integers{-1, 4}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Reshape", {{"shape", Integers{-1, -1}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Reshape", {{"shape", Integers{2, 3, 0}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Reshape", {{"shape", Integers{4}}}, {reals({2, 3})}));
  }

  void reshapeOfSymbolicShapes() {
    const Dim n = Dim::symbol("n"), s = Dim::symbol("s");
    const auto reshape = [](Shape shape, KnownElements to) {
      return textOf(inferred("Reshape", {}, {reals(std::move(shape)), known(std::move(to))})[0]);
    };
    QCOMPARE(reshape({n, s, 768}, {n, s, 12, -1}), QString("float32 nxsx12x64"));
    QCOMPARE(reshape({n, s, 768}, {-1, 768}), QString("float32 n*sx768"));
    QCOMPARE(reshape({n, s, 768}, {0, 0, 12, 64}), QString("float32 nxsx12x64"));
    QCOMPARE(reshape({n, 3, 4}, {n, -1}), QString("float32 nx12"));
    const Dim unknown = Dim::unknown();
    QCOMPARE(reshape({unknown, 8}, {unknown, 2, -1}), QString::fromStdString("float32 " + unknown.text() + "x2x4"));
    QVERIFY(inferred("Reshape", {}, {reals({n, 8}), known({unknown, 8})})[0].type.shape[0].isNamelessUnknown());
    QCOMPARE(inferred("Reshape", {}, {reals({n}), tensor(ElementType::kInt64, {3})})[0].type.shape.rank(), 3);
  }

  void viewsKeepTheElements() {
    const Value x = counting({2, 1, 3});
    QCOMPARE(evaluated("Flatten", {{"axis", std::int64_t{-1}}}, {x})[0].shape(), (Integers{2, 3}));
    QCOMPARE(evaluated("Flatten", {{"axis", std::int64_t{0}}}, {x})[0].shape(), (Integers{1, 6}));
    QCOMPARE(evaluated("Squeeze", {}, {x})[0].shape(), (Integers{2, 3}));
    QCOMPARE(evaluated("Unsqueeze", {{"axes", Integers{-1, 0}}}, {x})[0].shape(), (Integers{1, 2, 1, 3, 1}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Squeeze", {{"axes", Integers{0}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Unsqueeze", {{"axes", Integers{0, 0}}}, {x}));
    QVERIFY_THROWS_EXCEPTION(Error, evaluated("Flatten", {{"axis", std::int64_t{4}}}, {x}));
    const Dim n = Dim::symbol("n");
    QCOMPARE(textOf(inferred("Squeeze", {{"axes", Integers{1}}}, {reals({n, n, 2})})[0]), QString("float32 nx2"));
    QCOMPARE(textOf(inferred("Unsqueeze", {{"axes", Integers{0}}}, {knownScalar(n)})[0].elements), QString("n"));
    QVERIFY(!inferred("Squeeze", {}, {reals({n, 2})})[0].type.shape.hasRank());
    QCOMPARE(textOf(evaluated("Dropout", {}, {floats({2}, {1, 2})}, 2)[1]), QString("bool [2]: 1, 1"));
    QVERIFY_THROWS_EXCEPTION(EvaluationError, evaluated("Dropout", {{"training_mode", std::int64_t{1}}}, {x}));
  }

  void shapesAreToldInSymbols() {
    const Dim n = Dim::symbol("n");
    QCOMPARE(textOf(inferred("Shape", {}, {reals({n, 3, 4})})[0].elements), QString("n, 3, 4"));
    QCOMPARE(textOf(inferred("Shape", {{"start", std::int64_t{-2}}, {"end", std::int64_t{100}}}, {reals({n, 3, 4})})[0]
                        .elements),
             QString("3, 4"));
    QCOMPARE(textOf(inferred("Size", {}, {reals({n, 3, 4})})[0].elements), QString("12*n"));
    QCOMPARE(textOf(evaluated("Shape", {{"end", std::int64_t{-1}}}, {counting({2, 3})})[0]), QString("int64 [1]: 2"));
  }
};

QTEST_APPLESS_MAIN(MovementOperatorsTest)
#include "movement_operators_test.moc"
