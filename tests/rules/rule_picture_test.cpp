// Rules drawn in characters.

#include "rules/rule_picture.h"

#include <QtTest>

#include "rules/rule_text.h"

using namespace tasoscope;

class RulePictureTest : public QObject {
  Q_OBJECT

 private slots:
  void bothSidesStandSideBySide() {
    const auto rules =
        parseRules("rule r { y = Relu(Conv(x, w) {...a}) => y = Conv(x, w) {activation = \"relu\", ...a} }");
    QCOMPARE(QString::fromStdString(drawRule(rules[0])), QString("  x   w            x       w\n"
                                                                 "  │   │            │       │\n"
                                                                 "[ Conv ]        [ Conv + relu ]\n"
                                                                 "    │      =>          │\n"
                                                                 "[ Relu ]               y\n"
                                                                 "    │\n"
                                                                 "    y\n"));
  }

  void whereThereIsNoRoomOneStandsBelowTheOther() {
    const auto rules = parseRules("rule r { y = Relu(Relu(x)) <=> y = Relu(x) }");
    const QString wide = QString::fromStdString(drawRule(rules[0])),
                  narrow = QString::fromStdString(drawRule(rules[0], 5));
    QVERIFY(wide.count('\n') < narrow.count('\n'));
    QVERIFY(narrow.contains("\n<=>\n"));
  }

  void everyShippedRuleHasAPictureThatNamesItsOperators() {
    for (const RuleSet& set : {builtInDeviceRules(), builtInRules()})
      for (const Rule& rule : set.all()) {
        const QString text = QString::fromStdString(printRule(rule)), picture = QString::fromStdString(drawRule(rule));
        if (text.contains("built-in\n")) continue;
        QVERIFY2(picture.contains(rule.isTwoWay && !rule.isReversed ? "<=>" : "=>"), rule.name.c_str());
        for (const char* op : {" Conv(", " MatMul(", " Concat(", " Split("})
          if (text.contains(op)) QVERIFY2(picture.contains(QString(op).mid(1).chopped(1)), rule.name.c_str());
      }
  }
};

QTEST_APPLESS_MAIN(RulePictureTest)
#include "rule_picture_test.moc"
