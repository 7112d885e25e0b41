// How fast the space is: one step (apply, price, hash, undo) on resnext50, against a naive version that copies the
// graph and sums anew; and distinct graphs per second and memory of best-first search on every model of the zoo.

#include <benchmark/benchmark.h>

#include <memory>

#include "cost/cost_model.h"
#include "onnx/zoo/zoo.h"
#include "search/step.h"

using namespace tasoscope;

namespace {

struct Bench {
  explicit Bench(std::string_view name)
      : model(makeZooModel(name)),
        rules(builtInRules()),
        cost(*findDevice("h100")),
        matcher(model.space(), rules, static_cast<int>(model.opsetVersion())),
        normalForm(model.space()),
        graph(model.loadedGraph(&cost)) {
    normalForm.normalize(graph);
  }

  Model model;
  RuleSet rules;
  CostModel cost;
  Matcher matcher;
  NormalForm normalForm;
  Graph graph;
};

std::vector<MatchId> applicable(Bench& bench) {
  std::vector<MatchId> result;
  for (MatchId id : bench.matcher.findAll(bench.graph)) {
    const Match& match = bench.matcher.match(id);
    if (!match.holdsIn(bench.graph)) continue;
    std::size_t depth = bench.graph.depth();
    if (takeStep(bench.graph, match, bench.normalForm) != ApplyResult::kApplied) continue;
    undoTo(bench.graph, depth);
    result.push_back(id);
  }
  return result;
}

void stepInTheSpace(benchmark::State& state) {
  Bench bench("resnext50");
  std::vector<MatchId> matches = applicable(bench);
  std::size_t depth = bench.graph.depth(), next = 0;
  for (auto _ : state) {
    takeStep(bench.graph, bench.matcher.match(matches[next++ % matches.size()]), bench.normalForm);
    benchmark::DoNotOptimize(bench.graph.price());
    benchmark::DoNotOptimize(bench.graph.hash());
    undoTo(bench.graph, depth);
  }
  state.counters["matches"] = static_cast<double>(matches.size());
}
BENCHMARK(stepInTheSpace);

void stepByCopyingTheGraph(benchmark::State& state) {
  Bench bench("resnext50");
  std::vector<MatchId> matches = applicable(bench);
  std::size_t next = 0;
  for (auto _ : state) {
    Graph copy = bench.graph;
    takeStep(copy, bench.matcher.match(matches[next++ % matches.size()]), bench.normalForm);
    Price price;
    for (OpId op : copy.liveOps()) price += bench.cost.priceOf(copy.space(), op);
    benchmark::DoNotOptimize(price);
    benchmark::DoNotOptimize(structuralDigest(copy));
  }
}
BENCHMARK(stepByCopyingTheGraph)->Iterations(50);

void findMatchesEverywhere(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    auto bench = std::make_unique<Bench>("resnext50");
    state.ResumeTiming();
    benchmark::DoNotOptimize(bench->matcher.findAll(bench->graph));
    state.PauseTiming();
    bench.reset();
    state.ResumeTiming();
  }
}
BENCHMARK(findMatchesEverywhere)->Iterations(5);

void bestFirst(benchmark::State& state, std::string_view name) {
  for (auto _ : state) {
    Bench bench(name);
    SearchLimits limits;
    limits.budget = 1'000'000'000;
    limits.seconds = 2;
    SearchResult result =
        searchBacktracking({bench.model.space(), bench.graph, bench.matcher, bench.normalForm}, limits);
    double initial = static_cast<double>(result.initial.picoseconds),
           best = static_cast<double>(result.best.picoseconds);
    state.counters["ops"] = static_cast<double>(bench.graph.liveOpCount());
    state.counters["graphs/s"] = static_cast<double>(result.graphsExplored) / result.seconds;
    state.counters["expanded/s"] = static_cast<double>(result.graphsExpanded) / result.seconds;
    state.counters["memory_MB"] = static_cast<double>(result.memoryBytes) / 1e6;
    state.counters["change_%"] = 100 * (best / initial - 1);
  }
}

}  // namespace

int main(int argc, char** argv) {
  for (const ZooEntry& entry : zooEntries())
    benchmark::RegisterBenchmark(("bestFirst/" + std::string(entry.name)).c_str(), bestFirst, entry.name)
        ->Iterations(1);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
