// What is known of rules, by the digest of their text.

#include "rules/standing_record.h"

#include <QtTest>

#include "rules/rule_text.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

const std::string kRule =
    "family f rule twice { note \"n\" from \"s\" numerics exact y = Relu(Relu(x)) => y = Relu(x) }";

Rule ruleOf(const std::string& text) { return parseRules(text)[0]; }

StandingEntry entryOf(const Rule& rule, Standing standing) {
  return {standing, ruleDigest(rule), rule.name, {}, "30 instances, seed 1"};
}

}  // namespace

class StandingRecordTest : public QObject {
  Q_OBJECT

 private slots:
  void wordsForReadersDoNotChangeTheDigest() {
    const Rule rule = ruleOf(kRule);
    const Rule other = ruleOf("family g rule once { note \"m\" numerics exact y = Relu(Relu(x)) => y = Relu(x) }");
    QCOMPARE(ruleDigest(rule), ruleDigest(other));
  }

  void whatTheRuleStatesChangesTheDigest_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("operator") << "rule a { y = Relu(Relu(x)) => y = Neg(x) }";
    QTest::newRow("condition") << "rule a { y = Relu(Relu(x)) where rank(x) == 2 => y = Relu(x) }";
    QTest::newRow("arrow") << "rule a { y = Relu(Relu(x)) <=> y = Relu(x) }";
    QTest::newRow("class") << "rule a { numerics folding y = Relu(Relu(x)) => y = Relu(x) }";
    QTest::newRow("types") << "rule a { types any y = Relu(Relu(x)) => y = Relu(x) }";
  }
  void whatTheRuleStatesChangesTheDigest() {
    QFETCH(QString, text);
    QVERIFY(ruleDigest(ruleOf(text.toStdString())) != ruleDigest(ruleOf(kRule)));
  }

  void anEditedRuleIsAssumedAgain() {
    StandingRecord record;
    record.set(entryOf(ruleOf(kRule), Standing::kTested));
    std::vector<Rule> rules =
        parseRules(kRule + " rule edited { y = Relu(Relu(x)) where rank(x) == 2 => y = Relu(x) }");
    applyStandings(rules, record);
    QCOMPARE(rules[0].standing, Standing::kTested);
    QCOMPARE(rules[1].standing, Standing::kAssumed);
  }

  void aProofFromOtherAxiomsIsStale() {
    std::vector<Rule> rules = parseRules(kRule);
    StandingEntry entry = entryOf(rules[0], Standing::kProved);
    entry.axioms = std::string(64, 'a');
    StandingRecord record;
    record.set(entry);
    applyStandings(rules, record, std::string(64, 'a'));
    QCOMPARE(rules[0].standing, Standing::kProved);
    applyStandings(rules, record, std::string(64, 'b'));
    QCOMPARE(rules[0].standing, Standing::kAssumed);
  }

  void whatRefutesStandsAboveWhatTests() {
    const Rule rule = ruleOf(kRule);
    StandingRecord record;
    record.add(entryOf(rule, Standing::kRefuted));
    record.add(entryOf(rule, Standing::kTested));
    QCOMPARE(record.find(ruleDigest(rule))->standing, Standing::kRefuted);
    record.set(entryOf(rule, Standing::kTested));
    QCOMPARE(record.find(ruleDigest(rule))->standing, Standing::kTested);
  }

  void printedAndReadAgainItIsTheSame() {
    StandingRecord record;
    StandingEntry entry = entryOf(ruleOf(kRule), Standing::kProved);
    entry.axioms = std::string(64, 'c');
    record.set(entry);
    record.set({Standing::kTested, std::string(64, '1'), "b", {}, {}});
    record.set({Standing::kTested, std::string(64, '2'), "a", {}, "axiomatic words"});
    QVERIFY(StandingRecord::parse(record.print()).entries() == record.entries());
  }

  void errorsNameTheLine_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("standing") << "# words\nsure x y"
                              << "f:2: 'sure' is no standing: proved, tested, assumed, refuted";
    QTest::newRow("digest") << "tested 12 name"
                            << "f:1: '12' is no digest";
    QTest::newRow("name") << "tested " + QString(64, 'a') << "f:1: the rule's name is missing";
  }
  void errorsNameTheLine() {
    QFETCH(QString, text);
    QFETCH(QString, error);
    try {
      StandingRecord::parse(text.toStdString(), "f");
      QFAIL("it was read");
    } catch (const RuleError& thrown) {
      QCOMPARE(QString(thrown.what()), error);
    }
  }
};

QTEST_APPLESS_MAIN(StandingRecordTest)
#include "standing_record_test.moc"
