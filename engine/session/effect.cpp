#include "session/effect.h"

#include <map>

namespace tasoscope {

Effect effectOf(const GraphChange& change) {
  std::map<OpId, int> balance;
  for (OpId op : change.born) ++balance[op];
  for (OpId op : change.died) --balance[op];
  Effect effect;
  for (const auto& [op, count] : balance) {
    if (count > 0) effect.added.push_back(op);
    if (count < 0) effect.removed.push_back(op);
  }
  return effect;
}

GraphChange applyAll(Graph& graph, const Applies& applies) {
  GraphChange all;
  for (const std::vector<Fact>& facts : applies) {
    graph.apply(facts);
    append(all, graph.lastChange());
  }
  return all;
}

}  // namespace tasoscope
