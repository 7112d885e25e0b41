#pragma once
// Two graphs with one fingerprint, as a substitution.

#include <string>

#include "discovery/term_table.h"

namespace tasoscope::discovery {

/// A function: a term of the table, or a result of an operator on terms that is not in it.
struct TermRef {
  TermId term = kNoTerm;
  Application application;
  std::uint8_t output = 0;
};

/// Results of one operator, and what they equal: one of them, or all.
struct Equation {
  std::vector<TermRef> made;
  std::vector<TermRef> equal;  ///< as many
};

/// The side that a search would rather leave becomes the source: that with more operators. But all that the target
/// reads stands in the source, convolutions with several groups stand in the target, and if possible constants and
/// kernels that are enlarged do too: the language derives their attributes from the source. Nothing when neither side
/// will do.
std::optional<exchange::ForeignRule> ruleOf(const TermTable& table, const Equation& equation);

/// A text that rules share which differ in the names of their tensors only.
std::string canonicalText(const exchange::ForeignRule& rule);
std::size_t variableCount(const exchange::ForeignRule& rule);

}  // namespace tasoscope::discovery
