#pragma once
// What a session holds. Private to engine/session.

#include <map>
#include <memory>
#include <vector>

#include "onnx/model.h"
#include "search/graph_tree.h"
#include "session/session.h"

namespace tasoscope {

/// What the trail remembers of a step besides the tree's applies.
struct StepFacts {
  std::string rule, note, place, by;
  Standing standing = Standing::kTested;
  Price price;
  std::vector<OpId> removed, added;  ///< ops that are not constant, in topological order
  bool isHidden = false;
  bool isLookedThrough = false;  ///< every match in its graph is known to the matcher
};

/// One thing that undo takes back: the steps `first` to `last`, which led away from `from`.
struct Command {
  StepId from = 0, first = 0, last = 0;
};

struct Session::State {
  State(Model model, std::string modelName, const SessionOptions& options);

  Price priceNow();
  /// Adds a step below the current one, made of these applies, and goes there.
  StepId addStep(MatchId match, Applies applies, std::string by);
  void moveTo(StepId step);
  void reprice();
  /// Names of ops for people, joined by commas; at most a few.
  std::string placeOf(const std::vector<OpId>& ops) const;
  std::string nameOfOp(OpId op) const;
  void nameFusion(const std::vector<Fact>& facts);
  std::vector<OpId> visible(const std::vector<OpId>& ops) const;
  /// A graph of its own at this step.
  Graph graphAt(StepId step) const;
  GraphView viewOf(const Graph& graph);

  std::string name;
  SessionOptions options;
  Model model;
  RuleSet rules;
  Matcher matcher;
  std::unique_ptr<CostModel> cost;
  NormalForm normalForm;
  Graph graph;     // at the current step
  GraphTree tree;  // node ids are step ids
  std::vector<StepFacts> steps;
  StepId current = 0;
  std::vector<Command> done, undone;
  std::map<OpId, std::string> fusionNames;  // of ops that the loaded graph's normal form made
  std::map<OpId, std::string> madeBy;       // the rule whose step first made an op live
};

}  // namespace tasoscope
