#include "cost/cost_model.h"

#include <QTest>

#include "graph/text_form.h"

using namespace tasoscope;

namespace {

CostBreakdown explainIn(const char* text, std::string_view tensor, const char* device = "h100",
                        const SymbolValues& symbols = {}) {
  const ParsedGraph parsed = parseGraph(text);
  CostModel model(*findDevice(device), symbols);
  const OpId op = parsed.space->tensor(parsed.tensor(tensor)).op;
  const CostBreakdown breakdown = model.explain(*parsed.space, op);
  if (model.priceOf(*parsed.space, op) != breakdown.price) throw std::logic_error("the price is not the explained one");
  return breakdown;
}

std::int64_t priceIn(const char* text, const char* device = "h100") {
  const ParsedGraph parsed = parseGraph(text);
  CostModel model(*findDevice(device));
  return Graph(*parsed.space, parsed.outputs, &model).price().picoseconds;
}

}  // namespace

class CostModelTest : public QObject {
  Q_OBJECT

 private slots:
  void opsOverConstantsAreFree() {
    const CostBreakdown cost = explainIn(R"(graph {
      x: input float32 4
      a: constant float32 4 seed 1
      b: constant float32 4 seed 2
      c = Mul(a, b)
      y = Add(x, c)
      output y
    })",
                                         "c");
    QCOMPARE(cost.price.picoseconds, std::int64_t{0});
    QCOMPARE(cost.limit, CostLimit::kFree);
    QVERIFY(QString::fromStdString(cost.note).contains("constant"));
  }

  void aConcatOfActivationsIsPaid() {
    const char* text = R"(graph {
      x: input float32 64x1024x1024
      y: input float32 64x1024x1024
      z = Concat(x, y) {axis = 0}
      output z
    })";
    const CostBreakdown cost = explainIn(text, "z");
    QCOMPARE(cost.limit, CostLimit::kMemory);
    QCOMPARE(cost.bytesRead, 2.0 * 64 * 1024 * 1024 * 4);
    QCOMPARE(cost.bytesWritten, cost.bytesRead);
    QCOMPARE(cost.price.launches, std::int64_t{1});
    QVERIFY(cost.price.picoseconds > cost.launchPicoseconds);
  }

  void viewsAndIdentitiesAreFree() {
    QCOMPARE(priceIn("graph {\n x: input float32 8x8\n y = Reshape(x) {shape = [64]}\n z = Identity(y)\n output z\n}"),
             std::int64_t{0});
  }

  void smallOpsAreLimitedByTheLaunchAndLargeProductsByArithmetic() {
    QCOMPARE(explainIn("graph {\n x: input float32 8\n y = Relu(x)\n output y\n}", "y").limit, CostLimit::kLaunch);
    const char* product =
        "graph {\n a: input float32 4096x4096\n b: input float32 4096x4096\n y = MatMul(a, b)\n output y\n}";
    const CostBreakdown cost = explainIn(product, "y");
    QCOMPARE(cost.limit, CostLimit::kArithmetic);
    QCOMPARE(cost.flops, 2.0 * 4096 * 4096 * 4096);
    QVERIFY(QString::fromStdString(cost.note).contains("tiles of"));
    // No device is faster than its datasheet.
    QVERIFY(static_cast<double>(cost.price.picoseconds) * 1e-12 > cost.flops / findDevice("h100")->float32ProductFlops);
  }

  void mergingTwoProductsThatShareAnOperandPays() {
    const std::int64_t apart = priceIn(R"(graph {
      x: input float32 64x512
      v: constant float32 512x512 seed 1
      w: constant float32 512x512 seed 2
      a = MatMul(x, v)
      b = MatMul(x, w)
      output a, b
    })");
    const std::int64_t merged = priceIn(R"(graph {
      x: input float32 64x512
      v: constant float32 512x1024 seed 1
      c = MatMul(x, v)
      output c
    })");
    QVERIFY(merged < apart);
  }

  void fewerWiderGroupsBeatManyNarrowOnes() {
    const char* narrow = R"(graph {
      x: input float32 1x128x56x56
      w: constant float32 128x4x3x3 seed 1
      y = Conv(x, w) {group = 32, kernel_shape = [3, 3], pads = [1, 1, 1, 1]}
      output y
    })";
    const char* wide = R"(graph {
      x: input float32 1x128x56x56
      w: constant float32 128x32x3x3 seed 1
      y = Conv(x, w) {group = 4, kernel_shape = [3, 3], pads = [1, 1, 1, 1]}
      output y
    })";
    for (const char* device : {"v100", "h100"}) QVERIFY2(priceIn(wide, device) < priceIn(narrow, device), device);
  }

  void aDepthwiseConvolutionDoesNotWasteTiles() {
    const CostBreakdown cost = explainIn(R"(graph {
      x: input float32 1x512x14x14
      w: constant float32 512x1x3x3 seed 1
      y = Conv(x, w) {group = 512, kernel_shape = [3, 3], pads = [1, 1, 1, 1]}
      output y
    })",
                                         "y", "v100");
    QVERIFY(QString::fromStdString(cost.note).contains("without tiles"));
    QVERIFY(cost.price.picoseconds < 10'000'000);
  }

  void symbolsHaveDefaultsThatTheUserCanSet() {
    const char* text = "graph {\n x: input float32 batchx3xhxw\n y = Relu(x)\n output y\n}";
    QCOMPARE(explainIn(text, "y").bytesWritten, 3.0 * 224 * 224 * 4);
    QCOMPARE(explainIn(text, "y", "h100", {{"batch", 8}, {"h", 32}, {"w", 32}}).bytesWritten, 8.0 * 3 * 32 * 32 * 4);
  }

  void opaqueOpsHaveNoPriceAndAreCounted() {
    Space space;
    const TensorType type{ElementType::kFloat32, Shape{6}};
    const TensorId x = space.addInput("x", type);
    const OpId mystery = space.addOpaque("custom.Mystery", {}, {x}, {}, {"m"}, {type}, 0);
    CostModel model(*findDevice("a100"));
    const Graph graph(space, {space.op(mystery).outputs[0]}, &model);
    QCOMPARE(graph.price().picoseconds, std::int64_t{0});
    QCOMPARE(unknownPrices(graph), std::size_t{1});
    QCOMPARE(model.explain(space, mystery).limit, CostLimit::kUnknown);
  }

  void outputsThatBecomeOneValueCostACopyInTheSpaceAndInTheFile() {
    ParsedGraph parsed = parseGraph("graph {\n x: input float32 8\n a = Relu(x)\n b = Neg(x)\n output a, b\n}");
    CostModel model(*findDevice("h100"));
    Graph graph(*parsed.space, parsed.outputs, &model);
    QCOMPARE(outputCopies(graph, model), Price{});
    const Fact same{parsed.tensor("b"), Choice{{}, 0, parsed.tensor("a")}, true};
    QCOMPARE(graph.apply({&same, 1}), ApplyResult::kApplied);
    const Price copy = outputCopies(graph, model);
    QVERIFY(copy.picoseconds > 0);

    const ParsedGraph written =
        parseGraph("graph {\n x: input float32 8\n a = Relu(x)\n b = Identity(a)\n output a, b\n}");
    CostModel reader(*findDevice("h100"));
    const Graph again(*written.space, written.outputs, &reader);
    QCOMPARE(outputCopies(again, reader), copy);
    QCOMPARE(again.price(), graph.price());

    const ParsedGraph plain = parseGraph("graph {\n x: input float32 8\n a = Relu(x)\n b = Identity(a)\n output b\n}");
    CostModel another(*findDevice("h100"));
    QCOMPARE(outputCopies(Graph(*plain.space, plain.outputs), another), Price{});
  }

  void anOpaqueIdentityWithoutInputIsPricedLikeAnyOpaqueOutput() {
    Space space;
    const OpId op = space.addOpaque("Identity", {}, {TensorId{}}, {}, {"y"}, {TensorType{}}, 0);
    CostModel model(*findDevice("h100"));
    QCOMPARE(outputCopies(Graph(space, {space.op(op).outputs[0]}), model), Price{});
  }

  void everyDeviceGivesTheSamePriceTwice() {
    const char* text = R"(graph {
      x: input float32 1x64x56x56
      w: constant float32 64x64x3x3 seed 1
      y = Conv(x, w) {kernel_shape = [3, 3], pads = [1, 1, 1, 1]}
      z = Relu(y)
      output z
    })";
    for (const DeviceProfile& device : deviceProfiles()) {
      QVERIFY(priceIn(text, device.name.c_str()) > 0);
      QCOMPARE(priceIn(text, device.name.c_str()), priceIn(text, device.name.c_str()));
    }
  }
};

QTEST_GUILESS_MAIN(CostModelTest)
#include "cost_model_test.moc"
