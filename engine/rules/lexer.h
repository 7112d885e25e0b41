#pragma once
// Tokens of the rule language.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"
#include "tensor/error.h"

namespace tasoscope {

enum class TokenKind : std::uint8_t { kWord, kInteger, kReal, kString, kSymbol, kEnd };

struct Token {
  TokenKind kind = TokenKind::kEnd;
  std::string text;  ///< a word, a symbol, a number as written, or a string without its quotes
  int line = 1, column = 1;
  std::size_t position = 0;  ///< in the text
  SourcePlace place() const { return {line, column}; }
  bool is(std::string_view symbolOrWord) const {
    return (kind == TokenKind::kSymbol || kind == TokenKind::kWord) && text == symbolOrWord;
  }
};

/// Throws RuleError with `file`, line and column. After `rule`, `device-rule` and `family` comes a name that runs to
/// the next white space. The last token is kEnd.
std::vector<Token> tokenize(std::string_view text, std::string_view file);

/// "FILE:LINE:COLUMN: MESSAGE", and its parts.
struct PlacedRuleError : RuleError {
  PlacedRuleError(std::string_view file, SourcePlace place, std::string message);
  SourcePlace place;
  std::string message;
};

/// Throws PlacedRuleError.
[[noreturn]] void failAt(std::string_view file, const Token& token, const std::string& message);

}  // namespace tasoscope
