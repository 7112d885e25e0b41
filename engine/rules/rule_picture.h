#pragma once
// A rule as a picture in characters: both sides as small graphs that are read from above, inputs first.

#include <string>

#include "rules/rule.h"

namespace tasoscope {

/// Lines of text, none wider than `width` where that can be: the sides stand side by side, or else one below the other.
/// Empty for a rule that is no pattern.
std::string drawRule(const Rule& rule, std::size_t width = 100);

}  // namespace tasoscope
