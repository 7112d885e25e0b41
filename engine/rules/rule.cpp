#include "rules/rule.h"

namespace tasoscope {

std::string_view nameOf(Standing standing) {
  switch (standing) {
    case Standing::kProved:
      return "proved";
    case Standing::kTested:
      return "tested";
    case Standing::kAssumed:
      return "assumed";
    case Standing::kRefuted:
      return "refuted";
  }
  return "";
}

std::string_view nameOf(NumericClass numericClass) {
  switch (numericClass) {
    case NumericClass::kExact:
      return "exact";
    case NumericClass::kReassociating:
      return "reassociating";
    case NumericClass::kFolding:
      return "folding";
    case NumericClass::kApproximate:
      return "approximate";
  }
  return "";
}

void RuleSet::add(Rule rule) { rules_.push_back(std::move(rule)); }

const Rule* RuleSet::find(std::string_view name) const {
  for (const Rule& rule : rules_)
    if (rule.name == name) return &rule;
  return nullptr;
}

}  // namespace tasoscope
