#include "proof/refutation.h"

#include <algorithm>
#include <set>

#include "proof/numeric_test.h"
#include "rules/rule_pattern.h"

namespace tasoscope {
namespace {

constexpr std::uint64_t kSearches = 8;
/// Axes whose extents a repair compares.
constexpr int kAxes = 4;

ExpressionPtr call(std::string function, std::vector<ExpressionPtr> arguments) {
  auto result = std::make_shared<Expression>();
  result->kind = ExpressionKind::kCall;
  result->text = std::move(function);
  result->arguments = std::move(arguments);
  return result;
}

ExpressionPtr extent(const RulePattern& pattern, int tensor, int axis) {
  auto name = std::make_shared<Expression>();
  name->kind = ExpressionKind::kName;
  name->text = pattern.tensors[static_cast<std::size_t>(tensor)].name;
  name->tensor = tensor;
  auto number = std::make_shared<Expression>();
  number->integer = axis;
  return call("dim", {std::move(name), std::move(number)});
}

/// Inputs of the left side that are single tensors.
std::vector<int> inputsOf(const RulePattern& pattern) {
  std::set<int> result;
  for (const Equation& equation : pattern.left)
    for (const TensorReference& input : equation.inputs)
      if (input.form == ReferenceForm::kPlain && !RulePattern::defines(pattern.left, input.variable))
        result.insert(input.variable);
  return {result.begin(), result.end()};
}

/// Equal axes first.
std::vector<ExpressionPtr> candidates(const RulePattern& pattern) {
  const std::vector<int> inputs = inputsOf(pattern);
  std::vector<ExpressionPtr> result;
  for (int distance = 0; distance < kAxes; ++distance)
    for (std::size_t a = 0; a < inputs.size(); ++a)
      for (std::size_t b = a + 1; b < inputs.size(); ++b)
        for (int i = 0; i < kAxes; ++i)
          for (const int j : std::set{i - distance, i + distance})
            if (j >= 0 && j < kAxes)
              result.push_back(call("==", {extent(pattern, inputs[a], i), extent(pattern, inputs[b], j)}));
  return result;
}

}  // namespace

std::string conditionThatProves(const Rule& rule, const Prover& prover) {
  for (const ExpressionPtr& condition : candidates(*rule.pattern)) {
    auto pattern = std::make_shared<RulePattern>(*rule.pattern);
    pattern->conditions.push_back(condition);
    Rule repaired = rule;
    repaired.pattern = pattern;
    if (prover.prove(repaired).isProved()) return textOf(*condition);
  }
  return {};
}

std::optional<Refutation> refute(const Rule& rule, const Prover& prover) {
  std::optional<Refutation> result;
  for (std::uint64_t seed = 1; seed <= kSearches; ++seed) {
    NumericTestResult test = testRule(rule, seed);
    if (test.counterexample.empty()) {
      if (!result) return std::nullopt;
      continue;
    }
    if (!result || test.counterexampleElements < result->elements)
      result = Refutation{std::move(test.counterexample), test.counterexampleElements, {}};
  }
  if (result) result->repair = conditionThatProves(rule, prover);
  return result;
}

}  // namespace tasoscope
