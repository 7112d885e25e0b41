#include "execution/evaluator.h"

#include <fmt/format.h>

#include "execution/executor.h"

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

std::vector<Value> evaluate(const Graph& graph, const TensorValues& inputs, const Progress& progress) {
  const Graph* graphs[] = {&graph};
  const EvaluationPlan plan{graphs};
  std::vector<Watch> watches;
  for (const SlotId output : plan.outputs(0)) watches.push_back({output, kNoSlot});
  std::vector<Value> results(watches.size());
  ExecutorCallbacks callbacks;
  callbacks.input = [&](SlotId slot) { return inputValue(graph.space(), plan.values()[slot].tensor, inputs); };
  callbacks.substitute = [](const Step&, const EvaluationError& reason) -> std::vector<Value> { throw reason; };
  callbacks.seen = [&](std::size_t watch, const Value& value, const Value&) { results[watch] = value; };
  execute(plan, watches, callbacks, progress);
  return results;
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
