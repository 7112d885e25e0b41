// The language: what parses, what is refused and where, and that printing and parsing are inverse.

#include "rules/rule_text.h"

#include <QtTest>

#include "rules/rule_pattern.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

std::string errorOf(std::string_view text) {
  try {
    parseRules(text, "test.rules");
  } catch (const RuleError& error) {
    return error.what();
  }
  return {};
}

std::vector<Rule> allBuiltIn() {
  std::vector<Rule> rules;
  for (const RuleSet& set : {builtInDeviceRules(), builtInRules()})
    for (const Rule& rule : set.all()) rules.push_back(rule);
  return rules;
}

}  // namespace

class RuleTextTest : public QObject {
  Q_OBJECT

 private slots:
  void everyBuiltInRulePrintsAndParsesBackToItself() {
    const auto rules = allBuiltIn();
    QVERIFY(rules.size() > 30);
    for (const Rule& rule : rules) {
      const std::string text = printRule(rule);
      std::vector<Rule> again;
      try {
        again = parseRules(text);
      } catch (const RuleError& error) {
        QFAIL((std::string(error.what()) + "\n" + text).c_str());
      }
      QVERIFY2(!again.empty() && haveSamePattern(rule, again[0]), text.c_str());
      QCOMPARE(again[0].name, rule.name);
      QCOMPARE(again[0].family, rule.family);
      QCOMPARE(again[0].note, rule.note);
      QCOMPARE(again[0].isDeviceRule, rule.isDeviceRule);
      QCOMPARE(again[0].numericClass, rule.numericClass);
    }
  }

  void aTensorThatIsDefinedTwiceOnASideIsRefused() {
    const std::string left = errorOf("rule r {\n  y = Relu(x)\n  y = Abs(x)\n=>\n  y = Relu(x)\n}\n");
    QVERIFY2(left.find("test.rules:3:3") != std::string::npos && left.find("'y' is defined twice") != std::string::npos,
             left.c_str());
    const std::string alias =
        errorOf("rule r {\n  y = Relu(x)\n=>\n  y, z = Split(x) {axis = 0, split = [1, 1]}\n  y = z\n}\n");
    QVERIFY2(alias.find("'y' is defined twice") != std::string::npos, alias.c_str());
    const std::string both = errorOf("rule r {\n  y, y = Split(x) {axis = 0, split = [1, 1]}\n=>\n  y = x\n}\n");
    QVERIFY2(both.find("'y' is defined twice") != std::string::npos, both.c_str());
  }

  void everyBuiltInRulePassesTheLinter() {
    for (const Rule& rule : allBuiltIn()) {
      const auto faults = lintRule(rule);
      QVERIFY2(faults.empty(), (rule.name + ": " + (faults.empty() ? "" : faults[0].text)).c_str());
    }
  }

  void everyShippedRuleIsProvedOrTestedAsItStands() {
    for (const Rule& rule : allBuiltIn())
      QVERIFY2(rule.standing == Standing::kProved || rule.standing == Standing::kTested,
               (rule.name + " is not in rules/*.standing as it stands now; see Standing in rules/README.md").c_str());
  }

  void aTwoWayRuleIsFollowedByItsBackwardDirection() {
    const auto rules = parseRules("family f rule a { note \"n\" y = Relu(Relu(x)) <=> y = Relu(x) }");
    QCOMPARE(rules.size(), std::size_t(2));
    QCOMPARE(rules[1].name, std::string("a.reverse"));
    QVERIFY(rules[1].isReversed);
    QCOMPARE(rules[1].pattern->left.size(), std::size_t(1));
  }

  void aDirectionThatCannotRunIsLeftOut() {
    const auto rules = parseRules("rule a { y = Add(x, Zeros() {...}) <=> y = x }");
    QCOMPARE(rules.size(), std::size_t(1));
  }

  void aTableMakesOneRuleARow() {
    const auto rules = parseRules(
        "rule {F}-is-{W} for F, W in Relu \"relu\", LeakyRelu \"leaky\" { y = F(x) {...} => y = Identity(x) }");
    QCOMPARE(rules.size(), std::size_t(2));
    QCOMPARE(rules[0].name, std::string("relu-is-relu"));
    QCOMPARE(rules[1].name, std::string("leaky-relu-is-leaky"));
    QCOMPARE(rules[1].pattern->left[0].op, std::string("LeakyRelu"));
  }

  void expressionsPrintWithTheParenthesesTheyNeed_data() {
    QTest::addColumn<QString>("text");
    for (const char* text : {"a - (b - c) == 1", "(a + b) * c == 1", "not (a == b and c == 1)", "-a == b",
                             "a - b - c == 1", "a / (b * c) == 1", "a == b or c == 1 and a == 2",
                             "(a == b or c == 1) and a == 2", "[a, b] ++ [c] == [1]", "a == -2", "a == 0.5"})
      QTest::newRow(text) << text;
  }
  void expressionsPrintWithTheParenthesesTheyNeed() {
    QFETCH(QString, text);
    const std::string rule =
        "rule r { y = F(x) {a = a, b = b, c = c} where " + text.toStdString() + " => y = F(x) {a = b} }";
    const auto rules = parseRules(rule);
    QCOMPARE(textOf(*rules[0].pattern->conditions[0]), text.toStdString());
  }

  void errorsNameTheirPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("no arrow") << "rule a {\n y = Relu(x)\n}"
                              << "test.rules:3:1: a rule needs => or <=> between its two sides";
    QTest::newRow("no end") << "rule a { y = Relu(x) =>"
                            << "test.rules:1:24: the file ends within a rule";
    QTest::newRow("unknown name") << "rule a { y = Relu(x) where dim(q, 0) == 1 => y = x }"
                                  << "test.rules:1:32: nothing is called 'q'";
    QTest::newRow("unknown function") << "rule a { y = Relu(x) where f(x) == 1 => y = x }"
                                      << "test.rules:1:28: 'f' is no function";
    QTest::newRow("character") << "rule a { y = Relu(x); }"
                               << "test.rules:1:21: unexpected character ';'";
    QTest::newRow("string") << "rule a { note \"abc"
                            << "test.rules:1:15: this string has no end";
    QTest::newRow("twice") << "rule a { y = Relu(Relu(x)) => y = Relu(x) }\nrule a { y = Relu(Relu(x)) => y = Relu(x) }"
                           << "test.rules:2:6: two rules are called 'a'";
    QTest::newRow("sequence") << "rule a { y = Concat(x...) {axis = 0} => y = Relu(x) }"
                              << "test.rules:1:51: 'x' is used both as one tensor and as a sequence";
    QTest::newRow("name") << "rule A { y = Relu(x) => y = x }"
                          << "test.rules:1:6: 'A' is no name of a rule: lower-case words joined by '-'";
  }
  void errorsNameTheirPlace() {
    QFETCH(QString, text);
    QFETCH(QString, error);
    QCOMPARE(QString::fromStdString(errorOf(text.toStdString())), error);
  }

  void hostileNestingIsRefusedInsteadOfOverflowingTheStack() {
    std::string text = "rule a { y = ";
    for (int i = 0; i < 100000; ++i) text += "Relu(";
    QVERIFY(errorOf(text + "x => y = x }").find("nested too deeply") != std::string::npos);
    std::string condition = "rule a { y = Relu(x) where ";
    for (int i = 0; i < 100000; ++i) condition += "(";
    QVERIFY(errorOf(condition + "1 => y = x }").find("nested too deeply") != std::string::npos);
  }

  void theLinterNamesTheFault_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("fault");
    QTest::newRow("unbound") << "y = Relu(x) => y = Add(x, z)"
                             << "the left side does not bind 'z'";
    QTest::newRow("unused") << "y = Add(x, z) => y = Relu(x)"
                            << "'z' is used only once";
    QTest::newRow("operator") << "y = Rellu(x) => y = Relu(x)"
                              << "unknown operator 'Rellu'";
    QTest::newRow("attribute") << "y = LeakyRelu(x) {alpah = 1.0} => y = Relu(x)"
                               << "LeakyRelu has no attribute 'alpah'";
    QTest::newRow("roots") << "y = Relu(x) => z = Relu(x)"
                           << "no tensor is defined on both sides";
    QTest::newRow("unconnected") << "y = Relu(x) z = Relu(w) => y = Relu(w) z = Relu(x)"
                                 << "the equations of the left side share no tensor, so that every pair of places fits";
    QTest::newRow("operands") << "y = Relu(x, z) => y = Add(x, z)"
                              << "Relu does not take 2 operands";
    QTest::newRow("results") << "y, z = Relu(x) => y = Relu(x) z = Relu(x)"
                             << "Relu does not give 2 results";
    QTest::newRow("required") << "y = Add(x, Zeros()) => y = x"
                              << "Zeros needs its attribute 'shape' mentioned";
  }
  void theLinterNamesTheFault() {
    QFETCH(QString, text);
    QFETCH(QString, fault);
    const auto rules = parseRules("family f rule r { note \"n\" " + text.toStdString() + " }");
    const auto faults = lintRule(rules[0]);
    QVERIFY2(std::ranges::count(faults, fault.toStdString(), &LintFinding::text) == 1,
             faults.empty() ? "no fault" : faults[0].text.c_str());
  }

  void allFindingsOfATextAreToldAtTheirPlaces() {
    const auto findings = lintRules(
        "family f\n"
        "rule a { note \"n\"\n y = Rellu(x) => y = LeakyRelu(z) {alpah = 1.0} }\n"
        "rule b {\n note \"n\" y = Relu(x) where dim(q, 0) == 1 => y = x }\n"
        "rule c { note \"n\" y = Relu(Relu(x)) => y = Relu(x) }\n"
        "rule d { note \"m\" v = Relu(Relu(u)) => v = Relu(u) }\n"
        "rule e { note \"m\" y = Relu(Relu(x)) => y = Relu(x) }\n");
    QStringList told;
    for (const LintFinding& finding : findings)
      told << QString("%1:%2 %3").arg(finding.place.line).arg(finding.place.column).arg(finding.text.c_str());
    QCOMPARE(told, QStringList({"3:6 unknown operator 'Rellu'", "3:12 'x' is used only once",
                                "3:32 the left side does not bind 'z'", "3:32 'z' is used only once",
                                "3:36 LeakyRelu has no attribute 'alpah'", "5:33 nothing is called 'q'",
                                "8:6 the rule states the same as 'c'"}));
  }
};

QTEST_APPLESS_MAIN(RuleTextTest)
#include "rule_text_test.moc"
