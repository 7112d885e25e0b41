// A step left out: what came after it, taken again without it.

#include <fmt/format.h>

#include <cassert>

#include "session/long_calls.h"
#include "session/project_keeper.h"
#include "session/session.h"
#include "session/state.h"

namespace tasoscope {
namespace {

/// The steps after this one on its branch, as they were last walked.
std::vector<StepId> stepsAfter(StepId step, const std::vector<StepFacts>& steps) {
  std::vector<StepId> after;
  for (StepId next = steps[step].onward; next != 0 && !steps[next].isHidden; next = steps[next].onward)
    after.push_back(next);
  return after;
}

}  // namespace

std::vector<StepId> Session::leaveOut(StepId left, std::string branch, const Progress& progress) {
  assert(mayTakeLong());
  State& state = *state_;
  if (left == 0 || left >= state.steps.size()) throw UsageError(fmt::format("step {} cannot be left out", left));
  const std::vector<StepId> later = stepsAfter(left, state.steps);
  Command command{CommandKind::kLeaveOut, state.current, 0, 0, {}};
  state.visit(state.tree.node(left).parent);
  std::vector<StepId> taken;
  for (const StepId step : later) {
    progress.report("Repeating steps", static_cast<double>(taken.size()), static_cast<double>(later.size()));
    const MatchId match = state.tree.node(step).match;
    std::optional<State::Trial> trial;
    if (match != kNoMatch) trial = state.attempt(match);
    if (trial) taken.push_back(state.addStep(match, std::move(trial->applies), state.steps[step].by));
  }
  if (taken.empty()) {
    state.keeper->changed(state);
    return taken;
  }
  state.steps[taken.front()].isBranch = true;
  state.steps[taken.front()].marks.name = std::move(branch);
  command.first = taken.front();
  command.last = taken.back();
  state.remember(std::move(command));
  return taken;
}

}  // namespace tasoscope
