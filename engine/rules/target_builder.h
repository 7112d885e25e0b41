#pragma once
// Making the right side of a rule for a binding: its ops are interned in the space, and the facts say which choices the
// substitution makes.

#include <optional>
#include <string>

#include "rules/binding.h"

namespace tasoscope {

struct BuiltTarget {
  std::vector<Fact> facts;
  absl::InlinedVector<TensorId, 2> roots;
};

class TargetBuilder {
 public:
  TargetBuilder(Space& space, BindingScope& scope) : space_(space), scope_(scope) {}

  /// Nothing when an attribute cannot be computed, an op does not fit its inputs, a root would get another type, the
  /// target would read what it replaces, or nothing would change.
  std::optional<BuiltTarget> build(const Graph& graph, const CompiledRule& rule, const Binding& binding);
  /// After a build that gave nothing: the equation of the right side that could not be made (-1: nothing would change),
  /// and why, where an operator said it.
  int failedEquation() const { return failed_equation_; }
  const std::string& failure() const { return failure_; }

 private:
  bool makeEquation(const Equation& equation, const OperatorDefinition* definition);
  bool makeOp(const Equation& equation, const OperatorDefinition* definition, int element);
  bool makeFilledConstant(const Equation& equation);
  bool makeAlias(const Equation& equation, const TensorReference& from, int element);
  std::optional<std::vector<TensorId>> inputsOf(const Equation& equation, int element);
  std::optional<Attributes> attributesOf(const Equation& equation, const OperatorDefinition* definition, int element);
  std::optional<int> outputCountOf(const Equation& equation, const Attributes& attributes) const;
  std::optional<std::int64_t> elementCount(const Equation& equation) const;
  bool define(const TensorReference& reference, int element, const Choice& choice, TensorId tensor);
  bool replaceRoot(TensorId root, const Choice& choice);
  bool isReplaced(TensorId tensor) const;

  Space& space_;
  BindingScope& scope_;
  const Graph* graph_ = nullptr;
  const CompiledRule* rule_ = nullptr;
  const Binding* binding_ = nullptr;
  std::vector<TensorId> replaced_;                               ///< every name of every root
  std::vector<std::pair<TensorId, Choice>> madeChoices_;         ///< of tensors that the target's ops made
  std::vector<std::pair<int, std::vector<TensorId>>> elements_;  ///< of sequences made one by one
  std::vector<Fact> inner_, roots_;
  bool changes_ = false;
  int failed_equation_ = -1;
  std::string failure_;
};

}  // namespace tasoscope
