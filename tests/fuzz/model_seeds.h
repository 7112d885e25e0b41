#pragma once
// Small ONNX models that hold one of everything that the reader reads.

#include <string>
#include <vector>

namespace tasoscope::fuzz {

std::vector<std::string> modelSeeds();

}  // namespace tasoscope::fuzz
