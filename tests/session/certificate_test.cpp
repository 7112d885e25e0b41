// Certificates: what was done holds when it is done again, and what is only stated does not.

#include "session/certificate.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "bodied_models.h"
#include "onnx/zoo/zoo.h"
#include "session/certificate_file.h"
#include "session/project.h"
#include "tensor/error.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

constexpr std::string_view kWrongRules =
    "family wrong\n\nrule tanh-as-sigmoid {\n  note \"Wrong on purpose.\"\n  numerics exact\n"
    "  y = Tanh(x)\n=>\n  y = Sigmoid(x)\n}\n\n"
    "rule tanh-is-odd {\n  note \"Right.\"\n  numerics exact\n"
    "  y = Tanh(Neg(x))\n=>\n  y = Neg(Tanh(x))\n}\n";

std::string bytesOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

class CertificateTest : public QObject {
  Q_OBJECT
 private:
  std::filesystem::path inFolder(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  std::filesystem::path small(const std::string& name) const {
    const std::filesystem::path path = inFolder(name + ".onnx");
    ZooOptions options;
    options.small = true;
    if (!std::filesystem::exists(path)) writeZooModel(name, options, path);
    return path;
  }
  struct Files {
    std::filesystem::path original, optimized, certificate;
  };
  Files writtenBy(Session& session, const std::filesystem::path& original, bool verify = true) {
    const Files files{original, inFolder("optimized.onnx"), inFolder("optimized.certificate")};
    ExportOptions options;
    options.verify = verify;
    const StepId current = session.trail().current;
    session.exportOnnx(current, files.optimized, options);
    writeCertificate(session, current, files.optimized, files.certificate);
    return files;
  }
  Files optimized(const std::string& name) {
    const std::unique_ptr<Session> session = Session::open(small(name), {});
    SearchLimits limits;
    limits.budget = 50;
    session->search("auto", limits);
    return writtenBy(*session, small(name));
  }
  static CertificateReplay replayed(const Files& files, ReplayOptions options = {}) {
    if (!options.optimized) options.optimized = files.optimized;
    return replayCertificate(files.certificate, files.original, options);
  }
  /// The certificate with another content, sealed again.
  template <typename Change>
  static void forge(const Files& files, Change change) {
    schema::Certificate certificate = parseCertificate(bytesOf(files.certificate), "certificate");
    change(certificate);
    std::ofstream(files.certificate, std::ios::binary) << sealed(certificate);
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void aReplayWritesTheSameBytes_data() {
    QTest::addColumn<QString>("model");
    for (const char* name : {"taso-module", "nasrnn", "bert", "resnext50", "inception-v3"}) QTest::newRow(name) << name;
  }
  void aReplayWritesTheSameBytes() {
    QFETCH(QString, model);
    const Files files = optimized(model.toStdString());
    ReplayOptions options;
    options.comparesNumbers = true;
    const CertificateReplay replay = replayed(files, options);
    QVERIFY(replay.holds());
    QVERIFY(!replay.steps.empty());
    for (const ReplayedStep& step : replay.steps) {
      QVERIFY(step.isConfirmed);
      QCOMPARE(step.recordedStanding, std::string(nameOf(step.standing)));
    }
    QCOMPARE(replay.agreement, Agreement::kSameBytes);
    QVERIFY(replay.isPricedAlike);
    QVERIFY(replay.after.picoseconds < replay.before.picoseconds);
    QCOMPARE(replay.numbers->verdict, Verdict::kEquivalent);
  }

  void aBranchThatWasLeftIsNotInIt() {
    const std::filesystem::path original = small("taso-module");
    const std::unique_ptr<Session> session = Session::open(original, {});
    session->search("auto", {});
    session->goTo(0);
    session->apply(session->candidates().back().match, "another way");
    session->setNote(session->trail().current, "a secret");
    const CertificateReplay replay = replayed(writtenBy(*session, original));
    QVERIFY2(replay.holds(), replay.holds() ? "" : replay.problems[0].c_str());
    QCOMPARE(replay.steps.size(), std::size_t{1});
    const std::string bytes = bytesOf(inFolder("optimized.certificate"));
    for (const std::string& word : {std::string("secret"), std::string("another way"), m_folder.path().toStdString()})
      QVERIFY(bytes.find(word) == std::string::npos);
  }

  void theDigestIsEnoughWithoutTheFile() {
    const Files files = optimized("taso-module");
    std::filesystem::remove(files.optimized);
    QVERIFY(replayCertificate(files.certificate, files.original).holds());
  }

  void aProjectThatWasOpenedAgainGivesTheSameCertificate() {
    const std::filesystem::path original = small("taso-module");
    const std::unique_ptr<Session> session = Session::open(original, {});
    session->search("auto", {});
    session->saveProject(inFolder("kept.tasoscope"));
    writtenBy(*session, original);
    const std::string once = bytesOf(inFolder("optimized.certificate"));
    const OpenedProject again = Session::openProject(inFolder("kept.tasoscope"), {});
    writtenBy(*again.session, original);
    QVERIFY(bytesOf(inFolder("optimized.certificate")) == once);
  }

  void stepsInsideNodesAreMadeAgain() {
    const std::filesystem::path original = inFolder("loop.onnx");
    write(loopModel(5), original);
    const std::unique_ptr<Session> session = Session::open(original, {});
    session->searchBodies("greedy", SearchLimits());
    session->search("greedy", SearchLimits());
    const CertificateReplay replay = replayed(writtenBy(*session, original));
    QVERIFY(replay.holds());
    QVERIFY(!replay.steps.empty());
    QVERIFY(!replay.steps.front().graph.empty());
    QCOMPARE(replay.agreement, Agreement::kSameBytes);
  }

  void aStepThatItsRuleDoesNotMakeDoesNotHold() {
    const Files files = optimized("taso-module");
    forge(files, [](schema::Certificate& certificate) {
      certificate.mutable_trail()->mutable_steps(0)->set_rule("relu-twice");
    });
    const CertificateReplay replay = replayed(files);
    QVERIFY(!replay.holds());
    QVERIFY(!replay.steps[0].isConfirmed);
  }

  void aStepThatTheModelHasNoPlaceForDoesNotHold() {
    const Files files = optimized("nasrnn");
    forge(files, [](schema::Certificate& certificate) {
      certificate.mutable_trail()->mutable_steps(0)->mutable_applies(0)->mutable_facts(0)->mutable_tensor()->set_output(
          9);
    });
    const CertificateReplay replay = replayed(files);
    QVERIFY(!replay.holds());
    QCOMPARE(replay.problems.front(),
             std::string("Step 1 (" + replay.steps[0].rule + ") cannot be repeated in this model."));
  }

  void theSameGraphInOtherBytesIsTheSameGraph() {
    const Files files = optimized("taso-module");
    onnx::ModelProto model = parse(files.optimized);
    model.set_producer_name("somebody else");
    write(model, files.optimized);
    const CertificateReplay replay = replayed(files);
    QVERIFY(replay.holds());
    QCOMPARE(replay.agreement, Agreement::kSameGraph);
    QVERIFY(!replay.remarks.empty());
  }

  void otherWeightsAreAnotherGraph() {
    const Files files = optimized("taso-module");
    onnx::ModelProto model = parse(files.optimized);
    auto& weights = *model.mutable_graph()->mutable_initializer(0);
    QVERIFY(weights.has_raw_data());
    (*weights.mutable_raw_data())[2] = static_cast<char>((*weights.mutable_raw_data())[2] + 1);
    write(model, files.optimized);
    const CertificateReplay replay = replayed(files);
    QVERIFY(!replay.holds());
    QCOMPARE(replay.agreement, Agreement::kDifferent);
  }

  void anotherOriginalIsRefused() {
    const Files files = optimized("taso-module");
    QVERIFY_THROWS_EXCEPTION(FileError, replayCertificate(files.certificate, small("nasrnn")));
  }

  void aRuleThatIsOnlyAssumedDoesNotCountUnlessTheUserSaysSo() {
    const Files files = wrongly();
    ReplayOptions options;
    options.ruleFiles = {inFolder("wrong.rules")};
    const CertificateReplay strict = replayed(files, options);
    QVERIFY(!strict.holds());
    QCOMPARE(strict.steps[0].standing, Standing::kAssumed);
    options.allowAssumed = true;
    QVERIFY(replayed(files, options).holds());
  }

  void theFirstStepWhoseNumbersDifferIsFound() {
    const Files files = wrongly();
    ReplayOptions options;
    options.ruleFiles = {inFolder("wrong.rules")};
    options.allowAssumed = true;
    options.comparesNumbers = true;
    const CertificateReplay replay = replayed(files, options);
    QCOMPARE(replay.numbers->verdict, Verdict::kDifferent);
    QVERIFY(!replay.holds());
    QCOMPARE(replay.firstDifferent, std::optional<std::size_t>(1));
  }

  void whatIsDamagedIsRefused() {
    const Files files = optimized("taso-module");
    const std::string whole = bytesOf(files.certificate);
    const auto refused = [&](const std::string& bytes) {
      try {
        parseCertificate(bytes, "x");
      } catch (const FileError&) {
        return true;
      }
      return false;
    };
    QVERIFY(!refused(whole));
    for (std::size_t size = 0; size < whole.size(); size += 7) QVERIFY(refused(whole.substr(0, size)));
    for (std::size_t i = 0; i < whole.size(); i += 3) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ 0x10);
      QVERIFY(refused(changed));
    }
    const auto isRefusedWith = [&](void (*change)(schema::Certificate&)) {
      std::ofstream(files.certificate, std::ios::binary) << whole;
      forge(files, change);
      return refused(bytesOf(files.certificate));
    };
    QVERIFY(isRefusedWith([](schema::Certificate& forged) { forged.set_optimized_name("../elsewhere.onnx"); }));
    QVERIFY(isRefusedWith([](schema::Certificate& forged) { forged.mutable_trail()->set_current(0); }));
    QVERIFY(isRefusedWith([](schema::Certificate& forged) {
      forged.mutable_trail()->mutable_steps(forged.trail().steps_size() - 1)->set_parent(0);
    }));
  }

 private:
  /// A model of activations where the second step and the third are wrong.
  Files wrongly() {
    std::ofstream(inFolder("wrong.rules")) << kWrongRules;
    onnx::ModelProto model = emptyModel();
    BodyBuilder build(*model.mutable_graph());
    build.input("x", {4, 4}).output("y", {4, 4});
    const std::string operators[] = {"Neg", "Tanh", "Abs", "Tanh"};
    std::string value = "x";
    for (std::size_t i = 0; i < std::size(operators); ++i) {
      const std::string next = i + 1 == std::size(operators) ? "y" : "v" + std::to_string(i);
      build.node(operators[i], {value}, {next});
      value = next;
    }
    const std::filesystem::path original = inFolder("activations.onnx");
    write(model, original);
    SessionOptions options;
    options.ruleFiles = {inFolder("wrong.rules")};
    options.allowAssumed = true;
    const std::unique_ptr<Session> session = Session::open(original, options);
    for (const char* rule : {"tanh-is-odd", "tanh-as-sigmoid", "tanh-as-sigmoid"}) {
      const std::vector<CandidateView> candidates = session->candidates();
      session->apply(std::ranges::find(candidates, rule, &CandidateView::rule)->match);
    }
    return writtenBy(*session, original, false);
  }
};

QTEST_GUILESS_MAIN(CertificateTest)
#include "certificate_test.moc"
