#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <deque>

#include "rules/built_in_matchers.h"
#include "rules/match.h"
#include "rules/match_building.h"
#include "rules/pattern_search.h"

namespace tasoscope {
namespace {

std::uint64_t mixed(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

/// An order-dependent 128-bit hash of small numbers.
class Key {
 public:
  void add(std::uint64_t x) {
    high_ = mixed(high_ + x * 0x9e3779b97f4a7c15ull + 1);
    low_ = mixed((low_ ^ x) + 0xd1b54a32d192ed03ull);
  }
  void add(const Choice& choice) {
    add(static_cast<std::uint64_t>(choice.op.value) << 32 | choice.alias.value);
    add(choice.output);
  }
  Hash128 value() const { return {high_, low_}; }

 private:
  std::uint64_t high_ = 1, low_ = 2;
};

struct StartPoint {
  std::uint32_t rule;
  int equation;
};

struct StartPoints {
  std::vector<StartPoint> anchors;   ///< for a whole graph
  std::vector<StartPoint> all;       ///< around a change
  std::vector<StartPoint> siblings;  ///< those that depend on who else reads a tensor
};

/// What quick checks ask about an op, looked up once for all rules.
class Surroundings {
 public:
  Surroundings(const Graph& graph, OpId id) {
    const Space& space = graph.space();
    const Op& op = space.op(id);
    for (const TensorId input : op.inputs) {
      if (!input.isValid()) {
        inputs_.push_back({nullptr, false});
        continue;
      }
      const OpId producer = graph.producer(input);
      inputs_.push_back({producer.isValid() ? space.op(producer).definition : nullptr, space.tensor(input).isConstant});
    }
    for (const TensorId name : graph.chosenBy(id)) addReaders(graph, name);
  }

  bool pass(const std::vector<QuickCheck>& checks) const {
    return std::all_of(checks.begin(), checks.end(), [&](const QuickCheck& check) { return passes(check); });
  }

 private:
  struct Input {
    const OperatorDefinition* producer;
    bool isConstant;
  };

  void addReaders(const Graph& graph, TensorId name) {
    for (const OpId reader : graph.consumers(name)) {
      const OperatorDefinition* definition = graph.space().op(reader).definition;
      if (std::find(readers_.begin(), readers_.end(), definition) == readers_.end()) readers_.push_back(definition);
    }
    for (const TensorId alias : graph.aliasesOf(name)) addReaders(graph, alias);
  }

  bool passes(const QuickCheck& check) const {
    if (check.kind == QuickCheck::Kind::kReadBy)
      return std::find(readers_.begin(), readers_.end(), check.definition) != readers_.end();
    const auto fits = [&](const Input& input) {
      return check.kind == QuickCheck::Kind::kConstant ? input.isConstant : input.producer == check.definition;
    };
    if (check.input < 0) return std::any_of(inputs_.begin(), inputs_.end(), fits);
    return static_cast<std::size_t>(check.input) < inputs_.size() &&
           fits(inputs_[static_cast<std::size_t>(check.input)]);
  }

  absl::InlinedVector<Input, 6> inputs_;
  absl::InlinedVector<const OperatorDefinition*, 8> readers_;
};

}  // namespace

struct Matcher::Implementation {
  Implementation(Space& s, const RuleSet& r, int opset)
      : space(s), rules(r), constants(s), search(s, constants, opset), builder(s, search.scope()) {
    compiled.resize(rules.size());
    is_active.resize(rules.size(), true);
    for (std::uint32_t i = 0; i < rules.size(); ++i) addRule(i);
  }

  void addRule(std::uint32_t i) {
    if (!rules[i].pattern->builtIn.empty()) {
      if (auto matcher = builtInMatcherNamed(rules[i].pattern->builtIn, space))
        built_in.emplace_back(i, std::move(matcher));
      return;
    }
    compiled[i] = compile(rules[i]);
    if (!compiled[i]) return;
    for (int e = 0; e < static_cast<int>(compiled[i]->left.size()); ++e) {
      const CompiledEquation& equation = compiled[i]->left[static_cast<std::size_t>(e)];
      if (equation.isNullary) continue;
      StartPoints& points = starts[equation.definition];
      points.all.push_back({i, e});
      if (e == compiled[i]->anchor) points.anchors.push_back({i, e});
      if (e == siblingsEntry(*compiled[i])) points.siblings.push_back({i, e});
    }
  }

  /// The equation that reads the tensor that siblings share; -1: the rule has none.
  static int siblingsEntry(const CompiledRule& rule) {
    if (!rule.startsAtSiblings) return -1;
    for (const PlanStep& step : rule.plans[static_cast<std::size_t>(rule.anchor)].steps)
      if (step.kind == PlanStep::Kind::kSiblings) return step.equation;
    return -1;
  }

  void searchFrom(const Graph& graph, OpId op, const std::vector<StartPoint> StartPoints::*which) {
    const auto found = starts.find(space.op(op).definition);
    if (found == starts.end()) return;
    if ((found->second.*which).empty()) return;
    const Surroundings surroundings(graph, op);
    for (const StartPoint& point : found->second.*which) {
      if (!is_active[point.rule]) continue;
      const CompiledEquation& equation = compiled[point.rule]->left[static_cast<std::size_t>(point.equation)];
      if (!surroundings.pass(equation.quickChecks)) continue;
      search.run(graph, *compiled[point.rule], point.equation, op,
                 [&](const CompiledRule&, Binding& binding) { add(graph, point.rule, binding); });
    }
  }

  /// Keeps the binding as a match unless it was found before or its target cannot be made.
  void add(const Graph& graph, std::uint32_t index, Binding& binding) {
    const CompiledRule& rule = *compiled[index];
    absl::InlinedVector<Need, 16> needs(binding.needs.begin(), binding.needs.end());
    sortUnique(needs);
    Key key;
    key.add(index);
    for (const OpId op : binding.equationOps) key.add(op.value);
    for (const OpId op : binding.ops) key.add(op.value);
    for (const BoundTensor& tensor : binding.plain) key.add(tensor.tensor.value);
    for (const BoundSequence& sequence : binding.sequences)
      for (const TensorId tensor : sequence.tensors) key.add(tensor.value);
    for (const Need& need : needs) {
      key.add(need.tensor.value);
      key.add(need.choice);
    }
    if (!seen.insert(key.value()).second) return;
    if (rootOfWrongType(space, rule, binding)) return;
    search.scope().use(&binding, rule.pattern);
    auto target = builder.build(graph, rule, binding);
    search.scope().use(&binding, rule.pattern);
    if (target) keep(matchOf(index, rule, binding, search.scope(), std::move(*target)));
  }

  void keep(Match match) {
    Key key;
    key.add(match.rule);
    key.add(0xfac7);
    for (const Need& need : match.needs) {
      key.add(need.tensor.value);
      key.add(need.choice);
    }
    for (const Fact& fact : match.facts) {
      key.add(fact.tensor.value);
      key.add(fact.choice);
    }
    if (!seen.insert(key.value()).second) return;
    fresh.push_back(static_cast<MatchId>(matches.size()));
    matches.push_back(std::move(match));
  }

  void addBuiltIn(const Graph& graph, OpId op) {
    for (const auto& [rule, matcher] : built_in) {
      if (!is_active[rule]) continue;
      for (Match& match : matcher(graph, op)) {
        match.rule = rule;
        keep(std::move(match));
      }
    }
  }

  /// Every live op that a changed choice touches: what produces the tensor now, and what reads it.
  std::vector<OpId> touchedBy(const Graph& graph, const GraphChange& change) const {
    std::vector<OpId> ops;
    const auto add = [&](OpId op) {
      if (op.isValid() && graph.isLive(op)) ops.push_back(op);
    };
    for (const TensorId tensor : change.chosen) {
      if (!graph.isLive(tensor)) continue;
      add(graph.producer(tensor));
      for (const OpId reader : graph.consumers(tensor)) add(reader);
      const Choice choice = graph.choice(tensor);
      if (choice.isAlias() && graph.isLive(choice.alias))
        for (const OpId reader : graph.consumers(choice.alias)) add(reader);
      for (const TensorId alias : graph.aliasesOf(tensor))
        for (const OpId reader : graph.consumers(alias)) add(reader);
    }
    sortUnique(ops);
    return ops;
  }

  Space& space;
  const RuleSet& rules;
  ConstantValues constants;
  PatternSearch search;
  TargetBuilder builder;
  std::vector<std::optional<CompiledRule>> compiled;
  std::vector<bool> is_active;  // by rule
  std::vector<std::pair<std::uint32_t, BuiltInMatcher>> built_in;
  absl::flat_hash_map<const OperatorDefinition*, StartPoints> starts;
  absl::flat_hash_set<Hash128> seen;
  std::deque<Match> matches;
  std::vector<MatchId> fresh;
};

Matcher::Matcher(Space& space, const RuleSet& rules, int opset)
    : implementation_(std::make_unique<Implementation>(space, rules, opset)) {}
Matcher::~Matcher() = default;
Matcher::Matcher(Matcher&&) noexcept = default;

void Matcher::setActive(std::size_t rule, bool isActive) { implementation_->is_active[rule] = isActive; }
bool Matcher::isActive(std::size_t rule) const { return implementation_->is_active[rule]; }

std::vector<MatchId> Matcher::findAll(const Graph& graph, const std::function<bool()>& goesOn) {
  implementation_->fresh.clear();
  for (const OpId op : graph.liveOps()) {
    implementation_->searchFrom(graph, op, &StartPoints::anchors);
    implementation_->addBuiltIn(graph, op);
    if (goesOn && !goesOn()) break;
  }
  return std::move(implementation_->fresh);
}

std::vector<MatchId> Matcher::findAround(const Graph& graph, const GraphChange& change) {
  implementation_->fresh.clear();
  for (const OpId op : implementation_->touchedBy(graph, change)) {
    implementation_->searchFrom(graph, op, &StartPoints::all);
    implementation_->addBuiltIn(graph, op);
  }
  std::vector<OpId> siblings;
  for (const TensorId tensor : change.usesChanged) {
    if (!graph.isLive(tensor)) continue;
    // One reader of each kind is enough: the search gathers the others.
    std::vector<const OperatorDefinition*> kinds;
    for (const OpId reader : graph.consumers(tensor)) {
      const OperatorDefinition* kind = graph.space().op(reader).definition;
      if (std::find(kinds.begin(), kinds.end(), kind) != kinds.end()) continue;
      kinds.push_back(kind);
      siblings.push_back(reader);
    }
  }
  sortUnique(siblings);
  for (const OpId op : siblings) implementation_->searchFrom(graph, op, &StartPoints::siblings);
  return std::move(implementation_->fresh);
}

const Match& Matcher::match(MatchId id) const { return implementation_->matches[id]; }
std::size_t Matcher::matchCount() const { return implementation_->matches.size(); }
const RuleSet& Matcher::rules() const { return implementation_->rules; }

bool Match::holdsIn(const Graph& graph) const {
  for (const Need& need : needs)
    if (!graph.isLive(need.tensor) || graph.choice(need.tensor) != need.choice) return false;
  for (const UseCondition& use : uses)
    if (graph.valueUses(use.tensor) > use.most) return false;
  return true;
}

}  // namespace tasoscope
