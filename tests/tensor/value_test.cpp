// Numbers as tensors of a type keep them.

#include "tensor/value.h"

#include <QTest>

using namespace tasoscope;

class ValueTest : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void integersThatFitStayAsTheyAre() {
    for (const double number : {-1.0, -2.0, 0.0, 1.0, 1e15, -1e15}) {
      QCOMPARE(roundTo(ElementType::kInt64, number), number);
    }
    QCOMPARE(roundTo(ElementType::kInt32, -1), -1.0);
    QCOMPARE(roundTo(ElementType::kInt4, -8), -8.0);
    QCOMPARE(roundTo(ElementType::kUint64, 1e15), 1e15);
  }

  void integersThatDoNotFitWrap() {
    QCOMPARE(roundTo(ElementType::kUint8, -1), 255.0);
    QCOMPARE(roundTo(ElementType::kInt8, 200), -56.0);
    QCOMPARE(roundTo(ElementType::kInt4, 8), -8.0);
    QCOMPARE(roundTo(ElementType::kUint2, 5), 1.0);
  }
};

QTEST_APPLESS_MAIN(ValueTest)
#include "value_test.moc"
