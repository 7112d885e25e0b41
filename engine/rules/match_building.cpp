#include "rules/match_building.h"

#include <algorithm>

namespace tasoscope {

std::optional<TensorId> rootOfWrongType(const Space& space, const CompiledRule& rule, const Binding& binding) {
  const auto& types = rule.pattern->types;
  if (types.empty()) return std::nullopt;
  const auto isWrong = [&](TensorId tensor) {
    return std::find(types.begin(), types.end(), space.tensor(tensor).type.element) == types.end();
  };
  for (const int root : rule.roots) {
    const auto r = static_cast<std::size_t>(root);
    if (binding.plain[r].state == Bound::kYes && isWrong(binding.plain[r].tensor)) return binding.plain[r].tensor;
    for (const TensorId tensor : binding.sequences[r].tensors)
      if (isWrong(tensor)) return tensor;
  }
  return std::nullopt;
}

Match matchOf(std::uint32_t index, const CompiledRule& rule, const Binding& binding, const BindingScope& scope,
              BuiltTarget target) {
  Match match;
  match.rule = index;
  match.needs.assign(binding.needs.begin(), binding.needs.end());
  sortUnique(match.needs);
  for (const UsePattern& use : rule.pattern->uses) match.uses.push_back({scope.tensorOf(use.variable, -1), use.most});
  match.facts = std::move(target.facts);
  match.roots = std::move(target.roots);
  match.sourceOps.assign(binding.ops.begin(), binding.ops.end());
  sortUnique(match.sourceOps);
  return match;
}

}  // namespace tasoscope
