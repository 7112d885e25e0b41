// A part of a graph as a model of its own.

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "onnx/write_model.h"
#include "session/groups/grouping.h"
#include "session/long_calls.h"
#include "session/state.h"

namespace tasoscope {
namespace {

void addOnce(std::vector<TensorView>& tensors, const TensorView& tensor) {
  const bool isNew = std::ranges::none_of(tensors, [&](const TensorView& t) { return t.tensor == tensor.tensor; });
  if (isNew) tensors.push_back(tensor);
}

/// Throws UsageError when the ops cannot be a model of their own.
void checkRegion(const Session::State& state, const GraphView& view, std::span<const OpId> ops) {
  if (ops.empty()) throw UsageError("no node is selected; select those that are to be a model of their own");
  absl::flat_hash_set<OpId> live;
  for (const NodeView& node : view.nodes) live.insert(node.op);
  for (const OpId op : ops)
    if (op.value >= state.model.space().opCount() || !live.contains(op))
      throw UsageError("a node of the selection is not in this graph");
  if (const auto between = nodeBetween(view, ops))
    throw UsageError(
        fmt::format("the selected nodes cannot be a model of their own, because {} lies between them; "
                    "select it as well",
                    state.nameOfOp(*between)));
}

}  // namespace

RegionReport Session::exportRegion(StepId step, std::span<const OpId> ops, const std::filesystem::path& target,
                                   const Progress& progress) {
  assert(mayTakeLong());
  State& state = *state_;
  if (step >= state.steps.size()) throw UsageError(fmt::format("there is no step {}", step));
  const Graph graph = state.graphAt(step);
  const GraphView view = state.viewOf(graph);
  checkRegion(state, view, ops);
  const absl::flat_hash_set<OpId> inside(ops.begin(), ops.end());
  const auto isInside = [&](const std::optional<OpId>& op) { return op && inside.contains(*op); };
  RegionReport report;
  report.nodes = inside.size();
  for (const EdgeView& edge : view.edges) {
    if (isInside(edge.to) && !isInside(edge.from)) addOnce(report.inputs, edge.tensor);
    if (isInside(edge.from) && !isInside(edge.to)) addOnce(report.outputs, edge.tensor);
  }
  Region region;
  for (const TensorView& input : report.inputs) region.inputs.push_back(input.tensor);
  for (const TensorView& output : report.outputs) region.outputs.push_back(output.tensor);
  const WrittenModel written = writeRegion(state.model, graph, region, target, state.writeOptions(graph), progress);
  std::error_code ignored;
  for (const std::filesystem::path& file : written.files) report.bytes += std::filesystem::file_size(file, ignored);
  return report;
}

}  // namespace tasoscope
