#pragma once
// TASO's files of substitutions in protobuf's wire format.

#include <string>
#include <string_view>
#include <vector>

#include "exchange/foreign_rule.h"

namespace tasoscope::exchange {

/// The rules in the file's order, malformed ones included. Throws FileError with `name` when it cannot be decoded.
std::vector<ForeignRule> readTaso(std::string_view bytes, const std::string& name);
std::string writeTaso(const std::vector<ForeignRule>& rules);

}  // namespace tasoscope::exchange
