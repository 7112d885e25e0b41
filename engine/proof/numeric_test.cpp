#include "proof/numeric_test.h"

#include <fmt/format.h>

#include <cmath>

#include "execution/evaluator.h"
#include "graph/text_form.h"
#include "proof/instance_sampler.h"
#include "rules/match.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

/// Relative; a rule of the approximate class takes constants as exporters round them to float32.
constexpr double kTolerance = 1e-9;
constexpr double kApproximateTolerance = 1e-6;
/// Tries for each instance that is wanted.
constexpr int kPatience = 2000;
/// Matches of one instance that are applied.
constexpr std::size_t kMostMatches = 4;

/// The largest difference relative to the largest element; nothing when types or shapes differ or only one is finite.
std::optional<double> difference(const Value& a, const Value& b) {
  if (a.element() != b.element() || a.shape() != b.shape()) return std::nullopt;
  double largest = 0, worst = 0;
  for (std::int64_t i = 0; i < a.size(); ++i) {
    const double x = a.at(i), y = b.at(i);
    if (std::isfinite(x) != std::isfinite(y)) return std::nullopt;
    if (!std::isfinite(x)) continue;
    largest = std::max(largest, std::abs(x));
    worst = std::max(worst, std::abs(x - y));
  }
  return worst / std::max(1.0, largest);
}

bool isFinite(const std::vector<Value>& values) {
  for (const Value& value : values)
    for (std::int64_t i = 0; i < value.size(); ++i)
      if (!std::isfinite(value.at(i))) return false;
  return true;
}

class NumericTest {
 public:
  NumericTest(const Rule& rule, std::uint64_t seed) : rule_(rule), random_(seed) { rules_.add(rule); }

  NumericTestResult run(int instances) {
    result_.wanted = instances;
    while (result_.instances < instances && result_.tries < instances * kPatience && result_.counterexample.empty()) {
      ++result_.tries;
      if (auto instance = sampleInstance(rule_, random_)) tryInstance(*instance);
    }
    return std::move(result_);
  }

 private:
  void tryInstance(RuleInstance& instance) {
    if (seen_.contains(instance.text)) return;
    const Graph graph(*instance.space, instance.outputs);
    Matcher matcher(*instance.space, rules_);
    const std::vector<MatchId> matches = matcher.findAll(graph);
    if (matches.empty()) return;
    const TensorValues inputs(instance.inputs.begin(), instance.inputs.end());
    std::vector<Value> before;
    try {
      before = evaluate(graph, inputs);
    } catch (const EvaluationError&) {
      return;  // the left side cannot be computed, so there is nothing to compare with
    }
    if (!isFinite(before)) return;
    bool isApplied = false;
    for (std::size_t i = 0; i < matches.size() && i < kMostMatches; ++i)
      isApplied = compareAfter(matcher.match(matches[i]), graph, before, inputs) || isApplied;
    for (const auto& [tensor, value] : instance.inputs)
      if (!result_.counterexample.empty()) result_.counterexampleElements += value.size();
    if (!isApplied) return;
    seen_.insert(instance.text);
    ++result_.instances;
    if (!before.empty()) result_.ranks.insert(before[0].rank());
  }

  bool compareAfter(const Match& match, const Graph& graph, const std::vector<Value>& before,
                    const TensorValues& inputs) {
    Graph after = graph;
    if (!match.holdsIn(after) || after.apply(match.facts) != ApplyResult::kApplied) return false;
    std::vector<Value> values;
    try {
      values = evaluate(after, inputs);
    } catch (const Error& error) {
      report(graph, after, fmt::format("the right side cannot be computed: {}", error.what()));
      return false;
    }
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto error = difference(before[i], values[i]);
      if (error) result_.worstError = std::max(result_.worstError, *error);
      if (error && *error <= tolerance()) continue;
      report(graph, after,
             error ? fmt::format("output {} differs by {:.3g}", i, *error)
                   : fmt::format("output {} has another type, shape or infinite elements: {} and {}", i,
                                 before[i].type().text(), values[i].type().text()));
      return false;
    }
    return true;
  }

  double tolerance() const {
    return rule_.numericClass == NumericClass::kApproximate ? kApproximateTolerance : kTolerance;
  }

  void report(const Graph& before, const Graph& after, const std::string& what) {
    if (!result_.counterexample.empty()) return;
    result_.counterexample = fmt::format("{}\nbefore:\n{}\nafter:\n{}", what, printGraph(before), printGraph(after));
  }

  const Rule& rule_;
  RuleSet rules_;
  Random random_;
  NumericTestResult result_;
  std::set<std::string> seen_;
};

}  // namespace

NumericTestResult testRule(const Rule& rule, std::uint64_t seed, int instances) {
  return NumericTest(rule, seed).run(instances);
}

}  // namespace tasoscope
