#pragma once
// A walk over the tree of graphs that a strategy visits: it keeps the graph, the enabled matches and the tree of steps
// in agreement, moves between nodes by undoing to the common ancestor and repeating steps, and looks for new matches
// around each step that is made for the first time.

#include <absl/container/flat_hash_set.h>

#include <chrono>
#include <optional>
#include <vector>

#include "search/enabled_matches.h"
#include "search/graph_tree.h"

namespace tasoscope {

class Walk {
 public:
  /// What came of trying one match at the current node.
  struct Trial {
    ApplyResult result = ApplyResult::kUnchanged;
    Price price;
    Hash128 hash;
    bool isTidier = false;  ///< as cheap as before, with fewer ops and tensors
  };

  Walk(const SearchContext& context, const SearchLimits& limits, const SearchObserver& observe, SearchControl* control);
  /// Leaves the graph as the walk found it.
  ~Walk();
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  Graph& graph() { return context_.graph; }
  NodeId current() const { return current_; }
  void moveTo(NodeId node);
  /// Makes the step from the current node, moves there, and finds the matches around it. Nothing when it is refused.
  std::optional<NodeId> descend(MatchId match);
  /// Enabled matches whose conditions on uses hold at the current node, in order of id.
  std::vector<MatchId> candidates() const;
  bool isCandidate(MatchId match) const;
  /// Those that the last descend() made candidates of.
  const std::vector<MatchId>& newCandidates() const { return new_candidates_; }
  /// Tries a match at the current node and takes it back.
  Trial attempt(MatchId match);
  /// Counts a graph; false when it was seen before.
  bool see(const Hash128& hash) {
    if (!seen_.insert(hash).second) return false;
    if (!glimpsed_.empty()) glimpsed_.erase(hash);
    return true;
  }
  /// Counts a graph that was only passed through: a later see() takes it for new.
  void glimpse(const Hash128& hash) {
    if (!seen_.contains(hash)) glimpsed_.insert(hash);
  }
  /// Remembers that `match` at `node` gives the cheapest graph so far.
  void noteBest(NodeId node, std::optional<MatchId> match, const Price& price);
  const Price& best() const { return result_.best; }

  /// Called at the start of each expansion: counts it, reports, waits while paused. False when a limit is reached.
  bool mayExpand(std::size_t waiting);
  /// Whether time is up or the search is cancelled; cheap enough to ask after every trial.
  bool mustStop();
  /// The result, with the path to the best graph.
  SearchResult finish(StopReason whenNotStopped);

 private:
  double elapsed() const;
  void waitWhilePaused();
  void takeUpMatches(const std::vector<MatchId>& found);
  void report(std::size_t waiting, bool isPaused = false);
  std::size_t memoryBytes() const;
  std::int64_t exploredCount() const { return static_cast<std::int64_t>(seen_.size() + glimpsed_.size()); }

  SearchContext context_;
  SearchLimits limits_;
  const SearchObserver& observe_;
  SearchControl* control_;
  std::chrono::steady_clock::time_point start_;
  std::size_t base_depth_;
  EnabledMatches enabled_;
  GraphTree tree_;
  NodeId current_ = 0;
  std::vector<MatchId> new_candidates_;
  absl::flat_hash_set<Hash128> seen_, glimpsed_;
  SearchResult result_;
  NodeId best_node_ = 0;
  std::optional<MatchId> best_match_;
  std::optional<StopReason> stop_;
  double last_report_ = 0;
  double last_statistics_ = -1;  // when the last report with statistics of rules was made
  double paused_seconds_ = 0;
  std::size_t waiting_ = 0;
  std::uint32_t stop_checks_ = 0;
};

}  // namespace tasoscope
