#include "onnx/zoo/zoo.h"

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <map>
#include <set>

#include "execution/evaluator.h"
#include "execution/random_inputs.h"
#include "onnx/zoo/networks.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

using OperatorCounts = std::map<std::string, int>;

OperatorCounts operatorCounts(const zoo::BuiltModel& built) {
  OperatorCounts counts;
  for (const auto& node : built.model.graph().node()) ++counts[node.op_type()];
  return counts;
}

// As publications count: a batch normalization's statistics are no parameters.
std::int64_t parameterCount(const zoo::BuiltModel& built) {
  std::int64_t count = 0;
  for (const auto& [name, weight] : built.weights)
    if (name.find("running_") == std::string::npos) count += weight->type().shape.elementCount().value();
  return count;
}

int nodeCount(std::string_view name, const ZooOptions& options) {
  return zoo::buildNetwork(name, options).model.graph().node_size();
}

float floatAt(const Constant::Bytes& bytes, std::size_t index) {
  float number = 0;
  std::memcpy(&number, bytes->data() + index * sizeof(float), sizeof(float));
  return number;
}

void addNetworkRows() {
  QTest::addColumn<QString>("name");
  for (const ZooEntry& entry : zooEntries()) {
    QString name = QString::fromUtf8(entry.name.data(), static_cast<qsizetype>(entry.name.size()));
    QTest::newRow(qPrintable(name)) << name;
  }
}

}  // namespace

class ZooTest : public QObject {
  Q_OBJECT

 private slots:
  void aNetworkHasThePublishedNumberOfParameters_data();
  void aNetworkHasThePublishedNumberOfParameters();
  void aNetworkHasTheOperatorsOfItsArchitecture_data();
  void aNetworkHasTheOperatorsOfItsArchitecture();
  void theSmallFormHasTheSameGraph_data() { addNetworkRows(); }
  void theSmallFormHasTheSameGraph();
  void theBatchIsTheFirstExtentOfEveryInputAndOutput_data() { addNetworkRows(); }
  void theBatchIsTheFirstExtentOfEveryInputAndOutput();
  void repeatingMakesOnlyTheBlockMore_data() { addNetworkRows(); }
  void repeatingMakesOnlyTheBlockMore();
  void namesAreUnique_data() { addNetworkRows(); }
  void namesAreUnique();
  void aNetworkIsTheSameEachTime_data() { addNetworkRows(); }
  void aNetworkIsTheSameEachTime();
  void weightsAreTheSameNumbersOnEveryMachine();
  void weightsOfOneShapeDiffer();
  void weightsFillTheirRange();
  void statisticsOfBatchNormalizationsAreNearTheIdentity();
  void theHeadOfGpt2IsItsEmbedding();
  void everyOperatorIsDefined_data() { addNetworkRows(); }
  void everyOperatorIsDefined();
  void theSmallFormComputesNumbersOfASaneSizeThatVary_data() { addNetworkRows(); }
  void theSmallFormComputesNumbersOfASaneSizeThatVary();
  void aWrittenModelReadsBackAsTheModelThatWasMade_data() { addNetworkRows(); }
  void aWrittenModelReadsBackAsTheModelThatWasMade();
  void anUnknownNameIsRefusedWithTheNamesThereAre();
  void optionsThatMakeNoSenseAreRefused_data();
  void optionsThatMakeNoSenseAreRefused();
};

void ZooTest::aNetworkHasThePublishedNumberOfParameters_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<qint64>("parameters");
  QTest::newRow("taso-module") << "taso-module" << qint64{2 * 128 * 128 * 9 + 128 * 128};
  QTest::newRow("resnet50") << "resnet50" << qint64{25'557'032};
  QTest::newRow("resnext50") << "resnext50" << qint64{25'028'904};
  QTest::newRow("nasnet-a") << "nasnet-a" << qint64{5'289'978};
  QTest::newRow("nasrnn") << "nasrnn" << qint64{5 * 16 * 512 * 512 + 512};
  QTest::newRow("bert") << "bert" << qint64{109'482'240};
  QTest::newRow("inception-v3") << "inception-v3" << qint64{23'834'568};
  QTest::newRow("squeezenet") << "squeezenet" << qint64{1'235'496};
  QTest::newRow("vgg19") << "vgg19" << qint64{143'667'240};
  QTest::newRow("mobilenet-v2") << "mobilenet-v2" << qint64{3'504'872};
  QTest::newRow("densenet121") << "densenet121" << qint64{7'978'856};
  QTest::newRow("gpt2") << "gpt2" << qint64{124'439'808};
}

void ZooTest::aNetworkHasThePublishedNumberOfParameters() {
  QFETCH(QString, name);
  QFETCH(qint64, parameters);
  QCOMPARE(qint64{parameterCount(zoo::buildNetwork(name.toStdString(), {}))}, parameters);
}

void ZooTest::aNetworkHasTheOperatorsOfItsArchitecture_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<OperatorCounts>("counts");
  QTest::newRow("taso-module") << "taso-module" << OperatorCounts{{"Add", 1}, {"Conv", 3}, {"Relu", 3}};
  const OperatorCounts resnet{{"Add", 16},    {"BatchNormalization", 53}, {"Conv", 53}, {"Flatten", 1}, {"Gemm", 1},
                              {"MaxPool", 1}, {"GlobalAveragePool", 1},   {"Relu", 49}};
  QTest::newRow("resnet50") << "resnet50" << resnet;
  QTest::newRow("resnext50") << "resnext50" << resnet;
  QTest::newRow("vgg19") << "vgg19"
                         << OperatorCounts{{"Conv", 16}, {"Flatten", 1}, {"Gemm", 3}, {"MaxPool", 5}, {"Relu", 18}};
  QTest::newRow("squeezenet") << "squeezenet"
                              << OperatorCounts{{"Concat", 8},  {"Conv", 26}, {"Flatten", 1}, {"GlobalAveragePool", 1},
                                                {"MaxPool", 3}, {"Relu", 26}};
  QTest::newRow("mobilenet-v2") << "mobilenet-v2" << OperatorCounts{{"Add", 10},    {"BatchNormalization", 52},
                                                                    {"Clip", 35},   {"Conv", 52},
                                                                    {"Flatten", 1}, {"GlobalAveragePool", 1},
                                                                    {"Gemm", 1}};
  QTest::newRow("densenet121") << "densenet121" << OperatorCounts{{"AveragePool", 3}, {"BatchNormalization", 121},
                                                                  {"Concat", 58},     {"Conv", 120},
                                                                  {"Flatten", 1},     {"Gemm", 1},
                                                                  {"MaxPool", 1},     {"GlobalAveragePool", 1},
                                                                  {"Relu", 121}};
  QTest::newRow("inception-v3") << "inception-v3" << OperatorCounts{{"AveragePool", 9}, {"BatchNormalization", 94},
                                                                    {"Concat", 15},     {"Conv", 94},
                                                                    {"Flatten", 1},     {"Gemm", 1},
                                                                    {"MaxPool", 4},     {"GlobalAveragePool", 1},
                                                                    {"Relu", 94}};
  QTest::newRow("nasrnn") << "nasrnn" << OperatorCounts{{"Add", 55},  {"MatMul", 80},  {"Mul", 20},
                                                        {"Relu", 10}, {"Sigmoid", 25}, {"Tanh", 40}};
  // 12 normal cells and 4 reductions, whose first has nothing to adjust; 4 cells follow a reduction.
  QTest::newRow("nasnet-a") << "nasnet-a"
                            << OperatorCounts{{"Add", 80},
                                              {"AveragePool", 12 * 3 + 4 * 2 + 4 * 2},
                                              {"BatchNormalization", 1 + 12 * 12 + 4 * 12 - 1},
                                              {"Concat", 12 + 4 + 4},
                                              {"Conv", 1 + 12 * 22 + 4 * 22 - 1 + 4},
                                              {"Flatten", 1},
                                              {"Gemm", 1},
                                              {"GlobalAveragePool", 1},
                                              {"MaxPool", 4 * 2},
                                              {"Pad", 4},
                                              {"Relu", 12 * 12 + 4 * 12 - 1 + 1},
                                              {"Slice", 4}};
  QTest::newRow("bert") << "bert" << OperatorCounts{{"Add", 12 * 9 + 2}, {"Div", 24},       {"Erf", 12},
                                                    {"Gather", 4},       {"Gemm", 1},       {"MatMul", 12 * 8},
                                                    {"Mul", 24},         {"Reshape", 48},   {"Softmax", 12},
                                                    {"Tanh", 1},         {"Transpose", 48}, {"LayerNormalization", 25}};
  QTest::newRow("gpt2") << "gpt2" << OperatorCounts{{"Add", 12 * 4 + 1}, {"Div", 12},
                                                    {"Gather", 2},       {"Gemm", 48},
                                                    {"MatMul", 25},      {"Mul", 48},
                                                    {"Pow", 12},         {"Reshape", 144},
                                                    {"Softmax", 12},     {"Split", 12},
                                                    {"Tanh", 12},        {"Transpose", 49},
                                                    {"Where", 12},       {"LayerNormalization", 25}};
}

void ZooTest::aNetworkHasTheOperatorsOfItsArchitecture() {
  QFETCH(QString, name);
  QFETCH(OperatorCounts, counts);
  const OperatorCounts built = operatorCounts(zoo::buildNetwork(name.toStdString(), {}));
  for (const auto& [op, count] : built)
    QVERIFY2(counts.contains(op) && counts[op] == count, qPrintable(QString("%1 %2").arg(count).arg(op.c_str())));
  QCOMPARE(built.size(), counts.size());
}

void ZooTest::theSmallFormHasTheSameGraph() {
  QFETCH(QString, name);
  const auto published = zoo::buildNetwork(name.toStdString(), {});
  const auto small = zoo::buildNetwork(name.toStdString(), {.small = true});
  QVERIFY(parameterCount(small) < 2'000'000);
  QCOMPARE(small.model.graph().node_size(), published.model.graph().node_size());
  for (int i = 0; i < small.model.graph().node_size(); ++i) {
    const auto &one = small.model.graph().node(i), &other = published.model.graph().node(i);
    QCOMPARE(one.name(), other.name());
    QCOMPARE(one.input_size(), other.input_size());
    for (int input = 0; input < one.input_size(); ++input)
      if (one.input(input).starts_with("/")) QCOMPARE(one.input(input), other.input(input));
  }
}

void ZooTest::theBatchIsTheFirstExtentOfEveryInputAndOutput() {
  QFETCH(QString, name);
  const auto built = zoo::buildNetwork(name.toStdString(), {.batch = 3, .small = true});
  for (const auto* infos : {&built.model.graph().input(), &built.model.graph().output()}) {
    QVERIFY(!infos->empty());
    for (const auto& info : *infos) QCOMPARE(info.type().tensor_type().shape().dim(0).dim_value(), std::int64_t{3});
  }
}

void ZooTest::repeatingMakesOnlyTheBlockMore() {
  QFETCH(QString, name);
  auto nodes = [&](std::int64_t repeat) { return nodeCount(name.toStdString(), {.small = true, .repeat = repeat}); };
  const int block = nodes(2) - nodes(1);
  QVERIFY(block > 0);
  QCOMPARE(nodes(11), nodes(1) + 10 * block);
}

void ZooTest::namesAreUnique() {
  QFETCH(QString, name);
  const auto built = zoo::buildNetwork(name.toStdString(), {.small = true, .repeat = 2});
  std::set<std::string> nodes, tensors;
  for (const auto& initializer : built.model.graph().initializer()) QVERIFY(tensors.insert(initializer.name()).second);
  for (const auto& input : built.model.graph().input()) QVERIFY(tensors.insert(input.name()).second);
  for (const auto& node : built.model.graph().node()) {
    QVERIFY(nodes.insert(node.name()).second);
    for (const auto& output : node.output()) QVERIFY(tensors.insert(output).second);
  }
}

void ZooTest::aNetworkIsTheSameEachTime() {
  QFETCH(QString, name);
  const auto one = zoo::buildNetwork(name.toStdString(), {.small = true});
  const auto other = zoo::buildNetwork(name.toStdString(), {.small = true});
  QCOMPARE(one.model.SerializeAsString(), other.model.SerializeAsString());
  for (const auto& [weight, constant] : one.weights) {
    QVERIFY(other.weights.contains(weight));
    QVERIFY(*constant->bytes() == *other.weights.at(weight)->bytes());
  }
}

void ZooTest::weightsAreTheSameNumbersOnEveryMachine() {
  // SplitMix64's published first outputs from seed 1234567 are 6457827717110365317, 3203168211198807973, ...; their
  // upper 24 bits, less 2^23, over 2^23.
  const auto bytes = zoo::seededFloats(1234567, 2, {});
  QCOMPARE(floatAt(bytes, 0), static_cast<float>((6457827717110365317ULL >> 40) - 8388608.0) / 8388608.0F);
  QCOMPARE(floatAt(bytes, 1), static_cast<float>((3203168211198807973ULL >> 40) - 8388608.0) / 8388608.0F);
}

void ZooTest::weightsOfOneShapeDiffer() {
  const auto built = zoo::buildNetwork("resnet50", {.small = true});
  QVERIFY(*built.weights.at("layer1.1.conv1.weight")->bytes() != *built.weights.at("layer1.2.conv1.weight")->bytes());
}

void ZooTest::weightsFillTheirRange() {
  constexpr std::int64_t kCount = 100'000;
  const auto bytes = zoo::seededFloats(zoo::seedOf("network", "weight"), kCount, {.center = 1, .half = 0.5});
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    const double number = floatAt(bytes, i);
    QVERIFY(number >= 0.5 && number <= 1.5);
    sum += number;
    squares += number * number;
  }
  const double mean = sum / kCount;
  QVERIFY(std::abs(mean - 1) < 0.005);
  QVERIFY(std::abs(squares / kCount - mean * mean - 1.0 / 12) < 0.002);
}

void ZooTest::statisticsOfBatchNormalizationsAreNearTheIdentity() {
  const auto built = zoo::buildNetwork("resnet50", {.small = true});
  const std::map<std::string, std::pair<float, float>> ranges{{"weight", {0.5F, 1.5F}},
                                                              {"bias", {-0.3F, 0.3F}},
                                                              {"running_mean", {-0.3F, 0.3F}},
                                                              {"running_var", {0.5F, 1.5F}}};
  for (const auto& [name, range] : ranges) {
    const auto bytes = built.weights.at("layer2.0.bn1." + name)->bytes();
    std::set<float> distinct;
    for (std::size_t i = 0; i < bytes->size() / sizeof(float); ++i) {
      QVERIFY(floatAt(bytes, i) >= range.first - 1e-3F && floatAt(bytes, i) <= range.second + 1e-3F);
      distinct.insert(floatAt(bytes, i));
    }
    QVERIFY(distinct.size() > 1);
  }
}

void ZooTest::theHeadOfGpt2IsItsEmbedding() {
  const auto built = zoo::buildNetwork("gpt2", {.small = true});
  int uses = 0;
  for (const auto& node : built.model.graph().node())
    for (const auto& input : node.input()) uses += input == "transformer.wte.weight";
  QCOMPARE(uses, 2);
}

void ZooTest::everyOperatorIsDefined() {
  QFETCH(QString, name);
  const Model model = makeZooModel(name.toStdString());
  QVERIFY(model.remarks().empty());
  QVERIFY(model.nodeCount() > 0);
  for (int node = 0; node < model.nodeCount(); ++node) {
    const auto op = model.opOfNode(node);
    QVERIFY(op);
    QVERIFY2(!model.space().op(*op).isOpaque(), model.describe(*op).c_str());
  }
}

void ZooTest::theSmallFormComputesNumbersOfASaneSizeThatVary() {
  QFETCH(QString, name);
  const Model model = makeZooModel(name.toStdString(), {.small = true});
  const Graph graph = model.loadedGraph();
  const Graph* graphs[] = {&graph};
  const auto outputs = evaluate(graph, randomInputs(graph, SymbolChoice(graphs, {}, 0), 1));
  QCOMPARE(outputs.size(), model.outputs().size());
  for (const Value& output : outputs) {
    double squares = 0;
    for (double number : output.floats()) squares += number * number;
    const double rootMeanSquare = std::sqrt(squares / static_cast<double>(output.size()));
    QVERIFY(rootMeanSquare > 1e-3 && rootMeanSquare < 1e3);  // false for NaN
    const auto [least, most] = std::ranges::minmax(output.floats());
    QVERIFY(most - least > 0.1 * rootMeanSquare);
  }
}

void ZooTest::aWrittenModelReadsBackAsTheModelThatWasMade() {
  QFETCH(QString, name);
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath("model.onnx").toStdString();
  writeZooModel(name.toStdString(), {.small = true}, path);
  const Model made = makeZooModel(name.toStdString(), {.small = true});
  const Model read = readModel(path);
  QCOMPARE(read.nodeCount(), made.nodeCount());
  QCOMPARE(structuralDigest(read.loadedGraph()), structuralDigest(made.loadedGraph()));
}

void ZooTest::anUnknownNameIsRefusedWithTheNamesThereAre() {
  try {
    zoo::buildNetwork("resnet51", {});
    QFAIL("no error");
  } catch (const UsageError& error) {
    QVERIFY(QString(error.what()).contains("resnet50"));
    QVERIFY(QString(error.what()).contains("resnet51"));
  }
}

void ZooTest::optionsThatMakeNoSenseAreRefused_data() {
  QTest::addColumn<qint64>("batch");
  QTest::addColumn<qint64>("repeat");
  QTest::newRow("no batch") << qint64{0} << qint64{1};
  QTest::newRow("negative batch") << qint64{-1} << qint64{1};
  QTest::newRow("no block") << qint64{1} << qint64{0};
  QTest::newRow("too many blocks") << qint64{1} << (qint64{1} << 40);
}

void ZooTest::optionsThatMakeNoSenseAreRefused() {
  QFETCH(qint64, batch);
  QFETCH(qint64, repeat);
  QVERIFY_THROWS_EXCEPTION(UsageError, zoo::buildNetwork("vgg19", {.batch = batch, .repeat = repeat}));
}

QTEST_APPLESS_MAIN(ZooTest)
#include "zoo_test.moc"
