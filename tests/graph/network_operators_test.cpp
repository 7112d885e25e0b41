// Convolutions, products, pools, normalizations, recurrent layers and resizing: shapes, values, errors. Agreement with
// ONNX's own cases is the subject of tests/execution/conformance_test.cpp.

#include <QTest>
#include <cmath>
#include <random>

#include "graph/operators/gemm.h"
#include "operator_testing.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

using Integers = std::vector<std::int64_t>;

Value randomFloats(Integers shape, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::int64_t size = 1;
  for (const std::int64_t extent : shape) size *= extent;
  std::vector<double> elements(static_cast<std::size_t>(size));
  for (double& element : elements) element = std::uniform_real_distribution<double>(-1, 1)(engine);
  return floats(std::move(shape), std::move(elements));
}

struct ConvolutionCase {
  std::int64_t groups, inputs, outputs;  // channels of a group
  Integers spatial, kernel, strides, pads, dilations;
};

/// The definition of a convolution, one output element at a time, in two dimensions.
double convolvedAt(const ConvolutionCase& c, const Value& x, const Value& w, std::int64_t n, std::int64_t m,
                   std::int64_t oh, std::int64_t ow) {
  double sum = 0;
  const std::int64_t group = m / c.outputs;
  for (std::int64_t i = 0; i < c.inputs; ++i)
    for (std::int64_t kh = 0; kh < c.kernel[0]; ++kh)
      for (std::int64_t kw = 0; kw < c.kernel[1]; ++kw) {
        const std::int64_t h = oh * c.strides[0] - c.pads[0] + kh * c.dilations[0];
        const std::int64_t v = ow * c.strides[1] - c.pads[1] + kw * c.dilations[1];
        if (h < 0 || h >= c.spatial[0] || v < 0 || v >= c.spatial[1]) continue;
        const std::int64_t channel = group * c.inputs + i;
        sum += x.at(((n * c.groups * c.inputs + channel) * c.spatial[0] + h) * c.spatial[1] + v) *
               w.at(((m * c.inputs + i) * c.kernel[0] + kh) * c.kernel[1] + kw);
      }
  return sum;
}

Attributes attributesOf(const ConvolutionCase& c) {
  return {{"strides", c.strides}, {"pads", c.pads}, {"dilations", c.dilations}, {"group", c.groups}};
}

double dot(const Value& a, const Value& b) {
  double sum = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) sum += a.at(i) * b.at(i);
  return sum;
}

}  // namespace

class NetworkOperatorsTest : public QObject {
  Q_OBJECT

 private slots:
  void convolutionInfersSymbolicExtents() {
    const Dim batch = Dim::symbol("batch");
    const Dim h = Dim::symbol("h");
    const auto facts = inferred("Conv", {{"strides", Integers{2, 2}}, {"pads", Integers{3, 3, 3, 3}}},
                                {reals(Shape{batch, 3, h, 224}), reals(Shape{64, 3, 7, 7}), reals(Shape{64})});
    QCOMPARE(textOf(facts[0]), textOf(OutputFact{.type = {.element = ElementType::kFloat32,
                                                          .shape = Shape{batch, 64, floorDiv(h - 1, 2) + 1, 112}},
                                                 .elements = {}}));
  }

  void convolutionWithAutoPadKeepsTheExtentsOverTheStride() {
    const Dim h = Dim::symbol("h");
    const auto facts = inferred("Conv", {{"auto_pad", std::string("SAME_UPPER")}, {"strides", Integers{2}}},
                                {reals(Shape{1, 1, h}), reals(Shape{1, 1, 3})});
    QVERIFY(facts[0].type.shape == (Shape{1, 1, ceilDiv(h, 2)}));
  }

  void convolutionOfUnknownRankHasUnknownRank() {
    const auto facts = inferred("Conv", {}, {reals(Shape::unknownRank()), reals(Shape{1, 1, 3})});
    QVERIFY(!facts[0].type.shape.hasRank());
  }

  void convolutionRefusesWhatDoesNotFit_data() {
    QTest::addColumn<QList<int>>("x");
    QTest::addColumn<QList<int>>("w");
    QTest::addColumn<int>("group");
    QTest::newRow("channels") << QList{1, 3, 8, 8} << QList{4, 2, 3, 3} << 1;
    QTest::newRow("output channels in groups") << QList{1, 4, 8, 8} << QList{3, 2, 3, 3} << 2;
    QTest::newRow("window larger than input") << QList{1, 3, 2, 2} << QList{4, 3, 3, 3} << 1;
    QTest::newRow("ranks") << QList{1, 3, 8} << QList{4, 3, 3, 3} << 1;
    QTest::newRow("no spatial axis") << QList{1, 3} << QList{4, 3} << 1;
    QTest::newRow("no group") << QList{1, 3, 8, 8} << QList{4, 3, 3, 3} << 0;
  }
  void convolutionRefusesWhatDoesNotFit() {
    QFETCH(QList<int>, x);
    QFETCH(QList<int>, w);
    QFETCH(int, group);
    const Integers xShape(x.begin(), x.end()), wShape(w.begin(), w.end());
    const Attributes attributes{{"group", std::int64_t{group}}};
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("Conv", attributes, {reals(Shape(xShape)), reals(Shape(wShape))}));
    QVERIFY_THROWS_EXCEPTION(ModelError,
                             evaluated("Conv", attributes, {randomFloats(xShape, 1), randomFloats(wShape, 2)}));
  }

  void convolutionEqualsItsDefinition_data() {
    QTest::addColumn<int>("which");
    for (std::size_t i = 0; i < cases_.size(); ++i) QTest::addRow("case %zu", i) << static_cast<int>(i);
  }
  void convolutionEqualsItsDefinition() {
    QFETCH(int, which);
    const ConvolutionCase& c = cases_[static_cast<std::size_t>(which)];
    const Value x = randomFloats({2, c.groups * c.inputs, c.spatial[0], c.spatial[1]}, 1);
    const Value w = randomFloats({c.groups * c.outputs, c.inputs, c.kernel[0], c.kernel[1]}, 2);
    const Value y = evaluated("Conv", attributesOf(c), {x, w})[0];
    std::int64_t at = 0;
    for (std::int64_t n = 0; n < 2; ++n)
      for (std::int64_t m = 0; m < y.shape()[1]; ++m)
        for (std::int64_t h = 0; h < y.shape()[2]; ++h)
          for (std::int64_t v = 0; v < y.shape()[3]; ++v, ++at)
            QVERIFY(std::abs(y.at(at) - convolvedAt(c, x, w, n, m, h, v)) < 1e-10);
  }

  void transposedConvolutionIsTheAdjoint_data() { convolutionEqualsItsDefinition_data(); }
  void transposedConvolutionIsTheAdjoint() {
    QFETCH(int, which);
    const ConvolutionCase& c = cases_[static_cast<std::size_t>(which)];
    const Value x = randomFloats({2, c.groups * c.inputs, c.spatial[0], c.spatial[1]}, 1);
    const Value w = randomFloats({c.groups * c.outputs, c.inputs, c.kernel[0], c.kernel[1]}, 2);
    const Value y = evaluated("Conv", attributesOf(c), {x, w})[0];
    const Value z = randomFloats(y.shape(), 3);
    Attributes attributes = attributesOf(c);
    Integers extra;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::int64_t reach = c.dilations[i] * (c.kernel[i] - 1) + 1;
      extra.push_back(c.spatial[i] - (c.strides[i] * (y.shape()[i + 2] - 1) + reach - c.pads[i] - c.pads[i + 2]));
    }
    attributes.set("output_padding", extra);
    const Value back = evaluated("ConvTranspose", attributes, {z, w})[0];
    QVERIFY(back.shape() == x.shape());
    QVERIFY(std::abs(dot(y, z) - dot(x, back)) < 1e-8 * std::max(1.0, std::abs(dot(y, z))));
  }

  void convolutionInOneDimensionIsCutInsideARow() {
    const Value x = randomFloats({1, 512, 3000}, 1);
    const Value w = randomFloats({1, 512, 3}, 2);
    const Value y = evaluated("Conv", {{"pads", Integers{1, 1}}}, {x, w})[0];
    QVERIFY(y.shape() == (Integers{1, 1, 3000}));
    for (const std::int64_t o : {0, 1, 1364, 1365, 1366, 2730, 2999}) {
      double sum = 0;
      for (std::int64_t i = 0; i < 512; ++i)
        for (std::int64_t k = 0; k < 3; ++k)
          if (o + k >= 1 && o + k <= 3000) sum += x.at(i * 3000 + o + k - 1) * w.at(i * 3 + k);
      QVERIFY(std::abs(y.at(o) - sum) < 1e-9);
    }
  }

  void convolutionAddsItsBiasAndAppliesItsActivation() {
    const auto y = evaluated("Conv", {{"activation", std::string("relu")}},
                             {floats({1, 1, 3}, {1, 2, -3}), floats({2, 1, 1}, {1, -1}), floats({2}, {0.5, 0})});
    QCOMPARE(textOf(y[0]), QString("float32 [1, 2, 3]: 1.5, 2.5, 0, 0, 0, 3"));
  }

  void convolutionCountsMultiplyAndAddAsTwo() {
    const OperatorDefinition& conv = operatorNamed("Conv");
    const std::vector<TensorType> inputs{{ElementType::kFloat16, Shape{1, 64, 56, 56}, true},
                                         {ElementType::kFloat16, Shape{128, 32, 3, 3}, true}};
    const std::vector<TensorType> outputs{{ElementType::kFloat16, Shape{1, 128, 56, 56}, true}};
    const Work work = workOf(conv, {.attributes = Attributes{}, .inputs = inputs, .outputs = outputs});
    QCOMPARE(work.flops, 2.0 * 128 * 56 * 56 * 32 * 9);
    QCOMPARE(work.bytesRead, 2.0 * (64 * 56 * 56 + 128 * 32 * 9));
    QCOMPARE(work.bytesWritten, 2.0 * 128 * 56 * 56);
  }

  void matMulBroadcastsLikeNumPy() {
    const Dim n = Dim::symbol("n");
    const auto shape = [](const Shape& a, const Shape& b) {
      return inferred("MatMul", {}, {reals(a), reals(b)})[0].type.shape;
    };
    QVERIFY(shape(Shape{n, 12, 128, 64}, Shape{64, 32}) == (Shape{n, 12, 128, 32}));
    QVERIFY(shape(Shape{5, 1, 2, 3}, Shape{7, 3, 4}) == (Shape{5, 7, 2, 4}));
    QVERIFY(shape(Shape{3}, Shape{3}) == Shape{});
    QVERIFY(shape(Shape{3}, Shape{2, 3, 4}) == (Shape{2, 4}));
    QVERIFY(shape(Shape{2, 4, 3}, Shape{3}) == (Shape{2, 4}));
    QVERIFY_THROWS_EXCEPTION(ModelError, shape(Shape{2, 3}, Shape{4, 5}));
    QVERIFY_THROWS_EXCEPTION(ModelError, shape(Shape{2, 2, 3}, Shape{5, 3, 4}));
    QVERIFY_THROWS_EXCEPTION(ModelError, shape(Shape{}, Shape{4, 5}));
  }

  void matMulOfStacksMultipliesPairs() {
    const Value a = floats({2, 1, 2}, {1, 2, 3, 4});
    const Value b = floats({2, 2, 1}, {10, 1, 100, 1000});
    QCOMPARE(textOf(evaluated("MatMul", {}, {a, b})[0]), QString("float32 [2, 1, 1]: 12, 4300"));
  }

  void onlyLargeProductsAreSharedAmongThreads() {
    QCOMPARE(operators::threadsForProduct(64, 64, 64, 8), 1);
    QCOMPARE(operators::threadsForProduct(256, 1000, 2048, 8), 8);
    QCOMPARE(operators::threadsForProduct(1 << 20, 1 << 20, 1 << 20, 8), 8);
  }

  void matMulAddsItsBiasBeforeItsActivation() {
    const auto y =
        evaluated("MatMul", {{"activation", std::string("leaky_relu")}, {"activation_params", std::vector{0.5}}},
                  {floats({1, 2}, {1, 1}), floats({2, 2}, {1, -4, 1, 0}), floats({2}, {1, 0})});
    QCOMPARE(textOf(y[0]), QString("float32 [1, 2]: 3, -2"));
  }

  void matMulOfIntegersIsExact() {
    const std::int64_t big = (std::int64_t{1} << 53) + 1;
    const auto y = evaluated("MatMul", {}, {integers({1, 2}, {big, 1}), integers({2, 1}, {1, 0})});
    QCOMPARE(y[0].integers()[0], big);
  }

  void matMulRefusesABiasThatIsNoRow() {
    const std::vector<InputFact> inputs{reals(Shape{4, 2}), reals(Shape{2, 3}), reals(Shape{4, 1})};
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("MatMul", {}, inputs));
  }

  void fusedActivationsAreTheOperators_data() {
    QTest::addColumn<QString>("fused");
    QTest::addColumn<QString>("name");
    QTest::newRow("relu") << "relu"
                          << "Relu";
    QTest::newRow("sigmoid") << "sigmoid"
                             << "Sigmoid";
    QTest::newRow("tanh") << "tanh"
                          << "Tanh";
    QTest::newRow("hard_swish") << "hard_swish"
                                << "HardSwish";
    QTest::newRow("gelu_none") << "gelu_none"
                               << "Gelu";
  }
  void fusedActivationsAreTheOperators() {
    QFETCH(QString, fused);
    QFETCH(QString, name);
    const Value x = floats({1, 5}, {-4, -0.5, 0, 0.5, 4});
    const Value identity =
        evaluated("Gemm", {{"activation", fused.toStdString()}},
                  {x, floats({5, 5}, {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1})})[0];
    QCOMPARE(textOf(identity), textOf(evaluated(name.toStdString(), {}, {x})[0]));
  }

  void anUnknownActivationIsRefused() {
    const std::vector<InputFact> inputs{reals(Shape{4, 2}), reals(Shape{2, 3})};
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("MatMul", {{"activation", std::string("swoosh")}}, inputs));
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("MatMul", {{"activation", std::string("clip")}}, inputs));
  }

  void gemmTransposesScalesAndAdds() {
    const auto y = evaluated("Gemm", {{"transA", std::int64_t{1}}, {"alpha", 2.0}, {"beta", 0.5}},
                             {floats({2, 1}, {1, 2}), floats({2, 2}, {1, 2, 3, 4}), floats({1}, {10})});
    QCOMPARE(textOf(y[0]), QString("float32 [1, 2]: 19, 25"));
  }

  void einsumPermutesTheProductOfTwo() {
    const Value a = randomFloats({2, 3, 4, 5}, 1);
    const Value b = randomFloats({2, 6, 4, 5}, 2);
    const Value y = evaluated("Einsum", {{"equation", std::string("bqhd,bkhd->bhqk")}}, {a, b})[0];
    QVERIFY(y.shape() == (Integers{2, 4, 3, 6}));
    double sum = 0;  // b = 1, h = 2, q = 1, k = 4
    for (std::int64_t d = 0; d < 5; ++d)
      sum += a.at(((1 * 3 + 1) * 4 + 2) * 5 + d) * b.at(((1 * 6 + 4) * 4 + 2) * 5 + d);
    QVERIFY(std::abs(y.at(((1 * 4 + 2) * 3 + 1) * 6 + 4) - sum) < 1e-12);
  }

  void einsumBroadcastsItsEllipsis() {
    const auto facts = inferred("Einsum", {{"equation", std::string("...ij,...jk")}},
                                {reals(Shape{7, 1, 2, 3}), reals(Shape{5, 3, 4})});
    QVERIFY(facts[0].type.shape == (Shape{7, 5, 2, 4}));
    const auto y =
        evaluated("Einsum", {{"equation", std::string("...i,...i->...")}}, {floats({2, 1}, {2, 3}), floats({1}, {10})});
    QCOMPARE(textOf(y[0]), QString("float32 [2]: 20, 30"));
  }

  void poolsWithCeilModeStartNoWindowInThePaddingBehind() {
    const Attributes attributes{
        {"kernel_shape", Integers{1}}, {"strides", Integers{2}}, {"ceil_mode", std::int64_t{1}}};
    QVERIFY(inferred("MaxPool", attributes, {reals(Shape{1, 1, 4})})[0].type.shape == (Shape{1, 1, 2}));
    const Attributes wide{{"kernel_shape", Integers{3}}, {"strides", Integers{2}}, {"ceil_mode", std::int64_t{1}}};
    QCOMPARE(textOf(evaluated("MaxPool", wide, {floats({1, 1, 4}, {1, 2, 3, 4})})[0]),
             QString("float32 [1, 1, 2]: 3, 4"));
  }

  void aDilatedWindowBehindTheInputSeesOnlyPadding() {
    Value x = Value::ofFloats(ElementType::kFloat32, {1, 2, 2}, {1, 2, 3, 4});
    Attributes attributes{{"kernel_shape", std::vector<std::int64_t>{1}},
                          {"strides", std::vector<std::int64_t>{1}},
                          {"pads", std::vector<std::int64_t>{1, 2}},
                          {"dilations", std::vector<std::int64_t>{2}},
                          {"count_include_pad", std::int64_t{1}}};
    QCOMPARE(textOf(evaluated("AveragePool", attributes, {x})[0]),
             QString("float32 [1, 2, 5]: 0, 1, 2, 0, 0, 0, 3, 4, 0, 0"));
  }

  void averagePoolCountsPaddingOnlyWhenAsked() {
    Attributes attributes{{"kernel_shape", Integers{3}}, {"pads", Integers{1, 1}}};
    const Value x = floats({1, 1, 3}, {3, 6, 9});
    QCOMPARE(textOf(evaluated("AveragePool", attributes, {x})[0]), QString("float32 [1, 1, 3]: 4.5, 6, 7.5"));
    attributes.set("count_include_pad", std::int64_t{1});
    QCOMPARE(textOf(evaluated("AveragePool", attributes, {x})[0]), QString("float32 [1, 1, 3]: 3, 6, 5"));
  }

  void maxPoolSaysWhereTheLargestWas() {
    const auto y = evaluated("MaxPool", {{"kernel_shape", Integers{2, 2}}, {"storage_order", std::int64_t{1}}},
                             {floats({1, 2, 2, 3}, {1, 9, 2, 3, 4, 5, 0, 0, 0, 0, 0, 7})}, 2);
    QCOMPARE(textOf(y[0]), QString("float32 [1, 2, 1, 2]: 9, 9, 0, 7"));
    QCOMPARE(textOf(y[1]), QString("int64 [1, 2, 1, 2]: 2, 2, 6, 11"));
  }

  void batchNormalizationUsesItsEpsilon() {
    const auto y =
        evaluated("BatchNormalization", {{"epsilon", 3.0}},
                  {floats({1, 1, 2}, {5, 9}), floats({1}, {2}), floats({1}, {1}), floats({1}, {5}), floats({1}, {1})});
    QCOMPARE(textOf(y[0]), QString("float32 [1, 1, 2]: 1, 5"));
  }

  void groupNormalizationScalesPerChannel() {
    const auto y = evaluated("GroupNormalization", {{"num_groups", std::int64_t{1}}, {"epsilon", 0.0}},
                             {floats({1, 2, 2}, {1, 1, 3, 3}), floats({2}, {1, 10}), floats({2}, {0, 5})});
    QCOMPARE(textOf(y[0]), QString("float32 [1, 2, 2]: -1, -1, 15, 15"));
  }

  void rmsNormalizationDividesByTheRootMeanSquare() {
    const auto y = evaluated("RMSNormalization", {{"epsilon", 0.0}}, {floats({1, 2}, {1, 7}), floats({2}, {5, 10})});
    QCOMPARE(textOf(y[0]), QString("float32 [1, 2]: 1, 14"));
  }

  void softmaxBeforeOpset13FlattensFromItsAxisOn() {
    const Value x = floats({1, 2, 2}, {0, 0, 0, 0});
    QCOMPARE(textOf(evaluated("Softmax", {{"axis", std::int64_t{1}}, {"flatten", std::int64_t{1}}}, {x})[0]),
             QString("float32 [1, 2, 2]: 0.25, 0.25, 0.25, 0.25"));
    QCOMPARE(textOf(evaluated("Softmax", {{"axis", std::int64_t{1}}}, {x})[0]),
             QString("float32 [1, 2, 2]: 0.5, 0.5, 0.5, 0.5"));
  }

  void lstmInfersAllItsOutputs() {
    const Dim steps = Dim::symbol("steps");
    const auto facts = inferred("LSTM", {{"direction", std::string("bidirectional")}},
                                {reals(Shape{steps, 3, 10}), reals(Shape{2, 80, 10}), reals(Shape{2, 80, 20})}, 3);
    QVERIFY(facts[0].type.shape == (Shape{steps, 2, 3, 20}));
    QVERIFY(facts[1].type.shape == (Shape{2, 3, 20}));
    QVERIFY(facts[2].type.shape == (Shape{2, 3, 20}));
    QVERIFY_THROWS_EXCEPTION(
        ModelError,
        inferred("LSTM", {}, {reals(Shape{steps, 3, 10}), reals(Shape{1, 79, 10}), reals(Shape{1, 80, 20})}));
  }

  void reverseRecurrenceStartsAtTheEndOfEachSequence() {
    const std::vector<Value> inputs{floats({3, 2, 1}, {1, 10, 2, 20, 3, 30}), floats({1, 1, 1}, {1}),
                                    floats({1, 1, 1}, {1}), Value(), integers({2}, {3, 2}, ElementType::kInt32)};
    const auto y = evaluated(
        "RNN", {{"direction", std::string("reverse")}, {"activations", std::vector<std::string>{"Relu"}}}, inputs, 2);
    QCOMPARE(textOf(y[0]), QString("float32 [3, 1, 2, 1]: 6, 30, 5, 20, 3, 0"));
    QCOMPARE(textOf(y[1]), QString("float32 [1, 2, 1]: 6, 30"));
  }

  void gruResetsBeforeOrAfterTheProduct() {
    // f is the identity and g too, so that with z = r = x the numbers can be followed by hand.
    const auto run = [](std::int64_t resetsAfter) {
      return evaluated(
          "GRU", {{"activations", std::vector<std::string>{"Affine", "Affine"}}, {"linear_before_reset", resetsAfter}},
          {floats({1, 1, 1}, {0.5}), floats({1, 3, 1}, {1, 1, 1}), floats({1, 3, 1}, {0, 0, 1}),
           floats({1, 6}, {0, 0, 0, 0, 0, 4}), Value(), floats({1, 1, 1}, {2})},
          2)[1];
    };
    QCOMPARE(textOf(run(0)), QString("float32 [1, 1, 1]: 3.75"));  // h = 0.5 + 0.5 * 2 + 4; 0.5 * h + 0.5 * 2
    QCOMPARE(textOf(run(1)), QString("float32 [1, 1, 1]: 2.75"));  // h = 0.5 + 0.5 * (2 + 4)
  }

  void resizeInfersScaledExtents() {
    const Dim h = Dim::symbol("h");
    const auto scaled = inferred("Resize", {{"scales", std::vector{1.0, 1.0, 2.0, 0.5}}}, {reals(Shape{1, 3, h, h})});
    QVERIFY(scaled[0].type.shape == (Shape{1, 3, h * Dim(2), floorDiv(h, 2)}));
    const auto sized =
        inferred("Resize", {{"sizes", Integers{7, 8}}, {"axes", Integers{-2, -1}}}, {reals(Shape{1, 3, h, h})});
    QVERIFY(sized[0].type.shape == (Shape{1, 3, 7, 8}));
    QVERIFY_THROWS_EXCEPTION(ModelError,
                             inferred("Resize", {{"scales", std::vector{1.0}}}, {reals(Shape{1, 3, h, h})}));
    QVERIFY_THROWS_EXCEPTION(ModelError, evaluated("Resize", {}, {floats({1}, {1})}));
  }

  void resizeWithAntialiasStretchesItsFilter() {
    const Value x = floats({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    const auto y = evaluated(
        "Resize",
        {{"mode", std::string("linear")}, {"antialias", std::int64_t{1}}, {"scales", std::vector{1.0, 1.0, 0.6, 0.6}}},
        {x});
    QCOMPARE(textOf(y[0]), QString("float32 [1, 1, 2, 2]: 2.875, 4.5, 9.375, 11"));
  }

  void resizeKeepsTheAspectRatioWhenAsked() {
    const Attributes attributes{
        {"sizes", Integers{7, 8}}, {"axes", Integers{0, 1}}, {"keep_aspect_ratio_policy", std::string("not_larger")}};
    QVERIFY(evaluated("Resize", attributes, {randomFloats({2, 4}, 1)})[0].shape() == (Integers{4, 8}));
  }

  void theSpacesConstantsAreMadeFromTheirShapes() {
    const auto made = [](std::string_view name, const Attributes& attributes) {
      return textOf(
          findOperator(name, "tasoscope")->evaluate({.attributes = attributes, .inputs = {}, .outputs = {}})[0]);
    };
    const Attributes shape{{"shape", Integers{1, 2}}, {"element_type", std::int64_t{10}}};
    QCOMPARE(made("Zeros", shape), QString("float16 [1, 2]: 0, 0"));
    QCOMPARE(made("Ones", shape), QString("float16 [1, 2]: 1, 1"));
    QCOMPARE(made("IdentityMatrix", {{"size", std::int64_t{2}}, {"element_type", std::int64_t{7}}}),
             QString("int64 [2, 2]: 1, 0, 0, 1"));
    QVERIFY_THROWS_EXCEPTION(ModelError, made("Zeros", {{"shape", Integers{-1}}, {"element_type", std::int64_t{1}}}));
    QVERIFY_THROWS_EXCEPTION(
        EvaluationError, made("Ones", {{"shape", Integers{std::int64_t{1} << 40}}, {"element_type", std::int64_t{1}}}));
  }

  void convolvingWithTheIdentityKernelChangesNothing() {
    const OperatorDefinition* identity = findOperator("IdentityKernel", "tasoscope");
    QVERIFY(identity);
    const Attributes shape{{"shape", Integers{6, 3, 3, 5}}, {"element_type", std::int64_t{1}}};
    const Value kernel = identity->evaluate({.attributes = shape, .inputs = {}, .outputs = {}})[0];
    const Value x = randomFloats({1, 6, 4, 7}, 1);
    const Value y = evaluated("Conv", {{"group", std::int64_t{2}}, {"pads", Integers{1, 2, 1, 2}}}, {x, kernel})[0];
    QCOMPARE(textOf(y), textOf(x));
  }

  void clipTakesItsBoundsFromAttributesOrInputs() {
    const Value x = floats({3}, {-5, 0, 5});
    QCOMPARE(textOf(evaluated("Clip", {{"min", -1.0}, {"max", 2.0}}, {x})[0]), QString("float32 [3]: -1, 0, 2"));
    QCOMPARE(textOf(evaluated("Clip", {}, {x, Value(), floats({}, {1})})[0]), QString("float32 [3]: -5, 0, 1"));
  }

  void preluRefusesASlopeThatWouldWidenItsInput() {
    QVERIFY_THROWS_EXCEPTION(ModelError, inferred("PRelu", {}, {reals(Shape{2, 3}), reals(Shape{4, 2, 3})}));
  }

 private:
  const std::vector<ConvolutionCase> cases_{
      {1, 3, 4, {6, 7}, {3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}},
      {1, 2, 3, {9, 5}, {3, 2}, {2, 1}, {0, 1, 2, 0}, {2, 3}},
      {2, 2, 3, {5, 6}, {2, 3}, {1, 2}, {1, 0, 0, 2}, {1, 1}},
      {4, 1, 1, {7, 7}, {3, 3}, {2, 2}, {1, 1, 1, 1}, {1, 1}},
      {3, 1, 2, {6, 8}, {5, 3}, {1, 3}, {2, 2, 2, 2}, {1, 2}},
      {1, 5, 2, {4, 4}, {1, 1}, {1, 1}, {0, 0, 0, 0}, {1, 1}},
      {2, 3, 2, {4, 5}, {1, 1}, {2, 2}, {0, 0, 0, 0}, {1, 1}},
      {1, 64, 2, {70, 71}, {3, 3}, {1, 1}, {1, 1, 1, 1}, {1, 1}},  // more than one tile of gathered columns
      {1, 1, 2, {3, 3}, {3, 3}, {1, 1}, {4, 4, 4, 4}, {2, 2}},     // windows wholly in the padding
  };
};

QTEST_APPLESS_MAIN(NetworkOperatorsTest)
#include "network_operators_test.moc"
