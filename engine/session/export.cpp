// Writing a graph of a session: checked first, then written beside its target and renamed.

#include <fmt/format.h>

#include <cassert>
#include <new>
#include <nlohmann/json.hpp>
#include <set>

#include "execution/random_inputs.h"
#include "onnx/write_model.h"
#include "rules/rule_pattern.h"
#include "session/bodies.h"
#include "session/long_calls.h"
#include "session/state.h"

namespace tasoscope {
namespace {

// Evaluating an element costs as much as so many operations of a matrix product.
constexpr double kOperationsPerElement = 30;

// Billions of operations that evaluating both graphs once takes; what both share counts once.
double verificationWork(const Graph& original, const Graph& chosen, const CostModel& prices,
                        const SymbolValues& symbols) {
  const Graph* graphs[] = {&original, &chosen};
  CostModel model(prices.device(), SymbolChoice(graphs, symbols, 0).values());
  std::set<OpId> ops;
  for (const Graph* graph : graphs)
    for (OpId op : graph->liveOps()) ops.insert(op);
  double work = 0;
  for (OpId op : ops) {
    CostBreakdown facts = model.explain(original.space(), op);
    work += facts.flops + kOperationsPerElement * facts.bytesWritten / 4;
  }
  return work / 1e9;
}

EquivalenceReport inconclusive(const EquivalenceOptions& options, std::string note) {
  EquivalenceReport report;
  report.seed = options.seed;
  report.note = std::move(note);
  return report;
}

EquivalenceReport nothingChanged(const EquivalenceOptions& options) {
  EquivalenceReport report = inconclusive(options, "Nothing was changed.");
  report.verdict = Verdict::kEquivalent;
  return report;
}

EquivalenceReport verify(const Graph& original, const Graph& chosen, const CostModel& prices,
                         const ExportOptions& options, const Progress& progress) {
  double work = verificationWork(original, chosen, prices, options.equivalence.symbols);
  if (options.mostVerificationWork > 0 && work > options.mostVerificationWork)
    return inconclusive(
        options.equivalence,
        fmt::format("Evaluating both graphs takes {:.0f} billion operations, more than the limit of {:.0f}.", work,
                    options.mostVerificationWork));
  try {
    return checkEquivalence(original, chosen, options.equivalence, progress);
  } catch (const std::bad_alloc&) {
    return inconclusive(options.equivalence, "There is not enough memory to evaluate both graphs.");
  }
}

// Whether a step on the way to this one took a constant as an exporter rounds it for an exact number.
bool takesRoundedConstants(const Session::State& state, StepId last) {
  for (const Bodies::Entry& body : state.bodies->entries())
    if (takesRoundedConstants(body.session->state(), body.session->state().current)) return true;
  for (StepId step = last; step != 0; step = state.tree.node(step).parent) {
    const Rule* rule = state.rules.find(state.steps[step].rule);
    if (rule && takesRoundedConstants(*rule->pattern)) return true;
  }
  return false;
}

// The steps in the graphs inside nodes, each body's in order.
void addStepsInside(const Bodies& bodies, const std::string& prefix, nlohmann::json& steps) {
  for (const Bodies::Entry& entry : bodies.entries()) {
    addStepsInside(*entry.session->state().bodies, prefix + entry.place + ", ", steps);
    const TrailView trail = entry.session->trail();
    for (const StepId step : trail.path()) {
      if (step == 0) continue;
      const StepView& facts = trail.steps[step];
      steps.push_back({{"rule", facts.rule},
                       {"standing", nameOf(facts.standing)},
                       {"at", fmt::format("{}{}: {}", prefix, entry.place, facts.place)}});
    }
  }
}

// The steps that earlier exports wrote, if they can be read, and those that lead to this one.
std::string stepsText(const Session::State& state, StepId last) {
  using Json = nlohmann::json;
  Json steps = Json::parse(metadataOf(state.model, kStepsKey), nullptr, false);
  if (!steps.is_array()) steps = Json::array();
  const std::size_t earlier = steps.size();
  for (StepId step = last; step != 0; step = state.tree.node(step).parent) {
    const StepFacts& facts = state.steps[step];
    steps.insert(steps.begin() + static_cast<std::ptrdiff_t>(earlier),
                 Json{{"rule", facts.rule}, {"standing", nameOf(facts.standing)}, {"at", facts.place}});
  }
  addStepsInside(*state.bodies, "", steps);
  return steps.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

WriteOptions Session::State::writeOptions(const Graph& chosen) const {
  WriteOptions result;
  result.stemOf = [this](OpId op) {
    auto maker = madeBy.find(op);
    return maker == madeBy.end() ? model.space().op(op).name() : maker->second;
  };
  result.expansionOf = [this, &chosen](OpId op) { return normalForm.expansionOf(chosen, op); };
  return result;
}

ExportReport Session::exportOnnx(StepId step, const std::filesystem::path& target, const ExportOptions& options,
                                 const Progress& progress) {
  assert(mayTakeLong());
  State& state = *state_;
  if (step >= state.steps.size()) throw UsageError(fmt::format("there is no step {}", step));
  std::error_code isNew;
  if (!state.model.path().empty() && std::filesystem::equivalent(state.model.path(), target, isNew))
    throw UsageError(Position{.file = target.string()}, "it is the model itself", "choose another file, to keep both");
  Graph chosen = state.graphAt(step);
  const BodyExport inside(*state.bodies);
  ExportReport report;
  report.price = state.steps[step].price;
  if (options.verify) {
    ExportOptions known = options;
    if (takesRoundedConstants(state, step)) known.equivalence.roundedConstants = ElementType::kFloat32;
    known.equivalence.symbols.insert(state.options.symbols.begin(), state.options.symbols.end());
    known.equivalence.optimizedBody = [&](const Body& body) { return inside.graphOf(body); };
    const bool isChanged = step != 0 || !inside.changed().empty();
    report.equivalence =
        isChanged ? verify(loadedGraph(), chosen, *state.cost, known, progress) : nothingChanged(options.equivalence);
    if (report.equivalence->verdict == Verdict::kDifferent)
      throw VerificationFailed(fmt::format("the optimized graph computes something else, so {} is not written: {}",
                                           target.string(), report.equivalence->note),
                               *report.equivalence);
  }
  WriteOptions writeOptions = state.writeOptions(chosen);
  writeOptions.bodies = inside.changed();
  writeOptions.metadata = {{std::string(kStepsKey), stepsText(state, step)}};
  WrittenModel written = writeModel(state.model, chosen, target, writeOptions, progress);
  report.isCopy = written.isCopy;
  report.newNodes = written.newNodes;
  report.newInitializers = written.newInitializers;
  std::error_code ignored;
  if (!state.model.path().empty()) report.bytesBefore = std::filesystem::file_size(state.model.path(), ignored);
  for (const std::filesystem::path& file : written.files)
    report.bytesAfter += std::filesystem::file_size(file, ignored);
  return report;
}

}  // namespace tasoscope
