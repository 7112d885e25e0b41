#pragma once
// The rules that no pattern can say, since they are about any operator. A file names such a rule with `built-in`; its
// name here is the name there.

#include <functional>
#include <string_view>
#include <vector>

#include "rules/match.h"

namespace tasoscope {

/// Matches (without their rule) at this live op of the graph.
using BuiltInMatcher = std::function<std::vector<Match>(const Graph& graph, OpId op)>;

/// The matcher of the rule with this name, for one space, which it may write; empty when there is none.
BuiltInMatcher builtInMatcherNamed(std::string_view name, Space& space);

/// Makes the tensors that choose `op` choose `after` instead, by output; an output without an entry keeps its choice.
/// Nothing when another producer may differ in type or shape, or when no tensor would change.
std::optional<Match> replacementOf(const Graph& graph, OpId op, const std::vector<Choice>& after);

}  // namespace tasoscope
