#pragma once
// Bodies of nodes (If, Loop, Scan): graphs that may read tensors of the graph around them. Private to engine/onnx.

#include <onnx/onnx_pb.h>

#include <functional>
#include <string>
#include <vector>

namespace tasoscope {

/// The names that a node's bodies read from the graph around it, each once, in order of first use.
std::vector<std::string> capturedNames(const onnx::NodeProto& node);
bool hasBodies(const onnx::NodeProto& node);
/// Replaces captured names in a node's bodies; `newName` gives the name itself where nothing changes.
void renameCaptured(onnx::NodeProto& node, const std::function<std::string(const std::string&)>& newName);
/// Calls `visit` for every tensor name that a graph mentions, its bodies included.
void forEachName(const onnx::GraphProto& graph, const std::function<void(const std::string&)>& visit);

}  // namespace tasoscope
