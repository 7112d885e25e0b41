#include "search/walk.h"

#include <algorithm>
#include <thread>

namespace tasoscope {
namespace {

constexpr double kReportInterval = 0.05;  // seconds

/// Ops over constants that steps made are computed when the file is written: there is nothing to tidy.
bool isOnlyAboutFolded(const Space& space, const Match& match) {
  return std::ranges::all_of(match.sourceOps,
                             [&](OpId op) { return space.op(op).isConstant && !space.op(op).isLoaded(); });
}

std::size_t sizeOf(const Graph& graph) { return graph.liveOpCount() + graph.liveTensorCount(); }

/// Outputs that the file has to copy: their value is an input, a constant or an earlier output.
std::size_t copiedOutputs(const Graph& graph) {
  absl::flat_hash_set<TensorId> values;
  std::size_t made = 0;
  for (TensorId output : graph.outputs())
    if (graph.producer(output).isValid() && values.insert(graph.representative(output)).second) ++made;
  return graph.outputs().size() - made;
}

}  // namespace

RuleStatistics& RuleStatistics::operator+=(const RuleStatistics& other) {
  matched += other.matched;
  tried += other.tried;
  improved += other.improved;
  return *this;
}

Walk::Walk(const SearchContext& context, const SearchLimits& limits, const SearchObserver& observe,
           SearchControl* control)
    : context_(context),
      limits_(limits),
      observe_(observe),
      control_(control),
      start_(std::chrono::steady_clock::now()),
      base_depth_(context.graph.depth()) {
  result_.initial = result_.best = graph().price();
  result_.rules.resize(context_.matcher.rules().size());
  seen_.insert(graph().hash());
  std::size_t known = context_.matcher.matchCount();
  for (std::size_t id = 0; id < known; ++id) {
    const Match& match = context_.matcher.match(static_cast<MatchId>(id));
    if (!context_.matcher.isActive(match.rule)) continue;
    enabled_.add(graph(), static_cast<MatchId>(id), match);
    if (enabled_.isEnabled(static_cast<MatchId>(id))) ++result_.rules[match.rule].matched;
  }
  takeUpMatches(context_.matcher.findAll(graph(), [this] { return !mustStop(); }));
}

Walk::~Walk() { undoTo(graph(), base_depth_); }

void Walk::takeUpMatches(const std::vector<MatchId>& found) {
  for (MatchId id : found) {
    const Match& match = context_.matcher.match(id);
    enabled_.add(graph(), id, match);
    ++result_.rules[match.rule].matched;
  }
}

void Walk::moveTo(NodeId node) {
  tree_.move(
      graph(), current_, node, [this](const Graph& graph) { enabled_.advance(graph, graph.lastChange()); },
      [this] { enabled_.retreat(); });
  current_ = node;
}

std::optional<NodeId> Walk::descend(MatchId match) {
  Applies applies;
  std::size_t depth = graph().depth();
  ApplyResult made = takeStep(graph(), context_.matcher.match(match), context_.normalForm, &applies);
  undoTo(graph(), depth);
  if (made != ApplyResult::kApplied) return std::nullopt;
  NodeId node = tree_.add(current_, match, std::move(applies));
  GraphChange change;
  enabled_.takeNewlyEnabled();
  tree_.move(
      graph(), current_, node,
      [&](const Graph& graph) {
        enabled_.advance(graph, graph.lastChange());
        append(change, graph.lastChange());
      },
      [] {});
  current_ = node;
  takeUpMatches(context_.matcher.findAround(graph(), change));
  new_candidates_ = enabled_.takeNewlyEnabled();
  std::erase_if(new_candidates_, [this](MatchId id) { return !isCandidate(id); });
  return current_;
}

std::vector<MatchId> Walk::candidates() const {
  std::vector<MatchId> result = enabled_.enabled();
  std::erase_if(result, [this](MatchId id) { return !isCandidate(id); });
  return result;
}

bool Walk::isCandidate(MatchId id) const {
  if (!enabled_.isEnabled(id)) return false;
  const Match& match = context_.matcher.match(id);
  return std::all_of(match.uses.begin(), match.uses.end(), [this](const UseCondition& condition) {
    return context_.graph.valueUses(condition.tensor) <= condition.most;
  });
}

Walk::Trial Walk::attempt(MatchId id) {
  const Match& match = context_.matcher.match(id);
  RuleStatistics& statistics = result_.rules[match.rule];
  std::size_t depth = graph().depth();
  std::int64_t before = graph().price().picoseconds;
  std::size_t size = sizeOf(graph());
  Trial trial;
  trial.result = takeStep(graph(), match, context_.normalForm);
  ++statistics.tried;
  if (trial.result == ApplyResult::kCycle) ++result_.refusedCycles;
  if (trial.result != ApplyResult::kApplied) return trial;
  ++result_.candidatesSeen;
  trial.price = graph().price();
  trial.hash = graph().hash();
  const bool isTidier =
      trial.price.picoseconds == before && sizeOf(graph()) < size && !isOnlyAboutFolded(context_.space, match);
  std::size_t copies = isTidier ? copiedOutputs(graph()) : 0;
  undoTo(graph(), depth);
  trial.isTidier = isTidier && copies <= copiedOutputs(graph());
  if (trial.price.picoseconds < before) ++statistics.improved;
  return trial;
}

void Walk::noteBest(NodeId node, std::optional<MatchId> match, const Price& price) {
  best_node_ = node;
  best_match_ = match;
  result_.best = price;
  report(waiting_);
}

double Walk::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count() - paused_seconds_;
}

void Walk::report(std::size_t waiting, bool isPaused) {
  if (!observe_) return;
  last_report_ = elapsed();
  SearchSample sample{
      last_report_, result_.graphsExpanded, exploredCount(), result_.best.picoseconds, waiting, isPaused, nullptr};
  if (isPaused || last_report_ - last_statistics_ > kReportInterval) {
    last_statistics_ = last_report_;
    sample.rules = std::make_shared<const std::vector<RuleStatistics>>(result_.rules);
  }
  observe_(sample);
}

std::size_t Walk::memoryBytes() const {
  constexpr std::size_t kBytesPerWaiting = 40, kBytesPerNode = 256;
  return (seen_.capacity() + glimpsed_.capacity()) * (sizeof(Hash128) + 1) + waiting_ * kBytesPerWaiting +
         tree_.size() * kBytesPerNode + context_.space.memoryBytes();
}

void Walk::waitWhilePaused() {
  auto isPaused = [this] {
    return control_->pause.load(std::memory_order_relaxed) && !control_->cancel.load(std::memory_order_relaxed);
  };
  auto takesStep = [this] {
    if (control_->steps.load(std::memory_order_relaxed) <= 0) return false;
    control_->steps.fetch_sub(1, std::memory_order_relaxed);
    return true;
  };
  if (!control_ || !isPaused() || takesStep()) return;
  report(waiting_, true);
  auto since = std::chrono::steady_clock::now();
  do std::this_thread::sleep_for(std::chrono::milliseconds(10));
  while (isPaused() && !takesStep());
  paused_seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

bool Walk::mayExpand(std::size_t waiting) {
  waiting_ = waiting;
  waitWhilePaused();
  if (result_.graphsExpanded >= limits_.budget) stop_ = StopReason::kBudget;
  if (memoryBytes() > limits_.memoryMegabytes << 20) stop_ = StopReason::kMemory;
  if (stop_ || mustStop()) return false;
  ++result_.graphsExpanded;
  return true;
}

bool Walk::mustStop() {
  if (control_ && control_->cancel.load(std::memory_order_relaxed)) stop_ = StopReason::kCancelled;
  // The clock is asked now and then only.
  if (++stop_checks_ % 16 == 0) {
    double now = elapsed();
    if (limits_.seconds > 0 && now >= limits_.seconds) stop_ = StopReason::kTime;
    if (now - last_report_ > kReportInterval) report(waiting_);
  }
  return stop_.has_value();
}

SearchResult Walk::finish(StopReason whenNotStopped) {
  result_.seconds = elapsed();
  result_.memoryBytes = memoryBytes();
  result_.graphsExplored = exploredCount();
  result_.stopReason = stop_.value_or(whenNotStopped);
  moveTo(best_node_);
  if (best_match_)
    if (std::optional<NodeId> last = descend(*best_match_)) best_node_ = *last;
  for (NodeId id : tree_.pathTo(best_node_)) {
    const GraphTree::Node& node = tree_.node(id);
    moveTo(node.parent);
    std::int64_t before = graph().price().picoseconds;
    moveTo(id);
    result_.path.push_back({node.match, node.applies, graph().price().picoseconds - before, graph().price()});
  }
  moveTo(0);
  if (observe_) report(0);
  return std::move(result_);
}

}  // namespace tasoscope
