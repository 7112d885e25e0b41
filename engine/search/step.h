#pragma once
// One step in a graph: a match is applied, and the device's own fusions follow around what it changed.

#include <vector>

#include "search/search.h"

namespace tasoscope {

/// The applies of a step: the match first, then each fusion.
using Applies = std::vector<std::vector<Fact>>;

/// Makes the step. When it is refused (kCycle) or changes nothing, the graph is as it was. `record`, if any, is filled.
ApplyResult takeStep(Graph& graph, const Match& match, NormalForm& normalForm, Applies* record = nullptr);
/// Takes back applies until the graph has this depth.
void undoTo(Graph& graph, std::size_t depth);
}  // namespace tasoscope
