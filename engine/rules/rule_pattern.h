#pragma once
// The inside of a rule: equations between tensors on both sides, variables, conditions. See rules/README.md.

#include <optional>
#include <string>
#include <vector>

#include "rules/expression.h"
#include "rules/rule.h"
#include "tensor/element_type.h"

namespace tasoscope {

/// A name for a tensor, or (isSequence) for a list of tensors.
struct TensorVariable {
  std::string name;
  bool isSequence = false;
  bool isOptional = false;  ///< may be absent: an optional input that the op does not have
  SourcePlace place = {};   ///< of its first mention
  friend bool operator==(const TensorVariable& a, const TensorVariable& b) {
    return a.name == b.name && a.isSequence == b.isSequence && a.isOptional == b.isOptional;
  }
};

/// A name for an attribute's value, for "all other attributes" (isRest), or for an expression (definition).
struct ValueVariable {
  std::string name;
  bool isRest = false;
  bool isOptional = false;
  ExpressionPtr definition;
  SourcePlace place = {};
};

/// How an equation mentions a tensor variable.
enum class ReferenceForm : std::uint8_t {
  kPlain,    ///< x
  kElement,  ///< x[i]: the equation stands for one of each element
  kSplice,   ///< x...: all elements in order
};

struct TensorReference {
  int variable = -1;
  ReferenceForm form = ReferenceForm::kPlain;
  bool isOptional = false;
  friend bool operator==(const TensorReference&, const TensorReference&) = default;
};

struct AttributePattern {
  std::string name;
  ExpressionPtr value;
  bool isOptional = false;
  SourcePlace place = {};
};

/// outputs = Op(inputs) {attributes}; without an operator, the one output is the one input.
struct Equation {
  std::vector<TensorReference> outputs;
  std::string op;
  std::vector<TensorReference> inputs;
  std::vector<AttributePattern> attributes;  ///< in order of name
  int rest = -1;                             ///< the variable of "...name"
  bool ignoresRest = false;                  ///< a bare "...": other attributes may be anything (left sides only)
  bool isOptional = false;                   ///< "y? = ": made only when all its inputs are present (right sides only)
  std::optional<TensorReference> preferred;  ///< "y = b? else Op(...)": b where it is present (right sides only)
  SourcePlace place = {};                    ///< of its operator

  bool isAlias() const { return op.empty(); }
  bool isIndexed() const;
};

struct UsePattern {
  int variable = -1;
  std::uint32_t most = 1;
  friend bool operator==(const UsePattern&, const UsePattern&) = default;
};

struct RulePattern {
  std::vector<TensorVariable> tensors;
  std::vector<ValueVariable> values;
  std::vector<Equation> left, right;  ///< source and target
  std::vector<ExpressionPtr> conditions;
  std::vector<SourcePlace> conditionPlaces;  ///< of each condition; none where the rule was not read from a text
  std::vector<UsePattern> uses;
  std::vector<ElementType> types;  ///< of the roots; empty: any
  std::string builtIn;             ///< a matcher written in C++ instead of equations

  int tensorNamed(std::string_view name) const;  ///< or -1
  int valueNamed(std::string_view name) const;
  /// Tensor variables that both sides define, in order of the left side.
  std::vector<int> roots() const;
  /// Defined by an equation of this side.
  static bool defines(const std::vector<Equation>& side, int tensor);
};

/// Whether a condition compares a constant with a number that exporters round (`near`).
bool takesRoundedConstants(const RulePattern& pattern);

bool operator==(const RulePattern& a, const RulePattern& b);

/// The same rule read from right to left.
RulePattern reversed(const RulePattern& pattern);

/// What a rule is about when it does not say otherwise: float16, bfloat16, float32, float64; not float16 where sums and
/// products are made in another order, since what stays below 65504 in one order may not in another.
const std::vector<ElementType>& defaultRuleTypes(NumericClass numerics);

}  // namespace tasoscope
