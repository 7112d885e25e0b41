#pragma once
// The text form of rules: parser, printer, and what can be said against a rule without running it.

#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"

namespace tasoscope {

/// The rules of a text in order, each two-way rule followed by its backward direction where that can run. Throws
/// RuleError with `file`, line and column.
std::vector<Rule> parseRules(std::string_view text, std::string_view file = "rules");
/// Parses to the same rule again. A backward direction is printed as a one-way rule.
std::string printRule(const Rule& rule);
bool haveSamePattern(const Rule& a, const Rule& b);

/// One fault of a rule, as a sentence without its end, and where it shows.
struct LintFinding {
  std::string rule;
  SourcePlace place;
  std::string text;
};
/// Names bound nowhere, names never used, roots that do not hang together, unknown operators and attributes, numbers of
/// operands and results that an operator has not, required attributes that are not mentioned. In order of place.
std::vector<LintFinding> lintRule(const Rule& rule);
/// All findings in a text: what does not parse, rule by rule, what can be said against the others, and rules that state
/// the same as an earlier one. In order of place.
std::vector<LintFinding> lintRules(std::string_view text, std::string_view file = "rules");
/// Whether the equations of the left side share tensors, directly or through others. A rule whose left side has parts
/// that share nothing fits every combination of their places.
bool hangsTogether(const Rule& rule);
/// Why the rule cannot be matched from left to right, in words; empty when it can.
std::string whyNotRunnable(const Rule& rule);

}  // namespace tasoscope
