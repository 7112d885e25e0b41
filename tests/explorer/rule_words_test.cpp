// Rules for people: conditions in words and both sides as pictures, for every rule that the program carries.

#include "views/text/rule_words.h"

#include <QtTest>
#include <algorithm>

#include "rules/rule_text.h"
#include "views/canvas/rule_picture.h"

using namespace tasoscope;

namespace {

Rule ruleWith(const char* conditions) {
  const std::string text = std::string("rule sample {\n  y = Conv(x, w, b?) {strides = s, group = g, ...a}\n  ") +
                           conditions + "\n=>\n  y = Conv(x, w, b?) {strides = s, group = g, ...a}\n}\n";
  return parseRules(text).front();
}

QString firstWords(const char* conditions) { return conditionsInWords(ruleWith(conditions)).front().words; }

std::vector<Rule> everyRule() {
  const RuleSet own = builtInRules(), device = builtInDeviceRules();
  std::vector<Rule> all(own.all().begin(), own.all().end());
  all.insert(all.end(), device.all().begin(), device.all().end());
  return all;
}

int operatorsIn(const Picture& picture) {
  return static_cast<int>(std::ranges::count(picture.boxes, BoxShape::kOperator, &PictureBox::shape));
}

}  // namespace

class RuleWordsTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void conditionsAreSentences_data() {
    QTest::addColumn<QString>("formal");
    QTest::addColumn<QString>("words");
    QTest::newRow("rank") << "where rank(w) >= 3"
                          << "the rank of w is at least 3";
    QTest::newRow("attribute") << "where all(s == 1)"
                               << "every element of strides s is 1";
    QTest::newRow("absent") << "where not present(b)"
                            << "b is absent";
    QTest::newRow("constant") << "where constant(w)"
                              << "w is constant";
    QTest::newRow("either") << "where not present(b) or rank(b) == 1"
                            << "b is absent, or the rank of b is 1";
    QTest::newRow("extent") << "where dim(w, 0) == dim(x, -1)"
                            << "the extent of w along axis 0 equals the last extent of x";
    QTest::newRow("shape") << "where same_shape(x, w)"
                           << "x and w have the same shape";
    QTest::newRow("uses") << "where uses(y) <= 1"
                          << "y is read at most once";
    QTest::newRow("name") << "let m = dim(w, 1) * g"
                          << "m stands for the extent of w along axis 1 \u00d7 group g";
  }

  void conditionsAreSentences() {
    QFETCH(QString, formal);
    QFETCH(QString, words);
    QCOMPARE(firstWords(qPrintable(formal)), words);
  }

  void eachElementOfASequenceIsSpokenOf() {
    const Rule rule =
        parseRules(
            "rule sample {\n  y[i] = Conv(x, w[i], b[i]?) {...a}\n  where all(each(present(b[i]))) or not "
            "any(each(present(b[i])))\n=>\n  y[i] = Conv(x, w[i], b[i]?) {...a}\n}\n")
            .front();
    QCOMPARE(conditionsInWords(rule).front().words, QString("each b is present, or no b is present"));
  }

  void everyConditionOfEveryRuleHasWordsOfItsOwn() {
    for (const Rule& rule : everyRule()) {
      for (const ConditionText& condition : conditionsInWords(rule)) {
        QVERIFY2(!condition.words.isEmpty() && condition.words != condition.formal, rule.name.c_str());
        QVERIFY2(!condition.words.contains('%'), qPrintable(condition.words));
        QVERIFY2(!condition.words.contains('(') || !condition.words.contains("each("), qPrintable(condition.words));
      }
    }
  }

  void bothSidesOfEveryRuleAreDrawn() {
    for (const Rule& rule : everyRule()) {
      const RulePictures pictures = rulePicturesOf(rule);
      if (pictures.source.isEmpty()) {
        QVERIFY2(printRule(rule).find("built-in") != std::string::npos, rule.name.c_str());
        continue;
      }
      QVERIFY2(operatorsIn(pictures.source) > 0, rule.name.c_str());
      for (const Picture* picture : {&pictures.source, &pictures.target}) {
        QVERIFY2(!picture->bounds.isEmpty(), rule.name.c_str());
        for (const PictureEdge& edge : picture->edges)
          QVERIFY2(!edge.path.isEmpty() && edge.from != edge.to, rule.name.c_str());
      }
    }
  }

  void theResultsAreTheSameOnBothSides() {
    for (const Rule& rule : everyRule()) {
      const RulePictures pictures = rulePicturesOf(rule);
      for (const PictureBox& box : pictures.source.boxes) {
        const bool isResult = box.shape == BoxShape::kTerminal && (box.key >> 32) == 2;
        if (isResult) QVERIFY2(pictures.target.boxOf(box.key) >= 0, rule.name.c_str());
      }
    }
  }

  void whatOnlyOneSideHasIsMarked() {
    const RuleSet rules = builtInRules();
    const RulePictures merge = rulePicturesOf(*rules.find("merge-convolutions"));
    for (const PictureBox& box : merge.source.boxes)
      QCOMPARE(box.state, box.shape == BoxShape::kOperator ? DiffState::kRemoved : DiffState::kContext);
    QVERIFY(std::ranges::count(merge.target.boxes, DiffState::kAdded, &PictureBox::state) == 4);
    const RulePictures enlarge = rulePicturesOf(*rules.find("enlarge-kernel-to-that-of-a-sibling"));
    QVERIFY(std::ranges::count(enlarge.source.boxes, DiffState::kRemoved, &PictureBox::state) >= 1);
  }
};

QTEST_MAIN(RuleWordsTest)
#include "rule_words_test.moc"
