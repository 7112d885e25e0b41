// A part of a graph as a model of its own: it loads, has the border's tensors as inputs and outputs, and computes what
// the part computes in the whole.

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "execution/random_inputs.h"
#include "onnx/zoo/zoo.h"
#include "session/groups/grouping.h"
#include "session/session.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

constexpr std::uint64_t kSeed = 11;

std::vector<OpId> opsNamed(const GraphView& view, const std::string& start) {
  std::vector<OpId> ops;
  for (const NodeView& node : view.nodes)
    if (node.name.starts_with(start)) ops.push_back(node.op);
  return ops;
}

/// The values of tensors of a session's graph for random inputs of the whole model.
std::vector<Value> valuesIn(const Session& session, const std::vector<TensorView>& tensors) {
  const Graph whole = session.loadedGraph();
  const Graph* graphs[] = {&whole};
  const TensorValues inputs = randomInputs(whole, SymbolChoice(graphs, {}, 0), kSeed);
  std::vector<TensorId> wanted;
  for (const TensorView& tensor : tensors) wanted.push_back(tensor.tensor);
  return evaluate(Graph(session.space(), wanted), inputs);
}

double largestDifference(const Value& a, const Value& b) {
  double difference = a.type().shape.text() == b.type().shape.text() ? 0 : 1e9;
  for (std::int64_t i = 0; difference < 1e9 && i < a.size(); ++i)
    difference = std::max(difference, std::abs(a.at(i) - b.at(i)));
  return difference;
}

}  // namespace

class RegionTest : public QObject {
  Q_OBJECT
 private:
  std::filesystem::path inFolder(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  std::unique_ptr<Session> openSmall(const std::string& name) const {
    const std::filesystem::path path = inFolder(name + ".onnx");
    ZooOptions small;
    small.small = true;
    if (!std::filesystem::exists(path)) writeZooModel(name, small, path);
    return Session::open(path, {});
  }
  QTemporaryDir m_folder;

 private Q_SLOTS:
  void aRegionComputesWhatItComputesInTheWhole_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("start");
    QTest::addColumn<int>("steps");
    QTest::newRow("a layer of bert") << "bert"
                                     << "/encoder.layer.3/" << 0;
    QTest::newRow("a block of resnet") << "resnet50"
                                       << "/layer2.0/" << 0;
    QTest::newRow("a cell of nasnet") << "nasnet-a"
                                      << "/cell_5/" << 0;
    QTest::newRow("a stage of squeezenet after steps") << "squeezenet"
                                                       << "/" << 3;
    QTest::newRow("a layer of bert after steps") << "bert"
                                                 << "/encoder.layer.0/" << 4;
  }
  void aRegionComputesWhatItComputesInTheWhole() {
    QFETCH(QString, model);
    QFETCH(QString, start);
    QFETCH(int, steps);
    const std::unique_ptr<Session> session = openSmall(model.toStdString());
    StepId step = 0;
    for (int i = 0; i < steps; ++i) step = session->apply(session->candidates().front().match);
    const GraphView view = session->view(step);
    const GroupPlan plan(session->view(0), GroupBy::kNames);
    std::vector<OpId> ops = opsNamed(view, start.toStdString());
    if (steps > 0) {
      const Grouping grouping = plan.apply(view);
      const auto largest = std::ranges::max_element(grouping.groups, {}, &Group::size);
      QVERIFY(largest != grouping.groups.end());
      ops.clear();
      for (std::size_t i = largest->begin; i < largest->end; ++i)
        ops.push_back(view.nodes[static_cast<std::size_t>(grouping.order[i])].op);
    }
    QVERIFY(ops.size() > 3);
    const std::filesystem::path target = inFolder("region.onnx");
    const RegionReport report = session->exportRegion(step, ops, target);
    QCOMPARE(report.nodes, ops.size());
    QVERIFY(report.bytes > 0);

    const std::unique_ptr<Session> region = Session::open(target, {});
    QVERIFY(region->remarks().empty());
    QCOMPARE(region->model().inputs().size(), report.inputs.size());
    QCOMPARE(region->model().outputs().size(), report.outputs.size());
    const std::vector<Value> given = valuesIn(*session, report.inputs), expected = valuesIn(*session, report.outputs);
    TensorValues inputs;
    for (std::size_t i = 0; i < given.size(); ++i) inputs.emplace(region->model().inputs()[i], given[i]);
    const std::vector<Value> computed = evaluate(region->loadedGraph(), inputs);
    QCOMPARE(computed.size(), expected.size());
    for (std::size_t i = 0; i < computed.size(); ++i) QVERIFY(largestDifference(computed[i], expected[i]) < 1e-3);
  }

  void aRegionCostsWhatItsNodesCostInTheWhole() {
    const std::unique_ptr<Session> session = openSmall("bert");
    const GraphView view = session->view(0);
    const std::vector<OpId> ops = opsNamed(view, "/encoder.layer.5/");
    std::int64_t cost = 0;
    for (const NodeView& node : view.nodes)
      if (std::ranges::count(ops, node.op) > 0) cost += node.picoseconds;
    const std::filesystem::path target = inFolder("priced.onnx");
    session->exportRegion(0, ops, target);
    QCOMPARE(Session::open(target, {})->view(0).price.picoseconds, cost);
  }

  void theWholeGraphIsARegionToo() {
    const std::unique_ptr<Session> session = openSmall("taso-module");
    const GraphView view = session->view(0);
    std::vector<OpId> ops;
    for (const NodeView& node : view.nodes) ops.push_back(node.op);
    const std::filesystem::path target = inFolder("whole.onnx");
    session->exportRegion(0, ops, target);
    const std::unique_ptr<Session> again = Session::open(target, {});
    QCOMPARE(again->view(0).nodes.size(), view.nodes.size());
    for (std::size_t i = 0; i < session->model().outputs().size(); ++i)
      QCOMPARE(again->space().tensor(again->model().outputs()[i]).name,
               session->space().tensor(session->model().outputs()[i]).name);
  }

  void whatLiesBetweenIsNamedAndNothingIsWritten() {
    const std::unique_ptr<Session> session = openSmall("bert");
    const GraphView view = session->view(0);
    std::vector<OpId> ops = opsNamed(view, "/encoder.layer.2/");
    const std::vector<OpId> more = opsNamed(view, "/encoder.layer.4/");
    ops.insert(ops.end(), more.begin(), more.end());
    const std::filesystem::path target = inFolder("refused.onnx");
    QString sentence;
    try {
      session->exportRegion(0, ops, target);
    } catch (const UsageError& error) {
      sentence = QString::fromUtf8(error.what());
    }
    QVERIFY2(sentence.contains(QStringLiteral("/encoder.layer.3/")), qPrintable(sentence));
    QVERIFY(!std::filesystem::exists(target));
    QVERIFY_THROWS_EXCEPTION(UsageError, session->exportRegion(0, {}, target));
    QVERIFY_THROWS_EXCEPTION(UsageError, session->exportRegion(0, std::vector{OpId{1u << 30}}, target));
  }
};

QTEST_GUILESS_MAIN(RegionTest)
#include "region_test.moc"
