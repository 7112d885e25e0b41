#include "execution/evaluator.h"

#include <fmt/format.h>

#include <array>

namespace tasoscope {

namespace {

Value inputValue(const Space& space, TensorId id, const TensorValues& inputs) {
  const Tensor& tensor = space.tensor(id);
  const auto found = inputs.find(id);
  if (found == inputs.end()) {
    if (tensor.constant) return tensor.constant->value();
    throw EvaluationError(fmt::format("No value was given for the input '{}'.", tensor.name));
  }
  if (!fits(tensor.type, found->second))
    throw EvaluationError(fmt::format("The value given for the input '{}' is {}, but the model wants {}.", tensor.name,
                                      found->second.type().text(), tensor.type.text()));
  return found->second;
}

}  // namespace

GraphEvaluation::GraphEvaluation(const Graph& graph, BodyGraphs bodies)
    : graph_(graph), bodies_(std::move(bodies)), plan_(std::array{&graph}) {
  for (const SlotId output : plan_.outputs(0)) watches_.push_back({output, kNoSlot});
}

std::vector<Value> GraphEvaluation::run(const TensorValues& inputs, const Progress& progress) {
  std::vector<Value> results(watches_.size());
  ExecutorCallbacks callbacks;
  callbacks.bodies = bodies_;
  callbacks.input = [&](SlotId slot) { return inputValue(graph_.space(), plan_.values()[slot].tensor, inputs); };
  constants_.beginRun();
  callbacks.constants = &constants_;
  callbacks.substitute = [](const Step&, const EvaluationError& reason) -> std::vector<Value> { throw reason; };
  callbacks.seen = [&](std::size_t watch, const Value& value, const Value&) { results[watch] = value; };
  flops_ += execute(plan_, watches_, callbacks, progress).flops;
  return results;
}

std::vector<Value> evaluate(const Graph& graph, const TensorValues& inputs, const Progress& progress) {
  return GraphEvaluation(graph).run(inputs, progress);
}

std::string nameOfOp(const Space& space, OpId id) {
  const Op& op = space.op(id);
  for (const TensorId output : op.outputs) {
    const std::string& name = space.tensor(output).name;
    if (!name.empty()) return fmt::format("{} (output '{}')", op.name(), name);
  }
  return fmt::format("{} (op {})", op.name(), id.value);
}

}  // namespace tasoscope
