// Values of symbolic dimensions: chosen, given, changed while the model is open.

#include <QTemporaryDir>
#include <QtTest>

#include "../cli/small_models.h"
#include "session/session.h"

using namespace tasoscope;

class SymbolsTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder;
  std::unique_ptr<Session> m_session;

 private Q_SLOTS:
  void init() {
    const std::string file = m_folder.filePath("erf.onnx").toStdString();
    tasoscope::testing::writeOneNode(file, "Erf");
    m_session = Session::open(file, {});
  }

  void anotherValuePricesEveryStepAnew() {
    const Price chosen = m_session->trail().steps[0].price;
    m_session->setSymbols({{"batch", 100'000'000}});
    const Price given = m_session->trail().steps[0].price;
    QVERIFY(given.picoseconds > 10 * chosen.picoseconds);
    QCOMPARE(m_session->symbols().at("batch"), std::int64_t{100'000'000});
    QCOMPARE(m_session->view(0).price.picoseconds, given.picoseconds);
    m_session->setSymbols({});
    QVERIFY(m_session->trail().steps[0].price == chosen);
  }

  void theValuesStayWhenTheDeviceChanges() {
    m_session->setSymbols({{"batch", 1000}});
    m_session->setDevice("t4");
    QCOMPARE(m_session->symbols().at("batch"), std::int64_t{1000});
    m_session->setSymbols({{"batch", 2000}});
    QCOMPARE(m_session->device(), std::string("t4"));
  }

  void whatMakesNoSenseIsRefusedAndChangesNothing() {
    m_session->setSymbols({{"batch", 7}});
    const Price before = m_session->trail().steps[0].price;
    QVERIFY_THROWS_EXCEPTION(UsageError, m_session->setSymbols({{"rows", 2}}));
    QVERIFY_THROWS_EXCEPTION(UsageError, m_session->setSymbols({{"batch", 0}}));
    QCOMPARE(m_session->symbols().at("batch"), std::int64_t{7});
    QVERIFY(m_session->trail().steps[0].price == before);
  }
};

QTEST_GUILESS_MAIN(SymbolsTest)
#include "symbols_test.moc"
