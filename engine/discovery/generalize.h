#pragma once
// More general forms of what was found: where a tensor is read several times on both sides, it may be several tensors.
// Enumeration has few variables of a shape, so most equations are first seen as special cases.

#include "discovery/vocabulary.h"
#include "exchange/foreign_rule.h"

namespace tasoscope::discovery {

/// Whether both sides of the rule compute the same on the vocabulary's variables. False too where an operator does not
/// fit its operands.
bool holds(const exchange::ForeignRule& rule, const Vocabulary& vocabulary);

/// The rule with as many different variables as it holds for, on tensors of the same shapes.
exchange::ForeignRule generalized(exchange::ForeignRule rule, const Vocabulary& vocabulary);

/// The rule with the vocabulary's variables in the place of its own, of shapes that fit all its operators. Nothing when
/// there are none.
std::optional<exchange::ForeignRule> inVariablesOf(const exchange::ForeignRule& rule, const Vocabulary& vocabulary);

}  // namespace tasoscope::discovery
