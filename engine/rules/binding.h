#pragma once
// What the variables of a rule stand for while it is being matched, with a trail to take bindings back, and the scope
// in which its expressions are evaluated.

#include <absl/container/inlined_vector.h>

#include <deque>
#include <optional>
#include <vector>

#include "graph/graph.h"
#include "rules/compiled_rule.h"
#include "rules/match.h"

namespace tasoscope {

enum class Bound : std::uint8_t { kNo, kYes, kAbsent };

struct BoundTensor {
  Bound state = Bound::kNo;
  TensorId tensor;
};

struct BoundSequence {
  Bound state = Bound::kNo;
  absl::InlinedVector<TensorId, 8> tensors;  ///< an invalid one: an absent optional input
};

struct BoundValue {
  Bound state = Bound::kNo;
  const AttributeValue* value = nullptr;
  const Op* op = nullptr;                      ///< of a rest: all attributes of this op
  const CompiledEquation* equation = nullptr;  ///< but those that this equation mentions
};

/// Answers about constants' values, kept so that each constant is read once.
class ConstantValues {
 public:
  explicit ConstantValues(const Space& space) : space_(space) {}
  /// The value that all elements have; nothing for what is no constant, is large, or has different elements.
  std::optional<double> uniform(TensorId tensor);
  /// The elements of a small constant; nothing otherwise.
  std::optional<Value> small(TensorId tensor) const;

 private:
  const Space& space_;
  std::vector<std::optional<std::optional<double>>> known_;
};

class Binding {
 public:
  struct Mark {
    std::size_t trail, needs, ops;
  };

  void reset(const CompiledRule& rule);
  Mark mark() const { return {trail_.size(), needs.size(), ops.size()}; }
  void rollBack(const Mark& mark);

  void bindPlain(int variable, Bound state, TensorId tensor);
  void bindElement(int variable, Bound state, TensorId tensor);  ///< of the current element
  void clearElement(int variable);
  void bindSequence(int variable, absl::InlinedVector<TensorId, 8> tensors);
  void append(int variable, TensorId tensor);
  void bindValue(int variable, BoundValue value);

  std::vector<BoundTensor> plain;
  std::vector<BoundTensor> element;  ///< of sequence variables, while a strand is matched
  std::vector<BoundSequence> sequences;
  std::vector<BoundValue> values;
  std::vector<OpId> equationOps;  ///< the op matched last for each equation
  absl::InlinedVector<Need, 16> needs;
  absl::InlinedVector<OpId, 8> ops;  ///< all ops of the source

 private:
  enum class Kind : std::uint8_t { kPlain, kElement, kSequence, kAppend, kValue };
  struct Entry {
    Kind kind;
    int variable;
    BoundTensor before;
  };
  std::vector<Entry> trail_;
};

/// The binding as expressions see it. Tensors of the right side are added as they are made.
class BindingScope final : public ExpressionScope {
 public:
  BindingScope(const Space& space, ConstantValues& constants, int opset)
      : space_(space), constants_(constants), opset_(opset) {}
  void use(const Binding* binding, const RulePattern* pattern) {
    binding_ = binding;
    pattern_ = pattern;
    made_.clear();
    madeSequences_.clear();
  }
  void addMade(int variable, TensorId tensor);
  void addMadeSequence(int variable, std::vector<TensorId> tensors);

  /// The tensor, or an invalid one when it is absent or unbound.
  TensorId tensorOf(int variable, int element) const;

  Evaluated valueOf(int variable, int element) const override;
  bool isValuePresent(int variable) const override;
  const TensorType* typeOf(int variable, int element) const override;
  bool isConstant(int variable, int element) const override;
  std::optional<double> uniformValueOf(int variable, int element) const override;
  bool areSame(int variableA, int elementA, int variableB, int elementB) const override;
  std::optional<std::int64_t> countOf(int variable) const override;
  int opset() const override { return opset_; }

 private:
  const Space& space_;
  ConstantValues& constants_;
  int opset_;
  const Binding* binding_ = nullptr;
  const RulePattern* pattern_ = nullptr;
  std::vector<std::pair<int, TensorId>> made_;
  std::vector<std::pair<int, std::vector<TensorId>>> madeSequences_;
};

}  // namespace tasoscope
