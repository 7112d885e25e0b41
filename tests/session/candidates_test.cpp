// What can be taken next: candidates in batches, places that are the same, what a candidate would put on the stage, and
// rules that are switched off.

#include <QtTest>
#include <algorithm>
#include <set>

#include "session/session.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

std::unique_ptr<Session> open(const char* model) { return Session::openZoo(model, {}); }

/// The candidates that are the same as `one`, itself included.
std::vector<CandidateView> alike(const std::vector<CandidateView>& candidates, const CandidateView& one) {
  std::vector<CandidateView> result;
  std::ranges::copy_if(candidates, std::back_inserter(result),
                       [&](const CandidateView& other) { return other.like == one.like; });
  return result;
}

/// The candidate with the most places that are the same.
CandidateView mostRepeated(const std::vector<CandidateView>& candidates) {
  return *std::ranges::max_element(candidates, {}, [&](const auto& one) { return alike(candidates, one).size(); });
}

const RuleView& ruleNamed(const std::vector<RuleView>& rules, const std::string& name) {
  return *std::ranges::find_if(rules, [&](const RuleView& view) { return view.rule.name == name; });
}

}  // namespace

class CandidatesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void batchesTogetherAreAllCandidates() {
    std::unique_ptr<Session> session = open("inception-v3");
    std::set<MatchId> told;
    auto sink = [&](std::vector<CandidateView> batch) {
      QVERIFY(!batch.empty());
      for (const CandidateView& view : batch) QVERIFY(told.insert(view.match).second);
    };
    std::vector<CandidateView> all = session->candidates({}, sink);
    QVERIFY(all.size() > 20);
    QVERIFY(!told.empty());
    for (const CandidateView& view : all) told.erase(view.match);
    QVERIFY(told.empty());
  }

  void lookingCanBeCancelledAndTakenUpAgain() {
    std::atomic<bool> cancel{true};
    std::unique_ptr<Session> session = open("squeezenet");
    QVERIFY_THROWS_EXCEPTION(Cancelled, session->candidates(Progress({}, &cancel)));
    QCOMPARE(session->candidates().size(), open("squeezenet")->candidates().size());
  }

  void placesInRepeatedBlocksAreTheSame() {
    std::unique_ptr<Session> session = open("resnext50");
    std::vector<CandidateView> candidates = session->candidates();
    std::vector<CandidateView> same = alike(candidates, mostRepeated(candidates));
    QVERIFY(same.size() > 2);
    for (const CandidateView& view : same) {
      QCOMPARE(view.rule, same[0].rule);
      QCOMPARE(view.delta, same[0].delta);
      QCOMPARE(view.removed.size(), same[0].removed.size());
    }
    QVERIFY(std::ranges::count(same, same[0].place, &CandidateView::place) == 1);
  }

  void applyingEverywhereTakesEveryPlaceAsAStepAndOneUndoTakesThemBack() {
    std::unique_ptr<Session> session = open("resnext50");
    std::vector<CandidateView> candidates = session->candidates();
    CandidateView one = mostRepeated(candidates);
    std::size_t places = alike(candidates, one).size();
    std::vector<StepId> steps = session->applyEverywhere(one.match);
    QVERIFY(steps.size() > 1 && steps.size() <= places);
    TrailView trail = session->trail();
    QCOMPARE(trail.path().size(), steps.size() + 1);
    for (StepId step : steps) {
      QCOMPARE(trail.steps[step].rule, one.rule);
      QCOMPARE(trail.steps[step].delta, one.delta);
    }
    QVERIFY(session->undo());
    QCOMPARE(session->trail().current, StepId{0});
    QVERIFY(!session->trail().canUndo);
    QVERIFY(session->redo());
    QCOMPARE(session->trail().current, steps.back());
  }

  void placesThatShareAConstantAreTheSameAlsoAfterTheFirst() {
    std::unique_ptr<Session> session = open("resnext50");
    std::vector<CandidateView> candidates = session->candidates();
    auto merge = std::ranges::find(candidates, "merge-groups-of-convolution", &CandidateView::rule);
    QVERIFY(merge != candidates.end());
    std::size_t places = alike(candidates, *merge).size();
    QVERIFY(places > 1);
    QCOMPARE(session->applyEverywhere(merge->match).size(), places);
  }

  void applyingEverywhereDoesNotTouchPlacesThatDiffer() {
    std::unique_ptr<Session> session = open("taso-module");
    std::vector<CandidateView> candidates = session->candidates();
    auto single = std::ranges::find_if(candidates, [&](const auto& one) { return alike(candidates, one).size() == 1; });
    QVERIFY(single != candidates.end());
    QCOMPARE(session->applyEverywhere(single->match).size(), std::size_t{1});
    QVERIFY_THROWS_EXCEPTION(UsageError, session->applyEverywhere(MatchId{1} << 30));
  }

  void aStepThatIsToBeginABranchDoesSoUnderItsName() {
    std::unique_ptr<Session> session = open("squeezenet");
    StepId first = session->apply(session->candidates()[0].match);
    StepId branch = session->apply(session->candidates()[0].match, "fewer products");
    TrailView trail = session->trail();
    QCOMPARE(trail.steps[branch].marks.name, std::string("fewer products"));
    QCOMPARE(trail.branches().size(), std::size_t{2});
    session->goTo(first);
    StepId plain = session->apply(session->candidates()[1].match);
    std::vector<Branch> branches = session->trail().branches();
    QCOMPARE(branches.size(), std::size_t{2});
    QCOMPARE(branches[0].steps, (std::vector<StepId>{0, first, plain}));
    QCOMPARE(branches[1].steps, std::vector<StepId>{branch});
  }

  void aPreviewHasWhatTheStepThenAdds() {
    std::unique_ptr<Session> session = open("squeezenet");
    for (const CandidateView& candidate : session->candidates()) {
      CandidatePreview preview = session->preview(candidate.match);
      QCOMPARE(preview.delta, candidate.delta);
      QCOMPARE(preview.removed, candidate.removed);
      GraphView before = session->view(0);
      StepId step = session->apply(candidate.match);
      GraphView after = session->view(step);
      QCOMPARE(preview.added.nodes.size(), candidate.added.size());
      QCOMPARE(preview.added.price.picoseconds, after.price.picoseconds);
      for (const NodeView& node : preview.added.nodes) {
        auto made = std::ranges::find(after.nodes, node.op, &NodeView::op);
        QVERIFY(made != after.nodes.end());
        QCOMPARE(node.operatorName, made->operatorName);
        QCOMPARE(node.picoseconds, made->picoseconds);
      }
      checkEdges(preview.added.edges, before.edges, after.edges);
      session->undo();
    }
    QVERIFY_THROWS_EXCEPTION(UsageError, session->preview(MatchId{1} << 30));
    QCOMPARE(session->trail().current, StepId{0});
  }

  void rulesThatAreSwitchedOffAreLeftOutUntilTheyAreOnAgain() {
    std::unique_ptr<Session> session = open("squeezenet");
    std::size_t all = session->candidates().size();
    std::string rule = session->candidates()[0].rule;
    session->setRulesSwitchedOff({rule});
    QCOMPARE(session->rulesSwitchedOff(), std::vector<std::string>{rule});
    QVERIFY(!ruleNamed(session->ruleViews(), rule).isOn);
    std::vector<CandidateView> rest = session->candidates();
    QVERIFY(!rest.empty() && rest.size() < all);
    QCOMPARE(std::ranges::count(rest, rule, &CandidateView::rule), 0);
    SearchResult result = session->search("auto", {.budget = 20});
    for (StepId step : session->trail().path()) QVERIFY(session->trail().steps[step].rule != rule);
    QVERIFY(!result.path.empty());
    session->undo();
    session->setRulesSwitchedOff({});
    QCOMPARE(session->candidates().size(), all);
  }

  void aRuleThatWasOffFromTheStartIsFoundOnceItIsOn() {
    std::unique_ptr<Session> session = open("squeezenet");
    std::vector<CandidateView> all = open("squeezenet")->candidates();
    session->setRulesSwitchedOff({all[0].rule});
    QVERIFY(session->candidates().size() < all.size());
    session->setRulesSwitchedOff({});
    QCOMPARE(session->candidates().size(), all.size());
  }

  void numericClassesThatAreNotAllowedAreLeftOut() {
    std::unique_ptr<Session> session = open("inception-v3");
    QVERIFY(session->numericClasses().size() == 3);
    std::vector<RuleView> rules = session->ruleViews();
    QVERIFY(std::ranges::any_of(rules, [](const RuleView& view) { return !view.isAllowed; }));
    session->setNumericClasses({NumericClass::kExact});
    rules = session->ruleViews();
    for (const CandidateView& candidate : session->candidates())
      QCOMPARE(ruleNamed(rules, candidate.rule).rule.numericClass, NumericClass::kExact);
  }

  void aRuleCountsItsPlacesStepsAndGains() {
    std::unique_ptr<Session> session = open("inception-v3");
    CandidateView best = session->candidates()[0];
    QVERIFY(best.delta < 0);
    session->apply(best.match);
    RuleView rule = ruleNamed(session->ruleViews(), best.rule);
    QVERIFY(rule.places > 0);
    QCOMPARE(rule.applied, 1);
    QCOMPARE(rule.improved, 1);
    QCOMPARE(rule.searched.tried, 0);
    session->undo();
    QCOMPARE(ruleNamed(session->ruleViews(), best.rule).applied, 0);
    session->search("greedy", {.budget = 20});
    rule = ruleNamed(session->ruleViews(), best.rule);
    QVERIFY(rule.searched.tried > 0 && rule.searched.improved > 0);
    QVERIFY(rule.searched.matched > 0);
  }

 private:
  using Edges = SharedList<EdgeView>;

  static bool contains(const Edges& edges, const EdgeView& edge) {
    return std::ranges::any_of(edges, [&](const EdgeView& other) {
      return other.from == edge.from && other.to == edge.to && other.tensor.tensor == edge.tensor.tensor;
    });
  }

  /// The new edges are those that are after and not before.
  static void checkEdges(const Edges& added, const Edges& before, const Edges& after) {
    for (const EdgeView& edge : added) QVERIFY(contains(after, edge) && !contains(before, edge));
    for (const EdgeView& edge : after)
      if (!contains(before, edge)) QVERIFY(contains(added, edge));
  }
};

QTEST_GUILESS_MAIN(CandidatesTest)
#include "candidates_test.moc"
