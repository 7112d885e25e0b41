#pragma once
// Rules that are wrong: a small counterexample, and the condition under which the rule would be true.

#include <optional>
#include <string>

#include "proof/prover.h"

namespace tasoscope {

struct Refutation {
  std::string counterexample;  ///< both graphs, with shapes and attributes, and how the results differ
  std::int64_t elements = 0;   ///< of its inputs
  std::string repair;          ///< a condition with which the rule is proved; empty: none was found
};

/// The smallest counterexample of several random searches, each on small tensors; nothing when all found none.
std::optional<Refutation> refute(const Rule& rule, const Prover& prover);

/// The first condition, of those that two extents of inputs are equal, with which the rule is proved, as text.
std::string conditionThatProves(const Rule& rule, const Prover& prover);

}  // namespace tasoscope
