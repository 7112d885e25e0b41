// Rules in a row, taken by hand: what the papers show must be reachable.

#include <QtTest>
#include <algorithm>

#include "graph/text_form.h"
#include "rules/match.h"

using namespace tasoscope;

namespace {

/// Walks by names of rules; after each step it looks around the change, as a search does.
class Walk {
 public:
  explicit Walk(const std::string& text)
      : rules_(builtInRules()),
        device_rules_(builtInDeviceRules()),
        parsed_(parseGraph(text)),
        graph_(parsed_.graph()),
        matcher_(*parsed_.space, rules_),
        device_(*parsed_.space, device_rules_) {
    known_ = matcher_.findAll(graph_);
    device_known_ = device_.findAll(graph_);
    normalize();
  }

  /// Applies the enabled match of this rule with the most roots, then the fusions of devices. False: there is none.
  bool take(const std::string& rule) {
    std::vector<MatchId> enabled;
    for (const MatchId id : known_)
      if (rules_[matcher_.match(id).rule].name == rule && matcher_.match(id).holdsIn(graph_)) enabled.push_back(id);
    std::stable_sort(enabled.begin(), enabled.end(), [&](MatchId a, MatchId b) {
      return matcher_.match(a).roots.size() > matcher_.match(b).roots.size();
    });
    for (const MatchId id : enabled) {
      if (graph_.apply(matcher_.match(id).facts) != ApplyResult::kApplied) continue;
      look();
      normalize();
      graph_.checkInvariants();
      return true;
    }
    return false;
  }

  std::vector<std::string> opNames() const {
    std::vector<std::string> names;
    for (const OpId op : graph_.liveOps())
      if (!parsed_.space->op(op).isConstant) names.push_back(parsed_.space->op(op).name());
    return names;
  }
  const Graph& graph() const { return graph_; }
  const Op& producerOf(std::string_view name) const { return parsed_.space->op(graph_.producer(parsed_.tensor(name))); }

 private:
  void look() {
    const GraphChange change = graph_.lastChange();
    for (const MatchId id : matcher_.findAround(graph_, change)) known_.push_back(id);
    for (const MatchId id : device_.findAround(graph_, change)) device_known_.push_back(id);
  }
  void normalize() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < device_known_.size() && !changed; ++i) {
        const Match& match = device_.match(device_known_[i]);
        if (!match.holdsIn(graph_) || graph_.apply(match.facts) != ApplyResult::kApplied) continue;
        look();
        changed = true;
      }
    }
  }

  RuleSet rules_, device_rules_;
  ParsedGraph parsed_;
  Graph graph_;
  Matcher matcher_, device_;
  std::vector<MatchId> known_, device_known_;
};

using Names = std::vector<std::string>;

std::string tasoModule(const std::string& batch) {
  const std::string window =
      "{kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1], dilations = [1, 1], group = 1}";
  const std::string point =
      "{kernel_shape = [1, 1], strides = [1, 1], pads = [0, 0, 0, 0], dilations = [1, 1], group = 1}";
  return "graph { x: input float32 " + batch +
         "x8x7x7  w1: constant float32 8x8x3x3 seed 1  w2: constant float32 8x8x1x1 seed 2 "
         "w3: constant float32 8x8x3x3 seed 3 "
         "a = Conv(x, w1) " +
         window + " l = Relu(a) b = Conv(x, w2) " + point +
         " r = Relu(b) "
         "c = Conv(l, w3) " +
         window + " s = Add(c, r) y = Relu(s) output y }";
}

}  // namespace

class ChainsTest : public QObject {
  Q_OBJECT

 private slots:
  void theModuleOfTasosReadmeBecomesTwoConvolutions_data() {
    QTest::addColumn<QString>("batch");
    QTest::newRow("one") << "1";
    QTest::newRow("any") << "batch";
  }
  void theModuleOfTasosReadmeBecomesTwoConvolutions() {
    QFETCH(QString, batch);
    Walk walk(tasoModule(batch.toStdString()));
    QCOMPARE(walk.opNames(), (Names{"Conv", "Conv", "Conv", "Add", "Relu"}));
    QVERIFY(walk.take("enlarge-kernel-to-that-of-a-sibling"));
    QVERIFY(walk.take("merge-convolutions"));
    QCOMPARE(walk.opNames(), (Names{"Conv", "Split", "Conv", "Add", "Relu"}));
    QVERIFY(walk.take("fold-split-convolution-and-addition"));
    QCOMPARE(walk.opNames(), (Names{"Conv", "Conv"}));
    QCOMPARE(walk.producerOf("y").attributes.string("activation"), std::string("relu"));
  }

  void enlargingAndMergingIsAlsoOneStep() {
    Walk walk(tasoModule("1"));
    QVERIFY(walk.take("enlarge-and-merge-convolutions"));
    QVERIFY(walk.take("fold-split-convolution-and-addition-of-the-first-part"));
    QCOMPARE(walk.opNames(), (Names{"Conv", "Conv"}));
  }

  void twoAveragePoolsAndAnAddAreOneDepthwiseConvolution() {
    const std::string pool =
        "{kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1], dilations = [1, 1], count_include_pad = 1}";
    Walk walk("graph { x: input float32 1x8x7x7 a = AveragePool(x) " + pool + " b = AveragePool(x) " + pool +
              " y = Add(a, b) output y }");
    QVERIFY(walk.take("sum-of-average-pools"));
    QCOMPARE(walk.opNames(), (Names{"Conv"}));
    QCOMPARE(walk.producerOf("y").attributes.integer("group"), std::int64_t(8));
  }

  void twoSeparablePairsAndAnAddAreOnePair() {
    const std::string depth =
        "{kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1], dilations = [1, 1], group = 4}";
    const std::string point =
        "{kernel_shape = [1, 1], strides = [1, 1], pads = [0, 0, 0, 0], dilations = [1, 1], group = 1}";
    Walk walk(
        "graph { x: input float32 1x4x7x7 z: input float32 1x4x7x7 d1: constant float32 4x1x3x3 seed 1 "
        "d2: constant float32 4x1x3x3 seed 2 p1: constant float32 6x4x1x1 seed 3 p2: constant float32 6x4x1x1 seed 4 "
        "a = Conv(x, d1) " +
        depth + " b = Conv(z, d2) " + depth + " c = Conv(a, p1) " + point + " e = Conv(b, p2) " + point +
        " y = Add(c, e) output y }");
    QVERIFY(walk.take("sum-of-convolutions"));
    QVERIFY(walk.take("concatenated-grouped-convolutions"));
    QCOMPARE(walk.opNames(), (Names{"Concat", "Conv", "Conv"}));
  }

  void queryKeyAndValueBecomeOneProduct() {
    Walk walk(R"(graph { x: input float32 batchx16x8 u: constant float32 8x8 seed 1 v: constant float32 8x8 seed 2
      w: constant float32 8x8 seed 3 b: constant float32 8 seed 4 c: constant float32 8 seed 5 d: constant float32 8 seed 6
      p = MatMul(x, u) q = MatMul(x, v) r = MatMul(x, w) k = Add(p, b) l = Add(q, c) m = Add(r, d) output k, l, m })");
    QCOMPARE(walk.opNames(), (Names{"MatMul", "MatMul", "MatMul"}));
    QVERIFY(walk.take("merge-products-of-one-left-operand"));
    QCOMPARE(walk.opNames(), (Names{"MatMul", "Split"}));
  }

  void convolutionNormalizationAndReluBecomeOneConvolution() {
    Walk walk(R"(graph { x: input float32 1x3x7x7 w: constant float32 4x3x3x3 seed 1 s: constant float32 4 seed 2
      b: constant float32 4 seed 3 m: constant float32 4 seed 4 v: constant float32 4 = [1, 2, 3, 4]
      c = Conv(x, w) {kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1], dilations = [1, 1]}
      n = BatchNormalization(c, s, b, m, v) {epsilon = 0.001} y = Relu(n) output y })");
    QVERIFY(walk.take("batch-normalization-after-convolution"));
    QCOMPARE(walk.opNames(), (Names{"Conv"}));
    QCOMPARE(walk.producerOf("y").attributes.string("activation"), std::string("relu"));
  }
};

QTEST_APPLESS_MAIN(ChainsTest)
#include "chains_test.moc"
