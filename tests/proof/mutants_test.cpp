// Proved rules are broken in every way that is tried here; a mutant that numbers refute must never be called proved.

#include <QtTest>

#include "proof/numeric_test.h"
#include "proof/prover.h"
#include "rules/rule_pattern.h"
#include "rules/rule_text.h"

using namespace tasoscope;

namespace {

constexpr std::uint64_t kSeed = 43;
/// Cases up to this rank show what a mutant is as well as all do.
constexpr int kMostRank = 3;

using Mutate = std::function<void(RulePattern&)>;

Rule with(const Rule& rule, const Mutate& mutate) {
  auto pattern = std::make_shared<RulePattern>(*rule.pattern);
  mutate(*pattern);
  Rule result = rule;
  result.pattern = pattern;
  return result;
}

void shift(ExpressionPtr& expression) {
  auto copy = std::make_shared<Expression>(*expression);
  ++copy->integer;
  expression = copy;
}

std::string exchanged(const std::string& op) {
  static const std::map<std::string, std::string> kOthers{
      {"Add", "Mul"},      {"Mul", "Add"}, {"Max", "Min"}, {"Min", "Max"}, {"Sub", "Add"},  {"Relu", "Sigmoid"},
      {"Sigmoid", "Relu"}, {"Neg", "Abs"}, {"Abs", "Neg"}, {"Div", "Mul"}, {"Exp", "Tanh"}, {"Tanh", "Exp"}};
  const auto found = kOthers.find(op);
  return found == kOthers.end() ? op : found->second;
}

std::vector<Rule> mutantsOf(const Rule& rule) {
  std::vector<Rule> result;
  const RulePattern& pattern = *rule.pattern;
  for (std::size_t e = 0; e < pattern.right.size(); ++e) {
    const Equation& equation = pattern.right[e];
    if (equation.inputs.size() >= 2)
      result.push_back(with(rule, [e](RulePattern& p) { std::swap(p.right[e].inputs[0], p.right[e].inputs[1]); }));
    if (equation.outputs.size() >= 2)
      result.push_back(with(rule, [e](RulePattern& p) { std::swap(p.right[e].outputs[0], p.right[e].outputs[1]); }));
    if (exchanged(equation.op) != equation.op)
      result.push_back(with(rule, [e](RulePattern& p) { p.right[e].op = exchanged(p.right[e].op); }));
    for (std::size_t a = 0; a < equation.attributes.size(); ++a)
      if (equation.attributes[a].value->kind == ExpressionKind::kInteger)
        result.push_back(with(rule, [e, a](RulePattern& p) { shift(p.right[e].attributes[a].value); }));
  }
  for (std::size_t c = 0; c < pattern.conditions.size(); ++c)
    result.push_back(
        with(rule, [c](RulePattern& p) { p.conditions.erase(p.conditions.begin() + static_cast<std::ptrdiff_t>(c)); }));
  return result;
}

}  // namespace

class MutantsTest : public QObject {
  Q_OBJECT

 private slots:
  void noMutantThatNumbersRefuteIsProved() {
    ProofLimits limits;
    limits.bounds.mostRank = kMostRank;
    limits.bounds.mostElements = 2;
    limits.rounds = 3;
    const Prover prover(builtInAxioms(), limits);
    int mutants = 0, refuted = 0;
    const RuleSet rules = builtInRules();
    for (const Rule& rule : rules.all()) {
      if (!rule.pattern->builtIn.empty() || !prover.prove(rule).isProved()) continue;
      for (const Rule& mutant : mutantsOf(rule)) {
        ++mutants;
        const bool isProved = prover.prove(mutant).isProved();
        if (!isProved) continue;
        const NumericTestResult test = testRule(mutant, kSeed, 10);
        if (test.counterexample.empty()) continue;
        ++refuted;
        qWarning("%s\n%s", printRule(mutant).c_str(), test.counterexample.c_str());
      }
    }
    QVERIFY(mutants > 100);
    QCOMPARE(refuted, 0);
  }
};

QTEST_APPLESS_MAIN(MutantsTest)
#include "mutants_test.moc"
