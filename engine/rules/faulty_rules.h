#pragma once
// Reading a text of rules that may hold faults: those that parse are given, the others are told.

#include <string_view>
#include <vector>

#include "rules/lexer.h"

namespace tasoscope {

std::vector<Rule> parseRules(std::string_view text, std::string_view file, std::vector<PlacedRuleError>& faults);

}  // namespace tasoscope
