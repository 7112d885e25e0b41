#pragma once
// Models that are built instead of read (the zoo, tests). Private to engine/onnx: it shows ONNX's data structures.

#include <onnx/onnx_pb.h>

#include <map>
#include <string>

#include "onnx/model.h"
#include "tensor/constant.h"

namespace tasoscope {

/// A model from its parts. An initializer whose TensorProto has name, dims and data_type but no data takes it from
/// `weights` by its name, when something evaluates or writes it. Throws ModelError as readModel does.
Model modelFromProto(onnx::ModelProto proto, std::map<std::string, ConstantPtr> weights = {},
                     const ReadOptions& options = {}, const Progress& progress = {});

}  // namespace tasoscope
