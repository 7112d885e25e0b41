#pragma once
// One case of ONNX's test data: a model with stored inputs and outputs beside it.

#include <filesystem>
#include <string>

namespace tasoscope::testing {

/// Runs a case as a graph, and once more by the operators' definitions alone with the inputs absorbed as attributes
/// that can be. Empty when all data sets agree, else where the first difference is. Throws NotRunnable
/// (onnx_test_data.h) and the engine's errors.
std::string runCase(const std::filesystem::path& model);

}  // namespace tasoscope::testing
