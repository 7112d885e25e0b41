#include "rules/built_in_matchers.h"

#include <algorithm>
#include <memory>

#include "rules/common_subexpression.h"
#include "rules/constant_folding.h"

namespace tasoscope {

BuiltInMatcher builtInMatcherNamed(std::string_view name, Space& space) {
  if (name == kCommonSubexpression) return findCommonSubexpressions;
  const auto folding = [&](std::vector<Match> (ConstantFolding::*find)(const Graph&, OpId)) {
    return [state = std::make_shared<ConstantFolding>(space), find](const Graph& graph, OpId op) {
      return ((*state).*find)(graph, op);
    };
  };
  if (name == kConstantFolding) return folding(&ConstantFolding::foldConstants);
  if (name == kShapeFolding) return folding(&ConstantFolding::foldShapes);
  if (name == kKnownOperands) return folding(&ConstantFolding::takeInOperands);
  if (name == kUnchangedShape) return folding(&ConstantFolding::dropViews);
  if (name == kEqualConstants) return folding(&ConstantFolding::mergeConstants);
  return {};
}

std::optional<Match> replacementOf(const Graph& graph, OpId op, const std::vector<Choice>& after) {
  const Space& space = graph.space();
  Match match;
  for (const TensorId name : graph.chosenBy(op)) {
    const Choice before = graph.choice(name);
    if (before.output >= after.size()) continue;
    const Choice& choice = after[before.output];
    if (choice == Choice{} || choice == before) continue;
    const bool fits = space.canProduce(choice, name) && space.tensor(name).type.shape.hasRank();
    if (!fits || (choice.isAlias() && choice.alias == name)) return std::nullopt;
    match.needs.push_back({name, before});
    match.facts.push_back({name, choice, true});
    match.roots.push_back(name);
  }
  if (match.facts.empty()) return std::nullopt;
  std::sort(match.needs.begin(), match.needs.end());
  match.sourceOps = {op};
  return match;
}

}  // namespace tasoscope
