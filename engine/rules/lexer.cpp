#include "rules/lexer.h"

#include <fmt/format.h>

#include <array>

#include "tensor/error.h"

namespace tasoscope {
namespace {

bool isWordStart(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool isWordPart(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

class Lexer {
 public:
  Lexer(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  std::vector<Token> run() {
    for (;;) {
      skipBlanks();
      tokens_.push_back(next());
      if (tokens_.back().kind == TokenKind::kEnd) return std::move(tokens_);
    }
  }

 private:
  bool atEnd(std::size_t ahead = 0) const { return position_ + ahead >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return atEnd(ahead) ? '\0' : text_[position_ + ahead]; }
  void advance() {
    if (text_[position_] == '\n') {
      ++line_;
      column_ = 1;
    } else {
      ++column_;
    }
    ++position_;
  }
  void skipBlanks() {
    while (!atEnd()) {
      if (peek() == '#') {
        while (!atEnd() && peek() != '\n') advance();
      } else if (isSpace(peek())) {
        advance();
      } else {
        return;
      }
    }
  }
  Token here(TokenKind kind) const { return {kind, {}, line_, column_, position_}; }
  bool expectsName() const {
    return !tokens_.empty() && tokens_.back().kind == TokenKind::kWord &&
           (tokens_.back().is("rule") || tokens_.back().is("device-rule") || tokens_.back().is("family"));
  }

  Token next() {
    if (atEnd()) return here(TokenKind::kEnd);
    if (expectsName()) return taken(TokenKind::kWord, [](char c) { return !isSpace(c); });
    if (isWordStart(peek())) return word();
    if (isDigit(peek())) return number();
    if (peek() == '"') return string();
    return symbol();
  }

  template <typename Accepts>
  Token taken(TokenKind kind, Accepts accepts) {
    Token token = here(kind);
    while (!atEnd() && accepts(peek())) {
      token.text += peek();
      advance();
    }
    return token;
  }

  Token word() {
    for (const std::string_view hyphenated : {"device-rule", "built-in"}) {
      if (text_.substr(position_, hyphenated.size()) != hyphenated) continue;
      Token token = here(TokenKind::kWord);
      token.text = hyphenated;
      for (std::size_t i = 0; i < hyphenated.size(); ++i) advance();
      return token;
    }
    return taken(TokenKind::kWord, isWordPart);
  }

  Token number() {
    Token token = taken(TokenKind::kInteger, isDigit);
    if (peek() == '.' && isDigit(peek(1))) {
      token.kind = TokenKind::kReal;
      token.text += '.';
      advance();
      token.text += taken(TokenKind::kReal, isDigit).text;
    }
    const bool isSigned = peek(1) == '-' || peek(1) == '+';
    if ((peek() == 'e' || peek() == 'E') && isDigit(peek(isSigned ? 2 : 1))) {
      token.kind = TokenKind::kReal;
      for (int i = 0; i < (isSigned ? 2 : 1); ++i) {
        token.text += peek();
        advance();
      }
      token.text += taken(TokenKind::kReal, isDigit).text;
    }
    return token;
  }

  Token string() {
    Token token = here(TokenKind::kString);
    advance();
    while (!atEnd() && peek() != '"') {
      if (peek() == '\\' && !atEnd(1)) advance();
      token.text += peek();
      advance();
    }
    if (atEnd()) failAt(file_, token, "this string has no end");
    advance();
    return token;
  }

  Token symbol() {
    static constexpr std::array<std::string_view, 8> kLong{"<=>", "...", "=>", "==", "!=", "<=", ">=", "++"};
    Token token = here(TokenKind::kSymbol);
    for (const std::string_view candidate : kLong) {
      if (text_.substr(position_, candidate.size()) != candidate) continue;
      token.text = candidate;
      for (std::size_t i = 0; i < candidate.size(); ++i) advance();
      return token;
    }
    if (std::string_view("(){}[],=+-*/<>?").find(peek()) == std::string_view::npos)
      failAt(file_, token, fmt::format("unexpected character '{}'", peek()));
    token.text = peek();
    advance();
    return token;
  }

  std::string_view text_, file_;
  std::size_t position_ = 0;
  int line_ = 1, column_ = 1;
  std::vector<Token> tokens_;
};

}  // namespace

PlacedRuleError::PlacedRuleError(std::string_view file, SourcePlace where, std::string what)
    : RuleError(fmt::format("{}:{}:{}: {}", file, where.line, where.column, what)),
      place(where),
      message(std::move(what)) {}

void failAt(std::string_view file, const Token& token, const std::string& message) {
  throw PlacedRuleError(file, token.place(), message);
}

std::vector<Token> tokenize(std::string_view text, std::string_view file) { return Lexer(text, file).run(); }

}  // namespace tasoscope
