#pragma once
// Proofs of rules from axioms. A rule is proved if in every case (see proof_case.h) its right side is well-typed, has
// the left side's types, and equals it by axioms; the answer is a list of lines for each result, each an axiom at a
// place. A line that the search found counts only after it was checked by itself, with plain terms and no search.
//
// Search: both sides are terms of one e-graph; all axioms are applied wherever they fit, in rounds, until the results
// are equal or a limit is reached. An axiom is applied only where its conditions follow from what the case assumes and
// its other side is well-typed, with the same types.

#include <string>
#include <vector>

#include "proof/axiom.h"
#include "proof/proof_case.h"

namespace tasoscope {

struct ProofLimits {
  int rounds = 6;
  std::size_t terms = 3000;
  CaseBounds bounds;
};

struct ProofLine {
  std::string axiom;
  bool isBackward = false;  ///< its right side was replaced by its left one
  std::vector<int> place;   ///< which operand, from the top
  std::string term;         ///< the whole term after it
};

struct RootProof {
  std::string root;
  std::string term;  ///< the left side
  std::vector<ProofLine> lines;
};

struct CaseProof {
  std::string about;
  std::vector<RootProof> roots;
};

struct Proof {
  std::vector<CaseProof> cases;  ///< those that were proved
  int unprovedCases = 0;
  std::string obstacle;  ///< what stood in the way in the first case that was not proved; empty: none did
  ProofLimits limits;
  bool isProved() const { return obstacle.empty() && !cases.empty(); }
};

class Prover {
 public:
  explicit Prover(std::span<const Rule> axioms, ProofLimits limits = {});
  /// Gives up at the first case that it cannot prove.
  Proof prove(const Rule& rule) const;

 private:
  std::vector<AxiomDirection> directions_;
  ProofLimits limits_;
};

/// The axioms that the program carries with it (rules/axioms/*.rules).
const std::vector<Rule>& builtInAxioms();
/// SHA-256 over what the axioms state: a proof stands while it is the same.
std::string digestOf(std::span<const Rule> axioms);

}  // namespace tasoscope
