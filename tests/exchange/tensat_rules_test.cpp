// Tensat's lists of terms, in both forms.

#include <QtTest>

#include "exchange/rule_exchange.h"
#include "rules/rule_pattern.h"
#include "rules/rule_text.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

const std::string kFusion = "(relu (conv2d 1 1 0 0 ?input_7 ?input_19))=>(conv2d 1 1 0 2 ?input_7 ?input_19)\n";
const std::string kProducts =
    "(matmul 0 ?input_1 ?input_4)=>(split_0 (split 1 (matmul 0 ?input_1 (concat 1 2 ?input_4 ?input_5))))\n"
    "(matmul 0 ?input_1 ?input_5)=>(split_1 (split 1 (matmul 0 ?input_1 (concat 1 2 ?input_4 ?input_5))))\n";

ImportResult imported(const std::string& text, const char* file = "rules.txt") { return importRules(text, file); }

std::vector<Rule> rulesOf(const ImportResult& result) {
  std::vector<Rule> rules;
  for (const ImportedRule& one : result.rules) rules.push_back(one.rule.value());
  return rules;
}

}  // namespace

class TensatRulesTest : public QObject {
  Q_OBJECT

 private slots:
  void bothFormsReadAsTheSameRule() {
    const ImportResult lines = imported(kFusion);
    const ImportResult calls = imported("relu(conv2d(1,1,0,0,input_7,input_19))==conv2d(1,1,0,2,input_7,input_19)");
    QCOMPARE(lines.format, ForeignFormat::kTensat);
    QVERIFY(haveSamePattern(*lines.rules.at(0).rule, *calls.rules.at(0).rule));
  }

  void twoLinesOfAFileOfPairsAreOneRule() {
    const Rule rule = imported(kProducts, "some_multi.txt").rules.at(0).rule.value();
    QCOMPARE(rule.pattern->left.size(), std::size_t(2));
    QCOMPARE(rule.pattern->right.size(), std::size_t(3));
    QCOMPARE(rule.pattern->roots().size(), std::size_t(2));
    QCOMPARE(importRules(kFusion + kFusion, "rules.txt", TensatPairs::kYes).rules.size(), std::size_t(1));
    QCOMPARE(imported(kFusion + kFusion).rules.size(), std::size_t(2));
  }

  void theTwoResultsOfASplitAreOneRule() {
    QVERIFY(haveSamePattern(imported(kProducts).rules.at(0).rule.value(),
                            imported(kProducts, "multi.txt").rules.at(0).rule.value()));
    const ImportResult older = imported(
        "relu(input_1)==split_0(1,relu(concat(1,input_1,input_2)))relu(input_2)==split_1(1,relu(concat(1,input_1,"
        "input_2)))");
    QCOMPARE(older.rules.size(), std::size_t(1));
    QVERIFY(older.rules[0].rule.has_value());
  }

  void equalTermsAreOneOperator() {
    const Rule rule = *imported("ewadd(relu(input_1),relu(input_1))==relu(ewadd(input_1,input_1))").rules.at(0).rule;
    QCOMPARE(rule.pattern->left.size(), std::size_t(2));
  }

  void operatorsOfTheGeneratorHaveAForm_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("transpose") << "transpose(matmul(input_1,input_4))==matmul(transpose(input_4),transpose(input_1))";
    QTest::newRow("scalar")
        << "smul(ewadd(input_1,input_2),input_20)==ewadd(smul(input_1,input_20),smul(input_2,input_20))";
    QTest::newRow("rank by number") << "relu(concat(0,input_7,input_8))==concat(0,relu(input_7),relu(input_8))";
    QTest::newRow("pool") << "poolavg(3,3,1,1,0,smul(input_7,input_20))==smul(poolavg(3,3,1,1,0,input_7),input_20)";
    QTest::newRow("identity") << "conv2d(1,1,0,0,input_7,Iconv(3,3))==relu(input_7)";
    QTest::newRow("pool kernel") << "poolavg(3,3,1,1,0,input_7)==conv2d(1,1,0,0,input_7,Cpool(3,3))";
    QTest::newRow("ones") << "ewadd(input_1,input_2)==ewmul(ewadd(input_1,input_2),Iewmul)";
    QTest::newRow("enlarge") << "conv2d(1,1,0,0,input_7,input_13)==conv2d(1,1,0,0,input_7,enlarge(3,3,input_13))";
    QTest::newRow("input") << "transpose(transpose(input_1))==input_1";
  }
  void operatorsOfTheGeneratorHaveAForm() {
    QFETCH(QString, text);
    const ImportResult result = imported(text.toStdString());
    QCOMPARE(QString::fromStdString(result.rules.at(0).reason), QString());
    const Rule& rule = result.rules[0].rule.value();
    QVERIFY(haveSamePattern(rule, parseRules(printRule(rule)).at(0)));
  }

  void whatWasImportedIsExportedLineForLine() {
    const ExportResult single = exportRules(rulesOf(imported(kFusion)), ForeignFormat::kTensat);
    QCOMPARE(QString::fromStdString(single.bytes), QString::fromStdString(kFusion));
    const ExportResult pair = exportRules(rulesOf(imported(kProducts, "multi.txt")), ForeignFormat::kTensat);
    QCOMPARE(QString::fromStdString(pair.pairs), QString::fromStdString(kProducts));
    QVERIFY(pair.bytes.empty());
  }

  void aTermThatCannotBeReadIsToldWithItsReason_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("reason");
    QTest::newRow("operator") << "softmax(input_1)==relu(input_1)"
                              << "no operator is written softmax with 0 numbers and 1 operands";
    QTest::newRow("one result of a split") << "relu(input_1)==split_0(1,relu(concat(1,input_1,input_2)))"
                                           << "its target reads the external tensor 2, which its source does not";
    QTest::newRow("left") << "input_1==relu(input_1)"
                          << "the left side is a tensor, not an operator";
  }
  void aTermThatCannotBeReadIsToldWithItsReason() {
    QFETCH(QString, text);
    QFETCH(QString, reason);
    const ImportResult result = imported(text.toStdString() + "relu(relu(input_1))==relu(input_1)");
    QCOMPARE(QString::fromStdString(result.rules.at(0).reason), reason);
    QVERIFY(result.rules.at(1).rule.has_value());
  }

  void aTextThatIsNoListOfTermsIsRefusedAtItsPlace_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("error");
    QTest::newRow("end") << "(relu ?input_1)=>(relu"
                         << "rules.txt:1:23: the text ends within a term";
    QTest::newRow("arrow") << "(relu ?input_1)\n(relu ?input_1)=>"
                           << "rules.txt:2:1: expected => or == between two terms";
    QTest::newRow("number") << "(split 99999999999 ?input_1)=>?input_1"
                            << "rules.txt:1:8: this number is too large";
  }
  void aTextThatIsNoListOfTermsIsRefusedAtItsPlace() {
    QFETCH(QString, text);
    QFETCH(QString, error);
    try {
      imported(text.toStdString());
      QFAIL("it was read");
    } catch (const FileError& thrown) {
      QCOMPARE(QString(thrown.what()), error);
    }
  }

  void hostileNestingIsRefusedInsteadOfOverflowingTheStack() {
    std::string text;
    for (int i = 0; i < 100000; ++i) text += "(relu ";
    QVERIFY_THROWS_EXCEPTION(FileError, imported(text + "=>"));
  }
};

QTEST_APPLESS_MAIN(TensatRulesTest)
#include "tensat_rules_test.moc"
