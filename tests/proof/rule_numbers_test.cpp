// Every rule on numbers; and that the numeric test sees what is wrong.

#include <QtTest>

#include "proof/numeric_test.h"
#include "rules/rule_text.h"

using namespace tasoscope;

namespace {

constexpr std::uint64_t kSeed = 20191027;

Rule ruleOf(const std::string& text) { return parseRules(text)[0]; }

std::vector<Rule> allBuiltIn() {
  std::vector<Rule> rules;
  for (const RuleSet& set : {builtInDeviceRules(), builtInRules()})
    for (const Rule& rule : set.all()) rules.push_back(rule);
  return rules;
}

}  // namespace

class RuleNumbersTest : public QObject {
  Q_OBJECT

 private slots:
  void bothSidesOfEveryRuleAgreeOnNinetyInstances_data() {
    QTest::addColumn<int>("index");
    int index = 0;
    for (const Rule& rule : allBuiltIn()) QTest::newRow(rule.name.c_str()) << index++;
  }
  void bothSidesOfEveryRuleAgreeOnNinetyInstances() {
    QFETCH(int, index);
    static const std::vector<Rule> rules = allBuiltIn();
    const Rule& rule = rules[static_cast<std::size_t>(index)];
    for (const std::uint64_t seed : {kSeed, kSeed + 1, kSeed + 2}) {
      const NumericTestResult result = testRule(rule, seed);
      QVERIFY2(result.counterexample.empty(), result.counterexample.c_str());
      QVERIFY2(result.passed(), qPrintable(QString("%1 of %2 instances in %3 tries, seed %4")
                                               .arg(result.instances)
                                               .arg(result.wanted)
                                               .arg(result.tries)
                                               .arg(seed)));
    }
  }

  void aWrongRuleIsRefutedWithACounterexample_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("an operand is dropped") << "y = Mul(Conv(x, w) {activation = \"none\", ...a}, c) => "
                                              "y = Conv(x, w) {activation = \"none\", ...a}";
    QTest::newRow("the epsilon is ignored") << "y = BatchNormalization(x, s, b, m, v) {epsilon = _e, ...r} => "
                                               "y = BatchNormalization(x, s, b, m, v) {epsilon = 0.0, ...r}";
    QTest::newRow("groups are forgotten in a merge")
        << "y[i] = Conv(x, w[i]) {...a} => y... = Split(Conv(x, Concat(w...) {axis = 0}) {...a}) "
           "{axis = 1, split = each(dim(w[i], 0))}";
    QTest::newRow("channels are paired with the wrong data")
        << "y = Concat(Conv(x, w) {activation = \"none\", group = 1, ...a}, Conv(z, v) {activation = \"none\", "
           "group = 1, ...a}) {axis = 1} => y = Conv(Concat(x, z) {axis = 1}, Concat(w, v) {axis = 0}) "
           "{activation = \"none\", group = 2, ...a}";
    QTest::newRow("elements are paired without a condition on their shapes")
        << "x = Concat(p...) {axis = a} z = Concat(q...) {axis = a} y = Add(x, z) where count(p) == count(q) => "
           "s[i] = Add(p[i], q[i]) y = Concat(s...) {axis = a}";
    QTest::newRow("a sum is not a difference") << "y = Sub(a, b) => y = Sub(b, a)";
  }
  void aWrongRuleIsRefutedWithACounterexample() {
    QFETCH(QString, text);
    const auto result = testRule(ruleOf("rule r { " + text.toStdString() + " }"), kSeed, 300);
    QVERIFY(!result.counterexample.empty());
    QVERIFY(!result.passed());
  }

  void aRuleThatNeverFitsFails() {
    const auto result = testRule(ruleOf("rule r { y = Relu(x) where rank(x) == 17 => y = Relu(Relu(x)) }"), kSeed);
    QCOMPARE(result.instances, 0);
    QVERIFY(!result.passed());
  }

  void theSameSeedGivesTheSameResult() {
    const Rule rule = ruleOf("rule r { y = Relu(Relu(x)) => y = Relu(x) }");
    const auto a = testRule(rule, 5), b = testRule(rule, 5);
    QCOMPARE(a.tries, b.tries);
    QCOMPARE(a.worstError, b.worstError);
    QCOMPARE(a.ranks, b.ranks);
  }
};

QTEST_APPLESS_MAIN(RuleNumbersTest)
#include "rule_numbers_test.moc"
