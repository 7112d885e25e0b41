#include "rules/rule_probe.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/built_in_matchers.h"
#include "rules/match_building.h"
#include "rules/pattern_search.h"

namespace tasoscope {
namespace {

/// Further than any obstacle within the source.
constexpr int kWholeSource = 1 << 20;

std::string nameOf(const RulePattern& pattern, const TensorReference& reference) {
  const std::string& name = pattern.tensors[static_cast<std::size_t>(reference.variable)].name;
  switch (reference.form) {
    case ReferenceForm::kElement:
      return name + "[i]";
    case ReferenceForm::kSplice:
      return name + "...";
    case ReferenceForm::kPlain:
      break;
  }
  return name;
}

std::string listOf(const RulePattern& pattern, const std::vector<TensorReference>& references) {
  std::string text;
  for (const TensorReference& reference : references) text += (text.empty() ? "" : ", ") + nameOf(pattern, reference);
  return text;
}

}  // namespace

struct RuleProbe::Implementation {
  Implementation(Space& s, const Rule& r, int opset)
      : space(s), rule(r), constants(s), search(s, constants, opset), builder(s, search.scope()) {
    if (!rule.pattern->builtIn.empty())
      builtIn = builtInMatcherNamed(rule.pattern->builtIn, space);
    else
      compiled = compile(rule);
  }

  /// Takes the better of what was found before and this binding.
  void take(const Graph& graph, const Binding& binding, RuleFit& fit) {
    if (fit.match && fit.match->holdsIn(graph)) return;
    NearMiss whole;
    whole.distance = kWholeSource;
    whole.matched.assign(binding.ops.begin(), binding.ops.end());
    if (const std::optional<TensorId> root = rootOfWrongType(space, *compiled, binding)) {
      whole.obstacle = Obstacle::kElementType;
      whole.tensor = *root;
    } else {
      search.scope().use(&binding, compiled->pattern);
      std::optional<BuiltTarget> target = builder.build(graph, *compiled, binding);
      search.scope().use(&binding, compiled->pattern);
      if (target) {
        fit.match = matchOf(0, *compiled, binding, search.scope(), std::move(*target));
        return;
      }
      whole.obstacle = Obstacle::kTarget;
      whole.equation = builder.failedEquation();
      whole.detail = builder.failure();
      whole.distance += whole.equation + 1;
    }
    if (whole.distance > fit.nearest.distance) fit.nearest = std::move(whole);
  }

  void probe(const Graph& graph, int equation, RuleFit& fit) {
    const CompiledEquation& start = compiled->left[static_cast<std::size_t>(equation)];
    if (start.isNullary || start.definition != space.op(fit.op).definition) return;
    NearMiss nearest;
    search.explainTo(&nearest);
    search.run(graph, *compiled, equation, fit.op,
               [&](const CompiledRule&, Binding& binding) { take(graph, binding, fit); });
    search.explainTo(nullptr);
    if (nearest.distance > fit.nearest.distance) fit.nearest = std::move(nearest);
  }

  RuleFit at(const Graph& graph, OpId op) {
    RuleFit fit{op, {}, {}};
    if (builtIn) {
      std::vector<Match> matches = builtIn(graph, op);
      if (!matches.empty()) fit.match = std::move(matches.front());
    }
    for (int e = 0; compiled && e < static_cast<int>(compiled->left.size()); ++e) probe(graph, e, fit);
    return fit;
  }

  Space& space;
  const Rule& rule;
  ConstantValues constants;
  PatternSearch search;
  TargetBuilder builder;
  std::optional<CompiledRule> compiled;
  BuiltInMatcher builtIn;
};

RuleProbe::RuleProbe(Space& space, const Rule& rule, int opset)
    : implementation_(std::make_unique<Implementation>(space, rule, opset)) {}
RuleProbe::~RuleProbe() = default;

RuleFit RuleProbe::at(const Graph& graph, OpId op) { return implementation_->at(graph, op); }

std::vector<RuleFit> RuleProbe::everywhere(const Graph& graph) {
  Implementation& probe = *implementation_;
  std::vector<RuleFit> fits;
  for (const OpId op : graph.liveOps()) {
    RuleFit fit{op, {}, {}};
    if (probe.compiled)
      probe.probe(graph, probe.compiled->anchor, fit);
    else
      fit = probe.at(graph, op);
    if (fit.match || fit.nearest.distance > 0) fits.push_back(std::move(fit));
  }
  return fits;
}

std::string RuleProbe::equationText(const NearMiss& miss) const {
  const RulePattern& pattern = *implementation_->rule.pattern;
  const auto& side = miss.obstacle == Obstacle::kTarget ? pattern.right : pattern.left;
  if (miss.equation < 0 || miss.equation >= static_cast<int>(side.size())) return {};
  const Equation& equation = side[static_cast<std::size_t>(miss.equation)];
  const std::string inputs = listOf(pattern, equation.inputs);
  return fmt::format("{} = {}", listOf(pattern, equation.outputs),
                     equation.isAlias() ? inputs : fmt::format("{}({})", equation.op, inputs));
}

std::vector<std::string> RuleProbe::operators() const {
  std::vector<std::string> names;
  for (const Equation& equation : implementation_->rule.pattern->left)
    if (!equation.isAlias() && std::find(names.begin(), names.end(), equation.op) == names.end())
      names.push_back(equation.op);
  return names;
}

}  // namespace tasoscope
