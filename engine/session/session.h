#pragma once
// A session: one model, opened, with the device that prices it, the trail of substitutions taken, by a person or by a
// strategy, and what can be taken next. The command line and the explorer are both thin around it.
//
// A session is used by one thread at a time (the explorer's worker); everything it returns is a value of its own that
// may be handed to another thread. The SearchControl of a running search may be touched from any thread.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cost/cost_model.h"
#include "execution/equivalence.h"
#include "graph/graph.h"
#include "rules/rule.h"
#include "search/search.h"
#include "session/shared_list.h"
#include "session/trail.h"
#include "tensor/progress.h"

namespace tasoscope {

class Model;
namespace project {
class Project;
}
struct SelectionGroup;  // in groups/grouping.h
enum class ModelIs : std::uint8_t { kTheSame, kAnother };
struct OpenProjectOptions;  // these are in project.h
struct OpenedProject;
struct ProjectFacts;
/// What a window wants to find again, by key; the engine does not look inside.
using ViewState = std::map<std::string, std::string>;

struct SessionOptions {
  std::string device = "h100";
  SymbolValues symbols;                          ///< values for symbolic dimensions (--set)
  std::vector<Scenario> scenarios;               ///< uses of the model whose weighted mean is priced (--scenario)
  std::vector<std::filesystem::path> ruleFiles;  ///< instead of the built-in rules
  bool allowAssumed = false;                     ///< rules that are neither proved nor tested run too
  std::vector<NumericClass> numericClasses;      ///< those allowed; empty: exact, reassociating and folding
  /// How often loops run, by their nodes' names (--trips); "" is every other one.
  std::map<std::string, std::int64_t> trips;
};

struct TensorView {
  TensorId tensor;
  std::string name;  ///< empty for what steps made
  std::string type;  ///< "float32 1x64x56x56"
  ElementType element = ElementType::kUndefined;
  std::int64_t bytes = 0;  ///< under the session's values of symbols; 0: not known
  bool isConstant = false;
  bool isGraphInput = false, isGraphOutput = false;
};

/// One box of a graph: a live op whose value is not constant. Constants belong to the boxes that read them.
struct NodeView {
  OpId op;                   ///< the same box has the same id in every graph of the session
  std::string name;          ///< the model's node name, or the rule that made it
  std::string operatorName;  ///< "Conv", "Conv + Relu", "com.microsoft.Attention"
  std::string summary;       ///< one sentence about the operator; empty for opaque ops
  std::string keyFacts;      ///< "3x3, 64 -> 128": the second line of the box
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<TensorView> inputs, outputs;
  std::vector<std::string> costFacts;  ///< what else there is to say about the cost, a line each
  std::int64_t picoseconds = 0;
  double flops = 0, bytesRead = 0, bytesWritten = 0;
  std::string limit;  ///< "limited by memory": what its time is made of; empty when it is unknown
  Provenance provenance = Provenance::kEstimated;
  bool isCostUnknown = false;  ///< picoseconds is then 0 and means nothing
  bool isCostAssumed = false;  ///< how often a loop runs is not known: once is assumed
  bool isOpaque = false;
  std::vector<std::string> bodies;  ///< the graphs inside it: "then_branch", "else_branch", "body"
  std::string
      family;  ///< "matrix", "elementwise", "move", "normalization", "pool", "reduction", "view", "opaque", "other"
};

struct EdgeView {
  std::optional<OpId> from;  ///< nothing: a graph input
  std::optional<OpId> to;    ///< nothing: a graph output
  TensorView tensor;
};

/// A graph as it is drawn and listed: nodes in topological order. Views of one session share what they have in common.
struct GraphView {
  SharedList<NodeView> nodes;
  SharedList<EdgeView> edges;
  Price price;
  std::size_t unknownCosts = 0;  ///< ops without a price
};

struct CandidateView {
  MatchId match = 0;
  MatchId like = 0;  ///< the first match that is the same at another place (see likeness.h), or itself
  std::string rule, family, note;
  Standing standing = Standing::kTested;
  std::string place;
  std::int64_t delta = 0;  ///< picoseconds, device fusions that follow included
  Provenance provenance = Provenance::kEstimated;
  std::vector<OpId> removed, added;
};

/// What a candidate would put on the stage.
struct CandidatePreview {
  MatchId match = 0;
  std::int64_t delta = 0;
  std::vector<OpId> removed;
  /// The new boxes, in topological order, and every edge that is new: from and to them, or between boxes that stay.
  GraphView added;
};

/// A rule as it stands in a session.
struct RuleView {
  Rule rule;                  ///< a device's rule is always on and counts nothing
  bool isOn = true;           ///< not switched off
  bool isAllowed = true;      ///< its numeric class is allowed
  std::int64_t places = 0;    ///< matches found so far, in all graphs that were looked at
  std::int64_t applied = 0;   ///< steps of the trail; undone ones do not count
  std::int64_t improved = 0;  ///< those of them that made the graph cheaper
  RuleStatistics searched;    ///< over all searches
};

/// What the model costs in one use of it.
struct ScenarioPrice {
  Scenario scenario;  ///< its symbols are all that prices use, given and chosen
  Price original, price;
};

class Session;

/// A graph inside a node: a branch of If, the body of a Loop or a Scan.
struct BodyView {
  OpId op;            ///< the node, in the space around the body
  std::string node;   ///< its name
  std::string name;   ///< "then_branch", "else_branch", "body"
  std::string place;  ///< "loop_1, body"
  TripCount turns;    ///< how often it runs when the node does
  Session* session = nullptr;
};

/// A search in a graph inside a node.
struct BodySearch {
  std::string place;  ///< "loop_1, body", or "loop_1, body, if_2, then_branch"
  Session* session = nullptr;
  std::int64_t turns = 1;  ///< how often it runs in a run of the model, as far as is known
  SearchResult result;
};

/// Takes candidates as they are found, in the order of their ids.
using CandidateSink = std::function<void(std::vector<CandidateView>)>;

struct ExportOptions {
  bool verify = true;
  EquivalenceOptions equivalence;  ///< its symbols are added to the session's
  /// Billions of operations that evaluating both graphs once may take; above, the verdict is inconclusive and its note
  /// says so. 0: no limit. A plain core does some billions a second.
  double mostVerificationWork = 100;
};

struct ExportReport {
  /// Nothing: not asked for. An inconclusive verdict does not keep the file from being written.
  std::optional<EquivalenceReport> equivalence;
  std::uintmax_t bytesBefore = 0, bytesAfter = 0;
  Price price;
  bool isCopy = false;  ///< nothing was changed: the bytes are those that were read
  int newNodes = 0, newInitializers = 0;
};

/// Of an exported model's metadata_props: the steps that led to it, those of earlier exports first, as a JSON array of
/// objects with "rule", "standing" and "at".
inline constexpr std::string_view kStepsKey = "tasoscope.steps";

/// A part of a graph that was written as a model of its own.
struct RegionReport {
  std::size_t nodes = 0;
  std::vector<TensorView> inputs, outputs;  ///< its border, in the order of the file
  std::uintmax_t bytes = 0;
};

struct VerificationFailed : Error {
  VerificationFailed(const std::string& what, EquivalenceReport report) : Error(what), report(std::move(report)) {}
  EquivalenceReport report;
};

/// The rules of files, in order, with the standing that the record beside each file gives them (rule_files.h). Throws
/// FileError, and RuleError with file, line and column.
RuleSet readRuleFiles(std::span<const std::filesystem::path> files);

class Session {
 public:
  struct State;  ///< see state.h, private to engine/session
  const State& state() const { return *state_; }
  State& state() { return *state_; }
  /// For engine/session too: takes the trail of a graph inside a node, as a project has kept it.
  void takeRecorded(const project::Project& project, ModelIs is, std::vector<std::string>& remarks,
                    const Progress& progress);

  /// Throws FileError, ModelError, RuleError, UsageError (unknown device or symbol).
  static std::unique_ptr<Session> open(const std::filesystem::path& model, const SessionOptions& options,
                                       const Progress& progress = {});
  static std::unique_ptr<Session> openZoo(std::string_view name, const SessionOptions& options);
  /// A project file as it was saved, with the work in its journal that was not. Throws FileError (ModelMissing and
  /// ModelChanged among them), ModelError.
  static OpenedProject openProject(const std::filesystem::path& path, const OpenProjectOptions& options,
                                   const Progress& progress = {});
  /// Unsaved work, from a journal that nobody holds. Throws as openProject does.
  static OpenedProject restore(const std::filesystem::path& journal, const OpenProjectOptions& options,
                               const Progress& progress = {});
  /// What was not saved stays in the journal, if there is one.
  ~Session();

  /// Keeps a journal in this folder from now on. Throws FileError.
  void startJournal(const std::filesystem::path& stateFolder);
  /// Writes the project, whole or not at all, and goes on in that file. Throws FileError, and UsageError when another
  /// window holds it.
  void saveProject(const std::filesystem::path& path);
  ProjectFacts project() const;
  void setViewState(const ViewState& view);
  /// The groups that a person has made, which a project keeps.
  void setMadeGroups(const std::vector<SelectionGroup>& groups);

  std::string modelName() const;             ///< the file's name, or the zoo's
  std::filesystem::path modelPath() const;   ///< empty for a zoo model
  std::vector<std::string> remarks() const;  ///< what reading found worth saying (nodes kept opaque and why, ...)
  const RuleSet& rules() const;              ///< those in good standing, switched off or not
  const RuleSet& rulesLeftOut() const;       ///< those that are not: assumed, unless they are allowed, or refuted

  /// What candidates and searches leave out: rules by name, and numeric classes that are not allowed.
  std::vector<std::string> rulesSwitchedOff() const;
  void setRulesSwitchedOff(const std::vector<std::string>& names);
  std::vector<NumericClass> numericClasses() const;
  void setNumericClasses(std::vector<NumericClass> classes);
  /// The rules in order, then the device's.
  std::vector<RuleView> ruleViews() const;
  const Model& model() const;

  std::string device() const;
  /// The values of symbolic dimensions that prices use, given and chosen.
  const SymbolValues& symbols() const;
  /// Prices everything anew; step ids and the trail stay.
  void setDevice(std::string_view name);
  /// Other values for symbolic dimensions, those that are not named are chosen; prices everything anew. Throws
  /// UsageError for a name that the model has not, and for values below 1.
  void setSymbols(SymbolValues values);
  const std::vector<Scenario>& scenarios() const;
  /// From now on prices are the weighted mean over these; none: as setSymbols() says. Prices everything anew. Throws
  /// UsageError as setSymbols does, for names that are empty or the same, and for weights that are not positive.
  void setScenarios(std::vector<Scenario> scenarios);
  /// The loaded graph and a step's, in each scenario.
  std::vector<ScenarioPrice> scenarioPrices(StepId step) const;

  /// Stored inputs by name, from a folder in the form of ONNX's test_data_set. Throws FileError.
  std::map<std::string, Value> readInputs(const std::filesystem::path& folder) const;

  TrailView trail() const;
  GraphView view(StepId step) const;
  Graph graph(StepId step) const;  ///< for tools that stay on the session's thread
  Graph loadedGraph() const;       ///< before the device's fusions
  const Space& space() const;

  /// Every match that is enabled at the current step and closes no cycle, cheapest result first. `sink`, if any, is
  /// given them in batches while the rest is looked for.
  std::vector<CandidateView> candidates(const Progress& progress = {}, const CandidateSink& sink = {});
  /// Throws UsageError when it is not enabled here.
  CandidatePreview preview(MatchId match);
  /// A step below the current one, and goes there; with a name, the step begins a branch of that name. Throws
  /// UsageError when it is not enabled here.
  StepId apply(MatchId match, std::string branch = {});
  /// Applies the match, and then every other one that is the same (likeness.h) and still is after those before it: a
  /// step for each, so that each can be looked at, all of them one command for undo. The steps, in order.
  std::vector<StepId> applyEverywhere(MatchId match, const Progress& progress = {});
  /// Takes the later steps of a step's branch again without it, from the one before it on, as far as they fit: a branch
  /// of that name, all of it one command for undo. Goes to its end, or where none fits to the step before. The steps,
  /// in order. Throws UsageError for step 0.
  std::vector<StepId> leaveOut(StepId step, std::string branch, const Progress& progress = {});
  void goTo(StepId step);  ///< navigation: neither undo nor redo

  /// What people write at steps; each that changes something is a command that undo takes back, without going anywhere.
  void rename(StepId step, std::string name);
  void setNote(StepId step, std::string note);
  /// Takes the number from the step that has it; 0: none. Throws UsageError above 999.
  void setBookmark(StepId step, int number);

  /// Takes back the last command: an apply, a search, or something written. Steps are hidden unless later ones that are
  /// shown stand on them; they stay in the trail, and redo brings them back. False: nothing to undo.
  bool undo();
  bool redo();

  /// Searches from the current step; the steps to the best graph join the trail and the last of them becomes current.
  SearchResult search(std::string_view strategy, const SearchLimits& limits, const SearchObserver& observe = {},
                      SearchControl* control = nullptr);

  /// The graphs inside the model's nodes, which are optimized as graphs of their own: each has a session that lives as
  /// long as this one and is used by the same thread. It keeps no project and exports nothing: this session's project
  /// and file hold it, as it stands.
  std::vector<BodyView> bodies() const;
  /// What prices here take for granted, a sentence each: loops of unknown length, those inside others included.
  std::vector<std::string> assumptions() const;
  /// Told after the graph of a body has changed: prices anew what depends on it.
  void bodyChanged();
  /// Searches in each of them, the innermost first; the limit of time is for all of them together.
  std::vector<BodySearch> searchBodies(std::string_view strategy, const SearchLimits& limits,
                                       const SearchObserver& observe = {}, SearchControl* control = nullptr);

  /// Writes the graph of a step; where something was changed, metadata_props tells the steps under kStepsKey. Throws
  /// VerificationFailed (nothing is written) when it is not equivalent, UsageError when `target` is the model itself.
  ExportReport exportOnnx(StepId step, const std::filesystem::path& target, const ExportOptions& options,
                          const Progress& progress = {});
  /// Writes the part of a step's graph that these ops are, with its border as inputs and outputs. Throws UsageError
  /// when another node lies between them, or one is not in the graph; ModelError when a type at the border is not
  /// known.
  RegionReport exportRegion(StepId step, std::span<const OpId> ops, const std::filesystem::path& target,
                            const Progress& progress = {});

 private:
  friend class Bodies;
  friend class BodyExport;
  Session();
  static OpenedProject openRecorded(project::Project project, const std::filesystem::path& projectPath,
                                    const OpenProjectOptions& options, const Progress& progress);
  std::unique_ptr<State> state_;
};

}  // namespace tasoscope
