// What can be taken next, and taking it by hand: once, or at every place that is the same.

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <set>

#include "session/likeness.h"
#include "session/long_calls.h"
#include "session/state.h"

namespace tasoscope {
namespace {

constexpr std::chrono::milliseconds kBatchInterval{60};

/// One pass over what fits: prices the matches as they are found and hands them on in batches.
class CandidateHunt {
 public:
  CandidateHunt(Session::State& state, const Progress& progress, const CandidateSink& sink)
      : state_(state),
        progress_(progress),
        sink_(sink),
        last_batch_(std::chrono::steady_clock::now() - kBatchInterval) {}

  std::vector<CandidateView> run() {
    takeUp();
    if (!state_.steps[state_.current].isLookedThrough) {
      state_.matcher.findAll(state_.graph, [this] {
        takeUp();
        return true;
      });
      state_.steps[state_.current].isLookedThrough = true;
    }
    takeUp();
    std::stable_sort(found_.begin(), found_.end(), [](const auto& a, const auto& b) {
      return std::tie(a.delta, a.match) < std::tie(b.delta, b.match);
    });
    return std::move(found_);
  }

 private:
  void takeUp() {
    for (; next_ < state_.matcher.matchCount(); ++next_) {
      progress_.throwIfCancelled();
      tryOne(next_);
      progress_.report("looking for substitutions", next_ + 1, static_cast<double>(state_.matcher.matchCount()));
    }
    progress_.throwIfCancelled();
    tell();
  }

  void tryOne(MatchId id) {
    std::uint32_t rule = state_.matcher.match(id).rule;
    if (!state_.matcher.isActive(rule)) return;
    std::optional<Session::State::Trial> trial = state_.attempt(id);
    if (!trial || !seen_.emplace(rule, trial->hash).second) return;
    state_.describe(id, *trial);
    if (!trial->isSeen()) return;
    MatchId like = alike_.emplace(trial->likeness, id).first->second;
    found_.push_back(state_.candidateOf(id, *trial));
    found_.back().like = like;
  }

  void tell() {
    auto now = std::chrono::steady_clock::now();
    if (!sink_ || told_ == found_.size() || now - last_batch_ < kBatchInterval) return;
    sink_({found_.begin() + static_cast<std::ptrdiff_t>(told_), found_.end()});
    told_ = found_.size();
    last_batch_ = now;
  }

  Session::State& state_;
  const Progress& progress_;
  const CandidateSink& sink_;
  std::chrono::steady_clock::time_point last_batch_;
  MatchId next_ = 0;
  std::vector<CandidateView> found_;
  std::size_t told_ = 0;
  std::set<std::pair<std::uint32_t, Hash128>> seen_;
  absl::flat_hash_map<Hash128, MatchId> alike_;
};

}  // namespace

std::optional<Session::State::Trial> Session::State::attempt(MatchId id) {
  const Match& match = matcher.match(id);
  if (!match.holdsIn(graph)) return std::nullopt;
  Trial trial;
  std::size_t depth = graph.depth();
  std::int64_t before = steps[current].price.picoseconds;
  if (takeStep(graph, match, normalForm, &trial.applies) != ApplyResult::kApplied) return std::nullopt;
  trial.hash = graph.hash();
  trial.delta = priceNow().picoseconds - before;
  undoTo(graph, depth);
  return trial;
}

void Session::State::describe(MatchId id, Trial& trial) {
  std::size_t depth = graph.depth();
  Effect effect = effectOf(applyAll(graph, trial.applies));
  undoTo(graph, depth);
  trial.removed = visible(effect.removed);
  trial.added = visible(effect.added);
  // Without constants: places that are the same share some, which only the first of them brings to life.
  trial.likeness = likenessOf(graph, matcher.match(id), {trial.removed, trial.added}, trial.delta);
}

CandidateView Session::State::candidateOf(MatchId id, const Trial& trial) const {
  const Rule& rule = rules[matcher.match(id).rule];
  CandidateView candidate;
  candidate.match = candidate.like = id;
  candidate.rule = rule.name;
  candidate.family = rule.family;
  candidate.note = rule.note;
  candidate.standing = rule.standing;
  candidate.delta = trial.delta;
  candidate.provenance = cost->provenance();
  candidate.removed = trial.removed;
  candidate.added = trial.added;
  candidate.place = placeOf(trial.removed.empty() ? trial.added : trial.removed);
  return candidate;
}

std::vector<CandidateView> Session::candidates(const Progress& progress, const CandidateSink& sink) {
  assert(mayTakeLong());
  return CandidateHunt(*state_, progress, sink).run();
}

CandidatePreview Session::preview(MatchId id) {
  assert(mayTakeLong());
  State& state = *state_;
  std::optional<State::Trial> trial;
  if (id < state.matcher.matchCount()) trial = state.attempt(id);
  if (!trial) throw UsageError("this substitution does not fit the graph that is shown");
  state.describe(id, *trial);
  CandidatePreview preview;
  preview.match = id;
  preview.delta = trial->delta;
  preview.removed = trial->removed;
  preview.added = state.viewOfChange(*trial);
  return preview;
}

StepId Session::apply(MatchId id, std::string branch) {
  assert(mayTakeLong());
  State& state = *state_;
  if (id >= state.matcher.matchCount() || !state.matcher.match(id).holdsIn(state.graph))
    throw UsageError("this substitution does not fit the graph that is shown; choose one from the list of candidates");
  Applies applies;
  std::size_t depth = state.graph.depth();
  ApplyResult made = takeStep(state.graph, state.matcher.match(id), state.normalForm, &applies);
  undoTo(state.graph, depth);
  if (made == ApplyResult::kCycle) throw UsageError("this substitution would make the graph depend on itself");
  if (made == ApplyResult::kUnchanged) throw UsageError("this substitution changes nothing here");
  StepId from = state.current;
  StepId step = state.addStep(id, std::move(applies), "hand");
  state.steps[step].isBranch = !branch.empty();
  state.steps[step].marks.name = std::move(branch);
  state.remember({CommandKind::kApply, from, step, step, {}});
  return step;
}

std::vector<StepId> Session::applyEverywhere(MatchId id, const Progress& progress) {
  assert(mayTakeLong());
  State& state = *state_;
  std::optional<State::Trial> model;
  if (id < state.matcher.matchCount()) model = state.attempt(id);
  if (!model)
    throw UsageError("this substitution does not fit the graph that is shown; choose one from the list of candidates");
  state.describe(id, *model);
  candidates(progress);  // so that every place is known
  Command command{CommandKind::kApply, state.current, 0, 0, {}};
  std::vector<StepId> taken{state.addStep(id, std::move(model->applies), "hand")};
  std::size_t known = state.matcher.matchCount();
  std::uint32_t rule = state.matcher.match(id).rule;
  for (MatchId other = 0; other < known; ++other) {
    if (other == id || state.matcher.match(other).rule != rule) continue;
    std::optional<State::Trial> trial = state.attempt(other);
    if (!trial || trial->delta != model->delta) continue;
    state.describe(other, *trial);
    if (trial->isSeen() && trial->likeness == model->likeness)
      taken.push_back(state.addStep(other, std::move(trial->applies), "hand"));
  }
  command.first = taken.front();
  command.last = taken.back();
  state.remember(std::move(command));
  return taken;
}

}  // namespace tasoscope
