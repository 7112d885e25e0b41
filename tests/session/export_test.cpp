// What a session writes: the price that it says, and nothing that computes something else.

#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>
#include <fstream>
#include <random>

#include "exported_models.h"
#include "onnx/write_model.h"
#include "onnx/zoo/zoo.h"
#include "session/session.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

constexpr unsigned kSeed = 20191027;
constexpr int kSteps = 6;

std::string bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

class ExportTest : public QObject {
  Q_OBJECT
 private:
  std::filesystem::path inFolder(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  static QJsonArray stepsOf(const Session& session) {
    return QJsonDocument::fromJson(QByteArray::fromStdString(metadataOf(session.model(), kStepsKey))).array();
  }
  std::unique_ptr<Session> openSmall(const std::string& name, const SessionOptions& options = {}) const {
    std::filesystem::path path = inFolder(name + ".onnx");
    ZooOptions small;
    small.small = true;
    if (!std::filesystem::exists(path)) writeZooModel(name, small, path);
    return Session::open(path, options);
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void theWrittenFileReadAgainHasTheReportedPrice_data() {
    QTest::addColumn<QString>("model");
    for (const char* name : {"taso-module", "squeezenet", "resnext50", "mobilenet-v2", "nasrnn", "bert", "densenet121"})
      QTest::newRow(name) << name;
  }
  void theWrittenFileReadAgainHasTheReportedPrice() {
    QFETCH(QString, model);
    std::unique_ptr<Session> session = openSmall(model.toStdString());
    std::mt19937 random(kSeed);
    for (int i = 0; i < kSteps; ++i) {
      std::vector<CandidateView> candidates = session->candidates();
      if (candidates.empty()) break;
      session->apply(candidates[random() % candidates.size()].match);
    }
    TrailView trail = session->trail();
    QVERIFY(trail.current != 0);
    std::filesystem::path target = inFolder(model.toStdString() + ".walked.onnx");
    ExportReport report = session->exportOnnx(trail.current, target, {});
    QVERIFY(report.equivalence.has_value());
    QCOMPARE(report.equivalence->verdict, Verdict::kEquivalent);
    QCOMPARE(report.price.picoseconds, trail.steps[trail.current].price.picoseconds);
    QCOMPARE(report.bytesAfter, std::filesystem::file_size(target));
    std::unique_ptr<Session> again = Session::open(target, {});
    QCOMPARE(again->trail().steps[0].price.picoseconds, report.price.picoseconds);
  }

  /// A tensor becomes a constant by a step, and so may what is computed from it; other ops read it as a weight then.
  void whatReadsAConstantThatAStepMadeHasThatPriceInTheFile() {
    const std::filesystem::path path = inFolder("shapes.onnx");
    testing::ExportedModel m(17);
    const std::string x = m.x({2, 3, 64}), shape = m.op("Shape", {x}), numbers = m.op("Cast", {shape}, "to", 1);
    const std::string zeros = m.op("ConstantOfShape", {shape});
    const std::string last = m.op("Gather", {numbers, m.index(2)}, "axis", std::int64_t{0});
    m.y(m.op("Div", {m.op("Add", {x, m.op("Cos", {zeros})}), m.op("Sqrt", {last})}), {2, 3, 64});
    std::ofstream(path, std::ios::binary) << m.model().SerializeAsString();
    int tried = 0;
    for (std::size_t i = 0; i < Session::open(path, {})->candidates().size(); ++i) {
      std::unique_ptr<Session> session = Session::open(path, {});
      for (std::size_t next = i; !session->candidates().empty() && tried < 100; next = 0) {
        const std::vector<CandidateView> candidates = session->candidates();
        const StepId step = session->apply(candidates[next % candidates.size()].match);
        const std::filesystem::path target = inFolder("shapes.walked.onnx");
        const ExportReport report = session->exportOnnx(step, target, {});
        QCOMPARE(report.equivalence->verdict, Verdict::kEquivalent);
        const Price again = Session::open(target, {})->trail().steps[0].price;
        QCOMPARE(again.picoseconds, report.price.picoseconds);
        QCOMPARE(again.launches, report.price.launches);
        ++tried;
      }
    }
    QVERIFY(tried > 2);
  }

  void theStepsAreToldInTheFileAndThoseOfAnEarlierExportStay() {
    std::unique_ptr<Session> session = openSmall("squeezenet");
    StepId step = session->apply(session->candidates()[0].match);
    session->exportOnnx(step, inFolder("once.onnx"), {});
    std::unique_ptr<Session> again = Session::open(inFolder("once.onnx"), {});
    const QJsonArray once = stepsOf(*again);
    QCOMPARE(once.size(), 1);
    QCOMPARE(once[0]["rule"].toString().toStdString(), session->trail().steps[step].rule);
    const Standing standing = session->rules().find(session->trail().steps[step].rule)->standing;
    QCOMPARE(once[0]["standing"].toString().toStdString(), std::string(nameOf(standing)));
    QVERIFY(standing != Standing::kAssumed);
    QVERIFY(!once[0]["at"].toString().isEmpty());
    std::vector<CandidateView> candidates = again->candidates();
    QVERIFY(!candidates.empty());
    again->exportOnnx(again->apply(candidates[0].match), inFolder("twice.onnx"), {});
    const QJsonArray twice = stepsOf(*Session::open(inFolder("twice.onnx"), {}));
    QCOMPARE(twice.size(), 2);
    QCOMPARE(twice[0], once[0]);
  }

  void anUnchangedGraphIsWrittenByteForByte() {
    std::unique_ptr<Session> session = openSmall("nasrnn");
    ExportReport report = session->exportOnnx(0, inFolder("same.onnx"), {});
    QCOMPARE(bytesOf(inFolder("same.onnx")), bytesOf(inFolder("nasrnn.onnx")));
    QCOMPARE(report.equivalence->verdict, Verdict::kEquivalent);
    QCOMPARE(report.equivalence->inputsTried, 0);
  }

  void aGraphThatComputesSomethingElseIsNotWritten() {
    std::filesystem::path rules = inFolder("wrong.rules");
    std::ofstream(rules) << "family wrong\n\nrule tanh-as-sigmoid {\n  note \"Wrong on purpose.\"\n  numerics exact\n"
                            "  y = Tanh(x)\n=>\n  y = Sigmoid(x)\n}\n";
    SessionOptions options;
    options.ruleFiles = {rules};
    options.allowAssumed = true;
    std::unique_ptr<Session> session = openSmall("nasrnn", options);
    std::vector<CandidateView> candidates = session->candidates();
    QVERIFY(!candidates.empty());
    StepId step = session->apply(candidates[0].match);
    std::filesystem::path target = inFolder("wrong.onnx");
    try {
      session->exportOnnx(step, target, {});
      QFAIL("a wrong graph was written");
    } catch (const VerificationFailed& failure) {
      QCOMPARE(failure.report.verdict, Verdict::kDifferent);
      QVERIFY(failure.report.maxRelError > 1e-3);
    }
    QVERIFY(!std::filesystem::exists(target));
    ExportOptions unchecked;
    unchecked.verify = false;
    QVERIFY(!session->exportOnnx(step, target, unchecked).equivalence.has_value());
    QVERIFY(std::filesystem::exists(target));
  }

  void aModelTooLargeToCheckIsWrittenAndTheReportSaysSo() {
    std::unique_ptr<Session> session = openSmall("squeezenet");
    StepId step = session->apply(session->candidates()[0].match);
    ExportOptions options;
    options.mostVerificationWork = 1e-6;
    std::filesystem::path target = inFolder("unchecked.onnx");
    ExportReport report = session->exportOnnx(step, target, options);
    QCOMPARE(report.equivalence->verdict, Verdict::kInconclusive);
    QVERIFY(report.equivalence->note.find("more than the limit") != std::string::npos);
    QVERIFY(std::filesystem::exists(target));
    options.mostVerificationWork = 0;
    QCOMPARE(session->exportOnnx(step, target, options).equivalence->verdict, Verdict::kEquivalent);
  }

  void whereNothingCanBeWrittenTheErrorNamesTheFile() {
    std::unique_ptr<Session> session = openSmall("taso-module");
    std::string target = inFolder("no such folder/x.onnx").string();
    try {
      session->exportOnnx(0, target, {});
      QFAIL("written into a folder that is not there");
    } catch (const FileError& error) {
      QVERIFY(std::string(error.what()).find(target) != std::string::npos);
    }
    QVERIFY_THROWS_EXCEPTION(UsageError, session->exportOnnx(7, inFolder("x.onnx"), {}));
  }
};

QTEST_GUILESS_MAIN(ExportTest)
#include "export_test.moc"
