// Models of hundreds of megabytes with external data: mapped, never held, whatever is done with them.

#include <onnx/onnx_pb.h>
#include <signal.h>

#include <fstream>
#include <vector>

#include "running.h"

using namespace tasoscope::testing;

namespace {

constexpr std::int64_t kWidth = 2048, kLayers = 12, kTable = 8192;
constexpr qint64 kMegabyte = 1 << 20;

/// A tensor of the external file, which grows by it.
onnx::TensorProto weight(const std::string& name, std::int64_t rows, std::int64_t columns, std::ofstream& data) {
  onnx::TensorProto tensor;
  tensor.set_name(name);
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  tensor.add_dims(rows);
  tensor.add_dims(columns);
  tensor.set_data_location(onnx::TensorProto::EXTERNAL);
  const auto entry = [&](const char* key, const std::string& value) {
    auto& added = *tensor.add_external_data();
    added.set_key(key);
    added.set_value(value);
  };
  entry("location", "weights.bin");
  entry("offset", std::to_string(data.tellp()));
  entry("length", std::to_string(rows * columns * 4));
  std::vector<float> row(static_cast<std::size_t>(columns));
  for (std::int64_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < row.size(); ++j)
      row[j] = static_cast<float>((static_cast<std::size_t>(i) * 31 + j * 17) % 251) / 4000 - 0.03F;
    data.write(reinterpret_cast<const char*>(row.data()), static_cast<std::streamsize>(row.size() * sizeof(float)));
  }
  return tensor;
}

/// An embedding, layers of three products of one input that can become one, and the embedding once more as the head.
/// The table's bytes are two initializers.
void writeModel(const std::string& folder) {
  std::ofstream data(folder + "/weights.bin", std::ios::binary);
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("large");
  const auto declare = [](onnx::ValueInfoProto& info, const std::string& name, int type, std::int64_t columns) {
    info.set_name(name);
    auto& tensor = *info.mutable_type()->mutable_tensor_type();
    tensor.set_elem_type(type);
    tensor.mutable_shape()->add_dim()->set_dim_value(4);
    if (columns > 0) tensor.mutable_shape()->add_dim()->set_dim_value(columns);
  };
  const auto node = [&](const std::string& type, const std::vector<std::string>& inputs, const std::string& output) {
    auto& added = *graph.add_node();
    added.set_op_type(type);
    for (const std::string& input : inputs) added.add_input(input);
    added.add_output(output);
  };
  declare(*graph.add_input(), "tokens", onnx::TensorProto::INT64, 0);
  declare(*graph.add_output(), "scores", onnx::TensorProto::FLOAT, kTable);
  *graph.add_initializer() = weight("table", kTable, kWidth, data);
  onnx::TensorProto tied = graph.initializer(0);
  tied.set_name("head");
  *graph.add_initializer() = tied;
  node("Gather", {"table", "tokens"}, "h0");
  for (int i = 0; i < kLayers; ++i) {
    const std::string layer = std::to_string(i), in = "h" + layer, out = "h" + std::to_string(i + 1);
    for (const std::string part : {"q", "k", "v"}) {
      *graph.add_initializer() = weight(part + "_weight" + layer, kWidth, kWidth / 2, data);
      node("MatMul", {in, part + "_weight" + layer}, part + layer);
    }
    node("Mul", {"q" + layer, "k" + layer}, "p" + layer);
    node("Concat", {"p" + layer, "v" + layer}, out);
    auto& axis = *graph.mutable_node(graph.node_size() - 1)->add_attribute();
    axis.set_name("axis");
    axis.set_type(onnx::AttributeProto::INT);
    axis.set_i(1);
  }
  node("Transpose", {"head"}, "columns");
  node("MatMul", {"h" + std::to_string(kLayers), "columns"}, "scores");
  std::ofstream file(folder + "/large.onnx", std::ios::binary);
  model.SerializeToOstream(&file);
}

/// A line of /proc/PID/status, in bytes; 0 when the process is gone.
qint64 statusOf(qint64 process, const QByteArray& field) {
  QFile status(QString("/proc/%1/status").arg(process));
  if (!status.open(QIODevice::ReadOnly)) return 0;
  for (const QByteArray& line : status.readAll().split('\n'))
    if (line.startsWith(field + ":"))
      return line.mid(field.size() + 1).trimmed().split(' ').first().toLongLong() * 1024;
  return 0;
}

struct Watched {
  int code = -1;
  qint64 mostAnonymous = 0;  ///< memory that is no mapping of a file
  QByteArray out;
};

Watched watched(const QStringList& words) {
  QProcess process;
  process.start(kProgram, words);
  Watched result;
  while (!process.waitForFinished(5) && process.state() != QProcess::NotRunning)
    result.mostAnonymous = std::max(result.mostAnonymous, statusOf(process.processId(), "RssAnon"));
  result.code = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
  result.out = process.readAllStandardOutput();
  return result;
}

onnx::ModelProto parsed(const QString& path) {
  std::ifstream file(path.toStdString(), std::ios::binary);
  onnx::ModelProto model;
  model.ParseFromIstream(&file);
  return model;
}

std::string entryOf(const onnx::TensorProto& tensor, const std::string& key) {
  for (const auto& entry : tensor.external_data())
    if (entry.key() == key) return entry.value();
  return {};
}

}  // namespace

class LargeModelTest : public QObject {
  Q_OBJECT

  QTemporaryDir m_folder, m_target;
  QString m_model;
  qint64 m_bytes = 0;

  QStringList entries() const {
    return QDir(m_target.path()).entryList(QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
  }
  void clearTarget() const {
    for (const QString& name : entries()) QFile::remove(m_target.filePath(name));
  }

 private Q_SLOTS:
  void initTestCase() {
    writeModel(m_folder.path().toStdString());
    m_model = m_folder.filePath("large.onnx");
    m_bytes = QFileInfo(m_folder.filePath("weights.bin")).size();
    QVERIFY(m_bytes > 300 * kMegabyte);
  }

  void cleanup() const { clearTarget(); }

  void readingHoldsNoWeight() {
    const Watched shown = watched({"show", m_model});
    QCOMPARE(shown.code, 0);
    QVERIFY2(shown.mostAnonymous < m_bytes / 4, qPrintable(QString::number(shown.mostAnonymous / kMegabyte)));
  }

  void searchingVerifyingAndWritingHoldAFewWeightsAtATime() {
    const QString target = m_target.filePath("optimized.onnx");
    const Watched run = watched({"optimize", m_model, "-o", target, "--budget", "40", "--time", "0", "--json"});
    QCOMPARE(run.code, 0);
    const QJsonObject answer = QJsonDocument::fromJson(run.out).object();
    QVERIFY(!answer["steps"].toArray().isEmpty());
    QCOMPARE(answer["verification"].toObject()["verdict"].toString(), QString("equivalent"));
    // As float64 numbers the weights have twice the size of the file; the head alone, moved, would have two fifths.
    QVERIFY2(run.mostAnonymous < m_bytes / 2, qPrintable(QString::number(run.mostAnonymous / kMegabyte)));
    const QStringList written = entries();
    QVERIFY(written.contains("weights.bin"));
    QVERIFY2(QFileInfo(target).size() < kMegabyte, "a weight went into the model's file");
  }

  void tiedWeightsStayTied() {
    const QString target = m_target.filePath("tied.onnx");
    QCOMPARE(runProgram({"optimize", m_model, "-o", target, "--budget", "40", "--time", "0", "--no-verify"}).code, 0);
    const onnx::ModelProto model = parsed(target);
    std::set<std::string> places;
    int tied = 0;
    for (const auto& tensor : model.graph().initializer()) {
      if (tensor.name() != "table" && tensor.name() != "head") continue;
      ++tied;
      places.insert(entryOf(tensor, "location") + "@" + entryOf(tensor, "offset"));
    }
    QCOMPARE(tied, 2);
    QCOMPARE(places.size(), std::size_t{1});
    QCOMPARE(QFileInfo(m_target.filePath("weights.bin")).size(), m_bytes);
  }

  void anInterruptWhileItIsVerifiedOrWrittenLeavesNothing() {
    QProcess process;
    process.start(kProgram, {"optimize", m_model, "-o", m_target.filePath("never.onnx"), "--budget", "40", "--time",
                             "0", "--verify-limit", "0"});
    QVERIFY(process.waitForStarted());
    const pid_t program = static_cast<pid_t>(process.processId());
    // The first ends the search at the latest, those that follow what comes after it.
    QTRY_VERIFY_WITH_TIMEOUT(statusOf(process.processId(), "RssFile") > 64 * kMegabyte, 60'000);
    while (!process.waitForFinished(20)) kill(program, SIGINT);
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);  // ended by the signal, as every shell expects
    QVERIFY(process.readAllStandardError().contains("interrupted"));
    QCOMPARE(entries(), QStringList());
  }

  void aFileAboveTwoGigabytesIsReadAllTheSame() {
    // One tensor of zeros, for most of which the file has a hole.
    const std::int64_t bytes = std::int64_t{2'200'000'000};
    onnx::ModelProto model = parsed(m_model);
    onnx::GraphProto& graph = *model.mutable_graph();
    graph.Clear();
    graph.set_name("hole");
    const std::string path = m_target.filePath("hole.onnx").toStdString();
    const auto varint = [](std::uint64_t value) {
      std::string text;
      for (; value >= 0x80; value >>= 7) text.push_back(static_cast<char>((value & 0x7f) | 0x80));
      text.push_back(static_cast<char>(value));
      return text;
    };
    onnx::TensorProto tensor;
    tensor.set_name("w");
    tensor.set_data_type(onnx::TensorProto::UINT8);
    tensor.add_dims(bytes);
    const std::string head = tensor.SerializeAsString() + "\x4a" + varint(static_cast<std::uint64_t>(bytes));
    auto& output = *graph.add_output();
    output.set_name("y");
    auto& node = *graph.add_node();
    node.set_op_type("Shape");
    node.add_input("w");
    node.add_output("y");
    const std::string rest = graph.SerializeAsString();
    graph.Clear();
    model.clear_graph();
    const std::uint64_t tensorBytes = head.size() + static_cast<std::uint64_t>(bytes);
    const std::string tensorField = "\x2a" + varint(tensorBytes);
    std::ofstream file(path, std::ios::binary);
    file << model.SerializeAsString() << "\x3a" << varint(rest.size() + tensorField.size() + tensorBytes) << rest
         << tensorField << head;
    file.seekp(bytes - 1, std::ios::cur);
    file.put('\0');
    file.close();
    const Watched shown = watched({"show", QString::fromStdString(path)});
    QCOMPARE(shown.code, 0);
    QVERIFY(shown.mostAnonymous < 100 * kMegabyte);
  }
};

QTEST_GUILESS_MAIN(LargeModelTest)
#include "large_model_test.moc"
