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

/// Faults of a rule in words: names bound nowhere, names never used, roots that do not hang together, unknown operators
/// and attributes, required attributes that are not mentioned. Empty: none found.
std::vector<std::string> lintRule(const Rule& rule);
/// Whether the equations of the left side share tensors, directly or through others. A rule whose left side has parts
/// that share nothing fits every combination of their places.
bool hangsTogether(const Rule& rule);
/// Why the rule cannot be matched from left to right, in words; empty when it can.
std::string whyNotRunnable(const Rule& rule);

}  // namespace tasoscope
