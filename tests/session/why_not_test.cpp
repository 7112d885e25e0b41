// Why a rule does not apply somewhere: the first thing in its way, said so that a person can look.

#include "session/why_not.h"

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "bodied_models.h"
#include "onnx/zoo/zoo.h"
#include "tensor/error.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

}  // namespace

class WhyNotTest : public QObject {
  Q_OBJECT
 private:
  std::unique_ptr<Session> small(const std::string& name) const {
    const std::filesystem::path path = std::filesystem::path(m_folder.path().toStdString()) / (name + ".onnx");
    ZooOptions options;
    options.small = true;
    if (!std::filesystem::exists(path)) writeZooModel(name, options, path);
    return Session::open(path, {});
  }
  /// Nodes one after the other, each "Operator" or "Operator=attribute:value", with one rule about them.
  std::unique_ptr<Session> chain(const std::vector<std::string>& operators, const std::string& rule,
                                 int element = onnx::TensorProto::FLOAT) {
    const std::filesystem::path folder(m_folder.path().toStdString());
    onnx::ModelProto model = emptyModel();
    BodyBuilder build(*model.mutable_graph());
    build.input("x", {4, 4}, element).output("y", {4, 4}, element);
    std::string value = "x";
    for (std::size_t i = 0; i < operators.size(); ++i) {
      const std::string next = i + 1 == operators.size() ? "y" : "v" + std::to_string(i);
      build.node(operators[i], {value}, {next}).set_name("n" + std::to_string(i));
      value = next;
    }
    write(model, folder / "chain.onnx");
    std::ofstream(folder / "own.rules") << "family own\n\n" << rule;
    SessionOptions options;
    options.ruleFiles = {folder / "own.rules"};
    options.allowAssumed = true;
    return Session::open(folder / "chain.onnx", options);
  }
  static std::string ruleOf(const std::string& body) {
    return "rule own {\n  note \"For a test.\"\n  numerics exact\n" + body + "}\n";
  }
  static RuleAnswer at(Session& session, std::string_view node) {
    const WhyNotReport report = whyNot(session, "own", nodeNamed(session, node).value());
    return report.answers.at(0);
  }

  QTemporaryDir m_folder;

 private Q_SLOTS:
  void whereARuleAppliesTheAnswerIsThatOfTheCandidates_data() {
    QTest::addColumn<QString>("model");
    for (const char* name : {"taso-module", "nasrnn", "resnext50", "bert", "inception-v3"}) QTest::newRow(name) << name;
  }
  void whereARuleAppliesTheAnswerIsThatOfTheCandidates() {
    QFETCH(QString, model);
    const std::unique_ptr<Session> session = small(model.toStdString());
    const std::vector<CandidateView> candidates = session->candidates();
    const Price before = session->trail().steps[0].price;
    for (const Rule& rule : session->rules().all()) {
      const WhyNotReport report = whyNot(*session, rule.name, 3);
      const bool isCandidate = std::ranges::count(candidates, rule.name, &CandidateView::rule) > 0;
      if (isCandidate) QVERIFY2(report.applying > 0, rule.name.c_str());
      for (const RuleAnswer& answer : report.answers) {
        QCOMPARE(answer.reason.empty(), answer.applies);
        if (answer.reason.empty()) continue;
        QVERIFY2(answer.reason.ends_with("."), answer.reason.c_str());
      }
    }
    QCOMPARE(session->trail().steps[0].price, before);
    QCOMPARE(session->candidates().size(), candidates.size());
  }

  void theOperatorThatIsAnotherIsNamed() {
    const auto session = chain({"Relu", "Tanh"}, ruleOf("  y = Tanh(Sigmoid(x))\n=>\n  y = Tanh(x)\n"));
    const RuleAnswer answer = at(*session, "n1");
    QVERIFY(!answer.applies);
    QVERIFY2(contains(answer.reason, "n0 (Relu)") && contains(answer.reason, "Sigmoid"), answer.reason.c_str());
    QCOMPARE(answer.matched, std::vector<std::string>{"n1"});
    QVERIFY(contains(at(*session, "n0").reason, "none of the operators"));
  }

  void anInputOfTheModelIsNotComputed() {
    const auto session = chain({"Tanh"}, ruleOf("  y = Tanh(Sigmoid(x))\n=>\n  y = Tanh(x)\n"));
    QVERIFY(contains(at(*session, "n0").reason, "is not computed by the model"));
  }

  void theConditionThatDoesNotHoldIsSaidWithItsSides() {
    const auto session = chain({"Tanh"}, ruleOf("  y = Tanh(x)\n=>\n  y = Sigmoid(x)\nwhere\n  dim(x, 0) == 7\n"));
    const RuleAnswer answer = at(*session, "n0");
    QVERIFY2(contains(answer.reason, "dim(x, 0) == 7") && contains(answer.reason, "is 4"), answer.reason.c_str());
  }

  void aTypeThatTheRuleIsNotForIsSaid() {
    const auto session =
        chain({"Neg", "Abs"}, ruleOf("  y = Abs(Neg(x))\n=>\n  y = Abs(x)\n"), onnx::TensorProto::INT32);
    const std::string reason = at(*session, "n1").reason;
    QVERIFY2(reason.empty() || contains(reason, "int32"), reason.c_str());
  }

  void aTargetThatWouldBeComputedFromItselfIsSaid() {
    const auto session = chain({"Relu"}, ruleOf("  y = Relu(x)\n=>\n  y = Relu(Relu(x))\n"));
    const RuleAnswer answer = at(*session, "n0");
    QVERIFY(!answer.applies);
    QVERIFY2(contains(answer.reason, "from itself"), answer.reason.c_str());
  }

  void theNearestMissesComeFirst() {
    const auto session =
        chain({"Tanh", "Relu", "Tanh", "Sigmoid", "Abs"}, ruleOf("  y = Abs(Sigmoid(Relu(x)))\n=>\n  y = Abs(x)\n"));
    const WhyNotReport report = whyNot(*session, "own", 5);
    QCOMPARE(report.applying, std::size_t{0});
    QVERIFY(!report.answers.empty());
    QVERIFY(report.answers[0].matched.size() >= 2);
    for (std::size_t i = 1; i < report.answers.size(); ++i)
      QVERIFY(report.answers[i - 1].nearness >= report.answers[i].nearness);
  }

  void whatKeepsARuleFromEveryPlaceIsSaidFirst() {
    const std::unique_ptr<Session> session = small("taso-module");
    session->setRulesSwitchedOff({"merge-convolutions"});
    QVERIFY(contains(whyNot(*session, "merge-convolutions", 1).general, "switched off"));
    session->setNumericClasses({NumericClass::kExact});
    const auto folding = std::ranges::find(session->rules().all(), NumericClass::kFolding, &Rule::numericClass);
    QVERIFY(contains(whyNot(*session, folding->name, 1).general, "not allowed"));
    QVERIFY(contains(whyNot(*session, "relu-into-conv", 1).general, "devices"));
    QVERIFY_THROWS_EXCEPTION(UsageError, whyNot(*session, "no-such-rule", 1));
  }
};

QTEST_GUILESS_MAIN(WhyNotTest)
#include "why_not_test.moc"
