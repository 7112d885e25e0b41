#pragma once
// Names from files in sentences for people. Private to engine/onnx.

#include <onnx/onnx_pb.h>

#include <string>
#include <string_view>

namespace tasoscope {

/// A name as it may stand in one line: control characters replaced, the middle of a long one left out.
std::string shown(std::string_view name);
bool isUtf8(std::string_view text);
/// Throws ModelError if a name in the graph, its nodes or its bodies is no UTF-8.
void requireUtf8Names(const onnx::GraphProto& graph);

}  // namespace tasoscope
