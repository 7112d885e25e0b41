#pragma once
// Which of the matches found so far are enabled in a graph that walks.
//
// Problem: walking all known matches at each expansion is what costs, not applying. Idea: each match counts how many of
// its needs are met; making or unmaking a choice touches only the matches that need it. Invariant: a match is in
// enabled() exactly when the graph makes all choices that it needs. Conditions on uses are for the caller.
// Complexity: a move costs as much as the matches that need what it changes.

#include <absl/container/inlined_vector.h>

#include <vector>

#include "rules/match.h"

namespace tasoscope {

class EnabledMatches {
 public:
  /// Takes up a match, counting what `graph` makes now.
  void add(const Graph& graph, MatchId id, const Match& match);
  /// Follows the graph through what an apply just changed.
  void advance(const Graph& graph, const GraphChange& change);
  /// Follows the graph back through the last advance.
  void retreat();
  /// The matches that became enabled since the last call of this, in order of id; some may be disabled again.
  std::vector<MatchId> takeNewlyEnabled();
  bool isEnabled(MatchId id) const { return id < matches_.size() && matches_[id].place != kNotEnabled; }
  /// The enabled matches in order of their ids.
  std::vector<MatchId> enabled() const;

 private:
  static constexpr std::uint32_t kNotEnabled = 0xffffffffu;
  struct Count {
    std::uint16_t needed = 0, met = 0;
    std::uint32_t place = kNotEnabled;  // in enabled_
  };
  struct Slot {
    Choice choice;
    std::vector<MatchId> matches;
  };
  struct Move {
    TensorId tensor;
    Choice choice;
    bool isMade;
  };
  Slot& slot(TensorId tensor, const Choice& choice);
  void count(const Move& move, bool isMade);
  void setEnabled(MatchId id, bool isEnabled);

  std::vector<Count> matches_;
  std::vector<absl::InlinedVector<Slot, 1>> slots_;  // by tensor
  std::vector<MatchId> enabled_;
  std::vector<MatchId> newly_enabled_;
  std::vector<Move> moves_;
  std::vector<std::size_t> marks_;
};

}  // namespace tasoscope
