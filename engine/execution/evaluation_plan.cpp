#include "execution/evaluation_plan.h"

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <map>

namespace tasoscope {

namespace {

using OpSteps = absl::flat_hash_map<OpId, std::uint32_t>;

/// What makes two steps one.
struct StepKey {
  const Space* space = nullptr;
  OpId op;
  std::vector<SlotId> inputs;
  friend bool operator==(const StepKey&, const StepKey&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const StepKey& key) {
    return H::combine(std::move(h), key.space, key.op, key.inputs);
  }
};

}  // namespace

bool isCut(const Op& op, BodiesAre bodies) {
  if (!op.isOpaque()) return !op.definition->isDeterministic;
  return !op.bodies || bodies == BodiesAre::kCuts;
}

class PlanBuilder {
 public:
  PlanBuilder(EvaluationPlan& plan, BodiesAre bodies) : plan_(plan), bodies_(bodies) {}

  void add(const Graph& graph) {
    OpSteps steps_of_graph;
    std::vector<std::uint32_t> postorder;
    for (const TensorId output : graph.outputs()) visit(graph, output, steps_of_graph, postorder);
    std::vector<SlotId> outputs;
    for (const TensorId output : graph.outputs()) outputs.push_back(slotOf(graph, output, steps_of_graph));
    plan_.outputs_.push_back(std::move(outputs));
    positions_.resize(plan_.steps_.size(), 2.0);
    for (std::size_t i = 0; i < postorder.size(); ++i) {
      const double position = static_cast<double>(i) / static_cast<double>(postorder.size());
      positions_[postorder[i]] = std::min(positions_[postorder[i]], position);
    }
  }

  // A graph's own positions grow along its edges, and so do their minima over the graphs that share a step.
  void finish() {
    plan_.order_.resize(plan_.steps_.size());
    for (std::uint32_t i = 0; i < plan_.order_.size(); ++i) plan_.order_[i] = i;
    std::stable_sort(plan_.order_.begin(), plan_.order_.end(),
                     [this](std::uint32_t a, std::uint32_t b) { return positions_[a] < positions_[b]; });
    for (const auto& [name, slot] : inputs_) plan_.inputs_.push_back(slot);
  }

 private:
  static TensorId withoutAliases(const Graph& graph, TensorId tensor) {
    while (graph.choice(tensor).isAlias()) tensor = graph.choice(tensor).alias;
    return tensor;
  }

  static OpId opOf(const Graph& graph, TensorId tensor) {
    if (!tensor.isValid()) return OpId{};
    const Choice choice = graph.choice(withoutAliases(graph, tensor));
    return choice.isOp() ? choice.op : OpId{};
  }

  SlotId slotOf(const Graph& graph, TensorId tensor, const OpSteps& steps) {
    if (!tensor.isValid()) return kNoSlot;
    tensor = withoutAliases(graph, tensor);
    const Choice choice = graph.choice(tensor);
    if (choice.isOp()) return plan_.steps_[steps.at(choice.op)].outputs[choice.output];
    const Tensor& facts = graph.space().tensor(tensor);
    const bool isConstant = facts.origin == TensorOrigin::kConstant;
    SlotId& known = isConstant ? constants_.try_emplace({&graph.space(), tensor}, kNoSlot).first->second
                               : inputs_.try_emplace(facts.name, kNoSlot).first->second;
    return sourceSlot(known, graph.space(), tensor, isConstant ? Slot::Kind::kConstant : Slot::Kind::kInput);
  }

  SlotId sourceSlot(SlotId& known, const Space& space, TensorId tensor, Slot::Kind kind) {
    if (known == kNoSlot) {
      known = static_cast<SlotId>(plan_.slots_.size());
      plan_.slots_.push_back({&space, tensor, kind, 0});
    }
    return known;
  }

  void visit(const Graph& graph, TensorId root, OpSteps& steps, std::vector<std::uint32_t>& postorder) {
    struct Frame {
      OpId op;
      std::size_t next = 0;
    };
    std::vector<Frame> stack;
    const auto enter = [&](TensorId tensor) {
      const OpId op = opOf(graph, tensor);
      if (op.isValid() && !steps.contains(op)) stack.push_back({op});
    };
    enter(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const Op& op = graph.space().op(frame.op);
      if (frame.next < op.inputs.size()) {
        enter(op.inputs[frame.next++]);
        continue;
      }
      const OpId finished = frame.op;
      stack.pop_back();
      if (steps.contains(finished)) continue;
      const std::uint32_t step = stepOf(graph, finished, steps);
      steps.emplace(finished, step);
      postorder.push_back(step);
    }
  }

  std::uint32_t stepOf(const Graph& graph, OpId id, const OpSteps& steps) {
    const Space& space = graph.space();
    const Op& op = space.op(id);
    std::vector<SlotId> inputs;
    for (const TensorId input : op.inputs) inputs.push_back(slotOf(graph, input, steps));
    if (isCut(op, bodies_)) return cutStepOf(space, id, std::move(inputs));
    std::uint32_t& step = steps_.try_emplace({&space, id, inputs}, kNoSlot).first->second;
    if (step == kNoSlot) step = newStep(space, id, std::move(inputs));
    ++plan_.steps_[step].graphs;
    return step;
  }

  std::uint32_t cutStepOf(const Space& space, OpId id, std::vector<SlotId> inputs) {
    const Op& op = space.op(id);
    std::string key = op.name();
    for (const TensorId output : op.outputs) key += '\n' + space.tensor(output).name;
    std::uint32_t& step = cuts_.try_emplace(std::move(key), kNoSlot).first->second;
    if (step == kNoSlot) {
      step = newStep(space, id, std::move(inputs));
    } else {
      const std::vector<SlotId>& seen = plan_.steps_[step].inputs;
      for (std::size_t i = 0; i < std::min(seen.size(), inputs.size()); ++i)
        if (seen[i] != inputs[i]) plan_.cut_inputs_.push_back({step, static_cast<int>(i), seen[i], inputs[i]});
    }
    ++plan_.steps_[step].graphs;
    return step;
  }

  std::uint32_t newStep(const Space& space, OpId id, std::vector<SlotId> inputs) {
    const auto step = static_cast<std::uint32_t>(plan_.steps_.size());
    std::vector<SlotId> outputs;
    for (const TensorId output : space.op(id).outputs) {
      outputs.push_back(static_cast<SlotId>(plan_.slots_.size()));
      plan_.slots_.push_back({&space, output, Slot::Kind::kComputed, step});
    }
    plan_.steps_.push_back({&space, id, std::move(inputs), std::move(outputs), 0, isCut(space.op(id), bodies_)});
    return step;
  }

  EvaluationPlan& plan_;
  BodiesAre bodies_;
  std::vector<double> positions_;
  absl::flat_hash_map<StepKey, std::uint32_t> steps_;
  std::map<std::string, std::uint32_t> cuts_;
  absl::flat_hash_map<std::pair<const Space*, TensorId>, SlotId> constants_;
  std::map<std::string, SlotId> inputs_;
};

EvaluationPlan::EvaluationPlan(std::span<const Graph* const> graphs, BodiesAre bodies) {
  PlanBuilder builder(*this, bodies);
  for (const Graph* graph : graphs) builder.add(*graph);
  builder.finish();
}

}  // namespace tasoscope
