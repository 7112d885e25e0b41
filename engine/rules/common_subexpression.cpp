#include "rules/common_subexpression.h"

#include <algorithm>
#include <optional>

namespace tasoscope {
namespace {

class Search {
 public:
  Search(const Graph& graph, OpId op) : graph_(graph), space_(graph.space()), op_(op) {}

  std::vector<Match> run() {
    const Op& op = space_.op(op_);
    const bool canMerge =
        op.definition && op.definition->isDeterministic && !op.inputs.empty() && op.inputs[0].isValid();
    if (!canMerge) return {};
    // Equal ops read the same values: look along the one with the fewest readers.
    TensorId through = op.inputs[0];
    for (const TensorId input : op.inputs)
      if (input.isValid() && graph_.consumers(input).size() < graph_.consumers(through).size()) through = input;
    collectNames(graph_.representative(through));
    std::vector<OpId> equal{op_};
    for (const TensorId name : names_)
      for (const OpId other : graph_.consumers(name))
        if (other != op_ && areEqual(op_, other)) equal.push_back(other);
    // All go to the first, so that k equal ops are k - 1 matches and not one for each pair.
    const OpId first = *std::min_element(equal.begin(), equal.end());
    if (first != op_) {
      addMatch(first, op_);
    } else {
      for (std::size_t i = 1; i < equal.size(); ++i) addMatch(first, equal[i]);
    }
    return std::move(matches_);
  }

 private:
  void collectNames(TensorId representative) {
    names_.push_back(representative);
    const Choice choice = graph_.choice(representative);
    if (choice.isOp())
      for (const TensorId name : graph_.chosenBy(choice.op))
        if (name != representative && graph_.choice(name) == choice) names_.push_back(name);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto aliases = graph_.aliasesOf(names_[i]);
      names_.insert(names_.end(), aliases.begin(), aliases.end());
    }
  }

  bool areEqual(OpId first, OpId second) const {
    const Op &a = space_.op(first), &b = space_.op(second);
    const bool fits = a.definition == b.definition && a.inputs.size() == b.inputs.size() &&
                      a.outputs.size() == b.outputs.size() && a.attributes == b.attributes;
    Match unused;
    return fits && sameInputs(a, b, unused);
  }

  void addMatch(OpId first, OpId second) {
    Match match;
    sameInputs(space_.op(first), space_.op(second), match);
    for (const TensorId tensor : graph_.chosenBy(second)) {
      const Choice before = graph_.choice(tensor);
      const Choice after{first, before.output, {}};
      if (!space_.canProduce(after, tensor) || !space_.tensor(tensor).type.shape.hasRank()) return;
      match.needs.push_back({tensor, before});
      match.facts.push_back({tensor, after, true});
      match.roots.push_back(tensor);
    }
    // One name is enough for the first op to be alive: the match stays the same when others join it.
    const TensorId alive = *std::ranges::min_element(graph_.chosenBy(first));
    match.needs.push_back({alive, graph_.choice(alive)});
    std::sort(match.needs.begin(), match.needs.end());
    match.needs.erase(std::unique(match.needs.begin(), match.needs.end()), match.needs.end());
    match.sourceOps = {first, second};
    matches_.push_back(std::move(match));
  }

  bool sameInputs(const Op& a, const Op& b, Match& match) const {
    if (std::equal(a.inputs.begin(), a.inputs.end(), b.inputs.begin(),
                   [&](TensorId x, TensorId y) { return same(x, y); })) {
      for (std::size_t i = 0; i < a.inputs.size(); ++i) addWay(a.inputs[i], b.inputs[i], match);
      return true;
    }
    const bool canSwap = a.definition->isCommutative && a.inputs.size() == 2;
    if (!canSwap || !same(a.inputs[0], b.inputs[1]) || !same(a.inputs[1], b.inputs[0])) return false;
    addWay(a.inputs[0], b.inputs[1], match);
    addWay(a.inputs[1], b.inputs[0], match);
    return true;
  }

  bool same(TensorId x, TensorId y) const {
    if (!x.isValid() || !y.isValid()) return x == y;
    return x == y || graph_.representative(x) == graph_.representative(y);
  }

  void addWay(TensorId x, TensorId y, Match& match) const {
    if (x == y) return;
    for (TensorId tensor : {x, y})
      for (;;) {
        const Choice choice = graph_.choice(tensor);
        if (!choice.isOp() && !choice.isAlias()) break;
        match.needs.push_back({tensor, choice});
        if (choice.isOp()) break;
        tensor = choice.alias;
      }
  }

  const Graph& graph_;
  const Space& space_;
  OpId op_;
  std::vector<TensorId> names_;
  std::vector<Match> matches_;
};

}  // namespace

std::vector<Match> findCommonSubexpressions(const Graph& graph, OpId op) { return Search(graph, op).run(); }

}  // namespace tasoscope
