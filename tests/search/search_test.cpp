#include "search/search.h"

#include <QtTest>
#include <algorithm>
#include <thread>

#include "cost/cost_model.h"
#include "graph/text_form.h"
#include "rules/rule_text.h"
#include "search/enabled_matches.h"
#include "search/step.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

// Three branches from one input, each a product; adders join them: products can be merged pairwise and all at once.
constexpr std::string_view kThreeProducts = R"(graph {
  x: input float32 64x256
  w1: constant float32 256x256 seed 1
  w2: constant float32 256x256 seed 2
  w3: constant float32 256x256 seed 3
  a = MatMul(x, w1)
  b = MatMul(x, w2)
  c = MatMul(x, w3)
  d = Identity(c)
  e = Relu(a)
  f = Tanh(b)
  g = Sigmoid(d)
  output e, f, g
})";

// Much that fits and is independent, so that walks are long.
constexpr std::string_view kWide = R"(graph {
  x: input float32 64x256
  y: input float32 64x256
  w1: constant float32 256x256 seed 1
  w2: constant float32 256x256 seed 2
  a = MatMul(x, w1)
  b = MatMul(x, w2)
  c = Identity(a)
  d = Relu(c)
  e = Relu(d)
  f = Transpose(b) {perm = [1, 0]}
  g = Transpose(f) {perm = [1, 0]}
  h = Tanh(g)
  i = MatMul(y, w1)
  j = MatMul(y, w2)
  k = Identity(i)
  l = Relu(k)
  m = Relu(l)
  n = Transpose(j) {perm = [1, 0]}
  o = Transpose(n) {perm = [1, 0]}
  p = Sigmoid(o)
  output e, h, m, p
})";

struct Bench {
  explicit Bench(std::string_view text)
      : parsed(parseGraph(text)),
        rules(builtInRules()),
        cost(*findDevice("h100")),
        matcher(*parsed.space, rules),
        normalForm(*parsed.space),
        graph(*parsed.space, parsed.outputs, &cost) {
    normalForm.normalize(graph);
  }
  SearchContext context() { return {*parsed.space, graph, matcher, normalForm}; }

  ParsedGraph parsed;
  RuleSet rules;
  CostModel cost;
  Matcher matcher;
  NormalForm normalForm;
  Graph graph;
};

}  // namespace

class SearchTest : public QObject {
  Q_OBJECT

 private:
  /// Whether the condition becomes true while the search runs on.
  static bool comesTrue(const std::function<bool()>& condition) { return QTest::qWaitFor(condition, 30000); }

 private Q_SLOTS:
  void aPausedSearchExpandsOneGraphAStep() {
    Bench bench(kWide);
    SearchControl control;
    control.pause = true;
    std::atomic<std::int64_t> pausedAt{-1};
    auto observe = [&](const SearchSample& sample) {
      if (sample.isPaused) pausedAt = sample.graphsExpanded;
    };
    SearchResult result;
    std::thread search([&] { result = searchBacktracking(bench.context(), {}, observe, &control); });
    bool wereSteps = comesTrue([&] { return pausedAt == 0; });
    for (int step = 1; step <= 3; ++step) {
      control.steps = 1;
      wereSteps = wereSteps && comesTrue([&] { return pausedAt == step; });
    }
    control.cancel = true;
    search.join();
    QVERIFY(wereSteps);
    QCOMPARE(result.graphsExpanded, 3);
    QCOMPARE(result.stopReason, StopReason::kCancelled);
  }

  void rulesThatAreNotActiveAreNeitherTriedNorCounted() {
    Bench all(kThreeProducts), some(kThreeProducts);
    SearchResult full = searchBacktracking(all.context(), {});
    auto used = std::ranges::find_if(full.rules, [](const RuleStatistics& rule) { return rule.improved > 0; });
    QVERIFY(used != full.rules.end());
    auto rule = static_cast<std::size_t>(used - full.rules.begin());
    some.matcher.setActive(rule, false);
    SearchResult result = searchBacktracking(some.context(), {});
    QCOMPARE(result.rules[rule].matched, 0);
    QCOMPARE(result.rules[rule].tried, 0);
    for (const SearchStep& step : result.path) QVERIFY(some.matcher.match(step.match).rule != rule);
    QVERIFY(result.graphsExplored < full.graphsExplored);
  }

  void aSecondSearchCountsTheMatchesThatTheFirstHasFound() {
    Bench bench(kThreeProducts);
    SearchResult first = searchGreedy(bench.context(), {}), second = searchGreedy(bench.context(), {});
    auto matched = [](const SearchResult& result) {
      std::int64_t sum = 0;
      for (const RuleStatistics& rule : result.rules) sum += rule.matched;
      return sum;
    };
    QVERIFY(matched(first) > 0);
    QVERIFY(matched(second) > 0);
  }
 private Q_SLOTS:
  void everyStrategyFindsACheaperGraphAndLeavesTheStartAsItWas_data();
  void everyStrategyFindsACheaperGraphAndLeavesTheStartAsItWas();
  void theSameSearchGivesTheSameResult();
  void theBudgetLimitsExpansions();
  void aCancelledSearchStopsAndKeepsItsBest();
  void anUnknownStrategyIsRefusedByName();
  void enabledMatchesAreThoseWhoseNeedsAreMet();
};

void SearchTest::everyStrategyFindsACheaperGraphAndLeavesTheStartAsItWas_data() {
  QTest::addColumn<QString>("strategy");
  for (std::string_view name : strategyNames())
    QTest::newRow(std::string(name).c_str()) << QString::fromStdString(std::string(name));
}

void SearchTest::everyStrategyFindsACheaperGraphAndLeavesTheStartAsItWas() {
  QFETCH(QString, strategy);
  Bench bench(kThreeProducts);
  Hash128 hash = bench.graph.hash();
  Price price = bench.graph.price();
  SearchLimits limits;
  limits.budget = 50;
  SearchResult result = search(strategy.toStdString(), bench.context(), limits);
  bench.graph.checkInvariants();
  QCOMPARE(bench.graph.hash(), hash);
  QCOMPARE(result.initial, price);
  QVERIFY(result.best.picoseconds < price.picoseconds);
  std::int64_t sum = price.picoseconds;
  for (const SearchStep& step : result.path) {
    for (const std::vector<Fact>& facts : step.applies) QCOMPARE(bench.graph.apply(facts), ApplyResult::kApplied);
    sum += step.delta;
    QCOMPARE(bench.graph.price(), step.after);
  }
  QCOMPARE(sum, result.best.picoseconds);
  QCOMPARE(bench.graph.price(), result.best);
}

void SearchTest::theSameSearchGivesTheSameResult() {
  auto run = [] {
    Bench bench(kThreeProducts);
    SearchLimits limits;
    limits.budget = 30;
    SearchResult result = searchBacktracking(bench.context(), limits);
    return std::tuple(result.graphsExplored, result.candidatesSeen, result.best.picoseconds, result.path.size());
  };
  QCOMPARE(run(), run());
}

void SearchTest::theBudgetLimitsExpansions() {
  Bench bench(kWide);
  SearchLimits limits;
  limits.budget = 2;
  SearchResult result = searchBacktracking(bench.context(), limits);
  QCOMPARE(result.graphsExpanded, std::int64_t{2});
  QCOMPARE(result.stopReason, StopReason::kBudget);
  limits.budget = 0;
  result = searchAuto(bench.context(), limits);
  QCOMPARE(result.graphsExpanded, std::int64_t{0});
  QVERIFY(result.path.empty());
}

void SearchTest::aCancelledSearchStopsAndKeepsItsBest() {
  Bench bench(kThreeProducts);
  SearchControl control;
  SearchLimits limits;
  auto cancelAtFirstGain = [&](const SearchSample& sample) {
    if (sample.bestPicoseconds < bench.graph.price().picoseconds || sample.graphsExpanded > 0) control.cancel = true;
  };
  SearchResult result = searchBacktracking(bench.context(), limits, cancelAtFirstGain, &control);
  QCOMPARE(result.stopReason, StopReason::kCancelled);
  QVERIFY(result.best.picoseconds < result.initial.picoseconds);
  QVERIFY(!result.path.empty());
}

void SearchTest::anUnknownStrategyIsRefusedByName() {
  Bench bench(kThreeProducts);
  QVERIFY_THROWS_EXCEPTION(UsageError, search("luck", bench.context(), {}));
}

void SearchTest::enabledMatchesAreThoseWhoseNeedsAreMet() {
  Bench bench(kWide);
  EnabledMatches enabled;
  bench.matcher.findAll(bench.graph);
  auto addNew = [&, known = std::size_t{0}]() mutable {
    for (; known < bench.matcher.matchCount(); ++known)
      enabled.add(bench.graph, static_cast<MatchId>(known), bench.matcher.match(static_cast<MatchId>(known)));
  };
  auto naive = [&] {
    std::vector<MatchId> result;
    for (std::size_t id = 0; id < bench.matcher.matchCount(); ++id) {
      const Match& match = bench.matcher.match(static_cast<MatchId>(id));
      bool isMet = std::all_of(match.needs.begin(), match.needs.end(), [&](const Need& need) {
        return bench.graph.isLive(need.tensor) && bench.graph.choice(need.tensor) == need.choice;
      });
      if (isMet) result.push_back(static_cast<MatchId>(id));
    }
    return result;
  };
  addNew();
  QVERIFY(!enabled.enabled().empty());
  int moves = 0;
  for (std::size_t id = 0; id < bench.matcher.matchCount() && moves < 40; ++id) {
    const Match match = bench.matcher.match(static_cast<MatchId>(id));
    if (!match.holdsIn(bench.graph) || bench.graph.apply(match.facts) != ApplyResult::kApplied) continue;
    enabled.advance(bench.graph, bench.graph.lastChange());
    bench.matcher.findAround(bench.graph, GraphChange(bench.graph.lastChange()));
    addNew();
    QCOMPARE(enabled.enabled(), naive());
    if (++moves % 3 == 0) {
      bench.graph.undo();
      enabled.retreat();
      QCOMPARE(enabled.enabled(), naive());
    }
  }
  QVERIFY(moves > 5);
}

QTEST_GUILESS_MAIN(SearchTest)
#include "search_test.moc"
