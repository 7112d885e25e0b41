// Graphs inside nodes: priced, optimized as graphs of their own, written back in place; functions of a model, kept and
// seen through.

#include <QTemporaryDir>
#include <QtTest>
#include <filesystem>

#include "bodied_models.h"
#include "execution/evaluator.h"
#include "onnx/model.h"
#include "session/inner_work.h"
#include "session/project.h"
#include "session/report.h"
#include "session/session.h"
#include "tensor/error.h"

using namespace tasoscope;
using namespace tasoscope::testing;

namespace {

Value matrix() {
  std::vector<double> elements(16);
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = 0.25 * static_cast<double>(i) - 1.5;
  return Value::ofFloats(ElementType::kFloat32, {4, 4}, elements);
}

/// The model's only output where x is matrix() and c, if there is one, is `condition`.
Value result(const std::filesystem::path& path, bool condition = true) {
  const Model model = readModel(path);
  TensorValues inputs;
  for (const TensorId id : model.inputs()) {
    const bool isCondition = model.space().tensor(id).type.element == ElementType::kBool;
    inputs[id] = isCondition ? Value::scalar(ElementType::kBool, condition ? 1 : 0) : matrix();
  }
  return evaluate(model.loadedGraph(), inputs).at(0);
}

bool isClose(const Value& a, const Value& b) {
  if (a.shape() != b.shape()) return false;
  for (std::int64_t i = 0; i < a.size(); ++i)
    if (std::abs(a.at(i) - b.at(i)) > 1e-5 * (1 + std::abs(a.at(i)))) return false;
  return true;
}

int countNodes(const onnx::GraphProto& graph, const std::string& type) {
  int count = 0;
  for (const auto& node : graph.node()) {
    count += node.op_type() == type ? 1 : 0;
    for (const auto& attribute : node.attribute())
      if (attribute.has_g()) count += countNodes(attribute.g(), type);
  }
  return count;
}

}  // namespace

class BodiesTest : public QObject {
  Q_OBJECT
 private:
  std::filesystem::path inFolder(const std::string& name) const {
    return std::filesystem::path(m_folder.path().toStdString()) / name;
  }
  std::filesystem::path file(const onnx::ModelProto& model) {
    const std::filesystem::path path = inFolder("model" + std::to_string(m_files++) + ".onnx");
    write(model, path);
    return path;
  }
  /// Searches inside nodes and around them, and writes the result.
  std::filesystem::path optimized(Session& session) {
    session.searchBodies("greedy", SearchLimits());
    session.search("greedy", SearchLimits());
    const std::filesystem::path path = inFolder("optimized" + std::to_string(m_files++) + ".onnx");
    const ExportReport report = session.exportOnnx(session.trail().current, path, ExportOptions());
    m_verdict = report.equivalence ? report.equivalence->verdict : Verdict::kInconclusive;
    return path;
  }

  QTemporaryDir m_folder;
  int m_files = 0;
  Verdict m_verdict = Verdict::kInconclusive;

 private Q_SLOTS:
  void aLoopCostsItsBodyTimesTheTripCount() {
    const auto priceOf = [this](std::int64_t trips) {
      return Session::open(file(loopModel(trips)), SessionOptions())->trail().steps[0].price.picoseconds;
    };
    QVERIFY(priceOf(1) > 0);
    QCOMPARE(priceOf(7), 7 * priceOf(1));
  }

  void aTripCountThatIsNotKnownIsAssumedToBeOneUnlessTheUserSaysIt() {
    onnx::ModelProto model = loopModel(5);
    model.mutable_graph()->mutable_initializer()->DeleteSubrange(0, 1);
    BodyBuilder(*model.mutable_graph()).input("trips", {}, onnx::TensorProto::INT64);
    const std::filesystem::path path = file(model);
    const std::unique_ptr<Session> assumed = Session::open(path, SessionOptions());
    QCOMPARE(assumed->assumptions().size(), std::size_t{1});
    SessionOptions options;
    options.trips = {{"loop_1", 3}};
    const std::unique_ptr<Session> told = Session::open(path, options);
    QVERIFY(told->assumptions().empty());
    QCOMPARE(told->trail().steps[0].price.picoseconds, 3 * assumed->trail().steps[0].price.picoseconds);
  }

  void aConditionThatShapesDecideStaysComputed() {
    onnx::ModelProto model = ifModel();
    onnx::GraphProto& graph = *model.mutable_graph();
    graph.mutable_input()->DeleteSubrange(0, 1);  // c is computed instead: x has more than two elements
    onnx::NodeProto branches = graph.node(graph.node_size() - 1);
    graph.mutable_node()->RemoveLast();
    BodyBuilder build(graph);
    build.integer("two", 2);
    build.node("Size", {"x"}, {"size"});
    build.node("Greater", {"size", "two"}, {"c"});
    *graph.add_node() = branches;
    const std::unique_ptr<Session> session = Session::open(file(model), SessionOptions());
    const onnx::ModelProto written = parse(optimized(*session));
    QCOMPARE(countNodes(written.graph(), "If"), 1);
    QCOMPARE(countNodes(written.graph(), "Greater"), 1);
    for (const CandidateView& candidate : session->candidates()) QVERIFY(candidate.family != "folding");
  }

  void anIfCostsItsDearerBranch() {
    const std::unique_ptr<Session> session = Session::open(file(ifModel()), SessionOptions());
    QCOMPARE(session->bodies().size(), std::size_t{2});
    std::int64_t dearest = 0;
    for (const BodyView& body : session->bodies())
      dearest = std::max(dearest, body.session->trail().steps[0].price.picoseconds);
    QCOMPARE(session->trail().steps[0].price.picoseconds, dearest);
  }

  void aBodyIsOptimizedAndWrittenBackInPlace() {
    const std::filesystem::path original = file(loopModel());
    const std::unique_ptr<Session> session = Session::open(original, SessionOptions());
    const std::int64_t before = session->trail().steps[0].price.picoseconds;
    const std::filesystem::path written = optimized(*session);
    QVERIFY(session->trail().steps[0].price.picoseconds < before);
    QVERIFY(m_verdict == Verdict::kEquivalent);
    QVERIFY(isClose(result(original), result(written)));
    const onnx::ModelProto after = parse(written);
    QCOMPARE(countNodes(after.graph(), "Transpose"), 0);
    // Around the region that was rewritten everything is as it was.
    QCOMPARE(after.graph().node(0).name(), std::string("loop_1"));
    const onnx::GraphProto& body = after.graph().node(0).attribute(0).g();
    QCOMPARE(body.input_size(), 3);
    QCOMPARE(body.node(body.node_size() - 1).name(), std::string("product"));
    QCOMPARE(body.node(body.node_size() - 1).input(1), std::string("w"));
    QCOMPARE(body.initializer_size(), 0);
  }

  void theOriginalPriceStaysAndTheStepsInsideAreTold() {
    for (const onnx::ModelProto& model : {loopModel(), ifModel()}) {
      const std::unique_ptr<Session> session = Session::open(file(model), SessionOptions());
      const Price read = session->trail().steps[0].price;
      QCOMPARE(innerWorkOf(*session).original, read);
      QVERIFY(innerWorkOf(*session).isEmpty());
      session->searchBodies("greedy", SearchLimits());
      const InnerWork work = innerWorkOf(*session);
      QCOMPARE(work.original, read);
      QVERIFY(work.delta < 0);
      QCOMPARE(work.delta, session->trail().steps[0].price.picoseconds - read.picoseconds);
      QCOMPARE(work.steps.size(), session->bodies().size());
      QCOMPARE(work.steps[0].place, session->bodies()[0].place);
      QVERIFY(!work.steps[0].steps.empty() && work.steps[0].steps[0].id != 0);
    }
  }

  void aReportCountsAndTellsWhatWasDoneInside() {
    const std::unique_ptr<Session> session = Session::open(file(loopModel()), SessionOptions());
    const Price read = session->trail().steps[0].price;
    session->searchBodies("greedy", SearchLimits());
    const Report report = reportOf(*session, 0);
    QCOMPARE(report.before.price, read);
    QVERIFY(report.after.price.picoseconds < read.picoseconds);
    QVERIFY(!report.rules.empty());
    const std::string html = htmlOf(report);
    QVERIFY(html.find("Nothing was changed") == std::string::npos);
    QVERIFY(html.find("loop_1, body: ") != std::string::npos);
  }

  void anotherDevicePricesTheOriginalAnewToo() {
    const std::unique_ptr<Session> session = Session::open(file(loopModel()), SessionOptions());
    session->searchBodies("greedy", SearchLimits());
    session->setDevice("a100");
    SessionOptions there;
    there.device = "a100";
    QCOMPARE(innerWorkOf(*session).original, Session::open(session->modelPath(), there)->trail().steps[0].price);
  }

  void anInputKeepsItsNameWhateverStandsForIt() {
    onnx::ModelProto model = emptyModel();
    BodyBuilder graph(*model.mutable_graph());
    graph.input("x", {4, 4}).output("y", {4, 4});
    addTranspositions(graph, "x", "171");
    graph.node("Exp", {"171"}, {"y"});
    const std::unique_ptr<Session> session = Session::open(file(model), SessionOptions());
    session->search("greedy", SearchLimits());
    const GraphView view = session->view(session->trail().current);
    QCOMPARE(view.nodes.size(), std::size_t{1});
    QCOMPARE(view.nodes[0].inputs[0].name, std::string("x"));
    QCOMPARE(view.edges[0].tensor.name, std::string("x"));
    QCOMPARE(view.edges.back().tensor.name, std::string("y"));
  }

  void theWrittenFileReadAgainHasThePriceThatWasReported() {
    const std::unique_ptr<Session> session = Session::open(file(loopModel()), SessionOptions());
    const std::filesystem::path written = optimized(*session);
    const std::unique_ptr<Session> again = Session::open(written, SessionOptions());
    QCOMPARE(again->trail().steps[0].price, session->trail().steps[session->trail().current].price);
  }

  void bothBranchesOfAnIfAreOptimizedAndCompute() {
    const std::filesystem::path original = file(ifModel());
    const std::unique_ptr<Session> session = Session::open(original, SessionOptions());
    const std::filesystem::path written = optimized(*session);
    QVERIFY(m_verdict == Verdict::kEquivalent);
    QCOMPARE(countNodes(parse(written).graph(), "Transpose"), 0);
    for (const bool condition : {false, true})
      QVERIFY(isClose(result(original, condition), result(written, condition)));
  }

  void aWrongBodyIsFoundBeforeAnythingIsWritten() {
    // Two models whose loops differ in one weight compute something else.
    const std::filesystem::path a = file(loopModel());
    onnx::ModelProto other = loopModel();
    other.mutable_graph()->mutable_initializer(1)->set_float_data(3, 0.7F);
    const std::unique_ptr<Session> first = Session::open(a, SessionOptions()),
                                   second = Session::open(file(other), SessionOptions());
    QVERIFY(checkEquivalence(first->loadedGraph(), second->loadedGraph()).verdict == Verdict::kDifferent);
    QVERIFY(checkEquivalence(first->loadedGraph(), first->loadedGraph()).verdict == Verdict::kEquivalent);
  }

  void whatNothingChangesIsWrittenByteForByte() {
    for (const onnx::ModelProto& model : {loopModel(), ifModel(), functionModel()}) {
      const std::filesystem::path original = file(model), copy = inFolder("copy.onnx");
      const std::unique_ptr<Session> session = Session::open(original, SessionOptions());
      session->exportOnnx(0, copy, ExportOptions());
      QCOMPARE(parse(copy).SerializeAsString(), parse(original).SerializeAsString());
    }
  }

  void aProjectKeepsWhatWasDoneInsideNodes() {
    const std::unique_ptr<Session> session = Session::open(file(ifModel()), SessionOptions());
    session->searchBodies("greedy", SearchLimits());
    const std::filesystem::path project = inFolder("work.tasoscope");
    session->saveProject(project);
    QVERIFY(!session->project().isModified);
    const OpenedProject opened = Session::openProject(project, OpenProjectOptions());
    QVERIFY2(opened.remarks.empty(), opened.remarks.empty() ? "" : opened.remarks[0].c_str());
    QCOMPARE(opened.session->trail().steps[0].price, session->trail().steps[0].price);
    for (std::size_t i = 0; i < session->bodies().size(); ++i) {
      const TrailView before = session->bodies()[i].session->trail(),
                      after = opened.session->bodies()[i].session->trail();
      QVERIFY(before.current != 0);
      QCOMPARE(after.current, before.current);
      QCOMPARE(after.steps.back().rule, before.steps.back().rule);
    }
  }

  void workInsideANodeSurvivesInTheJournal() {
    const std::filesystem::path state = inFolder("state");
    std::filesystem::create_directories(state);
    std::int64_t price = 0;
    {
      const std::unique_ptr<Session> session = Session::open(file(loopModel()), SessionOptions());
      session->startJournal(state);
      session->searchBodies("greedy", SearchLimits());
      QVERIFY(session->project().isModified);
      price = session->trail().steps[0].price.picoseconds;
    }
    OpenProjectOptions options;
    options.stateFolder = state;
    const auto work = unsavedWork(state);
    QCOMPARE(work.size(), std::size_t{1});
    const OpenedProject restored = Session::restore(work[0].journal, options);
    QCOMPARE(restored.session->trail().steps[0].price.picoseconds, price);
  }

  void aFunctionIsSeenThroughAndItsCallsStayWhereNothingChanges() {
    const std::filesystem::path original = file(functionModel());
    const std::unique_ptr<Session> session = Session::open(original, SessionOptions());
    QVERIFY(session->remarks().empty());
    QCOMPARE(session->view(0).unknownCosts, std::size_t{0});
    const std::filesystem::path written = optimized(*session);
    QVERIFY(m_verdict == Verdict::kEquivalent);
    QVERIFY(isClose(result(original), result(written)));
    const onnx::ModelProto after = parse(written);
    QCOMPARE(countNodes(after.graph(), "Transpose"), 0);
    QCOMPARE(countNodes(after.graph(), "Mul"), 1);
    QCOMPARE(countNodes(after.graph(), "scaled"), 1);
    QVERIFY(std::ranges::any_of(after.graph().node(), [](const auto& node) { return node.name() == "call_z"; }));
    QCOMPARE(after.functions_size(), 1);
  }

  void functionsThatCallThemselvesAreCarried() {
    onnx::ModelProto model = functionModel();
    onnx::NodeProto& call = *model.mutable_functions(0)->mutable_node(1);
    call.set_op_type("scaled");
    call.set_domain("own");
    call.add_input("factor");
    const std::unique_ptr<Session> session = Session::open(file(model), SessionOptions());
    QVERIFY(!session->remarks().empty());
  }

  void aBodyThatMakesNoSenseIsCarried() {
    onnx::ModelProto model = loopModel();
    model.mutable_graph()->mutable_node(0)->mutable_attribute(0)->mutable_g()->mutable_node(1)->set_input(0, "same");
    const std::unique_ptr<Session> session = Session::open(file(model), SessionOptions());
    QCOMPARE(session->bodies().size(), std::size_t{0});
    QCOMPARE(session->remarks().size(), std::size_t{1});
    QVERIFY(session->remarks()[0].find("loop_1") != std::string::npos);
  }
};

QTEST_GUILESS_MAIN(BodiesTest)
#include "bodies_test.moc"
