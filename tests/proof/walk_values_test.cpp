// Graphs along a random walk through all rules compute what the first one computes: rules, aliases, shared and replaced
// tensors together, not each rule alone.

#include <QtTest>
#include <cmath>
#include <random>

#include "execution/evaluator.h"
#include "graph/text_form.h"
#include "rules/match.h"

using namespace tasoscope;

namespace {

std::map<std::string, std::string> graphs() {
  const std::string window =
      "{kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1], dilations = [1, 1], group = 1}";
  const std::string grouped =
      "{kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1], dilations = [1, 1], group = 4}";
  const std::string point =
      "{kernel_shape = [1, 1], strides = [1, 1], pads = [0, 0, 0, 0], dilations = [1, 1], group = 1}";
  const std::string pool =
      "{kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1], dilations = [1, 1], count_include_pad = 1}";
  return {
      {"convolutions",
       "graph { x: input float64 2x8x5x5  w1: constant float64 8x8x3x3 seed 1  w2: constant float64 8x8x1x1 seed 2 "
       "w3: constant float64 8x8x3x3 seed 3  w4: constant float64 8x2x3x3 seed 4 w5: constant float64 8x2x3x3 seed 5 "
       "s: constant float64 8 seed 6 o: constant float64 8 seed 7 m: constant float64 8 seed 8 "
       "v: constant float64 8 = [1, 2, 3, 4, 5, 6, 7, 8] "
       "a = Conv(x, w1) " +
           window + " l = Relu(a) b = Conv(x, w2) " + point + " r = Relu(b) c = Conv(l, w3) " + window +
           " d = Conv(x, w4) " + grouped +
           " n = BatchNormalization(d, s, o, m, v) e = Add(c, r) f = Add(e, n) "
           "h = Conv(x, w5) " +
           grouped + " p = AveragePool(h) " + pool + " q = AveragePool(h) " + pool +
           " t = Add(p, q) g = Concat(l, r) {axis = 1} output f, g, t }"},
      {"cell", R"(graph { x: input float64 2x16 h: input float64 2x16 a: constant float64 16x16 seed 1
         b: constant float64 16x16 seed 2 c: constant float64 16x16 seed 3 d: constant float64 16x16 seed 4 k: constant float64 1 = [3]
         xa = MatMul(x, a) xb = MatMul(x, b) hc = MatMul(h, c) hd = MatMul(h, d) p = Add(xa, hc) q = Add(xb, hd)
         s = Sigmoid(p) t = Tanh(q) u = Mul(s, t) v = Add(u, h) w = Tanh(v) y = Mul(w, s) z = Div(y, k) aa = MatMul(z, a)
         ab = Mul(aa, k) output ab, v })"},
      {"leftovers", R"(graph { x: input float64 2x3x4 one: constant float64 1 = [1] zero: constant float64 1 = [0]
         a = Identity(x) b = Mul(a, one) c = Add(b, zero) d = Transpose(c) {perm = [0, 2, 1]} e = Relu(d)
         f = Transpose(e) {perm = [0, 2, 1]} g = Reshape(f) {shape = [6, 4]} h = Reshape(g) {shape = [2, 12]}
         i, j = Split(h) {axis = 1, split = [4, 8]} k = Concat(i, j) {axis = 1} l = Neg(k) m = Neg(l) n = Neg(m)
         o = Relu(x) p = Relu(x) q = Sub(o, p) r = Concat(x, o) {axis = 1} s = Slice(r) {starts = [3], ends = [6], axes = [1], steps = [1]}
         t = Clip(s) {min = 0.5, max = 2.0} u = Clip(t) {min = 0.25, max = 1.0} output n, q, u })"}};
}

TensorValues inputsOf(const Space& space, std::mt19937_64& random) {
  TensorValues values;
  for (std::uint32_t i = 0; i < space.tensorCount(); ++i) {
    const Tensor& tensor = space.tensor(TensorId{i});
    if (tensor.origin != TensorOrigin::kInput) continue;
    Value value = Value::zeros(tensor.type.element, tensor.type.shape.extents());
    for (double& x : value.mutableFloats()) x = static_cast<double>(random() % 2001) / 500 - 2;
    values.emplace(TensorId{i}, std::move(value));
  }
  return values;
}

double difference(const Value& a, const Value& b) {
  double largest = 1, worst = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    largest = std::max(largest, std::abs(a.at(i)));
    worst = std::max(worst, std::abs(a.at(i) - b.at(i)));
  }
  return worst / largest;
}

}  // namespace

class WalkValuesTest : public QObject {
  Q_OBJECT

 private slots:
  void everyGraphOfAWalkComputesTheSame_data() {
    QTest::addColumn<QString>("graph");
    QTest::addColumn<int>("seed");
    for (const auto& [name, text] : graphs())
      for (int seed = 1; seed <= 5; ++seed)
        QTest::newRow((name + ", seed " + std::to_string(seed)).c_str()) << QString::fromStdString(text) << seed;
  }
  void everyGraphOfAWalkComputesTheSame() {
    QFETCH(QString, graph);
    QFETCH(int, seed);
    const RuleSet rules = builtInRules();
    ParsedGraph parsed = parseGraph(graph.toStdString());
    Graph walker = parsed.graph();
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    const TensorValues inputs = inputsOf(*parsed.space, random);
    const std::vector<Value> expected = evaluate(walker, inputs);
    Matcher matcher(*parsed.space, rules);
    std::vector<MatchId> known = matcher.findAll(walker);
    for (int step = 0; step < 25; ++step) {
      std::vector<MatchId> enabled;
      for (const MatchId id : known)
        if (matcher.match(id).holdsIn(walker)) enabled.push_back(id);
      if (enabled.empty()) break;
      const MatchId chosen = enabled[random() % enabled.size()];
      if (walker.apply(matcher.match(chosen).facts) != ApplyResult::kApplied) continue;
      const std::vector<Value> values = evaluate(walker, inputs);
      for (std::size_t i = 0; i < expected.size(); ++i) {
        QCOMPARE(values[i].shape(), expected[i].shape());
        QVERIFY2(difference(expected[i], values[i]) < 1e-9, rules[matcher.match(chosen).rule].name.c_str());
      }
      const GraphChange change = walker.lastChange();
      const auto more = matcher.findAround(walker, change);
      known.insert(known.end(), more.begin(), more.end());
    }
  }
};

QTEST_APPLESS_MAIN(WalkValuesTest)
#include "walk_values_test.moc"
