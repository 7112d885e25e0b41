#pragma once
// A rule's variables with what they stand for in a proof, and the making of either side's ops from them. The same code
// makes the source of a proof from fresh names, both sides of an axiom from a match, and the target.

#include <map>
#include <tuple>

#include "proof/terms.h"
#include "rules/rule_pattern.h"

namespace tasoscope {

/// Asked for what a left side leaves open: inputs, lengths of sequences, attributes.
class OpenNames {
 public:
  virtual ~OpenNames() = default;
  virtual TermId leaf(int variable, int element, bool isOptional) = 0;
  virtual int lengthOf(int sequence) = 0;
  virtual Symbolic attribute(const std::string& op, const std::string& attribute, const std::string& name,
                             const std::vector<TermId>& operands, int outputCount) = 0;
  /// An attribute must have this value, which is not known yet.
  virtual void mustEqual(const Symbolic& value, const ExpressionPtr& expression, int element) = 0;
  /// The expression has a value: its divisions are exact.
  virtual void makeKnown(const Expression& expression, int element) = 0;
  virtual bool isAttributePresent() = 0;
  /// After each op: whether what is known already excludes the case.
  virtual void check() = 0;
};

/// Equations so that each comes after those that define its inputs.
std::vector<int> inOrder(const std::vector<Equation>& side);

class Instance final : public SymbolicScope {
 public:
  Instance(const RulePattern& pattern, Terms& terms);
  /// The same variables over other terms.
  Instance(const Instance& other, Terms& terms);

  void makeLeft(OpenNames* open) { make(pattern_->left, true, open); }
  /// Results of the left side keep their types for expressions until the right side makes them anew.
  void makeRight() { make(pattern_->right, false, nullptr); }
  /// Of one variable (all elements, for a sequence); nothing where it is not bound.
  std::optional<std::vector<TermId>> tensorsOf(int variable) const;

  Symbolic valueOf(int variable, int element) override;
  const Expression* definitionOf(int variable) override {
    return pattern_->values[static_cast<std::size_t>(variable)].definition.get();
  }
  std::optional<bool> isValuePresent(int variable) override;
  std::optional<SymbolicType> typeOf(int tensor, int element) override;
  std::optional<bool> isPresent(int tensor, int element) override;
  std::optional<bool> areSame(int tensorA, int elementA, int tensorB, int elementB) override;
  std::optional<int> countOf(int sequence) override;
  Arithmetic& arithmetic() override { return terms_->arithmetic(); }

  const RulePattern& pattern() const { return *pattern_; }
  Terms& terms() { return *terms_; }
  /// How many elements an indexed condition or equation has; nothing while that is open.
  std::optional<int> elementsOf(const Expression& expression);

  std::vector<std::optional<TermId>> plain;
  std::vector<std::optional<std::vector<TermId>>> sequences;
  std::vector<std::optional<Symbolic>> values;  ///< without a value: absent
  std::vector<std::optional<SymbolicAttributes>> rests;
  /// Values of attributes that the pattern leaves open: by equation, element and name.
  std::map<std::tuple<int, int, std::string>, Symbolic> opened;

 private:
  void make(const std::vector<Equation>& side, bool isLeft, OpenNames* open);
  void makeOne(const Equation& equation, int index, int element, bool isLeft, OpenNames* open);
  std::optional<int> lengthOf(const Equation& equation);
  std::vector<TermId> operandsOf(const Equation& equation, int element, OpenNames* open);
  static void bindLeaf(OpenNames& open, TermId& id, const TensorReference& reference, int element);
  TermId tensor(const TensorReference& reference, int element, OpenNames* open);
  SymbolicAttributes attributesOf(const Equation& equation, int index, int element, bool isLeft,
                                  const std::vector<TermId>& operands, int outputCount, OpenNames* open);
  std::optional<int> outputCountOf(const Equation& equation);
  void define(const Equation& equation, int element, const std::vector<TermId>& results);
  TermId boundTensor(int variable, int element) const;

  const RulePattern* pattern_;
  Terms* terms_;
};

}  // namespace tasoscope
