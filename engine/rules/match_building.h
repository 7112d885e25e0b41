#pragma once
// From a binding of a rule's variables to a match.

#include <algorithm>
#include <optional>

#include "rules/target_builder.h"

namespace tasoscope {

/// A root whose element type the rule is not for; nothing when it is for all of them.
std::optional<TensorId> rootOfWrongType(const Space& space, const CompiledRule& rule, const Binding& binding);
/// The binding as a match of the rule with this index.
Match matchOf(std::uint32_t index, const CompiledRule& rule, const Binding& binding, const BindingScope& scope,
              BuiltTarget target);

template <typename List>
void sortUnique(List& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

}  // namespace tasoscope
