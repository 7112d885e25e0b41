#pragma once
// A foreign rule as a rule of the language.

#include <string>
#include <vector>

#include "exchange/foreign_rule.h"
#include "rules/rule.h"

namespace tasoscope::exchange {

/// What an imported rule is called, and where it comes from.
struct ImportedAs {
  std::string name, family, source;
};

/// Throws NotExpressible (in foreign_typing.h).
Rule importRule(const ForeignRule& rule, const ImportedAs& as);

}  // namespace tasoscope::exchange
