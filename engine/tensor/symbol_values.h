#pragma once
// Values for the symbols of a model's shapes ("batch" = 1), as the user gives them or as evaluation and pricing choose.

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tasoscope {

using SymbolValues = std::map<std::string, std::int64_t, std::less<>>;

/// Whether a symbol's name says that it counts independent examples: "batch", "batch_size", "N", "bs", ... but not
/// "max_seq_len_in_batch", which is a length.
inline bool isBatchLike(std::string_view symbol) {
  std::string lower;
  for (const char c : symbol) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (lower.find("seq") != std::string::npos || lower.find("len") != std::string::npos) return false;
  return lower == "n" || lower == "b" || lower == "bs" || lower.find("batch") != std::string::npos;
}

}  // namespace tasoscope
