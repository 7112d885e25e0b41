#include "chosen_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "session/session.h"
#include "tensor/error.h"

namespace tasoscope::cli {

std::vector<Rule> rulesOf(const std::vector<std::string>& files) {
  std::vector<Rule> rules;
  auto append = [&rules](const RuleSet& set) { rules.insert(rules.end(), set.all().begin(), set.all().end()); };
  if (!files.empty()) {
    append(readRuleFiles(std::vector<std::filesystem::path>(files.begin(), files.end())));
    return rules;
  }
  append(builtInDeviceRules());
  append(builtInRules());
  return rules;
}

std::vector<Rule> chosenRules(const std::vector<std::string>& files, const std::vector<std::string>& names) {
  std::vector<Rule> all = rulesOf(files), chosen;
  if (names.empty()) return all;
  for (const std::string& name : names) {
    auto found = std::ranges::find(all, name, &Rule::name);
    if (found == all.end())
      throw UsageError(fmt::format("there is no rule '{}'; `tasoscope rules list` names them all", name));
    chosen.push_back(*found);
  }
  return chosen;
}

}  // namespace tasoscope::cli
