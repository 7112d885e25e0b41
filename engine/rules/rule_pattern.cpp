#include "rules/rule_pattern.h"

#include <algorithm>

#include "rules/rule_text.h"

namespace tasoscope {
namespace {

bool equalPointers(const ExpressionPtr& a, const ExpressionPtr& b) { return a && b ? *a == *b : a == b; }

bool sameAttributes(const std::vector<AttributePattern>& a, const std::vector<AttributePattern>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.name == y.name && x.isOptional == y.isOptional && *x.value == *y.value;
  });
}

/// Compares by names, since the order of the tables is that of first mention.
class Comparison {
 public:
  Comparison(const RulePattern& a, const RulePattern& b) : a_(a), b_(b) {}

  bool areEqual() const {
    return a_.builtIn == b_.builtIn && a_.types == b_.types && sameTensors() && sameValues() &&
           sameSides(a_.left, b_.left) && sameSides(a_.right, b_.right) && sameUses() &&
           std::equal(a_.conditions.begin(), a_.conditions.end(), b_.conditions.begin(), b_.conditions.end(),
                      equalPointers);
  }

 private:
  bool sameTensors() const {
    return a_.tensors.size() == b_.tensors.size() &&
           std::all_of(a_.tensors.begin(), a_.tensors.end(), [&](const TensorVariable& tensor) {
             const int other = b_.tensorNamed(tensor.name);
             return other >= 0 && b_.tensors[static_cast<std::size_t>(other)] == tensor;
           });
  }
  bool sameValues() const {
    return a_.values.size() == b_.values.size() &&
           std::all_of(a_.values.begin(), a_.values.end(), [&](const ValueVariable& value) {
             const int found = b_.valueNamed(value.name);
             if (found < 0) return false;
             const ValueVariable& other = b_.values[static_cast<std::size_t>(found)];
             return other.isRest == value.isRest && other.isOptional == value.isOptional &&
                    equalPointers(other.definition, value.definition);
           });
  }
  bool sameReference(const TensorReference& a, const TensorReference& b) const {
    return a.form == b.form && a.isOptional == b.isOptional &&
           a_.tensors[static_cast<std::size_t>(a.variable)].name ==
               b_.tensors[static_cast<std::size_t>(b.variable)].name;
  }
  bool sameReferences(const std::vector<TensorReference>& a, const std::vector<TensorReference>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const auto& x, const auto& y) { return sameReference(x, y); });
  }
  bool sameRest(int a, int b) const {
    if (a < 0 || b < 0) return a == b;
    return a_.values[static_cast<std::size_t>(a)].name == b_.values[static_cast<std::size_t>(b)].name;
  }
  bool sameEquation(const Equation& a, const Equation& b) const {
    return a.op == b.op && a.ignoresRest == b.ignoresRest && a.isOptional == b.isOptional && sameRest(a.rest, b.rest) &&
           sameReferences(a.outputs, b.outputs) && sameReferences(a.inputs, b.inputs) &&
           sameAttributes(a.attributes, b.attributes) && a.preferred.has_value() == b.preferred.has_value() &&
           (!a.preferred || sameReference(*a.preferred, *b.preferred));
  }
  bool sameSides(const std::vector<Equation>& a, const std::vector<Equation>& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const auto& x, const auto& y) { return sameEquation(x, y); });
  }
  bool sameUses() const {
    return std::equal(a_.uses.begin(), a_.uses.end(), b_.uses.begin(), b_.uses.end(),
                      [&](const UsePattern& x, const UsePattern& y) {
                        return x.most == y.most && a_.tensors[static_cast<std::size_t>(x.variable)].name ==
                                                       b_.tensors[static_cast<std::size_t>(y.variable)].name;
                      });
  }

  const RulePattern &a_, &b_;
};

}  // namespace

bool Equation::isIndexed() const {
  const auto isElement = [](const TensorReference& r) { return r.form == ReferenceForm::kElement; };
  return std::any_of(outputs.begin(), outputs.end(), isElement) || std::any_of(inputs.begin(), inputs.end(), isElement);
}

int RulePattern::tensorNamed(std::string_view name) const {
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (tensors[i].name == name) return static_cast<int>(i);
  return -1;
}

int RulePattern::valueNamed(std::string_view name) const {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i].name == name) return static_cast<int>(i);
  return -1;
}

bool RulePattern::defines(const std::vector<Equation>& side, int tensor) {
  for (const Equation& equation : side)
    for (const TensorReference& output : equation.outputs)
      if (output.variable == tensor) return true;
  return false;
}

std::vector<int> RulePattern::roots() const {
  std::vector<int> result;
  for (const Equation& equation : left)
    for (const TensorReference& output : equation.outputs)
      if (defines(right, output.variable)) result.push_back(output.variable);
  return result;
}

bool takesRoundedConstants(const RulePattern& pattern) {
  bool result = false;
  for (const ExpressionPtr& condition : pattern.conditions)
    forEachExpression(*condition, [&](const Expression& e) {
      result = result || (e.kind == ExpressionKind::kCall && e.text == "near");
    });
  return result;
}

bool operator==(const RulePattern& a, const RulePattern& b) { return Comparison(a, b).areEqual(); }

bool haveSamePattern(const Rule& a, const Rule& b) { return *a.pattern == *b.pattern; }

RulePattern reversed(const RulePattern& pattern) {
  RulePattern result = pattern;
  std::swap(result.left, result.right);
  return result;
}

const std::vector<ElementType>& defaultRuleTypes(NumericClass numerics) {
  static const std::vector<ElementType> kTypes{ElementType::kFloat16, ElementType::kBfloat16, ElementType::kFloat32,
                                               ElementType::kFloat64};
  static const std::vector<ElementType> kInAnyOrder{ElementType::kBfloat16, ElementType::kFloat32,
                                                    ElementType::kFloat64};
  return numerics == NumericClass::kReassociating ? kInAnyOrder : kTypes;
}

}  // namespace tasoscope
