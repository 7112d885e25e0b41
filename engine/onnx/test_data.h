#pragma once
// Stored inputs in the form of ONNX's test_data_set folders: input_0.pb, input_1.pb, ... each one TensorProto.

#include <filesystem>
#include <map>
#include <string>

#include "onnx/model.h"
#include "tensor/value.h"

namespace tasoscope {

/// The values in `folder` by the names of the model's inputs: by the tensor's own name where it is one, else by number.
/// Throws FileError when there is none, one is no tensor, or there are more than the model has inputs.
std::map<std::string, Value> readTestInputs(const Model& model, const std::filesystem::path& folder);

}  // namespace tasoscope
