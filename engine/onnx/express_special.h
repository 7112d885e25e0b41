#pragma once
// The operators that cannot simply be written as they are. Private to express*.cpp.

#include "onnx/express.h"

namespace tasoscope {

using Expresser = void (*)(const NamedOp&, Expression&);

/// The special way to write this operator, or nullptr.
Expresser expresserOf(std::string_view opType);

/// Writes the op with its own operator and attributes, without those named in `leftOut`.
void expressAsItIs(const NamedOp& op, Expression& out, const std::vector<std::string>& outputs,
                   const std::vector<std::string>& leftOut = {});

}  // namespace tasoscope
