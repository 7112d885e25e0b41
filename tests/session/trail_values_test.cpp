// The trail as a value, and commands in any order: against a naive model that keeps whole copies, and against the
// graphs themselves.

#include <QtTest>
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "session/session.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

StepView stepOf(StepId id, StepId parent, std::int64_t cost) {
  StepView step;
  step.id = id;
  step.parent = parent;
  step.price.picoseconds = cost;
  return step;
}

// 0 ─ 1 ─ 2 ─ 3 ─ 7
//     │    └─ 6
//     └─ 4 ─ 5          4 is older than 6
TrailView branchedTrail() {
  TrailView trail;
  trail.steps = {stepOf(0, 0, 100), stepOf(1, 0, 90), stepOf(2, 1, 95), stepOf(3, 2, 70),
                 stepOf(4, 1, 80),  stepOf(5, 4, 70), stepOf(6, 2, 96), stepOf(7, 3, 71)};
  return trail;
}

// What the session should hold, kept by copying everything before each command.
struct Naive {
  struct Step {
    StepId parent = 0, onward = 0;
    bool isHidden = false;
    StepMarks marks;
  };
  struct Change {
    std::vector<Step> before, after;
    std::optional<StepId> from, to;
  };
  std::vector<Step> steps{1};
  StepId current = 0;
  std::vector<Change> done, undone;

  void goTo(StepId step) {
    current = step;
    for (; step != 0; step = steps[step].parent) steps[steps[step].parent].onward = step;
  }
  void apply() {
    const StepId from = current;
    for (StepId step = from; step != 0; step = steps[step].parent) steps[step].isHidden = false;
    Change change{steps, {}, from, static_cast<StepId>(steps.size())};
    steps.push_back({from, 0, false, {}});
    change.after = steps;
    goTo(*change.to);
    done.push_back(change);
    undone.clear();
  }
  template <typename Edit>
  void write(Edit edit) {
    Change change{steps, {}, {}, {}};
    edit(steps);
    bool isSame = true;
    for (std::size_t i = 0; i < steps.size(); ++i) isSame &= steps[i].marks == change.before[i].marks;
    if (isSame) return;
    change.after = steps;
    done.push_back(change);
    undone.clear();
  }
  // What a copy says of the steps that it has; the others are those of commands that are undone.
  void restore(const std::vector<Step>& copy) {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      steps[i].isHidden = i >= copy.size() || copy[i].isHidden;
      if (i < copy.size()) steps[i].marks = copy[i].marks;
    }
  }
  bool undo() {
    if (done.empty()) return false;
    restore(done.back().before);
    if (done.back().from) goTo(*done.back().from);
    undone.push_back(done.back());
    done.pop_back();
    return true;
  }
  bool redo() {
    if (undone.empty()) return false;
    restore(undone.back().after);
    if (undone.back().to) goTo(*undone.back().to);
    done.push_back(undone.back());
    undone.pop_back();
    return true;
  }
};

class Walker {
 public:
  explicit Walker(unsigned seed) : m_random(seed), m_session(Session::openZoo("taso-module", {})) {}

  void take() {
    switch (below(8)) {
      case 0:
      case 1:
      case 2:
        apply();
        break;
      case 3:
        goTo();
        break;
      case 4:
        QCOMPARE(m_session->undo(), m_naive.undo());
        break;
      case 5:
        QCOMPARE(m_session->redo(), m_naive.redo());
        break;
      case 6:
        bookmark();
        break;
      default:
        name();
    }
  }

  void compare() const {
    const TrailView trail = m_session->trail();
    QCOMPARE(trail.steps.size(), m_naive.steps.size());
    QCOMPARE(trail.current, m_naive.current);
    QCOMPARE(trail.canUndo, !m_naive.done.empty());
    QCOMPARE(trail.canRedo, !m_naive.undone.empty());
    for (const StepView& step : trail.steps) {
      const Naive::Step& expected = m_naive.steps[step.id];
      QCOMPARE(step.parent, expected.parent);
      QCOMPARE(step.isHidden, expected.isHidden);
      QVERIFY(step.marks == expected.marks);
      QCOMPARE(step.onward, expected.onward);
      QVERIFY(step.isHidden || !trail.steps[step.parent].isHidden);
      QCOMPARE(m_session->graph(step.id).hash(), m_hashes.at(step.id));
    }
    compareWithGraphs(trail);
  }

 private:
  std::size_t below(std::size_t limit) { return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random); }

  void apply() {
    const auto candidates = m_session->candidates();
    if (candidates.empty()) return;
    const StepId step = m_session->apply(candidates[below(candidates.size())].match);
    m_naive.apply();
    QCOMPARE(step, m_naive.current);
    m_hashes[step] = m_session->graph(step).hash();
  }
  void goTo() {
    const auto step = static_cast<StepId>(below(m_naive.steps.size()));
    m_session->goTo(step);
    m_naive.goTo(step);
  }
  void bookmark() {
    const auto step = static_cast<StepId>(below(m_naive.steps.size()));
    const int number = static_cast<int>(below(4));
    m_session->setBookmark(step, number);
    m_naive.write([&](std::vector<Naive::Step>& steps) {
      for (Naive::Step& other : steps)
        if (other.marks.bookmark == number) other.marks.bookmark = 0;
      steps[step].marks.bookmark = number;
    });
  }
  void name() {
    const auto step = static_cast<StepId>(below(m_naive.steps.size()));
    const std::string text = "name " + std::to_string(below(3));
    const bool isNote = below(2) == 0;
    isNote ? m_session->setNote(step, text) : m_session->rename(step, text);
    m_naive.write([&](auto& steps) { (isNote ? steps[step].marks.note : steps[step].marks.name) = text; });
  }

  std::set<OpId> liveAt(StepId step) const {
    std::set<OpId> live;
    for (OpId op : m_session->graph(step).liveOps())
      if (!m_session->space().op(op).isConstant) live.insert(op);
    return live;
  }
  void compareWithGraphs(const TrailView& trail) const {
    std::vector<std::set<OpId>> live;
    std::set<OpId> all;
    for (const StepView& step : trail.steps) {
      live.push_back(liveAt(step.id));
      all.insert(live.back().begin(), live.back().end());
    }
    for (const StepView& from : trail.steps) {
      for (const StepView& to : trail.steps) {
        std::vector<OpId> removed, added;
        std::ranges::set_difference(live[from.id], live[to.id], std::back_inserter(removed));
        std::ranges::set_difference(live[to.id], live[from.id], std::back_inserter(added));
        const StepDifference difference = trail.difference(from.id, to.id);
        QCOMPARE(difference.removed, removed);
        QCOMPARE(difference.added, added);
        QCOMPARE(difference.addedNames.size(), added.size());
      }
    }
    for (OpId op : all) {
      const std::vector<LifeState> life = trail.lifeOf(op);
      for (const StepView& step : trail.steps) {
        const bool isLive = life[step.id] != LifeState::kAbsent && life[step.id] != LifeState::kGone;
        QCOMPARE(isLive, live[step.id].count(op) > 0);
      }
    }
  }

  std::mt19937 m_random;
  std::unique_ptr<Session> m_session;
  Naive m_naive;
  std::map<StepId, Hash128> m_hashes{{0, m_session->graph(0).hash()}};
};

}  // namespace

class TrailValuesTest : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void anyCommandsInAnyOrderLeaveWhatTheNaiveModelSays_data() {
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 12; ++seed) QTest::addRow("seed %u", seed) << seed;
  }
  void anyCommandsInAnyOrderLeaveWhatTheNaiveModelSays() {
    QFETCH(unsigned, seed);
    Walker walker(seed);
    for (int i = 0; i < 40; ++i) {
      walker.take();
      walker.compare();
      if (QTest::currentTestFailed()) return;
    }
  }

  void aStepsOldestChildGoesOnWithItsBranchAndTheOthersStartTheirOwn() {
    const std::vector<Branch> branches = branchedTrail().branches();
    QCOMPARE(branches.size(), std::size_t{3});
    QCOMPARE(branches[0].steps, (std::vector<StepId>{0, 1, 2, 3, 7}));
    QCOMPARE(branches[1].from, StepId{1});
    QCOMPARE(branches[1].steps, (std::vector<StepId>{4, 5}));
    QCOMPARE(branches[2].from, StepId{2});
    QCOMPARE(branches[2].steps, (std::vector<StepId>{6}));
    QCOMPARE(branches[0].row, std::size_t{0});
    QVERIFY(branches[1].row != branches[2].row);  // both are at depth 3
    QVERIFY(TrailView{}.branches().empty());
  }

  void branchesThatDoNotOverlapShareARow() {
    TrailView trail = branchedTrail();
    trail.steps.push_back(stepOf(8, 7, 60));
    trail.steps.push_back(stepOf(9, 8, 60));
    trail.steps.push_back(stepOf(10, 8, 60));
    const std::vector<Branch> branches = trail.branches();
    QCOMPARE(branches.back().steps, std::vector<StepId>{10});
    QCOMPARE(branches.back().row, std::size_t{1});
  }

  void hiddenStepsAreInNoBranch() {
    TrailView trail = branchedTrail();
    trail.steps[2].isHidden = trail.steps[3].isHidden = trail.steps[6].isHidden = trail.steps[7].isHidden = true;
    const std::vector<Branch> branches = trail.branches();
    QCOMPARE(branches.size(), std::size_t{1});
    QCOMPARE(branches[0].steps, (std::vector<StepId>{0, 1, 4, 5}));
  }

  void theWalkGoesOnWhereAStepWasLastLeft() {
    TrailView trail = branchedTrail();
    QCOMPARE(trail.walk(), (std::vector<StepId>{0, 1, 4, 5}));  // never visited: the youngest child
    trail.steps[1].onward = 2;
    trail.steps[2].onward = 3;
    QCOMPARE(trail.walk(), (std::vector<StepId>{0, 1, 2, 3, 7}));
    trail.current = 6;
    QCOMPARE(trail.walk(), (std::vector<StepId>{0, 1, 2, 6}));
    trail.current = 2;
    trail.steps[3].isHidden = trail.steps[7].isHidden = true;
    QCOMPARE(trail.walk(), (std::vector<StepId>{0, 1, 2, 6}));
  }

  void theBestStepIsTheOldestOfTheCheapestThatAreShown() {
    TrailView trail = branchedTrail();
    QCOMPARE(trail.best(), StepId{3});
    trail.steps[3].isHidden = true;
    QCOMPARE(trail.best(), StepId{5});
  }

  void twoStepsMeetAtTheirCommonAncestor() {
    const TrailView trail = branchedTrail();
    QCOMPARE(trail.commonAncestor(7, 5), StepId{1});
    QCOMPARE(trail.commonAncestor(6, 7), StepId{2});
    QCOMPARE(trail.commonAncestor(3, 7), StepId{3});
    QCOMPARE(trail.depthOf(7), std::size_t{4});
  }

  void aBookmarkIsAtOneStepOnlyAndUndoPutsItBack() {
    auto session = Session::openZoo("taso-module", {});
    const StepId first = session->apply(session->candidates()[0].match);
    session->setBookmark(0, 3);
    session->setBookmark(first, 3);
    QCOMPARE(session->trail().bookmarked(3), std::optional<StepId>(first));
    QCOMPARE(session->trail().steps[0].marks.bookmark, 0);
    QCOMPARE(session->trail().freeBookmark(), 1);
    QVERIFY(session->trail().undoes == CommandKind::kBookmark);
    QVERIFY(session->undo());
    QCOMPARE(session->trail().bookmarked(3), std::optional<StepId>(0));
    QCOMPARE(session->trail().current, first);  // what is written is taken back where one is
    QVERIFY(session->redo());
    session->setBookmark(first, 0);
    QVERIFY(!session->trail().bookmarked(3));
  }

  void whatCannotBeWrittenIsRefused() {
    auto session = Session::openZoo("taso-module", {});
    QVERIFY_THROWS_EXCEPTION(UsageError, session->rename(7, "name"));
    QVERIFY_THROWS_EXCEPTION(UsageError, session->setNote(7, "note"));
    QVERIFY_THROWS_EXCEPTION(UsageError, session->setBookmark(7, 1));
    QVERIFY_THROWS_EXCEPTION(UsageError, session->setBookmark(0, -1));
    QVERIFY_THROWS_EXCEPTION(UsageError, session->setBookmark(0, 1000));
    session->rename(0, "");
    QVERIFY(!session->trail().canUndo);  // nothing changed
  }

  void aNodeThatReadsWhatAStepReplacedIsRewired() {
    auto session = Session::openZoo("squeezenet", {});
    const StepId step = session->apply(session->candidates()[0].match);
    const TrailView trail = session->trail();
    const GraphView before = session->view(0), after = session->view(step);
    QVERIFY(!trail.steps[step].rewired.empty());
    for (OpId op : trail.steps[step].rewired) {
      auto isIn = [op](const GraphView& graph) {
        return std::ranges::any_of(graph.nodes, [op](const NodeView& node) { return node.op == op; });
      };
      QVERIFY(isIn(before) && isIn(after));
      QCOMPARE(trail.lifeOf(op)[step], LifeState::kRewired);
      // It reads from an op that was not there before.
      QVERIFY(std::ranges::any_of(after.edges, [&](const EdgeView& edge) {
        return edge.to == op && edge.from && std::ranges::count(trail.steps[step].added, *edge.from) > 0;
      }));
    }
  }
};

QTEST_GUILESS_MAIN(TrailValuesTest)
#include "trail_values_test.moc"
