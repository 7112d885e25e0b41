#include "search/step.h"

namespace tasoscope {

ApplyResult takeStep(Graph& graph, const Match& match, NormalForm& normalForm, Applies* record) {
  ApplyResult result = graph.apply(match.facts);
  if (result != ApplyResult::kApplied) return result;
  if (record) record->push_back(match.facts);
  normalForm.normalizeAround(graph, graph.lastChange(), record);
  return result;
}

void undoTo(Graph& graph, std::size_t depth) {
  while (graph.depth() > depth) graph.undo();
}

}  // namespace tasoscope
