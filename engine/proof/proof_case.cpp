#include "proof/proof_case.h"

#include <fmt/format.h>

namespace tasoscope {
namespace {

class CaseMaker final : public OpenNames {
 public:
  CaseMaker(const RulePattern& pattern, Choices& choices, const CaseBounds& bounds, ProofCase& made)
      : pattern_(pattern), choices_(choices), bounds_(bounds), made_(made) {}

  TermId leaf(int variable, int element, bool isOptional) override {
    const TensorVariable& tensor = pattern_.tensors[static_cast<std::size_t>(variable)];
    CaseInput input{variable, element, element < 0 ? tensor.name : fmt::format("{}{}", tensor.name, element), {}};
    TermId id = made_.scratch->absent();
    if (isOptional && choices_.choose(2) == 0) {
      say(input.name + " absent");
    } else {
      const int rank = choices_.choose(bounds_.mostRank + 1);
      say(fmt::format("{} {}", input.name, rank));
      input.type.emplace();
      for (int i = 0; i < rank; ++i)
        input.type->shape.push_back(made_.arithmetic->symbol(fmt::format("{}.{}", input.name, i), 1));
      id = made_.scratch->leaf(input.name, *input.type);
    }
    made_.inputs.push_back(std::move(input));
    return id;
  }

  int lengthOf(int) override { return 1 + choices_.choose(bounds_.mostElements); }
  bool isAttributePresent() override { return choices_.choose(2) == 1; }

  Symbolic attribute(const std::string& op, const std::string& attribute, const std::string& name,
                     const std::vector<TermId>& operands, int outputCount) override {
    std::vector<std::optional<SymbolicType>> types;
    for (const TermId operand : operands)
      types.push_back(operand == made_.scratch->absent() ? std::nullopt : made_.scratch->typeOf(operand));
    Symbolic value = openAttribute(op, attribute, name, types, outputCount, *made_.arithmetic, choices_);
    const auto* number = std::get_if<Polynomial>(&value);
    const bool isCase = (number && number->number()) || attribute == "perm" || attribute == "axes";
    if (isCase) say(fmt::format("{} = {}", name, textOf(value, *made_.arithmetic)));
    return value;
  }

  void mustEqual(const Symbolic& value, const ExpressionPtr& expression, int element) override {
    wanted_.push_back({value, expression, element});
  }

  void makeKnown(const Expression& expression, int element) override {
    assumeExactDivisions(expression, *made_.names, element);
  }

  void check() override {
    for (const ExpressionPtr& condition : pattern_.conditions) {
      if (isIndexed(*condition)) continue;
      const Symbolic value = evaluate(*condition, *made_.names);
      const auto* truth = std::get_if<bool>(&value);
      if (truth && !*truth) throw ImpossibleCase();
    }
  }

  void assumeConditions() {
    for (const Wanted& wanted : wanted_) assumeEqual(wanted);
    for (const ExpressionPtr& condition : pattern_.conditions) {
      if (!isIndexed(*condition)) {
        assume(*condition, *made_.names, choices_);
        continue;
      }
      const int count = made_.names->elementsOf(*condition).value_or(0);
      for (int i = 0; i < count; ++i) assume(*condition, *made_.names, choices_, i);
    }
  }

 private:
  struct Wanted {
    Symbolic value;
    ExpressionPtr expression;
    int element;
  };

  void say(const std::string& what) { made_.about += (made_.about.empty() ? "" : ", ") + what; }

  void assumeEqual(const Wanted& wanted) {
    const Symbolic value = evaluate(*wanted.expression, *made_.names, wanted.element);
    const auto *x = std::get_if<Polynomial>(&value), *y = std::get_if<Polynomial>(&wanted.value);
    if (x && y) made_.arithmetic->assumeEqual(*x, *y);
    const auto *xs = std::get_if<Integers>(&value), *ys = std::get_if<Integers>(&wanted.value);
    if (!xs || !ys) return;
    if (xs->size() != ys->size()) throw ImpossibleCase();
    for (std::size_t i = 0; i < xs->size(); ++i) made_.arithmetic->assumeEqual((*xs)[i], (*ys)[i]);
  }

  const RulePattern& pattern_;
  Choices& choices_;
  const CaseBounds& bounds_;
  ProofCase& made_;
  std::vector<Wanted> wanted_;
};

}  // namespace

ProofCase makeCase(const RulePattern& pattern, Choices& choices, const CaseBounds& bounds) {
  ProofCase made;
  made.arithmetic = std::make_unique<Arithmetic>();
  made.assumed = std::make_unique<AssumedDemands>(*made.arithmetic, choices);
  made.scratch = std::make_unique<Terms>(*made.assumed);
  made.names = std::make_unique<Instance>(pattern, *made.scratch);
  CaseMaker maker(pattern, choices, bounds, made);
  made.names->makeLeft(&maker);
  maker.assumeConditions();
  for (CaseInput& input : made.inputs)
    if (input.type)
      for (Polynomial& extent : input.type->shape) extent = made.arithmetic->normal(extent);
  return made;
}

Instance ProofCase::instanceIn(Terms& terms) const {
  Instance result(*names, terms);
  for (const CaseInput& input : inputs) {
    const TermId id = input.type ? terms.leaf(input.name, *input.type) : terms.absent();
    const auto variable = static_cast<std::size_t>(input.variable);
    if (input.element < 0) {
      result.plain[variable] = id;
      continue;
    }
    auto& sequence = result.sequences[variable];
    if (!sequence) sequence.emplace();
    if (sequence->size() <= static_cast<std::size_t>(input.element))
      sequence->resize(static_cast<std::size_t>(input.element) + 1);
    (*sequence)[static_cast<std::size_t>(input.element)] = id;
  }
  // Lengths of sequences that ops define.
  for (std::size_t v = 0; v < result.sequences.size(); ++v)
    if (names->sequences[v] && !result.sequences[v]) result.sequences[v].emplace(names->sequences[v]->size());
  return result;
}

}  // namespace tasoscope
