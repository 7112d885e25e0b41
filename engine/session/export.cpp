// Writing a graph of a session: checked first, then written beside its target and renamed.

#include <fmt/format.h>

#include <cassert>
#include <nlohmann/json.hpp>

#include "onnx/write_model.h"
#include "session/bodies.h"
#include "session/long_calls.h"
#include "session/state.h"
#include "session/step_check.h"

namespace tasoscope {
namespace {

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
    report.equivalence = checkStep(*this, step, inside, options, progress);
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
