#pragma once
// When two places are the same for a person: repeated blocks have the same substitution at each of them, and it is to
// be taken once for all.
//
// A place is known by the rule, by the change of cost, and by the ops that the match covers, that the step removes and
// that it adds: their operators, attributes, the types of what they read and make, and how they hang together. Names,
// and the elements of constants, do not count.

#include "rules/match.h"
#include "session/effect.h"

namespace tasoscope {

/// Equal for places that are the same.
Hash128 likenessOf(const Graph& graph, const Match& match, const Effect& effect, std::int64_t delta);

}  // namespace tasoscope
