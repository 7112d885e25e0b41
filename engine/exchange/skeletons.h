#pragma once
// Whether both sides of a foreign rule do the same arithmetic with each element.

#include "exchange/foreign_rule.h"
#include "rules/rule.h"

namespace tasoscope::exchange {

/// kExact: the same operations on the same operands, perhaps in larger or smaller pieces; kReassociating otherwise.
NumericClass numericClassOf(const ForeignRule& rule);

}  // namespace tasoscope::exchange
