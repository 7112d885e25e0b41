#include "rules/compiled_rule.h"

#include <algorithm>
#include <deque>
#include <set>

#include "rules/rule_operators.h"
#include "rules/rule_text.h"

namespace tasoscope {
namespace {

std::optional<AttributeValue> literalOf(const Expression& e) {
  switch (e.kind) {
    case ExpressionKind::kInteger:
    case ExpressionKind::kElementType:
      return AttributeValue(e.integer);
    case ExpressionKind::kReal:
      return AttributeValue(e.real);
    case ExpressionKind::kString:
      return AttributeValue(e.text);
    default:
      return std::nullopt;
  }
}

/// The tensors and attribute variables of an expression, definitions followed.
struct Mentions {
  std::set<int> tensors, elements, values;
};

void collect(const RulePattern& pattern, const Expression& expression, Mentions& into, bool isInsideEach = false) {
  const bool inside = isInsideEach || (expression.kind == ExpressionKind::kCall && expression.text == "each");
  if (expression.kind == ExpressionKind::kName) {
    if (expression.tensor >= 0)
      (expression.isElement && !inside ? into.elements : into.tensors).insert(expression.tensor);
    if (expression.value >= 0) {
      const auto& definition = pattern.values[static_cast<std::size_t>(expression.value)].definition;
      if (definition)
        collect(pattern, *definition, into, inside);
      else
        into.values.insert(expression.value);
    }
  }
  for (const auto& argument : expression.arguments) collect(pattern, *argument, into, inside);
}

class Compiler {
 public:
  explicit Compiler(const Rule& rule) : pattern_(*rule.pattern) {
    result_.rule = &rule;
    result_.pattern = rule.pattern.get();
  }

  std::optional<CompiledRule> run() {
    for (const Equation& equation : pattern_.left)
      if (!compileEquation(equation)) return std::nullopt;
    for (const Equation& equation : pattern_.right) {
      const bool hasOperator = !equation.isAlias() && equation.op != kFilledConstant;
      result_.right.push_back(hasOperator ? findRuleOperator(equation.op) : nullptr);
      if (hasOperator && !result_.right.back()) return std::nullopt;
    }
    for (const auto& condition : pattern_.conditions)
      result_.conditions.push_back({condition, -1, {}, false, isIndexed(*condition)});
    result_.roots = pattern_.roots();
    for (int i = 0; i < static_cast<int>(pattern_.tensors.size()); ++i) {
      result_.isRoot.push_back(std::count(result_.roots.begin(), result_.roots.end(), i) > 0);
      result_.isDefinedOnLeft.push_back(RulePattern::defines(pattern_.left, i));
    }
    for (int e = 0; e < count(); ++e) addQuickChecks(e);
    findStrand();
    for (int e = 0; e < count(); ++e)
      if (!planFrom(e)) return std::nullopt;
    chooseAnchor();
    return std::move(result_);
  }

 private:
  int count() const { return static_cast<int>(result_.left.size()); }
  const CompiledEquation& at(int e) const { return result_.left[static_cast<std::size_t>(e)]; }
  const Equation& equationAt(int e) const { return pattern_.left[static_cast<std::size_t>(e)]; }

  // Equations.

  bool compileEquation(const Equation& equation) {
    CompiledEquation compiled;
    compiled.equation = &equation;
    compiled.definition = findRuleOperator(equation.op);
    if (!compiled.definition) return false;
    compiled.allowsOthers = equation.rest >= 0 || equation.ignoresRest;
    compiled.isCommutative = compiled.definition->isCommutative;
    compiled.isNullary = equation.inputs.empty() && compiled.definition->maxInputs == 0;
    compiled.isIndexed = equation.isIndexed();
    for (const auto& input : equation.inputs) {
      if (input.form == ReferenceForm::kSplice)
        ++compiled.splices;
      else
        ++compiled.plainInputs;
      if (input.form != ReferenceForm::kSplice && !input.isOptional) ++compiled.requiredInputs;
    }
    const int index = count();
    for (const auto& attribute : equation.attributes) compileAttribute(attribute, index, compiled);
    if (!compiled.allowsOthers) addDefaults(compiled);
    std::sort(compiled.attributes.begin(), compiled.attributes.end(),
              [](const auto& a, const auto& b) { return a.name < b.name; });
    result_.left.push_back(std::move(compiled));
    return true;
  }

  void compileAttribute(const AttributePattern& attribute, int equation, CompiledEquation& into) {
    CompiledAttribute compiled{attribute.name, AttributeCheck::kLater, std::nullopt, -1, attribute.isOptional, true};
    const Expression& value = *attribute.value;
    const bool isBareName = value.kind == ExpressionKind::kName && value.value >= 0 && !value.isElement &&
                            !pattern_.values[static_cast<std::size_t>(value.value)].definition;
    if (isBareName) {
      compiled.check = AttributeCheck::kBind;
      compiled.variable = value.value;
    } else if (auto literal = literalOf(value)) {
      compiled.check = AttributeCheck::kLiteral;
      compiled.literal = std::move(literal);
    } else {
      const bool isEachElement = into.isIndexed;
      result_.conditions.push_back({attribute.value, equation, attribute.name, attribute.isOptional, isEachElement});
    }
    into.attributes.push_back(std::move(compiled));
  }

  static void addDefaults(CompiledEquation& into) {
    const auto isMentioned = [&](std::string_view name) {
      return std::any_of(into.attributes.begin(), into.attributes.end(), [&](const auto& a) { return a.name == name; });
    };
    for (const AttributeSpec& spec : into.definition->attributes) {
      if (isMentioned(spec.name)) continue;
      into.attributes.push_back({spec.name, AttributeCheck::kLiteral, spec.otherwise, -1, false, false});
    }
  }

  // Quick checks.

  bool mustBeConstant(int variable) const {
    return std::any_of(pattern_.conditions.begin(), pattern_.conditions.end(), [&](const ExpressionPtr& condition) {
      const bool isConstant = condition->kind == ExpressionKind::kCall && condition->text == "constant";
      return isConstant && condition->arguments[0]->tensor == variable && !condition->arguments[0]->isElement;
    });
  }

  void addQuickChecks(int e) {
    auto& checks = result_.left[static_cast<std::size_t>(e)].quickChecks;
    const Equation& equation = equationAt(e);
    bool isAfterSplice = at(e).isCommutative;
    for (std::size_t i = 0; i < equation.inputs.size(); ++i) {
      const TensorReference& input = equation.inputs[i];
      isAfterSplice = isAfterSplice || input.form == ReferenceForm::kSplice;
      const int place = isAfterSplice ? -1 : static_cast<int>(i);
      if (input.isOptional) continue;
      if (input.form == ReferenceForm::kPlain && mustBeConstant(input.variable))
        checks.push_back({QuickCheck::Kind::kConstant, place, nullptr});
      for (int other = 0; other < count(); ++other) {
        if (!makes(equationAt(other), input.variable)) continue;
        if (at(other).isNullary)
          checks.push_back({QuickCheck::Kind::kConstant, place, nullptr});
        else
          checks.push_back({QuickCheck::Kind::kProducedBy, place, at(other).definition});
      }
    }
    for (const TensorReference& output : equation.outputs)
      for (int other = 0; other < count(); ++other)
        if (reads(equationAt(other), output.variable))
          checks.push_back({QuickCheck::Kind::kReadBy, -1, at(other).definition});
  }

  // The strand.

  static std::set<int> variablesOf(const Equation& equation, ReferenceForm form) {
    std::set<int> result;
    for (const auto* list : {&equation.inputs, &equation.outputs})
      for (const auto& r : *list)
        if (r.form == form) result.insert(r.variable);
    return result;
  }
  static bool makes(const Equation& equation, int variable) {
    return std::any_of(equation.outputs.begin(), equation.outputs.end(),
                       [&](const auto& r) { return r.variable == variable; });
  }
  static bool reads(const Equation& equation, int variable) {
    return std::any_of(equation.inputs.begin(), equation.inputs.end(),
                       [&](const auto& r) { return r.variable == variable; });
  }

  void findStrand() {
    std::set<int> spliced;
    for (int e = 0; e < count(); ++e) {
      if (at(e).isIndexed)
        strand_.push_back(e);
      else
        spliced.merge(variablesOf(equationAt(e), ReferenceForm::kSplice));
    }
    for (const int e : strand_)
      for (const int v : variablesOf(equationAt(e), ReferenceForm::kElement))
        if (spliced.contains(v)) hasSplicedSequence_ = true;
  }

  /// An order of the strand's equations from `entry`, each hanging on an element bound before.
  std::optional<std::vector<PlanStep>> strandFrom(int entry) const {
    std::vector<PlanStep> steps;
    std::set<int> bound = variablesOf(equationAt(entry), ReferenceForm::kElement);
    std::set<int> done{entry};
    while (done.size() < strand_.size()) {
      bool found = false;
      for (const int e : strand_) {
        if (done.contains(e) || found) continue;
        for (const int v : variablesOf(equationAt(e), ReferenceForm::kElement)) {
          if (!bound.contains(v)) continue;
          const auto kind = makes(equationAt(e), v) ? PlanStep::Kind::kProducer : PlanStep::Kind::kConsumer;
          steps.push_back({kind, e, v, {}, {}, {}});
          done.insert(e);
          bound.merge(variablesOf(equationAt(e), ReferenceForm::kElement));
          found = true;
          break;
        }
      }
      if (!found) return std::nullopt;
    }
    return steps;
  }

  // Plans.

  struct Progress {
    std::set<int> equations, tensors, values, conditions;
  };

  void bindAll(int e, Progress& progress) const {
    const Equation& equation = equationAt(e);
    progress.equations.insert(e);
    for (const auto* list : {&equation.inputs, &equation.outputs})
      for (const auto& r : *list)
        if (r.form != ReferenceForm::kElement) progress.tensors.insert(r.variable);
    if (equation.rest >= 0) progress.values.insert(equation.rest);
    for (const auto& a : at(e).attributes)
      if (a.check == AttributeCheck::kBind) progress.values.insert(a.variable);
  }

  void bindStrand(Progress& progress) const {
    for (const int e : strand_) {
      bindAll(e, progress);
      progress.tensors.merge(variablesOf(equationAt(e), ReferenceForm::kElement));
    }
  }

  enum class Elements : std::uint8_t { kNow, kWait };

  /// Conditions that have become decidable: those to check now. Those on elements go to `perElement` where a strand has
  /// just been matched; elsewhere they are checked for all elements at once, or wait for the strand.
  void schedule(Progress& progress, std::vector<int>& whole, std::vector<int>* perElement = nullptr,
                Elements elements = Elements::kNow) const {
    for (int c = 0; c < static_cast<int>(result_.conditions.size()); ++c) {
      const bool isEach = result_.conditions[static_cast<std::size_t>(c)].isIndexed;
      const bool waits = isEach && elements == Elements::kWait;
      if (progress.conditions.contains(c) || waits || !isDecidable(c, progress)) continue;
      progress.conditions.insert(c);
      (isEach && perElement ? *perElement : whole).push_back(c);
    }
  }

  bool isDecidable(int c, const Progress& progress) const {
    const CompiledCondition& condition = result_.conditions[static_cast<std::size_t>(c)];
    if (condition.equation >= 0 && !progress.equations.contains(condition.equation)) return false;
    Mentions mentions;
    collect(pattern_, *condition.expression, mentions);
    const auto in = [](const std::set<int>& what, const std::set<int>& where) {
      return std::includes(where.begin(), where.end(), what.begin(), what.end());
    };
    return in(mentions.tensors, progress.tensors) && in(mentions.elements, progress.tensors) &&
           in(mentions.values, progress.values);
  }

  bool planFrom(int start) {
    Plan plan;
    plan.start = start;
    Progress progress;
    if (at(start).isIndexed) {
      if (hasSplicedSequence_) {
        if (!walkFrom(start, plan)) return false;
        result_.plans.push_back(std::move(plan));
        return true;
      }
      if (!startAtSibling(start, plan, progress)) return false;
    } else {
      bindAll(start, progress);
      schedule(progress, plan.conditions);
    }
    while (static_cast<int>(progress.equations.size()) < count())
      if (!addStep(plan, progress)) return false;
    if (progress.conditions.size() != result_.conditions.size()) return false;  // one would never be checked
    result_.plans.push_back(std::move(plan));
    return true;
  }

  /// The start's own strand, then a kSiblings step that gathers the others through a shared tensor.
  bool startAtSibling(int start, Plan& plan, Progress& progress) {
    auto strand = strandFrom(start);
    if (!strand) return false;
    plan.startStrand = std::move(*strand);
    const auto step = siblingsStep({});
    if (!step) return false;
    plan.steps.push_back(*step);
    for (const int e : strand_) bindAll(e, progress);
    schedule(progress, plan.conditions, nullptr, Elements::kWait);  // decided before siblings are gathered
    bindStrand(progress);
    schedule(progress, plan.steps.back().conditions, &plan.steps.back().elementConditions);
    result_.startsAtSiblings = true;
    return true;
  }

  /// Through a plain tensor that the strand reads; `bound` empty: any.
  std::optional<PlanStep> siblingsStep(const std::set<int>& bound) const {
    for (const int e : strand_)
      for (const auto& input : equationAt(e).inputs) {
        if (input.form != ReferenceForm::kPlain || (!bound.empty() && !bound.contains(input.variable))) continue;
        auto strand = strandFrom(e);
        if (!strand) return std::nullopt;
        return PlanStep{PlanStep::Kind::kSiblings, e, input.variable, std::move(*strand), {}, {}};
      }
    return std::nullopt;
  }

  bool addStep(Plan& plan, Progress& progress) {
    std::optional<PlanStep> step = plainStep(progress);
    const bool strandIsOpen = !strand_.empty() && !progress.equations.contains(strand_[0]);
    if (!step && strandIsOpen) step = hasSplicedSequence_ ? elementsStep(progress) : siblingsStep(progress.tensors);
    if (!step) step = anywhereStep(progress);
    if (!step) return false;
    const bool isStrand = step->kind == PlanStep::Kind::kElements || step->kind == PlanStep::Kind::kSiblings;
    if (isStrand)
      bindStrand(progress);
    else
      bindAll(step->equation, progress);
    schedule(progress, step->conditions, isStrand ? &step->elementConditions : nullptr);
    plan.steps.push_back(std::move(*step));
    return true;
  }

  /// Producers first: there is one of them. Then readers of what the pattern makes; readers of a leaf, which may be a
  /// constant that the whole model shares, come last.
  std::optional<PlanStep> plainStep(const Progress& progress) const {
    const auto isMade = [&](int variable) { return RulePattern::defines(pattern_.left, variable); };
    if (auto step = stepThrough(PlanStep::Kind::kProducer, progress, isMade)) return step;
    if (auto step = stepThrough(PlanStep::Kind::kConsumer, progress, isMade)) return step;
    return stepThrough(PlanStep::Kind::kConsumer, progress, [](int) { return true; });
  }

  template <typename Accepts>
  std::optional<PlanStep> stepThrough(PlanStep::Kind kind, const Progress& progress, Accepts accepts) const {
    for (int e = 0; e < count(); ++e) {
      if (at(e).isIndexed || progress.equations.contains(e)) continue;
      const auto& references = kind == PlanStep::Kind::kProducer ? equationAt(e).outputs : equationAt(e).inputs;
      for (const auto& r : references)
        if (progress.tensors.contains(r.variable) && accepts(r.variable))
          return PlanStep{kind, e, r.variable, {}, {}, {}};
    }
    return std::nullopt;
  }

  /// A part that shares nothing with what was matched.
  std::optional<PlanStep> anywhereStep(const Progress& progress) const {
    for (int e = 0; e < count(); ++e)
      if (!at(e).isIndexed && !at(e).isNullary && !progress.equations.contains(e))
        return PlanStep{PlanStep::Kind::kAnywhere, e, -1, {}, {}, {}};
    return std::nullopt;
  }

  std::optional<PlanStep> elementsStep(const Progress& progress) const {
    for (const int e : strand_)
      for (const int v : variablesOf(equationAt(e), ReferenceForm::kElement)) {
        if (!progress.tensors.contains(v)) continue;
        auto strand = strandFrom(e);
        if (!strand) return std::nullopt;
        // The entered equation is the first step of each element.
        strand->insert(
            strand->begin(),
            {makes(equationAt(e), v) ? PlanStep::Kind::kProducer : PlanStep::Kind::kConsumer, e, v, {}, {}, {}});
        return PlanStep{PlanStep::Kind::kElements, e, v, std::move(*strand), {}, {}};
      }
    return std::nullopt;
  }

  /// Breadth first from a strand's equation to one that splices a sequence.
  bool walkFrom(int start, Plan& plan) const {
    std::deque<std::vector<WalkMove>> queue{{}};
    std::set<int> seen{start};
    while (!queue.empty()) {
      const std::vector<WalkMove> path = queue.front();
      queue.pop_front();
      const int from = path.empty() ? start : path.back().to;
      for (const int v : variablesOf(equationAt(from), ReferenceForm::kElement))
        for (int e = 0; e < count(); ++e) {
          const bool isUp = makes(equationAt(from), v) && reads(equationAt(e), v);
          const bool isDown = reads(equationAt(from), v) && makes(equationAt(e), v);
          if ((!isUp && !isDown) || !seen.insert(e).second) continue;
          std::vector<WalkMove> longer = path;
          longer.push_back({from, e, v, isUp});
          if (!at(e).isIndexed) {
            plan.walk = std::move(longer);
            return true;
          }
          queue.push_back(std::move(longer));
        }
    }
    return false;
  }

  /// The equation that makes the first root, unless it lies in a strand that another equation binds.
  void chooseAnchor() {
    for (int e = 0; e < count(); ++e) {
      const bool canStart = result_.plans[static_cast<std::size_t>(e)].walk.empty() && !at(e).isNullary;
      if (!canStart) continue;
      result_.anchor = e;
      for (const int root : result_.roots)
        if (makes(equationAt(e), root)) return;
    }
  }

  const RulePattern& pattern_;
  CompiledRule result_;
  std::vector<int> strand_;
  bool hasSplicedSequence_ = false;
};

}  // namespace

std::optional<CompiledRule> compile(const Rule& rule) {
  if (!whyNotRunnable(rule).empty()) return std::nullopt;
  return Compiler(rule).run();
}

}  // namespace tasoscope
