// Writing a graph of a session: checked first, then written beside its target and renamed.

#include <fmt/format.h>

#include "onnx/write_model.h"
#include "session/state.h"

namespace tasoscope {

ExportReport Session::exportOnnx(StepId step, const std::filesystem::path& target, const ExportOptions& options,
                                 const Progress& progress) {
  State& state = *state_;
  if (step >= state.steps.size()) throw UsageError(fmt::format("there is no step {}", step));
  Graph chosen = state.graphAt(step);
  ExportReport report;
  report.price = state.steps[step].price;
  if (options.verify && step != 0) {
    report.equivalence = checkEquivalence(loadedGraph(), chosen, options.equivalence, progress);
    if (report.equivalence->verdict == Verdict::kDifferent)
      throw VerificationFailed(fmt::format("the optimized graph computes something else, so {} is not written: {}",
                                           target.string(), report.equivalence->note),
                               *report.equivalence);
  }
  WriteOptions writeOptions;
  writeOptions.stemOf = [&state](OpId op) {
    auto maker = state.madeBy.find(op);
    return maker == state.madeBy.end() ? state.model.space().op(op).name() : maker->second;
  };
  writeOptions.expansionOf = [&state, &chosen](OpId op) { return state.normalForm.expansionOf(chosen, op); };
  WrittenModel written = writeModel(state.model, chosen, target, writeOptions, progress);
  std::error_code ignored;
  if (!state.model.path().empty()) report.bytesBefore = std::filesystem::file_size(state.model.path(), ignored);
  for (const std::filesystem::path& file : written.files)
    report.bytesAfter += std::filesystem::file_size(file, ignored);
  return report;
}

}  // namespace tasoscope
