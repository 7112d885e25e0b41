#pragma once
// A rule of the language as a foreign one.

#include <string>
#include <vector>

#include "exchange/foreign_rule.h"
#include "rules/rule.h"

namespace tasoscope::exchange {

struct Exported {
  ForeignRule rule;
  std::vector<std::string> remarks;
};

/// Throws NotExpressible (in foreign_typing.h).
Exported exportRule(const Rule& rule);

}  // namespace tasoscope::exchange
