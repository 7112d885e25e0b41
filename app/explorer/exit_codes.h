#pragma once
// The exit code that an error means, by its kind: 1 refused by a check, 2 the call, 3 the input, 4 a resource.

#include <exception>

namespace tasoscope {

int exitCodeOf(const std::exception& error);

}  // namespace tasoscope
