// Recursive descent over the tokens. A rule with `for` is read once for each row of its table, with the row's tokens
// put in the place of the names. Names are resolved after the whole rule is read, since an equation may use what a
// later one defines; nested terms become equations of their own, named _1, _2, ...

#include <fmt/format.h>

#include <charconv>
#include <map>
#include <set>

#include "graph/operator.h"
#include "rules/faulty_rules.h"
#include "rules/lexer.h"
#include "rules/rule_pattern.h"
#include "rules/rule_text.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr int kMaxDepth = 64;

class RuleParser {
 public:
  RuleParser(std::string_view file, std::vector<Token> tokens, Rule& rule)
      : file_(file), tokens_(std::move(tokens)), rule_(rule), pattern_(std::make_shared<RulePattern>()) {}

  /// Reads the body between the braces.
  void run() {
    while (!current().is("}")) item();
    const bool hasPattern = arrow_ || !pattern_->left.empty() || !pattern_->conditions.empty() ||
                            !pattern_->values.empty() || !pattern_->uses.empty();
    if (!pattern_->builtIn.empty() && hasPattern) fail("a built-in rule has no equations and conditions of its own");
    if (!arrow_ && pattern_->builtIn.empty()) fail("a rule needs => or <=> between its two sides");
    if (!has_types_) pattern_->types = defaultRuleTypes(rule_.numericClass);
    resolve();
    rule_.pattern = pattern_;
  }

 private:
  const Token& current() const { return tokens_[at_]; }
  const Token& ahead(std::size_t n = 1) const { return tokens_[std::min(at_ + n, tokens_.size() - 1)]; }
  [[noreturn]] void fail(const std::string& message) const { failAt(file_, current(), message); }
  bool accept(std::string_view text) {
    if (!current().is(text)) return false;
    ++at_;
    return true;
  }
  void expect(std::string_view text) {
    if (!accept(text)) fail(fmt::format("expected '{}' before '{}'", text, current().text));
  }
  std::string take(TokenKind kind, std::string_view what) {
    if (current().kind != kind) fail(fmt::format("expected {} before '{}'", what, current().text));
    return tokens_[at_++].text;
  }
  std::string word(std::string_view what) { return take(TokenKind::kWord, what); }

  std::vector<Equation>& side() { return arrow_ ? pattern_->right : pattern_->left; }

  void item() {
    if (current().kind == TokenKind::kEnd) fail("the rule has no end: '}' is missing");
    if (current().is("=>") || current().is("<=>")) {
      if (arrow_) fail("a rule has one arrow");
      arrow_ = true;
      rule_.isTwoWay = current().is("<=>");
      ++at_;
    } else if (accept("note")) {
      rule_.note = take(TokenKind::kString, "a text in quotes");
    } else if (accept("from")) {
      rule_.source = take(TokenKind::kString, "a text in quotes");
    } else if (accept("numerics")) {
      numerics();
    } else if (accept("types")) {
      types();
    } else if (accept("built-in")) {
      pattern_->builtIn = rule_.name;
    } else if (accept("where")) {
      do {
        condition();
      } while (accept(","));
    } else if (accept("let")) {
      ValueVariable variable;
      variable.place = current().place();
      variable.name = word("a name");
      expect("=");
      variable.definition = expression();
      if (pattern_->valueNamed(variable.name) >= 0) fail(fmt::format("'{}' is defined twice", variable.name));
      pattern_->values.push_back(std::move(variable));
    } else {
      equation();
    }
  }

  void numerics() {
    const std::string name = word("exact, reassociating, folding or approximate");
    for (const NumericClass one :
         {NumericClass::kExact, NumericClass::kReassociating, NumericClass::kFolding, NumericClass::kApproximate}) {
      if (nameOf(one) != name) continue;
      rule_.numericClass = one;
      return;
    }
    --at_;
    fail(fmt::format("'{}' is no numeric class: exact, reassociating, folding, approximate", name));
  }

  void types() {
    has_types_ = true;
    pattern_->types.clear();
    if (accept("any")) return;
    do {
      const auto type = elementTypeNamed(current().text);
      if (!type) fail(fmt::format("'{}' is no element type", current().text));
      pattern_->types.push_back(*type);
      ++at_;
    } while (accept(","));
  }

  // Equations.

  int tensor(const std::string& name, bool isSequence, SourcePlace place) {
    int found = pattern_->tensorNamed(name);
    if (found < 0) {
      pattern_->tensors.push_back({name, isSequence, false, place});
      found = static_cast<int>(pattern_->tensors.size()) - 1;
    }
    if (pattern_->tensors[static_cast<std::size_t>(found)].isSequence != isSequence)
      fail(fmt::format("'{}' is used both as one tensor and as a sequence", name));
    return found;
  }

  TensorReference reference() {
    const SourcePlace place = current().place();
    const std::string name = word("a tensor's name");
    TensorReference result;
    if (accept("...")) {
      result.form = ReferenceForm::kSplice;
    } else if (current().is("[") && ahead().is("i")) {
      at_ += 2;
      expect("]");
      result.form = ReferenceForm::kElement;
    }
    result.isOptional = accept("?");
    result.variable = tensor(name, result.form != ReferenceForm::kPlain, place);
    if (result.isOptional) pattern_->tensors[static_cast<std::size_t>(result.variable)].isOptional = true;
    return result;
  }

  bool isDefined(int variable) {
    return std::ranges::any_of(side(), [variable](const Equation& equation) {
      return std::ranges::count(equation.outputs, variable, &TensorReference::variable) > 0;
    });
  }

  void equation() {
    Equation result;
    const Token start = current();
    result.place = start.place();
    do {
      result.outputs.push_back(reference());
    } while (accept(","));
    result.isOptional = result.outputs[0].isOptional;
    for (TensorReference& output : result.outputs) {
      if (output.isOptional != result.isOptional) failAt(file_, start, "either all results are optional or none");
      output.isOptional = false;
      if (isDefined(output.variable) ||
          std::ranges::count(result.outputs, output.variable, &TensorReference::variable) > 1)
        failAt(file_, start,
               fmt::format("'{}' is defined twice on this side",
                           pattern_->tensors[static_cast<std::size_t>(output.variable)].name));
    }
    expect("=");
    const bool isIndexedOutput = result.outputs[0].form == ReferenceForm::kElement;
    if (current().kind == TokenKind::kWord && ahead().is("(")) {
      operation(result, isIndexedOutput);
    } else {
      const TensorReference other = reference();
      if (accept("else")) {
        result.preferred = other;
        operation(result, isIndexedOutput);
      } else {
        result.inputs = {other};
      }
    }
    if (!arrow_ && (result.isAlias() || result.isOptional || result.preferred))
      failAt(file_, start, "a left side consists of equations NAME = Operator(...)");
    side().push_back(std::move(result));
  }

  /// Operator(arguments) {attributes}
  void operation(Equation& equation, bool isIndexed) {
    if (++depth_ > kMaxDepth) fail("terms are nested too deeply");
    equation.place = current().place();
    equation.op = word("an operator");
    expect("(");
    while (!current().is(")")) {
      equation.inputs.push_back(term(isIndexed));
      if (!current().is(")")) expect(",");
    }
    expect(")");
    if (accept("{")) attributes(equation);
    --depth_;
  }

  TensorReference term(bool isIndexed) {
    if (current().kind != TokenKind::kWord || !ahead().is("(")) return reference();
    Equation inner;
    std::string name;
    do {
      name = fmt::format("_{}", ++nested_);
    } while (pattern_->tensorNamed(name) >= 0);
    const SourcePlace place = current().place();
    TensorReference result{tensor(name, isIndexed, place), isIndexed ? ReferenceForm::kElement : ReferenceForm::kPlain,
                           false};
    inner.outputs = {result};
    operation(inner, isIndexed);
    side().push_back(std::move(inner));
    return result;
  }

  void attributes(Equation& equation) {
    while (!current().is("}")) {
      if (accept("...")) {
        rest(equation);
      } else {
        AttributePattern attribute;
        attribute.place = current().place();
        attribute.name = word("an attribute's name");
        attribute.isOptional = accept("?");
        expect("=");
        attribute.value = expression();
        for (const AttributePattern& other : equation.attributes)
          if (other.name == attribute.name) fail(fmt::format("attribute '{}' is given twice", attribute.name));
        equation.attributes.push_back(std::move(attribute));
      }
      if (!current().is("}")) expect(",");
    }
    expect("}");
    std::sort(equation.attributes.begin(), equation.attributes.end(),
              [](const AttributePattern& a, const AttributePattern& b) { return a.name < b.name; });
  }

  void rest(Equation& equation) {
    if (equation.rest >= 0 || equation.ignoresRest) fail("'...' stands once in a list of attributes");
    if (current().kind != TokenKind::kWord) {
      if (arrow_) fail("'...' on a right side needs a name that the left side binds");
      equation.ignoresRest = true;
      return;
    }
    const SourcePlace place = current().place();
    const std::string name = word("a name");
    equation.rest = pattern_->valueNamed(name);
    if (equation.rest >= 0) return;
    pattern_->values.push_back({name, true, false, nullptr, place});
    equation.rest = static_cast<int>(pattern_->values.size()) - 1;
  }

  // Expressions, by precedence: or, and, not, comparison, ++, + -, * /, unary -.

  using Mutable = std::shared_ptr<Expression>;

  static Mutable make(ExpressionKind kind, std::string text = {}) {
    auto result = std::make_shared<Expression>();
    result->kind = kind;
    result->text = std::move(text);
    return result;
  }
  static ExpressionPtr call(std::string name, std::vector<ExpressionPtr> arguments) {
    auto result = make(ExpressionKind::kCall, std::move(name));
    result->arguments = std::move(arguments);
    return result;
  }

  ExpressionPtr binary(int level) {
    static const std::vector<std::vector<std::string_view>> kLevels{
        {"or"}, {"and"}, {"==", "!=", "<=", ">=", "<", ">"}, {"++"}, {"+", "-"}, {"*", "/"}};
    if (level == static_cast<int>(kLevels.size())) return unary();
    if (level == 2 && current().is("not")) {
      ++at_;
      if (++depth_ > kMaxDepth) fail("the expression is nested too deeply");
      auto result = call("not", {binary(level)});
      --depth_;
      return result;
    }
    ExpressionPtr left = binary(level + 1);
    for (;;) {
      const auto& operators = kLevels[static_cast<std::size_t>(level)];
      const auto found = std::find_if(operators.begin(), operators.end(), [&](auto op) { return current().is(op); });
      if (found == operators.end()) return left;
      ++at_;
      left = call(std::string(*found), {left, binary(level + 1)});
      if (level == 2) return left;  // comparisons do not chain
    }
  }

  ExpressionPtr expression() {
    if (++depth_ > kMaxDepth) fail("the expression is nested too deeply");
    ExpressionPtr result = binary(0);
    --depth_;
    return result;
  }

  ExpressionPtr unary() {
    if (!accept("-")) return primary();
    if (current().kind == TokenKind::kInteger || current().kind == TokenKind::kReal) return number(true);
    if (++depth_ > kMaxDepth) fail("the expression is nested too deeply");
    auto result = call("-", {unary()});
    --depth_;
    return result;
  }

  ExpressionPtr number(bool isNegative) {
    const Token& token = current();
    auto result = make(token.kind == TokenKind::kReal ? ExpressionKind::kReal : ExpressionKind::kInteger);
    const char* end = token.text.data() + token.text.size();
    const auto answer = token.kind == TokenKind::kReal ? std::from_chars(token.text.data(), end, result->real)
                                                       : std::from_chars(token.text.data(), end, result->integer);
    if (answer.ec != std::errc()) fail("this number is too large");
    if (isNegative) {
      result->real = -result->real;
      result->integer = -result->integer;
      if (token.kind == TokenKind::kInteger) result->real = 0;
    }
    ++at_;
    return result;
  }

  ExpressionPtr primary() {
    const Token token = current();
    if (token.kind == TokenKind::kInteger || token.kind == TokenKind::kReal) return number(false);
    if (token.kind == TokenKind::kString) return make(ExpressionKind::kString, tokens_[at_++].text);
    if (accept("(")) {
      ExpressionPtr result = expression();
      expect(")");
      return result;
    }
    if (accept("[")) {
      auto result = make(ExpressionKind::kList);
      while (!current().is("]")) {
        result->arguments.push_back(expression());
        if (!current().is("]")) expect(",");
      }
      expect("]");
      return result;
    }
    const std::string name = word("an expression");
    if (current().is("(")) return functionCall(name, token);
    if (const auto type = elementTypeNamed(name)) {
      auto result = make(ExpressionKind::kElementType, name);
      result->integer = static_cast<int>(*type);
      return result;
    }
    auto result = make(ExpressionKind::kName, name);
    if (current().is("[") && ahead().is("i")) {
      at_ += 2;
      expect("]");
      result->isElement = true;
    }
    names_.push_back({result, token});
    return result;
  }

  ExpressionPtr functionCall(const std::string& name, const Token& token) {
    const auto functions = expressionFunctions();
    const auto found = std::find_if(functions.begin(), functions.end(), [&](const auto& f) { return f.name == name; });
    if (found == functions.end()) failAt(file_, token, fmt::format("'{}' is no function", name));
    expect("(");
    std::vector<ExpressionPtr> arguments;
    while (!current().is(")")) {
      arguments.push_back(expression());
      if (!current().is(")")) expect(",");
    }
    expect(")");
    const int count = static_cast<int>(arguments.size());
    if (count < found->minArguments || (found->maxArguments >= 0 && count > found->maxArguments))
      failAt(file_, token, fmt::format("'{}' takes {} arguments", name, found->minArguments));
    return call(name, std::move(arguments));
  }

  void condition() {
    const Token start = current();
    ExpressionPtr condition = expression();
    bool mentionsUses = false;
    forEachExpression(*condition, [&](const Expression& e) {
      mentionsUses = mentionsUses || (e.kind == ExpressionKind::kCall && e.text == "uses");
    });
    if (!mentionsUses) {
      pattern_->conditions.push_back(std::move(condition));
      pattern_->conditionPlaces.push_back(start.place());
      return;
    }
    const bool fits = condition->kind == ExpressionKind::kCall && condition->text == "<=" &&
                      condition->arguments[0]->text == "uses" &&
                      condition->arguments[1]->kind == ExpressionKind::kInteger &&
                      condition->arguments[0]->arguments[0]->kind == ExpressionKind::kName;
    if (!fits) failAt(file_, start, "a condition on uses is written: uses(x) <= NUMBER");
    pattern_->uses.push_back({pattern_->tensorNamed(condition->arguments[0]->arguments[0]->text),
                              static_cast<std::uint32_t>(condition->arguments[1]->integer)});
    if (pattern_->uses.back().variable < 0) failAt(file_, start, "uses(...) of a name that is no tensor");
  }

  // Names.

  /// An attribute of a left side that is a bare name binds it.
  void addBoundValues() {
    for (auto* equations : {&pattern_->left, &pattern_->right})
      for (const Equation& equation : *equations)
        for (const AttributePattern& attribute : equation.attributes) {
          const Expression& value = *attribute.value;
          if (value.kind != ExpressionKind::kName || value.isElement) continue;
          if (pattern_->tensorNamed(value.text) >= 0) continue;
          int variable = pattern_->valueNamed(value.text);
          if (variable < 0) {
            pattern_->values.push_back({value.text, false, false, nullptr, attribute.place});
            variable = static_cast<int>(pattern_->values.size()) - 1;
          }
          if (attribute.isOptional) pattern_->values[static_cast<std::size_t>(variable)].isOptional = true;
        }
  }

  void resolve() {
    addBoundValues();
    for (auto& [expression, token] : names_) {
      expression->tensor = pattern_->tensorNamed(expression->text);
      expression->value = expression->tensor >= 0 ? -1 : pattern_->valueNamed(expression->text);
      if (expression->tensor < 0 && expression->value < 0)
        failAt(file_, token, fmt::format("nothing is called '{}'", expression->text));
      const bool isSequence =
          expression->tensor >= 0 && pattern_->tensors[static_cast<std::size_t>(expression->tensor)].isSequence;
      if (expression->isElement && !isSequence)
        failAt(file_, token, fmt::format("'{}' is no sequence", expression->text));
    }
  }

  std::string_view file_;
  std::vector<Token> tokens_;
  Rule& rule_;
  std::shared_ptr<RulePattern> pattern_;
  std::size_t at_ = 0;
  bool arrow_ = false;
  bool has_types_ = false;
  int nested_ = 0;
  int depth_ = 0;
  std::vector<std::pair<Mutable, Token>> names_;
};

/// LeakyRelu -> leaky-relu
std::string kebab(std::string_view word) {
  std::string result;
  for (const char c : word) {
    const bool isUpper = std::isupper(static_cast<unsigned char>(c));
    if (isUpper && !result.empty() && std::islower(static_cast<unsigned char>(result.back()))) result += '-';
    result += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

class FileParser {
 public:
  /// With `faults`, a rule that does not parse is left out and told there; without, it ends the reading.
  FileParser(std::string_view text, std::string_view file, std::vector<PlacedRuleError>* faults = nullptr)
      : file_(file), faults_(faults), tokens_(tokenize(text, file)) {}

  std::vector<Rule> run() {
    std::string family;
    while (current().kind != TokenKind::kEnd) {
      if (current().is("family")) {
        const Token word = take();
        if (current().kind == TokenKind::kEnd) failAt(file_, word, "a name is missing after 'family'");
        family = take().text;
      } else if (current().is("rule") || current().is("device-rule")) {
        rules(family);
      } else {
        failAt(file_, current(), fmt::format("expected 'rule', 'device-rule' or 'family' before '{}'", current().text));
      }
    }
    return std::move(rules_);
  }

 private:
  using Row = std::map<std::string, Token>;
  const Token& current() const { return tokens_[at_]; }
  const Token& take() {
    if (current().kind == TokenKind::kEnd) failAt(file_, current(), "the file ends within a rule");
    return tokens_[at_++];
  }
  void expect(std::string_view text) {
    if (!current().is(text)) failAt(file_, current(), fmt::format("expected '{}' before '{}'", text, current().text));
    ++at_;
  }

  void rules(const std::string& family) {
    const bool isDeviceRule = take().is("device-rule");
    const Token name = take();
    const std::vector<Row> rows = current().is("for") ? table() : std::vector<Row>{{}};
    expect("{");
    const std::size_t begin = at_;
    skipBody();
    for (const Row& row : rows) {
      Rule rule;
      rule.family = family;
      rule.isDeviceRule = isDeviceRule;
      rule.place = name.place();
      try {
        rule.name = nameFor(name, row);
        RuleParser(file_, body(begin, row), rule).run();
        add(std::move(rule), name);
      } catch (const PlacedRuleError& error) {
        if (!faults_) throw;
        faults_->push_back(error);
      }
    }
  }

  /// for A, B in a1 b1, a2 b2
  std::vector<Row> table() {
    ++at_;
    std::vector<std::string> names;
    do {
      names.push_back(take().text);
    } while (current().is(",") && ++at_);
    expect("in");
    std::vector<Row> rows;
    do {
      Row row;
      for (const std::string& name : names) row[name] = take();
      rows.push_back(std::move(row));
    } while (current().is(",") && ++at_);
    return rows;
  }

  void skipBody() {
    for (int depth = 1; depth > 0;) {
      const Token& token = take();
      if (token.is("{")) ++depth;
      if (token.is("}")) --depth;
    }
  }

  std::vector<Token> body(std::size_t begin, const Row& row) const {
    std::vector<Token> result(tokens_.begin() + static_cast<std::ptrdiff_t>(begin),
                              tokens_.begin() + static_cast<std::ptrdiff_t>(at_));
    for (Token& token : result) {
      const auto found = token.kind == TokenKind::kWord ? row.find(token.text) : row.end();
      if (found == row.end()) continue;
      token.kind = found->second.kind;
      token.text = found->second.text;
    }
    result.push_back({TokenKind::kEnd, {}, result.back().line, result.back().column, 0});
    return result;
  }

  std::string nameFor(const Token& token, const Row& row) const {
    std::string name = token.text;
    for (const auto& [variable, value] : row) {
      const std::string place = "{" + variable + "}";
      const auto found = name.find(place);
      if (found != std::string::npos) name.replace(found, place.size(), kebab(value.text));
    }
    for (const char c : name) {
      const bool fits = std::islower(static_cast<unsigned char>(c)) || std::isdigit(static_cast<unsigned char>(c)) ||
                        c == '-' || c == '.';
      if (!fits) failAt(file_, token, fmt::format("'{}' is no name of a rule: lower-case words joined by '-'", name));
    }
    return name;
  }

  void add(Rule rule, const Token& place) {
    if (!seen_.insert(rule.name).second) failAt(file_, place, fmt::format("two rules are called '{}'", rule.name));
    rules_.push_back(rule);
    if (!rule.isTwoWay) return;
    Rule backward = rule;
    backward.name += ".reverse";
    backward.isReversed = true;
    backward.pattern = std::make_shared<RulePattern>(reversed(*rule.pattern));
    if (whyNotRunnable(backward).empty() && hangsTogether(backward)) rules_.push_back(std::move(backward));
  }

  std::string_view file_;
  std::vector<PlacedRuleError>* faults_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::vector<Rule> rules_;
  std::set<std::string> seen_;
};

}  // namespace

std::vector<Rule> parseRules(std::string_view text, std::string_view file) { return FileParser(text, file).run(); }

std::vector<Rule> parseRules(std::string_view text, std::string_view file, std::vector<PlacedRuleError>& faults) {
  try {
    return FileParser(text, file, &faults).run();
  } catch (const PlacedRuleError& error) {  // what follows cannot be told apart into rules
    faults.push_back(error);
    return {};
  }
}

}  // namespace tasoscope
