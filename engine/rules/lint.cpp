#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "graph/operator.h"
#include "rules/faulty_rules.h"
#include "rules/rule_operators.h"
#include "rules/rule_pattern.h"
#include "rules/rule_text.h"
#include "rules/standing_record.h"

namespace tasoscope {
namespace {

/// What one side binds when it is matched.
class Bindings {
 public:
  explicit Bindings(const RulePattern& pattern) : pattern_(pattern) {
    for (const Equation& equation : pattern.left) bind(equation);
    // Definitions may use each other in any order.
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < pattern.values.size(); ++i) {
        const auto& definition = pattern.values[i].definition;
        if (!definition || values_.contains(static_cast<int>(i)) || !unboundIn(*definition).empty()) continue;
        values_.insert(static_cast<int>(i));
        changed = true;
      }
    }
  }

  bool hasTensor(int variable) const { return tensors_.contains(variable); }
  bool hasValue(int variable) const { return values_.contains(variable); }

  /// The first name in an expression that nothing binds; empty: none.
  std::string unboundIn(const Expression& expression, const std::set<int>& moreTensors = {}) const {
    std::string result;
    forEachExpression(expression, [&](const Expression& e) {
      if (e.kind != ExpressionKind::kName || !result.empty()) return;
      const bool isBound = e.tensor >= 0 ? hasTensor(e.tensor) || moreTensors.contains(e.tensor) : hasValue(e.value);
      if (!isBound) result = e.text;
    });
    return result;
  }

 private:
  void bind(const Equation& equation) {
    for (const auto& r : equation.outputs) tensors_.insert(r.variable);
    for (const auto& r : equation.inputs) tensors_.insert(r.variable);
    if (equation.rest >= 0) values_.insert(equation.rest);
    for (const auto& attribute : equation.attributes) {
      const Expression& value = *attribute.value;
      if (value.kind == ExpressionKind::kName && value.value >= 0 && !value.isElement &&
          !pattern_.values[static_cast<std::size_t>(value.value)].definition)
        values_.insert(value.value);
    }
  }

  const RulePattern& pattern_;
  std::set<int> tensors_, values_;
};

std::string nameOfTensor(const RulePattern& pattern, int variable) {
  return pattern.tensors[static_cast<std::size_t>(variable)].name;
}

std::string unboundOnTheRight(const RulePattern& pattern, const Bindings& bindings) {
  std::set<int> defined;
  for (const Equation& equation : pattern.right)
    for (const auto& r : equation.outputs) defined.insert(r.variable);
  for (const Equation& equation : pattern.right) {
    std::vector<TensorReference> used = equation.inputs;
    if (equation.preferred) used.push_back(*equation.preferred);
    for (const auto& r : used)
      if (!defined.contains(r.variable) && !bindings.hasTensor(r.variable)) return nameOfTensor(pattern, r.variable);
    if (equation.rest >= 0 && !bindings.hasValue(equation.rest))
      return pattern.values[static_cast<std::size_t>(equation.rest)].name;
    for (const auto& attribute : equation.attributes) {
      const std::string unbound = bindings.unboundIn(*attribute.value, defined);
      if (!unbound.empty()) return unbound;
    }
  }
  return {};
}

bool isConnected(const RulePattern& pattern) {
  std::vector<std::set<int>> parts;
  for (const Equation& equation : pattern.left) {
    std::set<int> part;
    for (const auto& r : equation.outputs) part.insert(r.variable);
    for (const auto& r : equation.inputs) part.insert(r.variable);
    std::vector<std::set<int>> apart;
    for (auto& other : parts) {
      const bool touches = std::any_of(other.begin(), other.end(), [&](int v) { return part.contains(v); });
      if (touches)
        part.insert(other.begin(), other.end());
      else
        apart.push_back(std::move(other));
    }
    apart.push_back(std::move(part));
    parts = std::move(apart);
  }
  return parts.size() == 1;
}

struct Fault {
  std::string text;
  SourcePlace place;
};

SourcePlace placeOf(const RulePattern& pattern, const std::string& name, SourcePlace otherwise) {
  if (const int tensor = pattern.tensorNamed(name); tensor >= 0)
    return pattern.tensors[static_cast<std::size_t>(tensor)].place;
  if (const int value = pattern.valueNamed(name); value >= 0)
    return pattern.values[static_cast<std::size_t>(value)].place;
  return otherwise;
}

/// The first name that the right side, an attribute or a condition mentions and the left side does not bind.
std::string unboundName(const RulePattern& pattern) {
  const Bindings bindings(pattern);
  std::string unbound = unboundOnTheRight(pattern, bindings);
  for (const Equation& equation : pattern.left)
    for (const auto& attribute : equation.attributes)
      if (unbound.empty()) unbound = bindings.unboundIn(*attribute.value);
  for (const auto& condition : pattern.conditions)
    if (unbound.empty()) unbound = bindings.unboundIn(*condition);
  for (const UsePattern& use : pattern.uses)
    if (unbound.empty() && !bindings.hasTensor(use.variable)) unbound = nameOfTensor(pattern, use.variable);
  return unbound;
}

std::optional<Fault> whyNot(const Rule& rule) {
  const RulePattern& pattern = *rule.pattern;
  if (!pattern.builtIn.empty()) return std::nullopt;
  if (pattern.left.empty()) return Fault{"the left side is empty", rule.place};
  for (const Equation& equation : pattern.left) {
    if (equation.isAlias()) return Fault{"the left side is a tensor, not an op", equation.place};
    if (equation.isOptional || equation.preferred || equation.op == kFilledConstant)
      return Fault{"the left side holds a form that is for right sides only", equation.place};
  }
  for (const Equation& equation : pattern.right)
    if (equation.ignoresRest) return Fault{"the right side has '...' without a name", equation.place};
  if (pattern.roots().empty()) return Fault{"no tensor is defined on both sides", rule.place};
  const std::string unbound = unboundName(pattern);
  if (unbound.empty()) return std::nullopt;
  return Fault{fmt::format("the left side does not bind '{}'", unbound), placeOf(pattern, unbound, rule.place)};
}

class Linter {
 public:
  explicit Linter(const Rule& rule) : rule_(rule), pattern_(*rule.pattern) {
    if (const auto reason = whyNot(rule)) add(reason->text, reason->place);
    if (!hangsTogether(rule))
      add("the equations of the left side share no tensor, so that every pair of places fits", rule.place);
    for (const auto* side : {&pattern_.left, &pattern_.right})
      for (const Equation& equation : *side) checkOperator(equation);
    checkUnused();
    if (rule.note.empty()) add("the rule has no note", rule.place);
    if (rule.family.empty()) add("the rule has no family", rule.place);
    std::ranges::stable_sort(
        findings_, {}, [](const LintFinding& finding) { return std::pair(finding.place.line, finding.place.column); });
  }
  std::vector<LintFinding> findings() { return std::move(findings_); }

 private:
  void add(std::string text, SourcePlace place) { findings_.push_back({rule_.name, place, std::move(text)}); }

  void checkOperator(const Equation& equation) {
    if (equation.isAlias() || equation.op == kFilledConstant) return;
    const OperatorDefinition* definition = findRuleOperator(equation.op);
    if (!definition) return add(fmt::format("unknown operator '{}'", equation.op), equation.place);
    checkCounts(equation, *definition);
    for (const auto& attribute : equation.attributes)
      if (!knows(*definition, attribute.name))
        add(fmt::format("{} has no attribute '{}'", equation.op, attribute.name), attribute.place);
    if (equation.rest >= 0 || equation.ignoresRest) return;
    for (const AttributeSpec& spec : definition->attributes) {
      const bool isMentioned = std::any_of(equation.attributes.begin(), equation.attributes.end(),
                                           [&](const auto& attribute) { return attribute.name == spec.name; });
      if (!isMentioned && isRequired(*definition, spec))
        add(fmt::format("{} needs its attribute '{}' mentioned", equation.op, spec.name), equation.place);
    }
  }

  /// Absent optional operands and sequences may be of any number.
  void checkCounts(const Equation& equation, const OperatorDefinition& definition) {
    const auto isOpen = [](const TensorReference& r) { return r.isOptional || r.form == ReferenceForm::kSplice; };
    const bool isAny = std::ranges::any_of(equation.inputs, isOpen);
    const int count = static_cast<int>(equation.inputs.size());
    const int absorbed = static_cast<int>(definition.absorbed.size());
    const bool isFew = !isAny && count + absorbed < definition.minInputs;
    const bool isMany = definition.maxInputs >= 0 && count > definition.maxInputs;
    if (isFew || isMany) add(fmt::format("{} does not take {} operands", equation.op, count), equation.place);
    const int results = static_cast<int>(equation.outputs.size());
    if (definition.maxOutputs >= 0 && results > definition.maxOutputs)
      add(fmt::format("{} does not give {} results", equation.op, results), equation.place);
  }

  static bool isAbsorbed(const OperatorDefinition& definition, std::string_view name) {
    return std::any_of(definition.absorbed.begin(), definition.absorbed.end(),
                       [&](const AbsorbedInput& input) { return input.attribute == name; });
  }
  static bool knows(const OperatorDefinition& definition, std::string_view name) {
    return isAbsorbed(definition, name) || std::any_of(definition.attributes.begin(), definition.attributes.end(),
                                                       [&](const AttributeSpec& spec) { return spec.name == name; });
  }
  static bool isRequired(const OperatorDefinition& definition, const AttributeSpec& spec) {
    return !spec.otherwise && definition.domain == kSpaceDomain;
  }

  void checkUnused() {
    std::map<std::string, int> mentions;
    const auto inExpression = [&](const Expression& e) {
      forEachExpression(e, [&](const Expression& inside) {
        if (inside.kind == ExpressionKind::kName) ++mentions[inside.text];
      });
    };
    for (const auto* side : {&pattern_.left, &pattern_.right})
      for (const Equation& equation : *side) {
        for (const auto* list : {&equation.inputs, &equation.outputs})
          for (const auto& r : *list) ++mentions[nameOfTensor(pattern_, r.variable)];
        if (equation.preferred) ++mentions[nameOfTensor(pattern_, equation.preferred->variable)];
        if (equation.rest >= 0) ++mentions[pattern_.values[static_cast<std::size_t>(equation.rest)].name];
        for (const auto& attribute : equation.attributes) inExpression(*attribute.value);
      }
    for (const auto& condition : pattern_.conditions) inExpression(*condition);
    for (const auto& value : pattern_.values)
      if (value.definition) {
        inExpression(*value.definition);
        ++mentions[value.name];
      }
    for (const auto& [name, count] : mentions)
      if (count == 1 && name[0] != '_')
        add(fmt::format("'{}' is used only once", name), placeOf(pattern_, name, rule_.place));
  }

  const Rule& rule_;
  const RulePattern& pattern_;
  std::vector<LintFinding> findings_;
};

}  // namespace

bool hangsTogether(const Rule& rule) { return rule.pattern->left.empty() || isConnected(*rule.pattern); }

std::string whyNotRunnable(const Rule& rule) {
  const auto reason = whyNot(rule);
  return reason ? reason->text : std::string();
}

std::vector<LintFinding> lintRule(const Rule& rule) {
  if (!rule.pattern->builtIn.empty()) return {};
  return Linter(rule).findings();
}

std::vector<LintFinding> lintRules(std::string_view text, std::string_view file) {
  std::vector<PlacedRuleError> faults;
  const std::vector<Rule> rules = parseRules(text, file, faults);
  std::vector<LintFinding> findings;
  for (const PlacedRuleError& fault : faults) findings.push_back({{}, fault.place, fault.message});
  std::map<std::string, const Rule*> known;
  for (const Rule& rule : rules) {
    if (rule.isReversed) continue;  // its faults are those of the rule
    std::ranges::move(lintRule(rule), std::back_inserter(findings));
    const auto [same, isNew] = known.try_emplace(ruleDigest(rule), &rule);
    if (!isNew)
      findings.push_back({rule.name, rule.place, fmt::format("the rule states the same as '{}'", same->second->name)});
  }
  std::ranges::stable_sort(
      findings, {}, [](const LintFinding& finding) { return std::pair(finding.place.line, finding.place.column); });
  return findings;
}

}  // namespace tasoscope
