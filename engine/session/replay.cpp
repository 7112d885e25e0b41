#include "session/replay.h"

#include <fmt/format.h>

#include <set>

namespace tasoscope {
namespace {

constexpr std::size_t kMostRulesNamed = 3;
constexpr std::uint32_t kMostBookmark = 999;
constexpr std::string_view kAsRecorded = "The step is as the project recorded it; its rule is not there to confirm it.";

std::string listOf(const std::set<std::string>& names) {
  std::string text;
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (++count > kMostRulesNamed) return text + fmt::format(" and {} more", names.size() - kMostRulesNamed);
    text += (text.empty() ? "" : ", ") + name;
  }
  return text;
}

std::string counted(std::size_t count) { return count == 1 ? "1 step" : fmt::format("{} steps", count); }

// Where a match or a recorded step takes hold: the rule, and the first tensor that gets another producer.
using Place = std::pair<std::uint32_t, TensorId>;

Place placeOf(std::uint32_t rule, std::span<const Fact> facts) {
  TensorId first;
  for (const Fact& fact : facts)
    if (fact.isRoot) first = std::min(first, fact.tensor);
  return {rule, first};
}

class Replayer {
 public:
  Replayer(Session::State& state, const schema::Project& project, const EntryReader& reader, ModelIs model)
      : state_(state), project_(project), reader_(reader), model_(model) {}

  ReplayResult run(const Progress& progress) {
    result_.stepOf = {StepId{0}};
    // Steps of rules that were switched off later are confirmed as well.
    for (std::size_t rule = 0; rule < state_.rules.size(); ++rule) state_.matcher.setActive(rule, true);
    if (project_.steps_size() > 0) {
      state_.matcher.findAll(state_.graph);
      state_.steps[0].isLookedThrough = true;
    }
    for (const schema::Step& step : project_.steps()) {
      progress.throwIfCancelled();
      result_.stepOf.push_back(repeat(step));
      progress.report("repeating steps", static_cast<double>(result_.stepOf.size() - 1), project_.steps_size());
    }
    state_.switchedOff = {project_.rules().switched_off().begin(), project_.rules().switched_off().end()};
    state_.activateRules();
    restoreHistory();
    addRemarks();
    return std::move(result_);
  }

 private:
  std::optional<StepId> repeat(const schema::Step& step) {
    std::optional<StepId> made = take(step);
    if (made) state_.steps[*made].isBranch = step.is_branch();
    return made;
  }

  std::optional<StepId> take(const schema::Step& step) {
    std::optional<StepId> parent = result_.stepOf[step.parent()];
    std::optional<Applies> applies = parent ? factsOf(step) : std::nullopt;
    if (!applies) return leaveOut();
    state_.moveTo(*parent);
    std::optional<Hash128> hash = hashAfter(*applies);
    if (!hash) return leaveOut();
    if (std::optional<MatchId> match = confirm(step, *applies, *hash))
      return state_.addStep(*match, std::move(*applies), step.by());
    if (model_ == ModelIs::kAnother) return leaveOut();
    (state_.rules.find(step.rule()) ? changed_ : missing_).insert(step.rule());
    ++unconfirmed_;
    return state_.addRecordedStep(step.rule(), std::string(kAsRecorded), std::move(*applies), step.by());
  }

  std::nullopt_t leaveOut() {
    result_.isComplete = false;
    ++left_out_;
    return std::nullopt;
  }

  std::optional<Applies> factsOf(const schema::Step& step) const {
    Applies applies;
    for (const schema::Apply& record : step.applies()) {
      std::vector<Fact>& facts = applies.emplace_back();
      for (const schema::Fact& fact : record.facts()) {
        std::optional<Fact> known = reader_.read(fact);
        if (!known) return std::nullopt;
        facts.push_back(*known);
      }
    }
    return applies.empty() ? std::nullopt : std::optional(std::move(applies));
  }

  // The hash of the graph that these applies lead to from here; nothing when they cannot be made.
  std::optional<Hash128> hashAfter(const Applies& applies) {
    std::size_t depth = state_.graph.depth();
    for (const std::vector<Fact>& facts : applies) {
      if (state_.graph.apply(facts) == ApplyResult::kApplied) continue;
      undoTo(state_.graph, depth);
      return std::nullopt;
    }
    Hash128 hash = state_.graph.hash();
    undoTo(state_.graph, depth);
    return hash;
  }

  // A match of the step's rule that leads to the same graph.
  std::optional<MatchId> confirm(const schema::Step& step, const Applies& applies, const Hash128& hash) {
    for (; indexed_ < state_.matcher.matchCount(); ++indexed_) {
      const Match& match = state_.matcher.match(static_cast<MatchId>(indexed_));
      by_place_[placeOf(match.rule, match.facts)].push_back(static_cast<MatchId>(indexed_));
    }
    std::optional<std::uint32_t> rule = indexOf(step.rule());
    if (!rule) return std::nullopt;
    auto found = by_place_.find(placeOf(*rule, applies.front()));
    if (found == by_place_.end()) return std::nullopt;
    for (MatchId id : found->second) {
      const Match& match = state_.matcher.match(id);
      if (!match.holdsIn(state_.graph)) continue;
      std::size_t depth = state_.graph.depth();
      if (takeStep(state_.graph, match, state_.normalForm) != ApplyResult::kApplied) continue;
      bool isSame = state_.graph.hash() == hash;
      undoTo(state_.graph, depth);
      if (isSame) return id;
    }
    return std::nullopt;
  }

  std::optional<std::uint32_t> indexOf(const std::string& name) {
    if (rule_index_.empty())
      for (std::uint32_t i = 0; i < state_.rules.size(); ++i) rule_index_.emplace(state_.rules[i].name, i);
    auto found = rule_index_.find(name);
    return found == rule_index_.end() ? std::nullopt : std::optional(found->second);
  }

  // The recorded step's own place, or that of the nearest one before it that is there again.
  StepId nearest(std::uint32_t recorded) const {
    while (!result_.stepOf[recorded]) recorded = project_.steps(static_cast<int>(recorded) - 1).parent();
    return *result_.stepOf[recorded];
  }

  void restoreHistory() {
    state_.moveTo(nearest(project_.current()));
    for (StepFacts& facts : state_.steps) facts.isHidden = false;
    for (std::uint32_t step : project_.history().hidden())
      if (result_.stepOf[step]) state_.steps[*result_.stepOf[step]].isHidden = true;
    for (const schema::Labels::Label& label : project_.labels().labels())
      if (result_.stepOf[label.step()]) state_.steps[*result_.stepOf[label.step()]].marks = marksOf(label.marks());
    state_.done = commandsOf(project_.history().done());
    state_.undone = commandsOf(project_.history().undone());
    restoreWalk();
  }

  void restoreWalk() {
    if (!result_.isComplete) return state_.visit(state_.current);
    for (StepId step = 0; step < state_.steps.size(); ++step) {
      bool isSaid = static_cast<int>(step) < project_.walk().onward_size();
      StepId onward = isSaid ? project_.walk().onward(static_cast<int>(step)) : 0;
      bool isChild = onward != 0 && state_.tree.node(onward).parent == step;
      state_.steps[step].onward = isChild ? onward : 0;
    }
  }

  static StepMarks marksOf(const schema::Marks& record) {
    return {record.name(), record.note(), static_cast<int>(std::min(record.bookmark(), kMostBookmark))};
  }

  bool isThere(std::uint32_t recorded) const { return result_.stepOf[recorded].has_value(); }

  std::optional<Command> commandOf(const schema::History::Command& record) const {
    bool isWhole = isThere(record.from());
    for (std::uint32_t step = record.first(); step <= record.last(); ++step) isWhole &= isThere(step);
    for (const schema::History::Edit& edit : record.edits()) isWhole &= isThere(edit.step());
    if (!isWhole || !schema::History::Kind_IsValid(record.kind())) return std::nullopt;
    Command command;
    command.kind = static_cast<CommandKind>(record.kind());
    command.from = *result_.stepOf[record.from()];
    command.first = *result_.stepOf[record.first()];
    command.last = *result_.stepOf[record.last()];
    for (const schema::History::Edit& edit : record.edits())
      command.edits.push_back({*result_.stepOf[edit.step()], marksOf(edit.before()), marksOf(edit.after())});
    return command;
  }

  template <typename List>
  std::vector<Command> commandsOf(const List& list) const {
    std::vector<Command> commands;
    for (const schema::History::Command& record : list)
      if (std::optional<Command> command = commandOf(record)) commands.push_back(std::move(*command));
    return commands;
  }

  void addRemarks() {
    std::vector<std::string>& remarks = result_.remarks;
    if (left_out_ > 0)
      remarks.push_back(fmt::format("{} of {} could not be repeated in this model and {} left out.", left_out_,
                                    counted(static_cast<std::size_t>(project_.steps_size())),
                                    left_out_ == 1 ? "was" : "were"));
    if (!missing_.empty())
      remarks.push_back(fmt::format("Rules that the project used are not here ({}); their steps are kept as recorded.",
                                    listOf(missing_)));
    if (!changed_.empty())
      remarks.push_back(
          fmt::format("Rules that the project used have changed ({}); steps that they no longer make are kept as "
                      "recorded.",
                      listOf(changed_)));
    if (unconfirmed_ > 0)
      remarks.push_back(fmt::format("{} kept as recorded {} as assumed.", counted(unconfirmed_),
                                    unconfirmed_ == 1 ? "counts" : "count"));
  }

  Session::State& state_;
  const schema::Project& project_;
  const EntryReader& reader_;
  ModelIs model_;
  ReplayResult result_;
  std::map<Place, std::vector<MatchId>> by_place_;
  std::map<std::string, std::uint32_t> rule_index_;
  std::size_t indexed_ = 0;
  std::size_t left_out_ = 0, unconfirmed_ = 0;
  std::set<std::string> missing_, changed_;
};

}  // namespace

ReplayResult replay(Session::State& state, const schema::Project& project, const EntryReader& reader, ModelIs model,
                    const Progress& progress) {
  return Replayer(state, project, reader, model).run(progress);
}

}  // namespace tasoscope
