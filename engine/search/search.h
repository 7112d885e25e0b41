#pragma once
// Cost-based search over the graphs of a space. A strategy starts at a graph in the device's normal form and looks for
// cheaper ones by applying matches of rules; every step is followed by the device's own fusions around it.
//
// A search is anytime: it holds a best graph at every moment, has limits, and always says why it stopped. The same
// start, rules, options and expansion count give the same result.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cost/normal_form.h"
#include "graph/graph.h"
#include "rules/match.h"

namespace tasoscope {

struct SearchLimits {
  std::int64_t budget = 1000;  ///< graphs expanded, as in TASO
  double seconds = 0;          ///< 0: no limit
  std::size_t memoryMegabytes = 4096;
  double alpha = 1.05;  ///< graphs dearer than alpha times the best are not kept
};

enum class StopReason : std::uint8_t { kExhausted, kBudget, kTime, kMemory, kCancelled };
std::string_view nameOf(StopReason reason);  ///< "exhausted", "budget", "time", "memory", "cancelled"

/// One step of a path: a match and the device fusions that followed it.
struct SearchStep {
  MatchId match = 0;
  std::vector<std::vector<Fact>> applies;  ///< what Graph::apply makes, in this order: the match, then each fusion
  std::int64_t delta = 0;                  ///< change of price, picoseconds
  Price after;
};

struct RuleStatistics {
  std::int64_t matched = 0;   ///< matches that the start makes possible, and those found on the way
  std::int64_t tried = 0;     ///< candidates made from them
  std::int64_t improved = 0;  ///< candidates that were cheaper than their parent
  RuleStatistics& operator+=(const RuleStatistics& other);
};

struct SearchResult {
  std::vector<SearchStep> path;  ///< from the start to the best graph
  Price initial, best;
  std::int64_t graphsExpanded = 0;
  std::int64_t graphsExplored = 0;  ///< distinct graphs seen, the start included
  std::int64_t candidatesSeen = 0;  ///< duplicates included
  std::int64_t refusedCycles = 0;
  double seconds = 0;
  std::size_t memoryBytes = 0;  ///< of queue, seen set and space, roughly
  StopReason stopReason = StopReason::kExhausted;
  std::vector<RuleStatistics> rules;  ///< by index in the rule set
};

/// What a running search tells; called from its thread at most some dozens of times a second, at each new best, and
/// when it begins to wait because it is paused. The search does not wait for who listens.
struct SearchSample {
  double seconds = 0;
  std::int64_t graphsExpanded = 0, graphsExplored = 0;
  std::int64_t bestPicoseconds = 0;
  std::size_t waiting = 0;  ///< graphs in the queue
  bool isPaused = false;
  /// By index in the rule set; only now and then, since a copy of it is made: else nothing.
  std::shared_ptr<const std::vector<RuleStatistics>> rules;
};

/// How another thread steers a running search.
struct SearchControl {
  std::atomic<bool> cancel{false};
  std::atomic<bool> pause{false};
  std::atomic<int> steps{0};  ///< expansions to make although it is paused
};

struct SearchContext {
  Space& space;
  Graph& graph;  ///< the start; back there when the search returns
  Matcher& matcher;
  NormalForm& normalForm;
};

using SearchObserver = std::function<void(const SearchSample&)>;

/// TASO's cost-based backtracking search (SOSP 2019, section 5, algorithm 2), best-first: expands the cheapest waiting
/// graph, keeps its candidates that cost less than alpha times the best.
SearchResult searchBacktracking(const SearchContext& context, const SearchLimits& limits,
                                const SearchObserver& observe = {}, SearchControl* control = nullptr);
/// Takes whatever improves, the largest gains first, in sweeps over the graph, until nothing does: what is cheaper, and
/// what is as cheap with fewer ops and tensors (folded constants, views that do nothing). A sweep counts as one
/// expansion.
SearchResult searchGreedy(const SearchContext& context, const SearchLimits& limits, const SearchObserver& observe = {},
                          SearchControl* control = nullptr);
/// Greedy sweeps first; then chains through worse graphs, each around one place (up to three steps, whatever alpha);
/// then backtracking with what is left of the limits; and again from the start after each improvement: what a user gets
/// who chooses nothing.
SearchResult searchAuto(const SearchContext& context, const SearchLimits& limits, const SearchObserver& observe = {},
                        SearchControl* control = nullptr);

/// The strategies by name: "greedy", "backtracking", "auto".
std::vector<std::string_view> strategyNames();
/// Runs the strategy of this name; throws UsageError, listing the names, for an unknown one.
SearchResult search(std::string_view strategy, const SearchContext& context, const SearchLimits& limits,
                    const SearchObserver& observe = {}, SearchControl* control = nullptr);

}  // namespace tasoscope
