// Rules over graphs with symbolic dimensions: a condition holds only where it does for every value of the symbols.

#include <QtTest>

#include "graph/text_form.h"
#include "rules/match.h"
#include "rules/rule_text.h"

using namespace tasoscope;

namespace {

/// How many matches a rule finds in a graph.
std::size_t matchesOf(const std::string& rule, const std::string& graphText) {
  RuleSet rules;
  for (Rule& parsed : parseRules(rule)) rules.add(std::move(parsed));
  const ParsedGraph parsed = parseGraph(graphText);
  Matcher matcher(*parsed.space, rules);
  return matcher.findAll(parsed.graph()).size();
}

/// Whether `condition` on x holds where x has this type, or is made by `lines` from other inputs.
bool holds(const std::string& condition, const std::string& lines) {
  return matchesOf("rule r { y = Relu(x) where " + condition + " => y = Abs(x) }",
                   "graph { " + lines + " y = Relu(x) output y }") == 1;
}

}  // namespace

class SymbolicDimensionsTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void divisibilityMustHoldForEveryValue() {
    const std::string even = "mod(dim(x, 1), 2) == 0";
    QVERIFY(holds(even, "x: input float32 3x4"));
    QVERIFY(!holds(even, "x: input float32 3x5"));
    QVERIFY(!holds(even, "x: input float32 3xn"));
    QVERIFY(holds(even, "w: input float32 3xn x = Concat(w, w) {axis = 1}"));
    QVERIFY(!holds(even, "v: input float32 3xn w: input float32 3xm x = Concat(v, w) {axis = 1}"));
    QVERIFY(!holds("mod(dim(x, 1), 3) == 0", "w: input float32 3xn x = Concat(w, w) {axis = 1}"));
  }

  void equalityMustHoldForEveryValue() {
    QVERIFY(holds("dim(x, 0) == dim(x, 1)", "x: input float32 nxn"));
    QVERIFY(!holds("dim(x, 0) == dim(x, 1)", "x: input float32 nxm"));
    QVERIFY(!holds("dim(x, 0) == 4", "x: input float32 nx4"));
  }

  void whatIsNotKnownToDifferMayBeEqual() {
    QVERIFY(!holds("dim(x, 0) != dim(x, 1)", "x: input float32 nxm"));
    QVERIFY(!holds("dim(x, 0) != 1", "x: input float32 nx4"));
    QVERIFY(!holds("not (dim(x, 0) == 1)", "x: input float32 nx4"));
    QVERIFY(holds("dim(x, 0) != dim(x, 1)", "w: input float32 n one: input float32 1 x: input float32 3x4"));
  }

  void orderMustHoldForEveryValue() {
    QVERIFY(!holds("dim(x, 0) >= 4", "x: input float32 nx4"));
    QVERIFY(holds("dim(x, 0) >= dim(x, 1)", "x: input float32 nxn"));
    QVERIFY(!holds("dim(x, 0) > dim(x, 1)", "x: input float32 nxm"));
  }

  void aSymbolMayBeOneSoItBroadcastsOnlyToItself() {
    const std::string rule = "rule r { y = Add(x, z) where same_shape(x, z) => y = Sub(x, z) }";
    const auto graph = [](const std::string& a, const std::string& b) {
      return "graph { x: input float32 " + a + " z: input float32 " + b + " y = Add(x, z) output y }";
    };
    QVERIFY(matchesOf(rule, graph("nx4", "nx4")) > 0);
    QCOMPARE(matchesOf(rule, graph("nx4", "mx4")), std::size_t{0});
    QCOMPARE(matchesOf(rule, graph("nx4", "1x4")), std::size_t{0});
  }

  void aTargetMustHaveTheShapeForEveryValue() {
    // Leaving out x is right only where z alone has the shape of the sum.
    const std::string rule = "rule r { y = Add(x, z) => y = Neg(z) }";
    const auto graph = [](const std::string& a, const std::string& b) {
      return "graph { x: input float32 " + a + " z: input float32 " + b + " y = Add(x, z) output y }";
    };
    QVERIFY(matchesOf(rule, graph("nx4", "nx4")) > 0);
    QVERIFY(matchesOf(rule, graph("1x4", "nx4")) > 0);
    QCOMPARE(matchesOf(rule, graph("nx4", "mx4")), std::size_t{0});
  }

  void shapesComputedFromShapesAreKnownInSymbols() {
    // Flattening as exporters write it: Reshape to Concat(Gather(Shape(w), 0), [-1]).
    const std::string chain = R"(w: input float32 nx3x8 first: constant int64 1 = [0] rest: constant int64 1 = [-1]
      s = Shape(w) b = Gather(s, first) {axis = 0} t = Concat(b, rest) {axis = 0} x = Reshape(w, t))";
    QVERIFY(holds("dim(x, 1) == 24", chain));
    QVERIFY(holds("size(x) == 24 * dim(x, 0)", chain));
    QVERIFY(!holds("dim(x, 0) == 24", chain));
    // Halves of an axis: Div and Mul of a dimension.
    const std::string halves = R"(w: input float32 4xn two: constant int64 1 = [2] second: constant int64 1 = [1]
      four: constant int64 1 = [4] v = Concat(w, w) {axis = 1} s = Shape(v) l = Gather(s, second) {axis = 0}
      h = Div(l, two) t = Concat(four, two, h) {axis = 0} x = Reshape(v, t))";
    QVERIFY(holds("rank(x) == 3 and dim(x, 1) == 2", halves));
    QVERIFY(holds("2 * dim(x, 2) * dim(x, 0) == size(x)", halves));
  }
};

QTEST_APPLESS_MAIN(SymbolicDimensionsTest)
#include "symbolic_dimensions_test.moc"
