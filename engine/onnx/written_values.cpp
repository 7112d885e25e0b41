#include "onnx/written_values.h"

namespace tasoscope {

WrittenValues::WrittenValues(const Graph& graph) : graph_(graph), space_(graph.space()) {
  for (const TensorId tensor : graph.liveTensors()) members_[valueOf(tensor)].push_back(tensor);
}

TensorId WrittenValues::valueOf(TensorId tensor) const {
  while (graph_.isLive(tensor)) {
    const Choice choice = graph_.choice(tensor);
    if (choice.isOp()) return space_.op(choice.op).outputs[choice.output];
    if (!choice.isAlias()) break;
    tensor = choice.alias;
  }
  return tensor;
}

const std::vector<TensorId>& WrittenValues::membersOf(TensorId value) const {
  static const std::vector<TensorId> kNone;
  const auto found = members_.find(value);
  return found == members_.end() ? kNone : found->second;
}

}  // namespace tasoscope
