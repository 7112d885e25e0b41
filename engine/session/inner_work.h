#pragma once
// What has been done in the graphs inside a session's nodes, and what the graph cost before that: the steps of a
// session are priced with the graphs inside its nodes as they stand.

#include <string>
#include <vector>

#include "session/session.h"

namespace tasoscope {

/// From how a graph inside a node was read to how it stands.
struct InnerSteps {
  std::string place;            ///< "loop_1, body", or "loop_1, body, if_2, then_branch"
  std::vector<StepView> steps;  ///< without step 0
};

struct InnerWork {
  Price original;                 ///< of the graph as it was read, with those inside its nodes as they were read
  std::int64_t delta = 0;         ///< what the steps inside changed in the price of step 0, in picoseconds
  std::vector<InnerSteps> steps;  ///< of those that are not as they were read, those inside them included
  bool isEmpty() const { return steps.empty(); }
};

InnerWork innerWorkOf(const Session& session);

}  // namespace tasoscope
