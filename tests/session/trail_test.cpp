// The trail of a session: steps by hand and by search, undo, redo, branches, devices.

#include <QtTest>
#include <algorithm>

#include "session/session.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

std::unique_ptr<Session> squeezenet() { return Session::openZoo("squeezenet", {}); }

StepId applyCandidate(Session& session, std::size_t index) { return session.apply(session.candidates()[index].match); }

std::int64_t costAt(const Session& session, StepId step) { return session.trail().steps[step].price.picoseconds; }

}  // namespace

class TrailTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void startsAtTheLoadedGraphWithNothingToUndo() {
    std::unique_ptr<Session> session = squeezenet();
    TrailView trail = session->trail();
    QCOMPARE(trail.steps.size(), std::size_t{1});
    QCOMPARE(trail.path(), std::vector<StepId>{0});
    QVERIFY(!trail.canUndo && !trail.canRedo);
    QVERIFY(!session->undo());
    QVERIFY(!session->redo());
  }

  void aCandidateSaysWhatApplyingItThenGives() {
    std::unique_ptr<Session> session = squeezenet();
    std::vector<CandidateView> candidates = session->candidates();
    QVERIFY(candidates.size() > 5);
    for (const CandidateView& candidate : candidates) {
      StepId id = session->apply(candidate.match);
      StepView step = session->trail().steps[id];
      QCOMPARE(step.delta, candidate.delta);
      QCOMPARE(step.rule, candidate.rule);
      QCOMPARE(step.place, candidate.place);
      QCOMPARE(step.removed, candidate.removed);
      QCOMPARE(step.added, candidate.added);
      QCOMPARE(session->view(id).price.picoseconds, step.price.picoseconds);
      QVERIFY(session->undo());
    }
  }

  void candidatesAreOrderedByWhatTheyGain() {
    std::unique_ptr<Session> session = squeezenet();
    std::vector<CandidateView> candidates = session->candidates();
    QVERIFY(std::ranges::is_sorted(candidates, {}, &CandidateView::delta));
  }

  void aSubstitutionThatDoesNotFitTheGraphIsRefused() {
    std::unique_ptr<Session> session = squeezenet();
    MatchId match = session->candidates()[0].match;
    session->apply(match);
    QVERIFY_THROWS_EXCEPTION(UsageError, session->apply(match));
    QVERIFY_THROWS_EXCEPTION(UsageError, session->apply(MatchId{1} << 30));
    QCOMPARE(session->trail().steps.size(), std::size_t{2});
  }

  void undoReturnsToTheParentAndHidesTheStepAndRedoBringsItBack() {
    std::unique_ptr<Session> session = squeezenet();
    Hash128 start = session->graph(0).hash();
    StepId first = applyCandidate(*session, 0);
    StepId second = applyCandidate(*session, 0);
    Hash128 end = session->graph(second).hash();
    QVERIFY(session->undo());
    QCOMPARE(session->trail().current, first);
    QVERIFY(session->trail().steps[second].isHidden);
    QVERIFY(!session->trail().steps[first].isHidden);
    QVERIFY(session->undo());
    QCOMPARE(session->trail().current, StepId{0});
    QCOMPARE(session->graph(session->trail().current).hash(), start);
    QVERIFY(session->redo());
    QVERIFY(session->redo());
    QVERIFY(!session->redo());
    QCOMPARE(session->trail().current, second);
    QVERIFY(!session->trail().steps[second].isHidden);
    QCOMPARE(session->graph(session->trail().current).hash(), end);
  }

  void aNewStepAfterUndoEndsWhatCouldBeRedone() {
    std::unique_ptr<Session> session = squeezenet();
    StepId first = applyCandidate(*session, 0);
    session->undo();
    StepId other = applyCandidate(*session, 1);
    QVERIFY(!session->trail().canRedo);
    QCOMPARE(session->trail().steps[other].parent, StepId{0});
    QVERIFY(session->trail().steps[first].isHidden);
    QCOMPARE(session->trail().steps.size(), std::size_t{3});
  }

  void aStepThatIsLeftOutLeavesABranchOfTheLaterOnesThatFitWithoutIt() {
    std::unique_ptr<Session> session = squeezenet();
    std::vector<StepId> steps;
    for (int i = 0; i < 4; ++i) steps.push_back(applyCandidate(*session, 0));
    const std::vector<StepId> taken = session->leaveOut(steps[1], "without");
    QVERIFY(!taken.empty());
    const TrailView trail = session->trail();
    QCOMPARE(trail.current, taken.back());
    QCOMPARE(trail.steps[taken.front()].parent, steps[0]);
    QCOMPARE(trail.steps[taken.front()].marks.name, std::string("without"));
    QVERIFY(!trail.steps[steps[3]].isHidden);
    for (const StepId step : taken) QVERIFY(trail.steps[step].removed != trail.steps[steps[1]].removed);
    QVERIFY(session->undo());
    QCOMPARE(session->trail().current, steps[3]);
    QVERIFY(session->trail().steps[taken.back()].isHidden);
    QVERIFY(session->redo());
    QCOMPARE(session->trail().current, taken.back());
  }

  void leavingOutTheLastStepGoesToTheOneBefore() {
    std::unique_ptr<Session> session = squeezenet();
    const StepId first = applyCandidate(*session, 0), second = applyCandidate(*session, 0);
    QVERIFY(session->leaveOut(second, "without").empty());
    QCOMPARE(session->trail().current, first);
    QCOMPARE(session->trail().undoes, CommandKind::kApply);
    QVERIFY_THROWS_EXCEPTION(UsageError, session->leaveOut(0, "without"));
  }

  void stepsTakenFromAnEarlierOneAreBranchesOfIt() {
    std::unique_ptr<Session> session = squeezenet();
    StepId first = applyCandidate(*session, 0);
    StepId second = applyCandidate(*session, 0);
    session->goTo(first);
    StepId branch = applyCandidate(*session, 1);
    TrailView trail = session->trail();
    QCOMPARE(trail.steps[second].parent, first);
    QCOMPARE(trail.steps[branch].parent, first);
    QCOMPARE(trail.path(), (std::vector<StepId>{0, first, branch}));
    QVERIFY(!trail.steps[second].isHidden);
    QVERIFY(session->undo());
    QCOMPARE(session->trail().current, first);
    QVERIFY(!session->trail().steps[first].isHidden);
    QVERIFY(!session->trail().steps[second].isHidden);
  }

  void goingToAStepIsNeitherUndoNorRedo() {
    std::unique_ptr<Session> session = squeezenet();
    StepId first = applyCandidate(*session, 0);
    session->goTo(0);
    TrailView trail = session->trail();
    QCOMPARE(trail.current, StepId{0});
    QVERIFY(trail.canUndo && !trail.canRedo);
    QVERIFY(!trail.steps[first].isHidden);
    QVERIFY_THROWS_EXCEPTION(UsageError, session->goTo(99));
  }

  void aSearchIsOneCommandForUndo() {
    std::unique_ptr<Session> session = squeezenet();
    SearchLimits limits;
    limits.budget = 20;
    SearchResult result = session->search("auto", limits);
    QVERIFY(result.path.size() > 1);
    TrailView trail = session->trail();
    QCOMPARE(trail.path().size(), result.path.size() + 1);
    QCOMPARE(trail.steps[trail.current].by, std::string("auto"));
    QCOMPARE(trail.steps[trail.current].price.picoseconds, result.best.picoseconds);
    StepId last = trail.current;
    QVERIFY(session->undo());
    QCOMPARE(session->trail().current, StepId{0});
    QVERIFY(!session->trail().canUndo);
    QVERIFY(session->trail().steps[last].isHidden);
    QVERIFY(session->redo());
    QCOMPARE(session->trail().current, last);
  }

  void changesAddUpAlongThePath() {
    std::unique_ptr<Session> session = squeezenet();
    SearchLimits limits;
    limits.budget = 20;
    session->search("greedy", limits);
    TrailView trail = session->trail();
    std::int64_t sum = trail.steps[0].price.picoseconds;
    for (StepId step : trail.path()) sum += trail.steps[step].delta;
    QCOMPARE(sum, trail.steps[trail.current].price.picoseconds);
  }

  void anotherDeviceRepricesTheSameTrail() {
    std::unique_ptr<Session> session = squeezenet();
    StepId step = applyCandidate(*session, 0);
    std::int64_t before = costAt(*session, step);
    session->setDevice("v100");
    QCOMPARE(session->device(), std::string("v100"));
    QCOMPARE(session->trail().current, step);
    QVERIFY(costAt(*session, step) != before);
    SessionOptions options;
    options.device = "v100";
    std::unique_ptr<Session> fresh = Session::openZoo("squeezenet", options);
    QCOMPARE(costAt(*session, 0), costAt(*fresh, 0));
    session->setDevice("h100");
    QCOMPARE(costAt(*session, step), before);
    QVERIFY_THROWS_EXCEPTION(UsageError, session->setDevice("abacus"));
    QCOMPARE(session->device(), std::string("h100"));
  }
};

QTEST_GUILESS_MAIN(TrailTest)
#include "trail_test.moc"
