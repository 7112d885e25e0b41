#include "session/step_check.h"

#include <fmt/format.h>

#include <new>
#include <set>

#include "execution/random_inputs.h"
#include "rules/rule_pattern.h"
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

}  // namespace

EquivalenceReport checkStep(const Session& session, StepId step, const BodyExport& inside, const ExportOptions& options,
                            const Progress& progress) {
  const Session::State& state = session.state();
  if (step == 0 && inside.changed().empty()) return nothingChanged(options.equivalence);
  ExportOptions known = options;
  if (takesRoundedConstants(state, step)) known.equivalence.roundedConstants = ElementType::kFloat32;
  known.equivalence.symbols.insert(state.options.symbols.begin(), state.options.symbols.end());
  known.equivalence.optimizedBody = [&](const Body& body) { return inside.graphOf(body); };
  return verify(session.loadedGraph(), state.graphAt(step), *state.cost, known, progress);
}

}  // namespace tasoscope
