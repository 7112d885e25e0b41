// Values of symbolic dimensions: chosen, given, changed while the model is open.

#include <QTemporaryDir>
#include <QtTest>

#include "../cli/small_models.h"
#include "bodied_models.h"
#include "session/project.h"
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

  void anExtentThatTheModelComputesCanBeGiven() {
    using namespace tasoscope::testing;
    onnx::ModelProto model = emptyModel();
    BodyBuilder graph(*model.mutable_graph());
    graph.input("x", {4, 4}).output("y", {}, onnx::TensorProto::INT64);
    graph.node("NonZero", {"x"}, {"places"});
    graph.node("Neg", {"places"}, {"y"});
    model.mutable_graph()->mutable_output(0)->mutable_type()->mutable_tensor_type()->clear_shape();
    const std::filesystem::path file = m_folder.filePath("places.onnx").toStdString();
    write(model, file);
    m_session = Session::open(file, {});
    m_session->view(0);
    std::string symbol;
    for (const auto& [name, value] : m_session->symbols())
      if (name.starts_with('?')) symbol = name;
    QVERIFY(!symbol.empty());
    const Price chosen = m_session->trail().steps[0].price;
    m_session->setSymbols({{symbol, 100'000'000}});
    QVERIFY(m_session->trail().steps[0].price.picoseconds > 10 * chosen.picoseconds);
    QVERIFY_THROWS_EXCEPTION(UsageError, m_session->setSymbols({{"?no such", 1}}));
  }

  void anExtentThatIsNotKnownIsAPlainQuestionMarkInABox() {
    const std::string file = m_folder.filePath("unknown.onnx").toStdString();
    tasoscope::testing::writeOneNode(file, "Erf", "");
    m_session = Session::open(file, {});
    const GraphView view = m_session->view(0);
    QCOMPARE(view.nodes[0].keyFacts, std::string("?x4"));
  }

  void theValuesStayWhenTheDeviceChanges() {
    m_session->setSymbols({{"batch", 1000}});
    m_session->setDevice("t4");
    QCOMPARE(m_session->symbols().at("batch"), std::int64_t{1000});
    m_session->setSymbols({{"batch", 2000}});
    QCOMPARE(m_session->device(), std::string("t4"));
  }

  void severalScenariosArePricedAsTheirWeightedMean() {
    const auto priceAt = [&](std::int64_t batch) {
      m_session->setSymbols({{"batch", batch}});
      return m_session->trail().steps[0].price.picoseconds;
    };
    const std::int64_t few = priceAt(1000), many = priceAt(100'000'000);
    m_session->setSymbols({});
    m_session->setScenarios({{"few", {{"batch", 1000}}, 3}, {"many", {{"batch", 100'000'000}}, 1}});
    QCOMPARE(m_session->trail().steps[0].price.picoseconds, (3 * few + many + 2) / 4);
    const std::vector<ScenarioPrice> prices = m_session->scenarioPrices(0);
    QCOMPARE(prices.size(), std::size_t{2});
    QCOMPARE(prices[0].price.picoseconds, few);
    QCOMPARE(prices[1].original.picoseconds, many);
    QCOMPARE(prices[1].scenario.symbols.at("batch"), std::int64_t{100'000'000});
    m_session->setScenarios({});
    QVERIFY(m_session->scenarioPrices(0).empty());
  }

  void aScenarioTakesWhatItDoesNotNameFromTheSymbols() {
    m_session->setSymbols({{"batch", 5000}});
    m_session->setScenarios({{"as set", {}, 1}});
    QCOMPARE(m_session->scenarioPrices(0)[0].scenario.symbols.at("batch"), std::int64_t{5000});
    QCOMPARE(m_session->symbols().at("batch"), std::int64_t{5000});
  }

  void scenariosThatMakeNoSenseAreRefusedAndChangeNothing() {
    m_session->setScenarios({{"one", {{"batch", 7}}, 1}});
    const Price before = m_session->trail().steps[0].price;
    QVERIFY_THROWS_EXCEPTION(UsageError, m_session->setScenarios({{"", {}, 1}}));
    QVERIFY_THROWS_EXCEPTION(UsageError, m_session->setScenarios({{"a", {}, 1}, {"a", {}, 1}}));
    QVERIFY_THROWS_EXCEPTION(UsageError, m_session->setScenarios({{"a", {}, 0}}));
    QVERIFY_THROWS_EXCEPTION(UsageError, m_session->setScenarios({{"a", {{"rows", 2}}, 1}}));
    QCOMPARE(m_session->scenarios().size(), std::size_t{1});
    QVERIFY(m_session->trail().steps[0].price == before);
  }

  void scenariosAreKeptInProjects() {
    const std::vector<Scenario> scenarios{{"decode", {{"batch", 2}}, 0.25}, {"prefill", {{"batch", 64}}, 0.75}};
    m_session->setScenarios(scenarios);
    const auto path = m_folder.filePath("kept.tasoscope").toStdString();
    m_session->saveProject(path);
    m_session.reset();
    const OpenedProject opened = Session::openProject(path, {});
    QVERIFY(opened.session->scenarios() == scenarios);
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
