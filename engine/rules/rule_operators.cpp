#include "rules/rule_operators.h"

namespace tasoscope {

const OperatorDefinition* findRuleOperator(std::string_view name) {
  if (const OperatorDefinition* definition = findOperator(name)) return definition;
  return findOperator(name, kSpaceDomain);
}

}  // namespace tasoscope
