// Random walks: what is found around each step, together with what was found before, is what a fresh search of the
// whole graph finds; and the graphs stay sound.

#include <QtTest>
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "graph/text_form.h"
#include "rules/match.h"

using namespace tasoscope;

namespace {

using Key = std::tuple<std::uint32_t, std::vector<Need>, std::vector<std::pair<TensorId, Choice>>>;

Key keyOf(const Match& match) {
  std::vector<std::pair<TensorId, Choice>> facts;
  for (const Fact& fact : match.facts) facts.emplace_back(fact.tensor, fact.choice);
  return {match.rule, {match.needs.begin(), match.needs.end()}, facts};
}

const std::map<std::string, std::string>& graphs() {
  static const std::string window =
      "{kernel_shape = [3, 3], strides = [1, 1], pads = [1, 1, 1, 1], dilations = [1, 1], group = 1}";
  static const std::string point =
      "{kernel_shape = [1, 1], strides = [1, 1], pads = [0, 0, 0, 0], dilations = [1, 1], group = 1}";
  static const std::map<std::string, std::string> kGraphs{
      {"convolutions",
       "graph { x: input float32 1x8x7x7  w1: constant float32 8x8x3x3 seed 1  w2: constant float32 8x8x1x1 seed 2 "
       "w3: constant float32 8x8x3x3 seed 3  w4: constant float32 8x8x1x1 seed 4 "
       "a = Conv(x, w1) " +
           window + " l = Relu(a) b = Conv(x, w2) " + point + " r = Relu(b) c = Conv(l, w3) " + window +
           " d = Conv(x, w4) " + point + " e = Add(c, r) f = Add(e, d) g = Concat(l, r) {axis = 1} output f, g }"},
      {"cell",
       R"(graph { x: input float32 1x16 h: input float32 1x16 a: constant float32 16x16 seed 1
         b: constant float32 16x16 seed 2 c: constant float32 16x16 seed 3 d: constant float32 16x16 seed 4
         xa = MatMul(x, a) xb = MatMul(x, b) hc = MatMul(h, c) hd = MatMul(h, d) p = Add(xa, hc) q = Add(xb, hd)
         s = Sigmoid(p) t = Tanh(q) u = Mul(s, t) v = Add(u, h) w = Tanh(v) y = Mul(w, s) output y, v })"},
      {"leftovers",
       R"(graph { x: input float32 2x3x4 one: constant float32 1 = [1] zero: constant float32 1 = [0]
         a = Identity(x) b = Mul(a, one) c = Add(b, zero) d = Transpose(c) {perm = [0, 2, 1]} e = Relu(d)
         f = Transpose(e) {perm = [0, 2, 1]} g = Reshape(f) {shape = [6, 4]} h = Reshape(g) {shape = [2, 12]}
         i, j = Split(h) {axis = 1, split = [4, 8]} k = Concat(i, j) {axis = 1} l = Neg(k) m = Neg(l) n = Neg(m)
         o = Relu(x) p = Relu(x) q = Sub(o, p) output n, q })"}};
  return kGraphs;
}

}  // namespace

class WalkTest : public QObject {
  Q_OBJECT

 private slots:
  void aroundAStepAllIsFound_data() {
    QTest::addColumn<QString>("graph");
    QTest::addColumn<int>("seed");
    for (const auto& [name, text] : graphs())
      for (int seed = 1; seed <= 4; ++seed)
        QTest::newRow((name + ", seed " + std::to_string(seed)).c_str()) << QString::fromStdString(text) << seed;
  }
  void aroundAStepAllIsFound() {
    QFETCH(QString, graph);
    QFETCH(int, seed);
    const RuleSet rules = builtInRules();
    ParsedGraph parsed = parseGraph(graph.toStdString());
    Graph walker = parsed.graph();
    Matcher matcher(*parsed.space, rules);
    std::vector<MatchId> known = matcher.findAll(walker);
    std::set<Key> keys;
    for (const MatchId id : known) keys.insert(keyOf(matcher.match(id)));
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    for (int step = 0; step < 12; ++step) {
      std::vector<MatchId> enabled;
      for (const MatchId id : known)
        if (matcher.match(id).holdsIn(walker)) enabled.push_back(id);
      if (enabled.empty()) break;
      const MatchId chosen = enabled[random() % enabled.size()];
      if (walker.apply(matcher.match(chosen).facts) != ApplyResult::kApplied) continue;
      walker.checkInvariants();
      const GraphChange change = walker.lastChange();
      for (const MatchId id : matcher.findAround(walker, change)) {
        known.push_back(id);
        keys.insert(keyOf(matcher.match(id)));
      }
      Matcher fresh(*parsed.space, rules);
      for (const MatchId id : fresh.findAll(walker)) {
        const Match& match = fresh.match(id);
        const bool isKnown = keys.contains(keyOf(match));
        QVERIFY2(isKnown, qPrintable(QString("step %1, after %2: %3 was not found\n%4")
                                         .arg(step)
                                         .arg(QString::fromStdString(rules[matcher.match(chosen).rule].name),
                                              QString::fromStdString(rules[match.rule].name),
                                              QString::fromStdString(printGraph(walker)))));
        QVERIFY(match.holdsIn(walker) || !match.uses.empty());
      }
    }
  }

  void theSameHistoryFindsTheSameMatchesInTheSameOrder() {
    const RuleSet rules = builtInRules();
    std::vector<std::vector<Key>> runs;
    for (int run = 0; run < 2; ++run) {
      ParsedGraph parsed = parseGraph(graphs().at("cell"));
      Graph walker = parsed.graph();
      Matcher matcher(*parsed.space, rules);
      std::vector<Key> keys;
      const auto found = matcher.findAll(walker);
      for (const MatchId id : found) keys.push_back(keyOf(matcher.match(id)));
      for (const MatchId id : found) {
        if (walker.apply(matcher.match(id).facts) != ApplyResult::kApplied) continue;
        const GraphChange change = walker.lastChange();
        for (const MatchId more : matcher.findAround(walker, change)) keys.push_back(keyOf(matcher.match(more)));
        walker.undo();
      }
      runs.push_back(std::move(keys));
    }
    QVERIFY(runs[0] == runs[1]);
  }
};

QTEST_APPLESS_MAIN(WalkTest)
#include "walk_test.moc"
