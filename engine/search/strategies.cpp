// The strategies: orders in which a Walk visits graphs.

#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "search/walk.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

// A graph that waits to be expanded: its parent and the match that makes it. Equal prices: first come, first served.
struct Waiting {
  std::int64_t picoseconds;
  std::uint64_t sequence;
  NodeId parent;
  MatchId match;
  friend bool operator>(const Waiting& a, const Waiting& b) {
    return a.picoseconds != b.picoseconds ? a.picoseconds > b.picoseconds : a.sequence > b.sequence;
  }
};

bool isCheaper(const Price& a, const Price& b) { return a.picoseconds < b.picoseconds; }

// Best-first from the current node of the walk. With `untilImproved` it returns the node of the first graph that is
// cheaper than the best before; otherwise, or when nothing waits any more, nothing. What waits stays waiting for the
// next run.
class BestFirst {
 public:
  BestFirst(Walk& walk, double alpha) : walk_(walk), alpha_(alpha) {}

  std::optional<NodeId> run(bool untilImproved) {
    if (!expand()) return std::nullopt;
    while (!queue_.empty()) {
      Waiting next = queue_.top();
      queue_.pop();
      bool isBest = next.sequence == best_sequence_;
      if (!isBest && static_cast<double>(next.picoseconds) >= bound()) continue;
      walk_.moveTo(next.parent);
      std::optional<NodeId> node = walk_.descend(next.match);
      if (!node) continue;
      if (isBest) {
        walk_.noteBest(*node, std::nullopt, walk_.graph().price());
        if (untilImproved) return node;
      }
      if (!expand()) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  double bound() const { return alpha_ * static_cast<double>(walk_.best().picoseconds); }

  // False when a limit is reached.
  bool expand() {
    if (!walk_.mayExpand(queue_.size())) return false;
    NodeId parent = walk_.current();
    for (MatchId match : walk_.candidates()) {
      Walk::Trial trial = walk_.attempt(match);
      if (walk_.mustStop()) return false;
      bool isKept = trial.result == ApplyResult::kApplied && walk_.see(trial.hash) &&
                    static_cast<double>(trial.price.picoseconds) < bound();
      if (!isKept) continue;
      queue_.push({trial.price.picoseconds, ++sequence_, parent, match});
      if (!isCheaper(trial.price, walk_.best())) continue;
      best_sequence_ = sequence_;
      walk_.noteBest(parent, match, trial.price);
    }
    return true;
  }

  Walk& walk_;
  double alpha_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
  std::uint64_t sequence_ = 0;
  std::uint64_t best_sequence_ = 0;
};

// A trial that is worth its step: cheaper, or as cheap with fewer ops and tensors.
bool improves(const Walk::Trial& trial, const Price& before) {
  return trial.result == ApplyResult::kApplied && (isCheaper(trial.price, before) || trial.isTidier);
}

// One sweep over the current graph: every candidate is tried, those that improve are taken, the largest gains first, if
// they still improve when their turn comes. True when something was taken.
bool sweep(Walk& walk) {
  std::vector<std::pair<std::int64_t, MatchId>> improving;
  const Price before = walk.graph().price();
  for (MatchId match : walk.candidates()) {
    Walk::Trial trial = walk.attempt(match);
    if (walk.mustStop()) break;
    if (improves(trial, before)) improving.emplace_back(trial.price.picoseconds - before.picoseconds, match);
  }
  std::sort(improving.begin(), improving.end());
  bool isFirst = true;
  for (const auto& [delta, match] : improving) {
    if (!walk.isCandidate(match)) continue;
    if (!isFirst) {
      Walk::Trial trial = walk.attempt(match);
      if (!improves(trial, walk.graph().price())) continue;
    }
    isFirst = false;
    std::optional<NodeId> node = walk.descend(match);
    if (!node) continue;
    walk.see(walk.graph().hash());
    // Within a sweep no step makes the graph dearer: what is as cheap as the best is tidier.
    if (!isCheaper(walk.best(), walk.graph().price())) walk.noteBest(*node, std::nullopt, walk.graph().price());
  }
  return !isFirst;
}

// Sweeps until nothing improves; false when a limit was reached before.
bool sweepAll(Walk& walk) {
  do {
    if (!walk.mayExpand(0)) return false;
  } while (sweep(walk));
  return true;
}

// Looking through worse graphs, locally: from a step that does not pay, only what that step made possible is looked at,
// a few steps deep. Steps elsewhere would pay or not pay as they did before, so this finds what a chain gains at a
// fraction of what best-first pays, which would try every order of unrelated steps.
class LookAhead {
 public:
  explicit LookAhead(Walk& walk) : walk_(walk) {}

  // Tries every candidate of the current graph as the start of a chain; moves to each better graph it finds and goes on
  // from there. True when it found one; false also when a limit is reached.
  bool run() {
    bool hasImproved = false;
    for (MatchId match : byPrice()) {
      NodeId here = walk_.current();
      if (!walk_.isCandidate(match)) continue;
      if (!walk_.mayExpand(0)) return false;
      target_ = walk_.graph().price().picoseconds;
      trials_ = 0;
      bool isFound = chain(match, kDeepest);
      hasImproved |= isFound;
      if (!isFound) walk_.moveTo(here);
    }
    return hasImproved;
  }

 private:
  static constexpr int kDeepest = 3;
  static constexpr int kMostTrials = 400;  // a chain, so that one start does not take all the time

  std::vector<MatchId> byPrice() {
    std::vector<std::pair<std::int64_t, MatchId>> order;
    for (MatchId match : walk_.candidates()) {
      Walk::Trial trial = walk_.attempt(match);
      if (walk_.mustStop()) return {};
      if (trial.result == ApplyResult::kApplied) order.emplace_back(trial.price.picoseconds, match);
    }
    std::sort(order.begin(), order.end());
    std::vector<MatchId> result;
    for (const auto& [price, match] : order) result.push_back(match);
    return result;
  }

  // Takes the match, then the cheapest of what it made possible, and so on. Stays at the first graph below the target.
  bool chain(MatchId match, int depth) {
    NodeId before = walk_.current();
    std::optional<NodeId> node = walk_.descend(match);
    if (!node) return false;
    walk_.glimpse(walk_.graph().hash());
    if (walk_.graph().price().picoseconds < target_) {
      if (isCheaper(walk_.graph().price(), walk_.best())) walk_.noteBest(*node, std::nullopt, walk_.graph().price());
      return true;
    }
    if (depth > 1)
      for (MatchId next : followers())
        if (chain(next, depth - 1)) return true;
    walk_.moveTo(before);
    return false;
  }

  std::vector<MatchId> followers() {
    std::vector<std::pair<std::int64_t, MatchId>> order;
    const std::vector<MatchId> fresh = walk_.newCandidates();
    for (MatchId match : fresh) {
      if (++trials_ > kMostTrials || walk_.mustStop()) break;
      Walk::Trial trial = walk_.attempt(match);
      if (trial.result == ApplyResult::kApplied) order.emplace_back(trial.price.picoseconds, match);
    }
    std::sort(order.begin(), order.end());
    constexpr std::size_t kWidest = 8;
    if (order.size() > kWidest) order.resize(kWidest);
    std::vector<MatchId> result;
    for (const auto& [price, match] : order) result.push_back(match);
    return result;
  }

  Walk& walk_;
  std::int64_t target_ = 0;
  int trials_ = 0;
};

}  // namespace

std::string_view nameOf(StopReason reason) {
  switch (reason) {
    case StopReason::kExhausted:
      return "exhausted";
    case StopReason::kBudget:
      return "budget";
    case StopReason::kTime:
      return "time";
    case StopReason::kMemory:
      return "memory";
    case StopReason::kCancelled:
      return "cancelled";
  }
  return "";
}

SearchResult searchBacktracking(const SearchContext& context, const SearchLimits& limits, const SearchObserver& observe,
                                SearchControl* control) {
  Walk walk(context, limits, observe, control);
  BestFirst(walk, limits.alpha).run(false);
  return walk.finish(StopReason::kExhausted);
}

SearchResult searchGreedy(const SearchContext& context, const SearchLimits& limits, const SearchObserver& observe,
                          SearchControl* control) {
  Walk walk(context, limits, observe, control);
  sweepAll(walk);
  return walk.finish(StopReason::kExhausted);
}

SearchResult searchAuto(const SearchContext& context, const SearchLimits& limits, const SearchObserver& observe,
                        SearchControl* control) {
  Walk walk(context, limits, observe, control);
  BestFirst bestFirst(walk, limits.alpha);
  while (sweepAll(walk)) {
    if (LookAhead(walk).run()) continue;
    std::optional<NodeId> better = bestFirst.run(true);
    if (!better) break;
    walk.moveTo(*better);
  }
  return walk.finish(StopReason::kExhausted);
}

std::vector<std::string_view> strategyNames() { return {"greedy", "backtracking", "auto"}; }

SearchResult search(std::string_view strategy, const SearchContext& context, const SearchLimits& limits,
                    const SearchObserver& observe, SearchControl* control) {
  if (strategy == "greedy") return searchGreedy(context, limits, observe, control);
  if (strategy == "backtracking") return searchBacktracking(context, limits, observe, control);
  if (strategy == "auto") return searchAuto(context, limits, observe, control);
  std::string names;
  for (std::string_view name : strategyNames()) names += fmt::format("{}{}", names.empty() ? "" : ", ", name);
  throw UsageError(fmt::format("there is no strategy '{}'; choose one of {}", strategy, names));
}

}  // namespace tasoscope
