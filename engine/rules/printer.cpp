#include <fmt/format.h>

#include "rules/rule_pattern.h"
#include "rules/rule_text.h"

namespace tasoscope {
namespace {

int precedenceOf(const Expression& e) {
  if (e.kind != ExpressionKind::kCall) return 9;
  if (e.text == "or") return 0;
  if (e.text == "and") return 1;
  if (e.text == "not") return 2;
  if (e.text == "==" || e.text == "!=" || e.text == "<=" || e.text == ">=" || e.text == "<" || e.text == ">") return 2;
  if (e.text == "++") return 3;
  if (e.text == "+" || (e.text == "-" && e.arguments.size() == 2)) return 4;
  if (e.text == "*" || e.text == "/") return 5;
  if (e.text == "-") return 6;
  return 9;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

std::string realText(double real) {
  std::string text = fmt::format("{}", real);
  const bool looksReal = text.find_first_of(".e") != std::string::npos;
  const auto exponent = text.find('e');
  if (exponent != std::string::npos && text.find('.') == std::string::npos) return text;
  return looksReal ? text : text + ".0";
}

std::string joined(const std::vector<ExpressionPtr>& items) {
  std::string result;
  for (const auto& item : items) result += (result.empty() ? "" : ", ") + textOf(*item);
  return result;
}

/// In parentheses where it binds less tightly than `least`.
std::string inside(const Expression& e, int least) {
  return precedenceOf(e) < least ? "(" + textOf(e) + ")" : textOf(e);
}

std::string callText(const Expression& e) {
  const int precedence = precedenceOf(e);
  if (precedence == 9) return e.text + "(" + joined(e.arguments) + ")";
  if (e.arguments.size() == 1) return e.text + (e.text == "not" ? " " : "") + inside(*e.arguments[0], precedence + 1);
  return inside(*e.arguments[0], precedence == 2 ? 3 : precedence) + " " + e.text + " " +
         inside(*e.arguments[1], precedence + 1);
}

class Printer {
 public:
  Printer(const RulePattern& pattern, NumericClass numerics) : pattern_(pattern), numerics_(numerics) {}

  std::string reference(const TensorReference& r) const {
    std::string text = pattern_.tensors[static_cast<std::size_t>(r.variable)].name;
    if (r.form == ReferenceForm::kElement) text += "[i]";
    if (r.form == ReferenceForm::kSplice) text += "...";
    return r.isOptional ? text + "?" : text;
  }

  std::string references(const std::vector<TensorReference>& list) const {
    std::string text;
    for (const auto& r : list) text += (text.empty() ? "" : ", ") + reference(r);
    return text;
  }

  std::string attributes(const Equation& e) const {
    std::string text;
    const auto add = [&](const std::string& one) { text += (text.empty() ? "" : ", ") + one; };
    for (const auto& a : e.attributes) add(a.name + (a.isOptional ? "? = " : " = ") + textOf(*a.value));
    if (e.ignoresRest) add("...");
    if (e.rest >= 0) add("..." + pattern_.values[static_cast<std::size_t>(e.rest)].name);
    return text.empty() ? text : " {" + text + "}";
  }

  std::string equation(const Equation& e) const {
    std::string text = "  ";
    for (const auto& output : e.outputs)
      text += (&output == &e.outputs.front() ? "" : ", ") + reference(output) + (e.isOptional ? "?" : "");
    text += " = ";
    if (e.isAlias()) return text + reference(e.inputs[0]) + "\n";
    if (e.preferred) text += reference(*e.preferred) + " else ";
    return text + e.op + "(" + references(e.inputs) + ")" + attributes(e) + "\n";
  }

  std::string types() const {
    if (pattern_.types == defaultRuleTypes(numerics_)) return "";
    if (pattern_.types.empty()) return "  types any\n";
    std::string text;
    for (const ElementType type : pattern_.types)
      text += (text.empty() ? "  types " : ", ") + std::string(nameOf(type));
    return text + "\n";
  }

  std::string conditions() const {
    std::string text;
    for (const auto& value : pattern_.values)
      if (value.definition) text += "  let " + value.name + " = " + textOf(*value.definition) + "\n";
    for (const auto& condition : pattern_.conditions) text += "  where " + textOf(*condition) + "\n";
    for (const auto& use : pattern_.uses)
      text += fmt::format("  where uses({}) <= {}\n", pattern_.tensors[static_cast<std::size_t>(use.variable)].name,
                          use.most);
    return text;
  }

 private:
  const RulePattern& pattern_;
  NumericClass numerics_;
};

}  // namespace

std::string textOf(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kInteger:
      return std::to_string(e.integer);
    case ExpressionKind::kReal:
      return realText(e.real);
    case ExpressionKind::kString:
      return quoted(e.text);
    case ExpressionKind::kElementType:
      return e.text;
    case ExpressionKind::kList:
      return "[" + joined(e.arguments) + "]";
    case ExpressionKind::kName:
      return e.isElement ? e.text + "[i]" : e.text;
    case ExpressionKind::kCall:
      return callText(e);
  }
  return {};
}

std::string printRule(const Rule& rule) {
  const Printer printer(*rule.pattern, rule.numericClass);
  std::string text;
  if (!rule.family.empty()) text += "family " + rule.family + "\n\n";
  text += (rule.isDeviceRule ? "device-rule " : "rule ") + rule.name + " {\n";
  if (!rule.note.empty()) text += "  note " + quoted(rule.note) + "\n";
  if (!rule.source.empty()) text += "  from " + quoted(rule.source) + "\n";
  text += fmt::format("  numerics {}\n", nameOf(rule.numericClass)) + printer.types();
  if (!rule.pattern->builtIn.empty()) return text + "  built-in\n}\n";
  for (const Equation& equation : rule.pattern->left) text += printer.equation(equation);
  text += printer.conditions();
  text += rule.isTwoWay && !rule.isReversed ? "<=>\n" : "=>\n";
  for (const Equation& equation : rule.pattern->right) text += printer.equation(equation);
  return text + "}\n";
}

}  // namespace tasoscope
