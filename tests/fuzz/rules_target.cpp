// The parser of rule files: what it reads it prints, and the print reads back to the same rules.

#include "rules/rule.h"
#include "rules/rule_text.h"
#include "target.h"
#include "tensor/error.h"

namespace tasoscope::fuzz {

std::string_view targetName() { return "rules"; }

std::vector<std::string> seeds() {
  std::vector<std::string> texts;
  for (const RuleSet& set : {builtInDeviceRules(), builtInRules()})
    for (const Rule& rule : set.all()) texts.push_back(printRule(rule));
  return texts;
}

void run(std::string_view input) {
  std::vector<Rule> rules;
  try {
    rules = parseRules(input);
  } catch (const Error&) {
    return;
  }
  for (const Rule& rule : rules) {
    lintRule(rule);
    whyNotRunnable(rule);
    const std::string printed = printRule(rule);
    std::vector<Rule> again;
    try {
      again = parseRules(printed);
    } catch (const Error& error) {
      fail(std::string("a printed rule does not parse: ") + error.what() + "\n" + printed);
    }
    if (again.empty() || !haveSamePattern(rule, again.front()))
      fail("a printed rule parses to another one:\n" + printed);
  }
}

}  // namespace tasoscope::fuzz
