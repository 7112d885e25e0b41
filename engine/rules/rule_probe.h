#pragma once
// Asks of one rule and one place of a graph what a search never needs to know: whether it fits there, and if not, what
// is in the way. Slower than a search: every equation of the source is tried at the place.

#include <memory>
#include <optional>

#include "rules/match.h"
#include "rules/near_miss.h"

namespace tasoscope {

struct RuleFit {
  OpId op;                     ///< the place
  std::optional<Match> match;  ///< with `rule` 0; it may still not hold (uses) or close a cycle
  NearMiss nearest;            ///< where there is no match
};

class RuleProbe {
 public:
  /// `space` is written where targets are made; both must outlive the probe.
  RuleProbe(Space& space, const Rule& rule, int opset);
  ~RuleProbe();

  /// The rule with `op` in any part of its source.
  RuleFit at(const Graph& graph, OpId op);
  /// The same at each live op where a search would start; none twice.
  std::vector<RuleFit> everywhere(const Graph& graph);
  /// An equation of the rule as people write it: "y = Conv(x, w)".
  std::string equationText(const NearMiss& miss) const;
  /// The operators of its source.
  std::vector<std::string> operators() const;

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace tasoscope
