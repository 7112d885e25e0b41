// Proofs from axioms: what is true is proved with lines that lead from one side to the other, what is wrong is not.

#include "proof/prover.h"

#include <QtTest>

#include "graph/egraph.h"
#include "proof/refutation.h"
#include "rules/rule_text.h"
#include "rules/standing_record.h"

using namespace tasoscope;

namespace {

Proof proofOf(const QString& body) {
  static const Prover prover(builtInAxioms());
  return prover.prove(parseRules("rule r { " + body.toStdString() + " }")[0]);
}

}  // namespace

class ProverTest : public QObject {
  Q_OBJECT

 private slots:
  void everyProofOnRecordIsFromTheAxiomsAsTheyAre() {
    const std::string axioms = digestOf(builtInAxioms());
    for (const StandingEntry& entry : builtInStandings().entries())
      QVERIFY2(entry.standing != Standing::kProved || entry.axioms == axioms, entry.name.c_str());
  }

  void equalOperandsMakeEqualTermsAndTheReasonIsKept() {
    EGraph graph;
    const auto a = graph.add({0, {}}), b = graph.add({1, {}});
    const auto fa = graph.add({2, {a}}), fb = graph.add({2, {b}}), gfa = graph.add({3, {fa}}),
               gfb = graph.add({3, {fb}});
    QVERIFY(!graph.areEqual(gfa, gfb));
    graph.merge(a, b, 7);
    graph.rebuild();
    QVERIFY(graph.areEqual(gfa, gfb));
    const auto path = graph.explain(gfa, gfb);
    QCOMPARE(path.size(), 1u);
    QCOMPARE(path[0].reason, EGraph::kCongruence);
    QCOMPARE(graph.explain(b, a).at(0).reason, 7);
    QVERIFY(!graph.explain(b, a).at(0).isForward);
  }

  void aTrueRuleIsProvedLineByLine_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("products associate")
        << "y = MatMul(MatMul(x, u), v) where rank(x) == 2, rank(u) == 2, rank(v) == 2 => y = MatMul(x, MatMul(u, v))";
    QTest::newRow("two results")
        << "y[i] = MatMul(x, w[i]) where rank(x) == 2, rank(w[i]) == 2 => "
           "y... = Split(MatMul(x, Concat(w...) {axis = 1})) {axis = 1, split = each(dim(w[i], 1))}";
    QTest::newRow("sums with broadcasting") << "y = Add(Mul(a, c), Mul(c, b)) => y = Mul(Add(a, b), c)";
    QTest::newRow("convolutions of one tensor, with biases or without")
        << "y[i] = Conv(x, w[i], b[i]?) {group = 1, ...a} where rank(x) == 4 "
           "where all(each(present(b[i]))) or not any(each(present(b[i]))) => "
           "z = Conv(x, Concat(w...) {axis = 0}, bias?) {group = 1, ...a} bias? = Concat(b...?) {axis = 0} "
           "y... = Split(z) {axis = 1, split = each(dim(w[i], 0))}";
    QTest::newRow("an activation moves into a convolution")
        << "y = Relu(Conv(x, w) {activation = \"none\", ...a}) where rank(x) == 4 => "
           "y = Conv(x, w) {activation = \"relu\", ...a}";
    QTest::newRow("transposes") << "y = Transpose(Transpose(x) {perm = p}) {perm = q} where rank(x) <= 3 => "
                                   "y = Transpose(x) {perm = compose(p, q)}";
  }
  void aTrueRuleIsProvedLineByLine() {
    QFETCH(QString, body);
    const Proof proof = proofOf(body);
    QVERIFY2(proof.isProved(), proof.obstacle.c_str());
    for (const CaseProof& one : proof.cases)
      for (const RootProof& root : one.roots) {
        QVERIFY(!root.lines.empty());
        std::string before = root.term;
        for (const ProofLine& line : root.lines) {
          QVERIFY(!line.axiom.empty());
          QVERIFY(line.term != before);
          before = line.term;
        }
      }
  }

  void aWrongRuleIsNotProved_data() {
    QTest::addColumn<QString>("body");
    QTest::newRow("operands of a product are exchanged") << "y = MatMul(a, b) => y = MatMul(b, a)";
    QTest::newRow("a difference commutes") << "y = Sub(a, b) => y = Sub(b, a)";
    QTest::newRow("parts in the wrong order") << "u, v = Split(x) {axis = 0, split = [dim(u, 0), dim(v, 0)]} => "
                                                 "v, u = Split(x) {axis = 0, split = [dim(v, 0), dim(u, 0)]}";
    QTest::newRow("the target is not defined for all shapes")
        << "z = MatMul(x, w) y = MatMul(z, v) where rank(x) == 2, rank(w) == 2, rank(v) == 2 => "
           "y = MatMul(x, Add(w, v))";
    QTest::newRow("groups with different numbers of filters")
        << "y = Concat(Conv(x, w) {group = 1, ...a}, Conv(z, v) {group = 1, ...a}) {axis = 1} "
           "where rank(x) == 4, dim(w, 1) == dim(v, 1), set(shape(x), 1, 0) == set(shape(z), 1, 0) => "
           "y = Conv(Concat(x, z) {axis = 1}, Concat(w, v) {axis = 0}) {group = 2, ...a}";
    QTest::newRow("sums of broadcast parts are concatenated")
        << "y = Add(Concat(a, b) {axis = 0}, Concat(c, d) {axis = 0}) => y = Concat(Add(a, c), Add(b, d)) {axis = 0}";
    QTest::newRow("groups are forgotten in a merge")
        << "y[i] = Conv(x, w[i]) {...a} where rank(x) == 4 => y... = Split(Conv(x, Concat(w...) {axis = 0}) {...a}) "
           "{axis = 1, split = each(dim(w[i], 0))}";
    QTest::newRow("an activation is lost") << "y = Relu(Add(a, b)) => y = Add(a, b)";
    QTest::newRow("another permutation") << "y = Transpose(Transpose(x) {perm = p}) {perm = q} where rank(x) <= 3 => "
                                            "y = Transpose(x) {perm = compose(q, p)}";
  }
  void aWrongRuleIsNotProved() {
    QFETCH(QString, body);
    const Proof proof = proofOf(body);
    QVERIFY(!proof.isProved());
    QVERIFY(!proof.obstacle.empty());
  }

  void aWrongRuleGetsACounterexampleAndTheConditionThatMakesItTrue() {
    const Rule rule = parseRules(
        "rule r { y = Concat(Conv(x, w) {group = 1, ...a}, Conv(z, v) {group = 1, ...a}) {axis = 1} "
        "where rank(x) == 4, dim(w, 1) == dim(v, 1), set(shape(x), 1, 0) == set(shape(z), 1, 0) "
        "where mod(dim(w, 0) + dim(v, 0), 2) == 0 => "
        "y = Conv(Concat(x, z) {axis = 1}, Concat(w, v) {axis = 0}) {group = 2, ...a} }")[0];
    const auto refutation = refute(rule, Prover(builtInAxioms()));
    QVERIFY(refutation);
    QVERIFY(!refutation->counterexample.empty());
    QCOMPARE(refutation->repair, std::string("dim(w, 0) == dim(v, 0)"));
  }

  void aSideConditionThatDividesIsTakenAtItsWord() {
    const Proof proof = proofOf(
        "y = Conv(x, Add(u, v)) {activation = \"none\", kernel_shape = k, pads = r ++ r, ...a} let r = (k - 1) / 2 "
        "where rank(x) == 4, same_shape(u, v) => y = Add(Conv(x, u) {activation = \"none\", kernel_shape = k, "
        "pads = r ++ r, ...a}, Conv(x, v) {activation = \"none\", kernel_shape = k, pads = r ++ r, ...a})");
    QVERIFY2(proof.isProved(), proof.obstacle.c_str());
  }

  void aRuleThatFitsNowhereIsNotProved() {
    QVERIFY(!proofOf("y = Relu(x) where rank(x) == 9 => y = Relu(Relu(x))").isProved());
  }

  void everyAxiomIsAboutAtMostThreeOperatorsOnASideAndCanBeUsed() {
    const auto directions = directionsOf(builtInAxioms());
    for (const Rule& axiom : builtInAxioms()) {
      if (axiom.isReversed) continue;
      QVERIFY2(std::ranges::any_of(directions, [&](const auto& d) { return d.name == axiom.name; }),
               axiom.name.c_str());
      QVERIFY2(axiom.pattern->left.size() <= 3 && axiom.pattern->right.size() <= 3, axiom.name.c_str());
    }
  }
};

QTEST_APPLESS_MAIN(ProverTest)
#include "prover_test.moc"
