#pragma once
// The rule that no pattern can say, since it is about any operator: two live ops with the same operator, attributes and
// input values are one.

#include <string_view>
#include <vector>

#include "rules/match.h"

namespace tasoscope {

inline constexpr std::string_view kCommonSubexpression = "common-subexpression";

/// Matches (without their rule) that let the tensors of the later of two such ops choose the earlier one; `op` is one
/// of the two.
std::vector<Match> findCommonSubexpressions(const Graph& graph, OpId op);

}  // namespace tasoscope
