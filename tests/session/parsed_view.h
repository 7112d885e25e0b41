#pragma once
// A view of a graph in text form, without a session: each node is named after its first output, in which two
// underscores stand for a slash, and costs a microsecond.

#include <string>

#include "graph/text_form.h"
#include "session/session.h"

namespace tasoscope {

inline std::string slashed(std::string name) {
  for (std::size_t at = name.find("__"); at != std::string::npos; at = name.find("__")) name.replace(at, 2, "/");
  return name;
}

inline GraphView viewOf(const Graph& graph) {
  const Space& space = graph.space();
  const auto tensorOf = [&](TensorId id) {
    TensorView view;
    view.tensor = graph.representative(id);
    view.name = space.tensor(id).name;
    view.type = space.tensor(id).type.text();
    view.isConstant = space.tensor(id).isConstant;
    return view;
  };
  const auto producerOf = [&](TensorId id) {
    const OpId op = graph.producer(id);
    return op.isValid() ? std::optional(op) : std::nullopt;
  };
  GraphView view;
  for (const OpId id : graph.liveOps()) {
    const Op& op = space.op(id);
    NodeView node;
    node.op = id;
    node.name = slashed(space.tensor(op.outputs[0]).name);
    node.operatorName = op.name();
    for (const auto& [name, value] : op.attributes) node.attributes.emplace_back(name, textOf(value));
    for (const TensorId input : op.inputs) {
      node.inputs.push_back(tensorOf(input));
      if (!node.inputs.back().isConstant) view.edges.push_back({producerOf(input), id, node.inputs.back()});
    }
    for (const TensorId output : op.outputs) node.outputs.push_back(tensorOf(output));
    node.picoseconds = 1'000'000;
    view.nodes.push_back(std::move(node));
  }
  for (const TensorId output : graph.outputs())
    view.edges.push_back({producerOf(output), std::nullopt, tensorOf(output)});
  return view;
}

inline GraphView parsedView(const ParsedGraph& parsed) { return viewOf(parsed.graph()); }

}  // namespace tasoscope
