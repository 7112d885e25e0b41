#pragma once
// Operators as rules name them: one name space for ONNX's and the space's own; and the filled constant, which only
// right sides may write.

#include <string_view>

#include "graph/operator.h"

namespace tasoscope {

inline constexpr std::string_view kSpaceDomain = "tasoscope";
/// Constant() {shape, element_type, value}: a constant tensor made by the rule, all elements `value`.
inline constexpr std::string_view kFilledConstant = "Constant";

/// The operator's definition, or nullptr.
const OperatorDefinition* findRuleOperator(std::string_view name);

}  // namespace tasoscope
