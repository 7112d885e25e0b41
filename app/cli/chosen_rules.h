#pragma once
// The rules that a subcommand of `rules` works on.

#include <string>
#include <vector>

#include "rules/rule.h"

namespace tasoscope::cli {

/// Those of the files, or of the program where there are none, device rules first.
std::vector<Rule> rulesOf(const std::vector<std::string>& files);
/// Of these the named ones, in the order of the names; all when none is named. Throws UsageError for a name that is
/// none.
std::vector<Rule> chosenRules(const std::vector<std::string>& files, const std::vector<std::string>& names);

}  // namespace tasoscope::cli
