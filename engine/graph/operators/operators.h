#pragma once
// The families of operator definitions; registry.cpp gathers them. Private to graph/operators.

#include <vector>

#include "graph/operator.h"

namespace tasoscope::operators {

std::vector<OperatorDefinition> constantOperators();  ///< the space's own nullary ops: Zeros, Ones, IdentityMatrix, ...

}  // namespace tasoscope::operators
