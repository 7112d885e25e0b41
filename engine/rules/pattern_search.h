#pragma once
// The backtracking search of one rule's left side from one op of a graph. See compiled_rule.h for the plan it follows.

#include <absl/functional/function_ref.h>

#include "rules/binding.h"
#include "rules/near_miss.h"

namespace tasoscope {

class PatternSearch {
 public:
  /// Called for each binding found, while it stands.
  using Found = absl::FunctionRef<void(const CompiledRule&, Binding&)>;

  PatternSearch(const Space& space, ConstantValues& constants, int opset)
      : space_(space), constants_(constants), scope_(space, constants, opset) {}

  /// Matches `rule` with `op` in the place of the left side's equation `equation`.
  void run(const Graph& graph, const CompiledRule& rule, int equation, OpId op, Found found);
  BindingScope& scope() { return scope_; }
  /// From now on the nearest of what is in the way is kept there; null: nothing is.
  void explainTo(NearMiss* nearest) { nearest_ = nearest; }

 private:
  using Next = absl::FunctionRef<void()>;
  struct Element {
    OpId entry;
    std::vector<BoundTensor> tensors;
    absl::InlinedVector<Need, 4> needs;
    absl::InlinedVector<OpId, 4> ops;
  };

  void walk(const Plan& plan, std::size_t move, OpId op);
  void start(const Plan& plan, OpId op);
  void proceed(const Plan& plan, std::size_t step);
  void elements(const PlanStep& step, std::size_t element, Next next);
  void strand(const std::vector<PlanStep>& steps, std::size_t at, Next next);
  void siblings(const Plan& plan, const PlanStep& step, std::size_t next);
  void siblingsOf(const Plan& plan, const PlanStep& step, std::size_t next, OpId entry);
  void tryElements(const PlanStep& step, std::span<const Element* const> chosen, Next next);
  void stepTo(const PlanStep& step, TensorId through, bool isElement, Next next);

  void matchOp(int equation, OpId op, Next next);
  void matchInputs(int equation, const Op& op, std::size_t pattern, std::size_t input, Next next);
  void matchCommutative(int equation, const Op& op, std::size_t pattern, std::uint64_t used, Next next);
  void matchOutputs(int equation, OpId id, Next next);
  bool matchAttributes(const CompiledEquation& equation, const Op& op);
  bool matchNullary(int equation, TensorId tensor);
  bool bindAttribute(int variable, const AttributeValue* value);
  bool bindRest(int variable, const Op& op, const CompiledEquation& equation);

  bool bindInput(const TensorReference& reference, TensorId tensor);
  bool bindSplice(int variable, std::span<const TensorId> tensors);
  bool bindOutput(const TensorReference& reference, OpId op, std::uint16_t output);
  TensorId outputTensor(OpId op, std::uint16_t output, bool isRoot);
  bool areSame(TensorId a, TensorId b);
  /// The last tensor on the way along aliases; adds what the way needs, the producer's choice included.
  TensorId follow(TensorId tensor);
  Choice producerOf(TensorId tensor) const;
  bool conditionsHold(const std::vector<int>& conditions, int element);
  bool conditionHolds(const CompiledCondition& condition, int element);
  template <typename Visit>
  void forEachReader(TensorId tensor, const OperatorDefinition* definition, Visit visit);
  template <typename Visit>
  void forEachName(TensorId tensor, Visit visit);
  bool isUsed(OpId op) const;
  /// Remembers what is in the way here, if it is nearer to a match than what was remembered. Always false.
  bool miss(Obstacle obstacle, int equation, OpId op = {}, TensorId tensor = {});
  bool missAttribute(const CompiledAttribute* wanted, const std::string& name);
  void missCondition(int condition, int element);
  const CompiledEquation& equationAt(int e) const { return rule_->left[static_cast<std::size_t>(e)]; }

  const Space& space_;
  ConstantValues& constants_;
  BindingScope scope_;
  const Graph* graph_ = nullptr;
  const CompiledRule* rule_ = nullptr;
  const Found* found_ = nullptr;
  Binding binding_;
  std::deque<AttributeValue> madeAttributes_;  ///< of constants that fit Zeros, Ones, ...
  int budget_ = 0;                             ///< bindings that may still be found
  int effort_ = 0;                             ///< ops that may still be tried
  NearMiss* nearest_ = nullptr;
  int trying_ = -1;  ///< the equation whose attributes are compared, of this op
  OpId tried_;
};

}  // namespace tasoscope
