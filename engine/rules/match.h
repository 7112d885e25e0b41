#pragma once
// Finding where rules fit. A match is one place in a space where a rule's source pattern fits; it lists the choices it
// needs and is enabled in every graph that makes them all. It is found once per space; its target ops are interned
// then, so that trying it in a graph is only making its facts' choices.
//
// Matches are looked for only among live ops of graphs that are visited: findAll() for a whole graph, findAround() for
// what a step changed. Conditions on types, shapes, attributes and constant values are checked when a match is found;
// conditions on numbers of uses are kept with the match and checked in each graph (`holdsIn`).

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "graph/graph.h"
#include "rules/rule.h"

namespace tasoscope {

using MatchId = std::uint32_t;

/// A choice that must have been made for a match to be enabled.
struct Need {
  TensorId tensor;
  Choice choice;
  friend auto operator<=>(const Need&, const Need&) = default;
};

/// The value of `tensor` must have at most `most` uses (Graph::valueUses).
struct UseCondition {
  TensorId tensor;
  std::uint32_t most = 1;
};

struct Match {
  std::uint32_t rule = 0;              ///< index in the RuleSet
  absl::InlinedVector<Need, 4> needs;  ///< sorted, each once
  absl::InlinedVector<UseCondition, 1> uses;
  std::vector<Fact> facts;                 ///< inner targets first, then roots
  absl::InlinedVector<TensorId, 2> roots;  ///< the tensors that get another producer: the match's place
  absl::InlinedVector<OpId, 4> sourceOps;  ///< the ops that the source pattern covers
  /// Every need is met and every use condition holds. (Cycles show when it is applied.)
  bool holdsIn(const Graph& graph) const;
};

class Matcher {
 public:
  static constexpr int kNewestOpset = 25;

  /// `rules` must outlive the matcher; one thread uses a matcher, and it writes the space. `opset` is the model's:
  /// rules whose operators need a newer one do not fit (see opset() in rules/README.md).
  Matcher(Space& space, const RuleSet& rules, int opset = kNewestOpset);
  ~Matcher();
  Matcher(Matcher&&) noexcept;

  /// A rule that is not active is not looked for; its matches found before stay known. All are active at first.
  void setActive(std::size_t rule, bool isActive);
  bool isActive(std::size_t rule) const;

  /// Looks everywhere in the graph; returns the matches not found before, in the order of their ids. The order depends
  /// only on the rules and the history. `goesOn`, if any, is asked after each op: false ends the search there, with
  /// what was found; it may walk the graph, but leaves it where it was.
  std::vector<MatchId> findAll(const Graph& graph, const std::function<bool()>& goesOn = {});
  /// Looks only at matches that use a choice just made or a tensor whose uses just changed.
  std::vector<MatchId> findAround(const Graph& graph, const GraphChange& change);

  const Match& match(MatchId id) const;
  std::size_t matchCount() const;
  const RuleSet& rules() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tasoscope
