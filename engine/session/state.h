#pragma once
// What a session holds. Private to engine/session.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "onnx/model.h"
#include "onnx/write_model.h"
#include "search/graph_tree.h"
#include "session/entry_table.h"
#include "session/session.h"
#include "session/view_cache.h"

namespace tasoscope {

class Bodies;
class ProjectKeeper;

constexpr MatchId kNoMatch = 0xffffffffu;  ///< of steps that no match of the rules here confirms

/// What the trail remembers of a step besides the tree's applies.
struct StepFacts {
  std::string rule, note, place, by;
  Standing standing = Standing::kTested;
  Price price;
  std::vector<OpId> removed, added, rewired;  ///< ops that are not constant, in order of id
  StepMarks marks;
  StepId onward = 0;  ///< the child that was visited last; 0: none
  bool isHidden = false, isBranch = false;
  bool isLookedThrough = false;  ///< every match in its graph is known to the matcher
};

struct MarksEdit {
  StepId step = 0;
  StepMarks before, after;
};

/// One thing that undo takes back: the steps `first` to `last`, which led away from `from`, or what was written.
struct Command {
  CommandKind kind = CommandKind::kApply;
  StepId from = 0, first = 0, last = 0;  ///< `first` is 0 where no step was taken
  std::vector<MarksEdit> edits;
};

struct Session::State {
  State(Model model, std::string modelName, const SessionOptions& options);
  ~State();

  /// A match taken at the current step, and taken back: what it does.
  struct Trial {
    Applies applies;
    Hash128 hash;
    std::int64_t delta = 0;
    std::vector<OpId> removed, added;  ///< by describe(), as the rest
    Hash128 likeness;
    /// Not only constants change.
    bool isSeen() const { return delta != 0 || !removed.empty() || !added.empty(); }
  };
  /// Nothing when the match does not fit here, would close a cycle, or changes nothing.
  std::optional<Trial> attempt(MatchId match);
  void describe(MatchId match, Trial& trial);
  CandidateView candidateOf(MatchId match, const Trial& trial) const;
  void activateRules();

  Price priceNow();
  /// Adds a step below the current one, made of these applies, and goes there.
  StepId addStep(MatchId match, Applies applies, std::string by);
  /// The same for a step that no match of the rules here confirms.
  StepId addRecordedStep(std::string rule, std::string note, Applies applies, std::string by);
  void moveTo(StepId step);
  /// Goes to a step, and notes the way for who walks there again.
  void visit(StepId step);
  void remember(Command command);
  /// Hides these steps, each unless one that is shown stands on it.
  void hide(StepId first, StepId last);
  void show(StepId step);
  void writeMarks(CommandKind kind, std::vector<MarksEdit> edits);
  const StepMarks& marksOf(StepId step) const;  ///< throws UsageError where there is no such step
  CommandKind undoes() const;
  CommandKind redoes() const;
  void reprice();
  /// Makes the prices from the options anew, for this device.
  void priceWith(const DeviceProfile& device);
  void bodiesChanged();
  void takeSymbols(const SymbolValues& values);
  void takeScenarios(const std::vector<Scenario>& scenarios);
  void inlineCalls();
  /// Names of ops for people, joined by commas; at most a few.
  std::string placeOf(const std::vector<OpId>& ops) const;
  std::string nameOfOp(OpId op) const;
  void nameFusion(const std::vector<Fact>& facts);
  std::vector<OpId> visible(const std::vector<OpId>& ops) const;
  /// A graph of its own at this step.
  Graph graphAt(StepId step) const;
  GraphView viewOf(const Graph& graph);
  /// How a graph that `graphAt` gave is written; it must outlive the options.
  WriteOptions writeOptions(const Graph& graph) const;
  /// The boxes that a trial adds, and the edges that are not there before.
  GraphView viewOfChange(const Trial& trial);

  std::string name;
  SessionOptions options;
  Model model;
  RuleSet leftOut;
  RuleSet rules;
  Matcher matcher;
  std::unique_ptr<Bodies> bodies;
  std::unique_ptr<CostModel> cost;
  NormalForm normalForm;
  Graph graph;     // at the current step
  GraphTree tree;  // node ids are step ids
  std::vector<StepFacts> steps;
  StepId current = 0;
  std::vector<Command> done, undone;
  std::set<std::string> switchedOff;        // rules, by name
  std::vector<RuleStatistics> searched;     // by rule, over all searches
  std::map<OpId, std::string> fusionNames;  // of ops that the loaded graph's normal form made
  std::map<OpId, std::string> madeBy;       // the rule whose step first made an op live
  ViewCache viewCache;                      // of whole graphs, under the prices of now
  OpNumbers opNumbers;                      // what tells the names of ops apart that steps made
  std::unique_ptr<ProjectKeeper> keeper;    // told after every command

 private:
  /// `facts` come with what is known of the rule; the rest is filled in.
  StepId addStep(StepFacts facts, MatchId match, Applies applies);
};

}  // namespace tasoscope
