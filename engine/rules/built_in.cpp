#include "ruleFiles.h"
#include "rules/rule.h"
#include "rules/rule_text.h"
#include "rules/standing_record.h"
#include "standingFiles.h"

namespace tasoscope {
namespace {

/// Every rule of the embedded files, in the files' order, with the standing that the embedded records give it.
const std::vector<Rule>& allRules() {
  static const std::vector<Rule> kRules = [] {
    std::vector<Rule> result;
    for (const EmbeddedFile& file : ruleFiles())
      for (Rule& rule : parseRules(file.text, file.name)) result.push_back(std::move(rule));
    applyStandings(result, builtInStandings());
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

StandingRecord builtInStandings() {
  StandingRecord record;
  for (const EmbeddedFile& file : standingFiles())
    for (StandingEntry& entry : StandingRecord::parse(file.text, file.name).entries()) record.add(std::move(entry));
  return record;
}

RuleSet builtInRules() { return selected(false); }
RuleSet builtInDeviceRules() { return selected(true); }

}  // namespace tasoscope
