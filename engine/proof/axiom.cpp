#include "proof/axiom.h"

#include <algorithm>
#include <set>

#include "rules/rule_operators.h"

namespace tasoscope {
namespace {

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// From the root down: an equation comes after those that read its results.
std::vector<int> fromRoot(const std::vector<Equation>& side) {
  std::vector<int> order = inOrder(side);
  std::ranges::reverse(order);
  return order;
}

/// Everything the right side reads must be bound by the left one.
bool canRun(const RulePattern& pattern) {
  std::set<int> bound;
  for (const auto* side : {&pattern.left, &pattern.right})
    for (const Equation& equation : *side) {
      if (side == &pattern.left)
        for (const TensorReference& input : equation.inputs) bound.insert(input.variable);
      for (const TensorReference& output : equation.outputs) bound.insert(output.variable);
    }
  for (const Equation& equation : pattern.right)
    for (const TensorReference& input : equation.inputs)
      if (!bound.contains(input.variable)) return false;
  return std::ranges::none_of(pattern.left,
                              [](const Equation& e) { return e.isAlias() || e.isOptional || e.preferred; });
}

class Matching {
 public:
  Matching(const AxiomDirection& direction, Terms& terms, const TermView& view,
           const std::function<void(Instance&)>& found)
      : direction_(direction), pattern_(direction.pattern), terms_(terms), view_(view), found_(found) {}

  void run(std::span<const TermId> anchors) {
    const int first = direction_.order[0];
    for (const TermId anchor : anchors) {
      if (terms_.labelOf(anchor).op.name != pattern_.left[index(first)].op || terms_.labelOf(anchor).isLeaf) continue;
      Instance instance(pattern_, terms_);
      const Equation& equation = pattern_.left[index(first)];
      if (equation.isIndexed()) continue;
      if (!matchOutputs(equation, anchor, instance)) continue;
      matchNode(0, -1, anchor, std::move(instance));
    }
  }

 private:
  const Equation& equationAt(std::size_t k) const { return pattern_.left[index(direction_.order[k])]; }
  bool areEqual(TermId a, TermId b) const { return terms_.graph().areEqual(a, b); }

  /// The anchor's results get their names.
  bool matchOutputs(const Equation& equation, TermId node, Instance& instance) {
    const int count = terms_.labelOf(node).outputCount;
    const bool hasSplice = std::ranges::any_of(
        equation.outputs, [](const TensorReference& r) { return r.form == ReferenceForm::kSplice; });
    if (!hasSplice && static_cast<int>(equation.outputs.size()) != count) return false;
    if (count == 1 && !hasSplice) {
      instance.plain[index(equation.outputs[0].variable)] = node;
      return true;
    }
    int at = 0;
    for (const TensorReference& output : equation.outputs) {
      if (output.form != ReferenceForm::kSplice) {
        instance.plain[index(output.variable)] = resultOf(node, at++);
        continue;
      }
      std::vector<TermId> elements;
      const int others = static_cast<int>(equation.outputs.size()) - 1;
      for (int i = 0; i < count - others; ++i) elements.push_back(resultOf(node, at++));
      instance.sequences[index(output.variable)] = std::move(elements);
    }
    return true;
  }
  TermId resultOf(TermId node, int output) {
    return terms_.labelOf(node).outputCount == 1 ? node : terms_.result(node, output);
  }

  void proceed(std::size_t k, Instance instance) {
    if (k == direction_.order.size()) return finish(instance);
    const Equation& equation = equationAt(k);
    if (equation.isIndexed()) {
      const auto count = instance.countOf(equation.outputs[0].variable);
      if (count && equation.outputs.size() == 1) matchElement(k, 0, *count, std::move(instance));
      return;
    }
    const TensorReference& first = equation.outputs[0];
    const auto bound = instance.tensorsOf(first.variable);
    if (!bound || bound->empty()) return;
    const std::vector<TermId> members = classMembers((*bound)[0]);
    const bool hasResults = equation.outputs.size() > 1 || first.form == ReferenceForm::kSplice;
    for (const TermId member : members) {
      if (!hasResults) {
        if (isOp(member, equation) && terms_.labelOf(member).outputCount == 1) matchNode(k, -1, member, instance);
        continue;
      }
      if (terms_.labelOf(member).output != 0) continue;
      for (const TermId op : classMembers(terms_.graph().node(member).operands[0]))
        if (isOp(op, equation) && hasTheseResults(equation, op, instance)) matchNode(k, -1, op, instance);
    }
  }

  std::vector<TermId> classMembers(TermId id) const {
    const TermId leader = terms_.graph().find(id);
    return leader < view_.classes.size() ? view_.classes[leader] : std::vector<TermId>{};
  }
  bool isOp(TermId id, const Equation& equation) const {
    return !terms_.labelOf(id).isLeaf && terms_.labelOf(id).op.name == equation.op;
  }

  bool hasTheseResults(const Equation& equation, TermId op, Instance& instance) {
    std::vector<TermId> wanted;
    for (const TensorReference& output : equation.outputs) {
      const auto bound = instance.tensorsOf(output.variable);
      if (!bound) return false;
      wanted.insert(wanted.end(), bound->begin(), bound->end());
    }
    const int count = terms_.labelOf(op).outputCount;
    if (count < 2 || static_cast<int>(wanted.size()) != count) return false;
    for (int i = 0; i < count; ++i)
      if (!areEqual(wanted[index(i)], terms_.result(op, i))) return false;
    return true;
  }

  void matchElement(std::size_t k, int element, int count, Instance instance) {
    if (element == count) return proceed(k + 1, std::move(instance));
    const Equation& equation = equationAt(k);
    const TermId result = (*instance.sequences[index(equation.outputs[0].variable)])[index(element)];
    for (const TermId member : classMembers(result))
      if (isOp(member, equation) && terms_.labelOf(member).outputCount == 1) matchNode(k, element, member, instance);
  }

  void matchNode(std::size_t k, int element, TermId node, Instance instance) {
    const Equation& equation = equationAt(k);
    if (!matchOperands(equation, element, node, instance)) return;
    if (!matchAttributes(equation, direction_.order[k], element, node, instance)) return;
    if (element < 0) return proceed(k + 1, std::move(instance));
    const int count = *instance.countOf(equation.outputs[0].variable);
    matchElement(k, element + 1, count, std::move(instance));
  }

  bool matchOperands(const Equation& equation, int element, TermId node, Instance& instance) {
    const auto& operands = terms_.graph().node(node).operands;
    std::size_t at = 0;
    for (std::size_t i = 0; i < equation.inputs.size(); ++i) {
      const TensorReference& input = equation.inputs[i];
      if (input.form == ReferenceForm::kSplice) {
        const std::size_t after = equation.inputs.size() - 1 - i;
        if (operands.size() < at + after) return false;
        std::vector<TermId> elements(operands.begin() + static_cast<std::ptrdiff_t>(at),
                                     operands.end() - static_cast<std::ptrdiff_t>(after));
        at += elements.size();
        if (!bindSequence(input.variable, std::move(elements), instance)) return false;
        continue;
      }
      const TermId operand = at < operands.size() ? operands[at] : terms_.absent();
      ++at;
      if (operand == terms_.absent() && !input.isOptional) return false;
      if (!bind(input, element, operand, instance)) return false;
    }
    return at >= operands.size();
  }

  bool bindSequence(int variable, std::vector<TermId> elements, Instance& instance) {
    auto& known = instance.sequences[index(variable)];
    if (!known) {
      known = std::move(elements);
      return true;
    }
    return std::ranges::equal(*known, elements, [this](TermId a, TermId b) { return areEqual(a, b); });
  }

  bool bind(const TensorReference& input, int element, TermId operand, Instance& instance) {
    if (input.form == ReferenceForm::kPlain) {
      auto& known = instance.plain[index(input.variable)];
      if (known) return areEqual(*known, operand);
      known = operand;
      return true;
    }
    auto& known = instance.sequences[index(input.variable)];
    if (!known) known.emplace();
    if (index(element) < known->size()) return areEqual((*known)[index(element)], operand);
    if (index(element) != known->size()) return false;
    known->push_back(operand);
    return true;
  }

  bool matchAttributes(const Equation& equation, int equationIndex, int element, TermId node, Instance& instance) {
    const SymbolicAttributes attributes = terms_.labelOf(node).op.attributes;
    SymbolicAttributes others = attributes;
    for (const AttributePattern& pattern : equation.attributes) {
      const Symbolic* value = find(attributes, pattern.name);
      std::erase_if(others, [&](const auto& entry) { return entry.first == pattern.name; });
      if (!matchAttribute(pattern, value, element, instance)) return false;
    }
    if (equation.rest >= 0) return bindRest(equation.rest, std::move(others), instance);
    if (equation.ignoresRest) {
      for (const auto& [name, value] : others) instance.opened[{equationIndex, element, name}] = value;
      return true;
    }
    return std::ranges::all_of(others, [&](const auto& entry) { return isDefault(equation.op, entry); });
  }

  bool matchAttribute(const AttributePattern& pattern, const Symbolic* value, int element, Instance& instance) {
    const Expression& e = *pattern.value;
    const bool isName = e.kind == ExpressionKind::kName && e.value >= 0 && !pattern_.values[index(e.value)].definition;
    if (!value && !pattern.isOptional) return false;
    if (isName) {
      auto& known = instance.values[index(e.value)];
      if (!known) {
        known = value ? *value : Symbolic();
        return true;
      }
      if (isUnknown(*known) || !value) return isUnknown(*known) && !value;
      return tasoscope::areEqual(*known, *value, terms_.arithmetic()) == true;
    }
    if (!value) return false;
    const Symbolic now = evaluate(e, instance, element);
    if (isUnknown(now)) return true;  // decided when the left side is made again, which must equal what was matched
    return tasoscope::areEqual(now, *value, terms_.arithmetic()) == true;
  }

  bool bindRest(int variable, SymbolicAttributes others, Instance& instance) {
    auto& known = instance.rests[index(variable)];
    if (!known) {
      known = std::move(others);
      return true;
    }
    return std::ranges::equal(*known, others, [this](const auto& a, const auto& b) {
      return a.first == b.first && tasoscope::areEqual(a.second, b.second, terms_.arithmetic()) == true;
    });
  }

  bool isDefault(const std::string& op, const std::pair<std::string, Symbolic>& entry) {
    const OperatorDefinition* definition = findRuleOperator(op);
    if (!definition) return false;
    for (const AttributeSpec& spec : definition->attributes)
      if (spec.name == entry.first && spec.otherwise)
        return tasoscope::areEqual(symbolicOf(*spec.otherwise), entry.second, terms_.arithmetic()) == true;
    return false;
  }

  void finish(Instance& instance) {
    for (const ExpressionPtr& condition : pattern_.conditions)
      if (!holds(*condition, instance)) return;
    found_(instance);
  }

  static bool holds(const Expression& condition, Instance& instance) {
    const auto isTrue = [&](int element) {
      const Symbolic value = evaluate(condition, instance, element);
      const auto* truth = std::get_if<bool>(&value);
      return truth && *truth;
    };
    if (!isIndexed(condition)) return isTrue(-1);
    const auto count = instance.elementsOf(condition);
    if (!count) return false;
    for (int i = 0; i < *count; ++i)
      if (!isTrue(i)) return false;
    return true;
  }

  const AxiomDirection& direction_;
  const RulePattern& pattern_;
  Terms& terms_;
  const TermView& view_;
  const std::function<void(Instance&)>& found_;
};

}  // namespace

std::vector<AxiomDirection> directionsOf(std::span<const Rule> axioms) {
  std::vector<AxiomDirection> result;
  for (const Rule& axiom : axioms) {
    if (axiom.isReversed) continue;
    for (const bool isBackward : {false, true}) {
      if (isBackward && !axiom.isTwoWay) continue;
      AxiomDirection direction{
          .name = axiom.name, .isBackward = isBackward, .pattern = *axiom.pattern, .order = {}, .roots = {}};
      if (isBackward) direction.pattern = reversed(direction.pattern);
      if (!canRun(direction.pattern)) continue;
      direction.order = fromRoot(direction.pattern.left);
      direction.roots = direction.pattern.roots();
      result.push_back(std::move(direction));
    }
  }
  return result;
}

TermView viewOf(const Terms& terms) {
  TermView view;
  view.classes = terms.graph().classes();
  for (const auto& members : view.classes)
    for (const TermId member : members) {
      if (!terms.labelOf(member).isLeaf) view.byOperator[terms.labelOf(member).op.name].push_back(member);
    }
  return view;
}

TermView viewOfTerm(const Terms& terms, TermId root) {
  TermView view;
  view.classes.resize(terms.graph().size());
  std::vector<TermId> open{root};
  while (!open.empty()) {
    const TermId id = open.back();
    open.pop_back();
    if (!view.classes[id].empty()) continue;
    view.classes[id] = {id};
    for (const TermId operand : terms.graph().node(id).operands) open.push_back(operand);
  }
  return view;
}

void matchAxiom(const AxiomDirection& direction, Terms& terms, const TermView& view, std::span<const TermId> anchors,
                const std::function<void(Instance&)>& found) {
  Matching(direction, terms, view, found).run(anchors);
}

}  // namespace tasoscope
