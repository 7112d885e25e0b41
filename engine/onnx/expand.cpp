#include <absl/container/flat_hash_set.h>

#include "onnx/graph_writer.h"

namespace tasoscope {
namespace {

void takeFusionsBack(Graph& graph, const WriteOptions& options) {
  if (!options.expansionOf) return;
  for (bool changed = true; changed;) {
    changed = false;
    for (const OpId op : graph.liveOps()) {
      if (!graph.isLive(op)) continue;
      const auto facts = options.expansionOf(op);
      changed |= !facts.empty() && graph.apply(facts) == ApplyResult::kApplied;
    }
  }
}

/// Whether what an inlined call computes is made by its own nodes, down to the call's inputs.
bool isUntouched(const Graph& graph, const Inlining& inlining) {
  const Space& space = graph.space();
  absl::flat_hash_set<TensorId> border;
  for (const TensorId input : space.op(inlining.call).inputs) border.insert(input);
  std::vector<TensorId> pending;
  for (const Fact& fact : inlining.facts) {
    if (!graph.isLive(fact.tensor)) continue;
    if (graph.choice(fact.tensor) != fact.choice) return false;
    if (fact.choice.isOp()) pending.push_back(space.op(fact.choice.op).outputs[fact.choice.output]);
  }
  absl::flat_hash_set<OpId> seen;
  while (!pending.empty()) {
    const Tensor& tensor = space.tensor(pending.back());
    const TensorId id = pending.back();
    pending.pop_back();
    if (!tensor.op.isValid() || border.contains(id)) continue;
    if (graph.isLive(id) && graph.choice(id) != Choice{tensor.op, tensor.output, {}}) return false;
    if (!seen.insert(tensor.op).second) continue;
    for (const TensorId input : space.op(tensor.op).inputs)
      if (input.isValid()) pending.push_back(input);
  }
  return true;
}

void putCallsBack(Graph& graph, const Model& model) {
  const auto& inlinings = model.inlinings();
  for (auto inlining = inlinings.rbegin(); inlining != inlinings.rend(); ++inlining) {
    if (!isUntouched(graph, *inlining)) continue;
    std::vector<Fact> facts;
    for (std::uint16_t i = 0; i < inlining->facts.size(); ++i)
      if (graph.isLive(inlining->facts[i].tensor))
        facts.push_back({inlining->facts[i].tensor, Choice{inlining->call, i, {}}, true});
    if (!facts.empty()) graph.apply(facts);
  }
}

}  // namespace

Graph withoutFusions(const Graph& graph, const WriteOptions& options) {
  Graph result = graph;
  takeFusionsBack(result, options);
  return result;
}

Graph expandedForFile(const Model& model, const Graph& graph, const WriteOptions& options) {
  Graph result = withoutFusions(graph, options);
  putCallsBack(result, model);
  return result;
}

}  // namespace tasoscope
