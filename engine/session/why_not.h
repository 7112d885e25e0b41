#pragma once
// Why a rule does or does not apply at a place of the current graph: the question that users of optimizers ask most.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/session.h"

namespace tasoscope {

/// A place, and what the rule says to it.
struct RuleAnswer {
  OpId op;
  std::string place;                 ///< the name of the node
  bool applies = false;              ///< as a step that can be taken now
  std::int64_t delta = 0;            ///< picoseconds, where it applies
  std::string reason;                ///< where it does not: one sentence, the first thing in its way
  std::vector<std::string> matched;  ///< nodes that fit before it
  int nearness = 0;                  ///< the larger, the nearer to a match
};

struct WhyNotReport {
  std::string rule;
  std::string general;              ///< what keeps the rule from every place (switched off, ...); empty: nothing does
  std::vector<RuleAnswer> answers;  ///< where it applies, cheapest first; then the nearest misses
  std::size_t applying = 0;         ///< of them
};

/// At one node of the current step's graph. Throws UsageError for a rule that nobody knows.
WhyNotReport whyNot(Session& session, std::string_view rule, OpId at);
/// At all of them; of those where it does not apply at most `most`.
WhyNotReport whyNot(Session& session, std::string_view rule, std::size_t most, const Progress& progress = {});

/// The live node of the current graph with this name, or that makes the tensor of this name.
std::optional<OpId> nodeNamed(const Session& session, std::string_view name);

}  // namespace tasoscope
