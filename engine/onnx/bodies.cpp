#include "onnx/bodies.h"

#include <absl/container/flat_hash_set.h>

namespace tasoscope {
namespace {

using Names = absl::flat_hash_set<std::string>;

/// The names that a body defines itself.
Names definedIn(const onnx::GraphProto& body) {
  Names names;
  for (const auto& input : body.input()) names.insert(input.name());
  for (const auto& tensor : body.initializer()) names.insert(tensor.name());
  for (const auto& tensor : body.sparse_initializer()) names.insert(tensor.values().name());
  for (const auto& node : body.node()) names.insert(node.output().begin(), node.output().end());
  return names;
}

template <typename Visit>
void forEachBody(const onnx::NodeProto& node, const Visit& visit) {
  for (const auto& attribute : node.attribute()) {
    if (attribute.has_g()) visit(attribute.g());
    for (const auto& graph : attribute.graphs()) visit(graph);
  }
}

void collectFree(const onnx::GraphProto& body, std::vector<std::string>& found, Names& seen) {
  const Names defined = definedIn(body);
  std::vector<std::string> free;
  Names seenHere;
  const auto read = [&](const std::string& name) {
    if (!name.empty() && !defined.contains(name) && seenHere.insert(name).second) free.push_back(name);
  };
  for (const auto& node : body.node()) {
    for (const auto& name : node.input()) read(name);
    for (const auto& name : capturedNames(node)) read(name);
  }
  for (const auto& output : body.output()) read(output.name());
  for (auto& name : free) {
    if (seen.insert(name).second) found.push_back(std::move(name));
  }
}

void renameFree(onnx::GraphProto& body, const std::function<std::string(const std::string&)>& newName) {
  const Names defined = definedIn(body);
  const auto rename = [&](const std::string& name) {
    return name.empty() || defined.contains(name) ? name : newName(name);
  };
  for (auto& node : *body.mutable_node()) {
    for (auto& input : *node.mutable_input()) input = rename(input);
    renameCaptured(node, rename);
  }
  for (auto& output : *body.mutable_output()) {
    if (const std::string name = rename(output.name()); name != output.name()) output.set_name(name);
  }
}

}  // namespace

std::vector<std::string> capturedNames(const onnx::NodeProto& node) {
  std::vector<std::string> found;
  Names seen;
  forEachBody(node, [&](const onnx::GraphProto& body) { collectFree(body, found, seen); });
  return found;
}

bool hasBodies(const onnx::NodeProto& node) {
  bool found = false;
  forEachBody(node, [&](const onnx::GraphProto&) { found = true; });
  return found;
}

void renameCaptured(onnx::NodeProto& node, const std::function<std::string(const std::string&)>& newName) {
  for (auto& attribute : *node.mutable_attribute()) {
    if (attribute.has_g()) renameFree(*attribute.mutable_g(), newName);
    for (auto& graph : *attribute.mutable_graphs()) renameFree(graph, newName);
  }
}

void forEachName(const onnx::GraphProto& graph, const std::function<void(const std::string&)>& visit) {
  for (const auto& input : graph.input()) visit(input.name());
  for (const auto& output : graph.output()) visit(output.name());
  for (const auto& tensor : graph.initializer()) visit(tensor.name());
  for (const auto& tensor : graph.sparse_initializer()) visit(tensor.values().name());
  for (const auto& node : graph.node()) {
    for (const auto& name : node.input()) visit(name);
    for (const auto& name : node.output()) visit(name);
    forEachBody(node, [&](const onnx::GraphProto& body) { forEachName(body, visit); });
  }
}

}  // namespace tasoscope
