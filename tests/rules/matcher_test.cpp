// The matcher, on small graphs in the text form.

#include <QtTest>
#include <algorithm>
#include <set>

#include "graph/text_form.h"
#include "rules/match.h"
#include "rules/rule_text.h"

using namespace tasoscope;

namespace {

RuleSet setOf(const std::string& text) {
  RuleSet set;
  for (Rule& rule : parseRules(text)) set.add(std::move(rule));
  return set;
}

struct Fixture {
  Fixture(const std::string& rulesText, const std::string& graphText)
      : rules(setOf(rulesText)), parsed(parseGraph(graphText)), graph(parsed.graph()), matcher(*parsed.space, rules) {}
  std::vector<MatchId> findAll() { return matcher.findAll(graph); }
  ApplyResult apply(MatchId id) { return graph.apply(matcher.match(id).facts); }
  OpId producer(std::string_view name) const { return graph.producer(parsed.tensor(name)); }
  const Op& op(std::string_view name) const { return parsed.space->op(producer(name)); }

  RuleSet rules;
  ParsedGraph parsed;
  Graph graph;
  Matcher matcher;
};

}  // namespace

class MatcherTest : public QObject {
  Q_OBJECT

 private slots:
  void aChainIsFoundOnceAndApplied() {
    Fixture f("rule r { y = Relu(Relu(x)) => y = Relu(x) }", R"(graph {
      x: input float32 2x3
      a = Relu(x)
      b = Relu(a)
      output b
    })");
    const auto found = f.findAll();
    QCOMPARE(found.size(), std::size_t(1));
    QVERIFY(f.findAll().empty());
    QVERIFY(f.matcher.match(found[0]).holdsIn(f.graph));
    QCOMPARE(f.apply(found[0]), ApplyResult::kApplied);
    f.graph.checkInvariants();
    QCOMPARE(f.graph.liveOpCount(), std::size_t(1));
    QVERIFY(!f.matcher.match(found[0]).holdsIn(f.graph));
  }

  void whatAStepMakesPossibleIsFoundAroundIt() {
    Fixture f("rule r { y = Relu(Relu(x)) => y = Relu(x) }  rule s { y = Neg(Neg(x)) => y = x }", R"(graph {
      x: input float32 2x3
      a = Relu(x)
      b = Neg(a)
      c = Neg(b)
      d = Relu(c)
      output d
    })");
    const auto found = f.findAll();
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(f.apply(found[0]), ApplyResult::kApplied);
    const auto around = f.matcher.findAround(f.graph, f.graph.lastChange());
    QCOMPARE(around.size(), std::size_t(1));
    const Match& match = f.matcher.match(around[0]);
    QVERIFY(match.holdsIn(f.graph));
    const bool needsTheAlias =
        std::any_of(match.needs.begin(), match.needs.end(), [](const Need& n) { return n.choice.isAlias(); });
    QVERIFY(needsTheAlias);
    QCOMPARE(f.apply(around[0]), ApplyResult::kApplied);
    QCOMPARE(f.graph.liveOpCount(), std::size_t(1));
    f.graph.undo();
    f.graph.undo();
    QVERIFY(!match.holdsIn(f.graph));
  }

  void commutativeOperandsMatchInBothOrders() {
    for (const char* order : {"x, z", "z, x"}) {
      Fixture f("rule r { z = Zeros() {...} y = Add(x, z) where broadcasts_to(z, x) => y = x }",
                "graph { x: input float32 2x3  z: constant float32 3 = [0, 0, 0]  y = Add(" + std::string(order) +
                    ") w = Relu(y) output w }");
      const auto found = f.findAll();
      QCOMPARE(found.size(), std::size_t(1));
      QCOMPARE(f.apply(found[0]), ApplyResult::kApplied);
      QCOMPARE(f.graph.liveOpCount(), std::size_t(1));
    }
  }

  void anOptionalInputThatIsAbsentStaysAbsent() {
    const char* rule =
        "rule r { y = Relu(MatMul(x, w, b?) {activation = \"none\", ...a}) => y = MatMul(x, w, b?) {activation = "
        "\"relu\", ...a} }";
    Fixture without(rule, "graph { x: input float32 2x3 w: input float32 3x4 z = MatMul(x, w) y = Relu(z) output y }");
    Fixture with(rule,
                 "graph { x: input float32 2x3 w: input float32 3x4 b: input float32 4 z = MatMul(x, w, b) y = Relu(z) "
                 "output y }");
    for (Fixture* f : {&without, &with}) {
      const auto found = f->findAll();
      QCOMPARE(found.size(), std::size_t(1));
      QCOMPARE(f->apply(found[0]), ApplyResult::kApplied);
      QCOMPARE(f->op("y").attributes.string("activation"), std::string("relu"));
    }
    QCOMPARE(without.op("y").inputs.size(), std::size_t(2));
    QCOMPARE(with.op("y").inputs.size(), std::size_t(3));
  }

  void useConditionsAreCheckedInEachGraph() {
    Fixture f("rule r { z = Neg(x) y = Relu(z) where uses(z) <= 1 => y = Abs(x) }", R"(graph {
      x: input float32 2x3
      a = Neg(x)
      b = Relu(a)
      c = Exp(a)
      output b, c
    })");
    const auto found = f.findAll();
    QCOMPARE(found.size(), std::size_t(1));
    QVERIFY(!f.matcher.match(found[0]).holdsIn(f.graph));
  }

  void siblingsAreOfferedInPairsAndAllTogether() {
    Fixture f(R"(rule r {
        y[i] = MatMul(x, w[i])
        where rank(w[i]) == 2
      =>
        y[i] = MatMul(x, Neg(w[i]))
      })",
              R"(graph {
      x: input float32 2x3
      u: input float32 3x4
      v: input float32 3x5
      w: input float32 3x6
      a = MatMul(x, u)
      b = MatMul(x, v)
      c = MatMul(x, w)
      output a, b, c
    })");
    const auto found = f.findAll();
    std::multiset<std::size_t> sizes;
    for (const MatchId id : found) sizes.insert(f.matcher.match(id).roots.size());
    QCOMPARE(sizes, (std::multiset<std::size_t>{2, 2, 2, 3}));
  }

  void aSequenceThatAConcatenationBindsIsMatchedElementByElement() {
    const char* graph = R"(graph {
      x: input float32 1x2x4x4
      z: input float32 3x2x4x4
      a = Relu(x)
      b = Relu(z)
      c = Concat(a, b) {axis = 0}
      output c
    })";
    const char* body = "z[i] = Relu(x[i]) y = Concat(z...) {axis = 0} ";
    Fixture f("rule r { " + std::string(body) + "where alike(x, 0) => y = Relu(Concat(x...) {axis = 0}) }", graph);
    QCOMPARE(f.findAll().size(), std::size_t(1));
    QCOMPARE(f.apply(0), ApplyResult::kApplied);
    QCOMPARE(f.graph.liveOpCount(), std::size_t(2));
    Fixture other("rule r { " + std::string(body) + "where alike(x, 1) => y = Relu(Concat(x...) {axis = 0}) }", graph);
    QVERIFY(other.findAll().empty());
  }

  void conditionsOnElementsHoldWithoutAnEquationForEach() {
    const char* rule =
        "rule r { x = Concat(p...) {axis = 0} z = Concat(q...) {axis = 0} y = Add(x, z) "
        "where count(p) == count(q), same_shape(p[i], q[i]) => s[i] = Add(p[i], q[i]) y = Concat(s...) {axis = 0} }";
    const std::string equal = "graph { a: input float32 2 b: input float32 3 c: input float32 2 d: input float32 3 ";
    const std::string other =
        "graph { a: input float32 1 b: input float32 1 c: input float32 2x2 d: input float32 1x2 ";
    const std::string rest = "x = Concat(a, b) {axis = 0} z = Concat(c, d) {axis = 0} y = Add(x, z) output y }";
    QVERIFY(!Fixture(rule, equal + rest).findAll().empty());
    QVERIFY(Fixture(rule, other + rest).findAll().empty());
  }

  void equalOpsAreOneCommonSubexpression() {
    Fixture f("rule common-subexpression { built-in }", R"(graph {
      x: input float32 2x3
      z: input float32 2x3
      a = Add(x, z)
      b = Add(z, x)
      c = Relu(a)
      d = Relu(b)
      e = Sub(c, d)
      output e
    })");
    const auto found = f.findAll();
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(f.apply(found[0]), ApplyResult::kApplied);
    const auto around = f.matcher.findAround(f.graph, f.graph.lastChange());
    QCOMPARE(around.size(), std::size_t(1));
    QCOMPARE(f.apply(around[0]), ApplyResult::kApplied);
    QCOMPARE(f.graph.liveOpCount(), std::size_t(3));
    f.graph.checkInvariants();
  }

  void aTargetOfAnotherShapeIsNotOffered() {
    Fixture f("rule r { y = Add(x, z) => y = Neg(x) }",
              "graph { x: input float32 3 z: input float32 2x3 y = Add(x, z) output y }");
    const auto found = f.findAll();  // only the operand that has the sum's shape may stand for x
    QCOMPARE(found.size(), std::size_t(1));
    QCOMPARE(f.parsed.space->op(f.matcher.match(found[0]).facts.back().choice.op).inputs[0], f.parsed.tensor("z"));
  }

  void integersAreOutsideOfTheDefaultTypes() {
    const char* graph = "graph { x: input int32 3 y = Neg(x) output y }";
    QVERIFY(Fixture("rule r { y = Neg(x) => y = Abs(x) }", graph).findAll().empty());
    QCOMPARE(Fixture("rule r { types any y = Neg(x) => y = Abs(x) }", graph).findAll().size(), std::size_t(1));
  }
};

QTEST_APPLESS_MAIN(MatcherTest)
#include "matcher_test.moc"
