#include "cost/cost_text.h"

#include <QTest>

using namespace tasoscope;

class CostTextTest : public QObject {
  Q_OBJECT

 private slots:
  void timesHaveThreeDigitsAndAUnit() {
    QCOMPARE(timeText(0), std::string("0 ms"));
    QCOMPARE(timeText(1'234'000'000), std::string("1.234 ms"));
    QCOMPARE(timeText(56'700'000), std::string("56.7 \u00b5s"));
    QCOMPARE(timeText(4'200'000), std::string("4.20 \u00b5s"));
    QCOMPARE(timeText(-4'200'000), std::string("-4.20 \u00b5s"));
    QCOMPARE(timeText(9'950), std::string("0.01 \u00b5s"));
    QCOMPARE(timeText(2'349), std::string("2.3 ns"));
    QCOMPARE(timeText(2'500'000'000'000), std::string("2.500 s"));
  }

  void ticksOfAnAxisAreToldApart() {
    constexpr std::int64_t kMost = 123'400'000;
    QCOMPARE(timeTextOnAxis(123'000'000, 200'000, kMost), std::string("0.1230 ms"));
    QCOMPARE(timeTextOnAxis(123'200'000, 200'000, kMost), std::string("0.1232 ms"));
    QCOMPARE(timeTextOnAxis(80'000'000, 20'000'000, kMost), std::string("0.08 ms"));  // one unit on all of the axis
    QCOMPARE(timeTextOnAxis(4'000'000'000'000, 1e12, 5'000'000'000'000), std::string("4 s"));
  }

  void changesSayTheirDirectionAndShare() {
    QCOMPARE(costText(-120'000'000, 3'870'967'742), std::string("-0.120 ms (-3.1 %), faster"));
    QCOMPARE(costText(4'200'000, 4'200'000'000), std::string("+4.20 \u00b5s (+0.1 %), slower"));
    QCOMPARE(costText(-1, 4'200'000'000), std::string("-0.001 ns (less than 0.1 %), faster"));
    QCOMPARE(costText(0, 100), std::string("no change"));
  }

  void sizesUseDecimalUnits() {
    QCOMPARE(operationsText(4.1e9), std::string("4.10 GFLOP"));
    QCOMPARE(bytesText(640e3), std::string("640 kB"));
    QCOMPARE(bytesText(17), std::string("17 B"));
    QCOMPARE(bytesText(999'999), std::string("1.00 MB"));
  }
};

QTEST_GUILESS_MAIN(CostTextTest)
#include "cost_text_test.moc"
