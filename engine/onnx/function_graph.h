#pragma once
// Functions that a model defines itself, as graphs: what one call computes. Private to engine/onnx.

#include <onnx/onnx_pb.h>

#include <vector>

#include "onnx/model.h"

namespace tasoscope {

/// The nodes of a function with the attributes of this call in their places and its omitted inputs left out. The graph
/// has the function's outputs, and no inputs: it reads them by their names.
onnx::GraphProto graphOfCall(const onnx::FunctionProto& function, const onnx::NodeProto& call);
/// The versions of the operators that a function uses: those it imports itself, else the model's.
std::vector<OpsetImport> opsetsOf(const onnx::FunctionProto& function, const std::vector<OpsetImport>& model);

}  // namespace tasoscope
