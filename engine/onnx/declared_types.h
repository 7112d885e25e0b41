#pragma once
// The types that a model declares for its inputs, outputs and inner tensors. Private to engine/onnx.

#include <onnx/onnx_pb.h>

#include <string>

#include "tensor/shape.h"

namespace tasoscope {

/// Symbolic names stay symbols; a dimension without value and name, or with -1, is unknown. What is no dense tensor
/// gives a type with isTensor false. Throws ModelError for impossible dimensions; `place` names the tensor in the
/// message.
TensorType typeFromProto(const onnx::TypeProto& proto, const std::string& place);
/// A type as ONNX declares it; shapes with expressions get their text as dim_param.
onnx::TypeProto protoFromType(const TensorType& type);

}  // namespace tasoscope
