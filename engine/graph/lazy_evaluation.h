#pragma once
// Evaluating ops over constants without holding what they make: where a large weight is only moved (Concat, Transpose,
// Split, a view) or changed element by element, the result is a deferred value that reads boxes of its inputs when it
// is read itself. Everything else is evaluated at once.

#include <vector>

#include "graph/operator.h"

namespace tasoscope {

/// As definition.evaluate(context), which must be there; the shapes of context.outputs must be static for a result to
/// be deferred.
std::vector<Value> evaluateLazily(const OperatorDefinition& definition, const EvaluationContext& context);

}  // namespace tasoscope
