#pragma once
// The cases of a rule: ranks of its inputs, lengths of its sequences, which optional inputs are there, values of
// attributes that have few. Within a case, extents and the other attributes stay symbols, and what the rule and its
// left side demand is assumed.

#include <memory>
#include <string>
#include <vector>

#include "proof/instance.h"

namespace tasoscope {

/// Up to where cases are looked at. A proof says so.
struct CaseBounds {
  int mostRank = 4;
  int mostElements = 3;  ///< of a sequence
};

/// One input of a case; without a type: absent.
struct CaseInput {
  int variable = -1;
  int element = -1;
  std::string name;
  std::optional<SymbolicType> type;
};

/// A case with everything that was assumed, ready to make terms from.
struct ProofCase {
  std::unique_ptr<Arithmetic> arithmetic;
  std::unique_ptr<Demands> assumed;
  std::unique_ptr<Terms> scratch;
  std::unique_ptr<Instance> names;  ///< attributes and sequences; inputs are bound by bindInputs()
  std::vector<CaseInput> inputs;
  std::string about;  ///< in words: "x 2, w 2"

  /// The rule's variables over terms, its inputs bound to leaves.
  Instance instanceIn(Terms& terms) const;
};

/// The case that `choices` lead to. Throws ImpossibleCase where there is none, NotShown where the left side has
/// something that proofs do not know.
ProofCase makeCase(const RulePattern& pattern, Choices& choices, const CaseBounds& bounds);

}  // namespace tasoscope
