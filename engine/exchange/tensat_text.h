#pragma once
// The texts in which Tensat lists rules: prefix terms, as s-expressions `(relu ?input_1)=>...`, one rule a line, or as
// calls `relu(input_1)==...` in one long line. A rule with two outputs is two equations that follow each other.

#include <string>
#include <string_view>
#include <vector>

#include "exchange/foreign_rule.h"

namespace tasoscope::exchange {

enum class TensatLines : std::uint8_t {
  kSingle,  ///< each is a rule, but for two that follow each other and are the two results of one split
  kPairs,   ///< two that follow each other are one rule with two outputs
};

struct TensatRule {
  ForeignRule rule;
  std::string fault;  ///< why it could not be read as a rule; empty: it could
};

/// Throws FileError with `name`, line and column where the text is no list of terms.
std::vector<TensatRule> readTensat(std::string_view text, TensatLines lines, const std::string& name);

/// The lines of a rule as s-expressions, one for each output.
std::vector<std::string> writeTensat(const ForeignRule& rule);

}  // namespace tasoscope::exchange
