#pragma once
// Axioms: rules that proofs are made of, one way or both, and where they fit among terms up to equality.

#include <functional>
#include <string>
#include <vector>

#include "proof/instance.h"
#include "rules/rule.h"

namespace tasoscope {

/// One reading of an axiom: what is found (left), what is equal to it (right).
struct AxiomDirection {
  std::string name;
  bool isBackward = false;
  RulePattern pattern;
  std::vector<int> order;  ///< of the left side's equations, from the root down
  std::vector<int> roots;
  std::string anchorOp() const { return pattern.left[static_cast<std::size_t>(order[0])].op; }
};

/// Both readings of each two-way axiom.
std::vector<AxiomDirection> directionsOf(std::span<const Rule> axioms);

/// The terms that matching looks at: by class, and by operator.
struct TermView {
  std::vector<std::vector<TermId>> classes;
  absl::flat_hash_map<std::string, std::vector<TermId>> byOperator;
};
/// All terms up to equality.
TermView viewOf(const Terms& terms);
/// One term: every class is itself.
TermView viewOfTerm(const Terms& terms, TermId root);

/// Calls `found` for every match whose anchor is one of `anchors`.
void matchAxiom(const AxiomDirection& direction, Terms& terms, const TermView& view, std::span<const TermId> anchors,
                const std::function<void(Instance&)>& found);

}  // namespace tasoscope
