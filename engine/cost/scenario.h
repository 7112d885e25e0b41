#pragma once
// A way in which a model with symbolic dimensions is used: values for its symbols, and how much that use counts among
// others.

#include <string>

#include "tensor/symbol_values.h"

namespace tasoscope {

struct Scenario {
  std::string name;
  SymbolValues symbols;
  double weight = 1;  ///< against the weights of the other scenarios; positive
  friend bool operator==(const Scenario&, const Scenario&) = default;
};

}  // namespace tasoscope
