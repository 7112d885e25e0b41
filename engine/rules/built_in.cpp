#include "ruleFiles.h"
#include "rules/rule.h"
#include "rules/rule_text.h"

namespace tasoscope {
namespace {

/// Every rule of the embedded files, in the files' order; each has passed its numeric test.
const std::vector<Rule>& allRules() {
  static const std::vector<Rule> kRules = [] {
    std::vector<Rule> result;
    for (const EmbeddedFile& file : ruleFiles())
      for (Rule& rule : parseRules(file.text, file.name)) {
        rule.standing = Standing::kTested;
        result.push_back(std::move(rule));
      }
    return result;
  }();
  return kRules;
}

RuleSet selected(bool isDeviceRule) {
  RuleSet result;
  for (const Rule& rule : allRules())
    if (rule.isDeviceRule == isDeviceRule) result.add(rule);
  return result;
}

}  // namespace

RuleSet builtInRules() { return selected(false); }
RuleSet builtInDeviceRules() { return selected(true); }

}  // namespace tasoscope
