#include "session/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <set>

#include "onnx/test_data.h"
#include "onnx/zoo/zoo.h"
#include "rules/rule_text.h"
#include "session/bodies.h"
#include "session/effect.h"
#include "session/long_calls.h"
#include "session/project_keeper.h"
#include "session/state.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMostNamesInPlace = 4;

RuleSet rulesOf(const SessionOptions& options) {
  const RuleSet all = options.ruleFiles.empty() ? builtInRules() : readRuleFiles(options.ruleFiles);
  return all.filtered([](const Rule& rule) { return !rule.isDeviceRule; });
}

bool isInGoodStanding(const Rule& rule, const SessionOptions& options) {
  switch (rule.standing) {
    case Standing::kProved:
    case Standing::kTested:
      return true;
    case Standing::kAssumed:
      return options.allowAssumed;
    case Standing::kRefuted:
      return false;
  }
  return false;
}

DeviceProfile profileNamed(std::string_view name) {
  if (const DeviceProfile* profile = findDevice(name)) return *profile;
  std::string names;
  for (const DeviceProfile& profile : deviceProfiles()) names += (names.empty() ? "" : ", ") + profile.name;
  throw UsageError(fmt::format("there is no device '{}'; choose one of {}", name, names));
}

/// Extents that depend on what the model computes have names of our own, "?10".
bool isInferredSymbol(const Model& model, std::string_view symbol) {
  const Space& space = model.space();
  bool isThere = false;
  for (std::uint32_t id = 0; symbol.starts_with('?') && id < space.tensorCount() && !isThere; ++id) {
    const Shape& shape = space.tensor(TensorId{id}).type.shape;
    for (int axis = 0; shape.hasRank() && axis < shape.rank(); ++axis)
      shape[axis].forEachSymbol([&](std::string_view name) { isThere |= name == symbol; });
  }
  return isThere;
}

void checkSymbols(const Model& model, const SymbolValues& symbols) {
  for (const auto& [symbol, value] : symbols) {
    if (std::ranges::count(model.symbols(), symbol) == 0 && !isInferredSymbol(model, symbol))
      throw UsageError(fmt::format("the model has no symbolic dimension '{}'", symbol));
    if (value < 1) throw UsageError(fmt::format("the dimension '{}' cannot be {}; give 1 or more", symbol, value));
  }
}

void checkScenarios(const Model& model, const std::vector<Scenario>& scenarios) {
  std::set<std::string_view> names;
  for (const Scenario& scenario : scenarios) {
    if (scenario.name.empty()) throw UsageError("a scenario needs a name");
    if (!names.insert(scenario.name).second)
      throw UsageError(fmt::format("there are two scenarios named {}", scenario.name));
    if (!(scenario.weight > 0 && std::isfinite(scenario.weight)))
      throw UsageError(fmt::format("the weight of scenario {} must be a positive number", scenario.name));
    checkSymbols(model, scenario.symbols);
  }
}

bool hasBodyIn(const Session& session, const std::string& node) {
  return std::ranges::any_of(session.bodies(), [&](const BodyView& body) {
    return body.place == fmt::format("{}, {}", node, body.name) || hasBodyIn(*body.session, node);
  });
}

void checkOptions(const Session& session, const SessionOptions& options) {
  checkSymbols(session.model(), options.symbols);
  checkScenarios(session.model(), options.scenarios);
  for (const auto& [node, count] : options.trips) {
    if (count < 1) throw UsageError(fmt::format("a loop cannot run {} times; give 1 or more", count));
    if (!node.empty() && !hasBodyIn(session, node)) throw UsageError(fmt::format("the model has no loop '{}'", node));
  }
}

// Ops that were there before and read a tensor whose producer has changed.
std::vector<OpId> rewiredBy(const Graph& graph, const GraphChange& change, const std::vector<OpId>& added) {
  std::set<TensorId> seen;
  std::set<OpId> readers;
  std::vector<TensorId> chosen(change.chosen.begin(), change.chosen.end());
  while (!chosen.empty()) {
    const TensorId tensor = chosen.back();
    chosen.pop_back();
    if (!graph.isLive(tensor) || !seen.insert(tensor).second) continue;
    for (OpId reader : graph.consumers(tensor)) readers.insert(reader);
    for (TensorId alias : graph.aliasesOf(tensor)) chosen.push_back(alias);
  }
  for (OpId op : added) readers.erase(op);
  return {readers.begin(), readers.end()};
}

}  // namespace

Session::State::State(Model read, std::string modelName, const SessionOptions& given)
    : name(std::move(modelName)),
      options(given),
      model(std::move(read)),
      leftOut(rulesOf(options)),
      rules(leftOut.filtered([&](const Rule& rule) { return isInGoodStanding(rule, options); })),
      matcher(model.space(), rules, static_cast<int>(model.opsetVersion())),
      bodies(std::make_unique<Bodies>(model, options)),
      cost(std::make_unique<CostModel>(profileNamed(options.device), options.symbols, options.scenarios, bodies.get())),
      normalForm(model.space(), static_cast<int>(model.opsetVersion())),
      graph(model.loadedGraph(cost.get())),
      steps(1),
      keeper(std::make_unique<ProjectKeeper>(model, opNumbers)) {
  if (options.numericClasses.empty())
    options.numericClasses = {NumericClass::kExact, NumericClass::kReassociating, NumericClass::kFolding};
  leftOut = leftOut.filtered([&](const Rule& rule) { return !isInGoodStanding(rule, options); });
  searched.resize(rules.size());
  activateRules();
  inlineCalls();
  for (const std::vector<Fact>& facts : normalForm.normalize(graph)) nameFusion(facts);
  steps[0].price = priceNow();
}

// Calls of the model's functions give way to the functions' nodes, so that rules see them; what no step changes is
// written as the calls that were read.
void Session::State::inlineCalls() {
  for (const Inlining& inlining : model.inlinings()) {
    if (graph.apply(inlining.facts) != ApplyResult::kApplied) continue;
    for (const OpId made : graph.lastChange().born)
      if (!model.space().op(made).isLoaded())
        fusionNames.try_emplace(made, fmt::format("{}/{}", nameOfOp(inlining.call), model.space().op(made).name()));
  }
}

Session::State::~State() = default;

Price Session::State::priceNow() {
  Price price = graph.price();
  price += outputCopies(graph, *cost);
  return price;
}

std::vector<OpId> Session::State::visible(const std::vector<OpId>& ops) const {
  std::vector<OpId> result;
  for (OpId op : ops)
    if (!model.space().op(op).isConstant) result.push_back(op);
  return result;
}

// A fused op is known by the name of its product: the node found by going up from what it replaced.
void Session::State::nameFusion(const std::vector<Fact>& facts) {
  const Space& space = model.space();
  for (const Fact& fact : facts) {
    OpId part = space.tensor(fact.tensor).op;
    auto isProduct = [&](OpId op) {
      return !space.op(op).isOpaque() && space.op(op).definition->opClass == OpClass::kMatrix;
    };
    while (part.isValid() && !isProduct(part) && !space.op(part).inputs.empty() && space.op(part).inputs[0].isValid())
      part = space.tensor(space.op(part).inputs[0]).op;
    if (part.isValid() && fact.choice.isOp()) fusionNames[fact.choice.op] = nameOfOp(part);
  }
}

std::string Session::State::nameOfOp(OpId id) const {
  const Op& op = model.space().op(id);
  if (auto fusion = fusionNames.find(id); fusion != fusionNames.end()) return fusion->second;
  if (op.isLoaded()) {
    const std::string& given = model.nodeName(op.ordinal);
    if (!given.empty()) return given;
  }
  // A node without a name, and an op made by a step, are known by their first output's name where there is one.
  const std::string& output = model.space().tensor(op.outputs[0]).name;
  if (!output.empty()) return output;
  auto maker = madeBy.find(id);
  return fmt::format("{} {}", maker == madeBy.end() ? op.name() : maker->second, opNumbers[id]);
}

std::string Session::State::placeOf(const std::vector<OpId>& ops) const {
  std::string place;
  std::size_t count = 0;
  for (OpId op : ops) {
    if (++count > kMostNamesInPlace) return place + fmt::format(" and {} more", ops.size() - kMostNamesInPlace);
    place += (place.empty() ? "" : ", ") + nameOfOp(op);
  }
  return place;
}

void Session::State::moveTo(StepId step) {
  tree.move(graph, current, step);
  current = step;
}

StepId Session::State::addStep(MatchId matchId, Applies applies, std::string by) {
  const Rule& rule = rules[matcher.match(matchId).rule];
  StepFacts facts;
  facts.rule = rule.name;
  facts.note = rule.note;
  facts.standing = rule.standing;
  facts.by = std::move(by);
  return addStep(std::move(facts), matchId, std::move(applies));
}

StepId Session::State::addRecordedStep(std::string rule, std::string note, Applies applies, std::string by) {
  StepFacts facts;
  facts.rule = std::move(rule);
  facts.note = std::move(note);
  facts.standing = Standing::kAssumed;
  facts.by = std::move(by);
  return addStep(std::move(facts), kNoMatch, std::move(applies));
}

StepId Session::State::addStep(StepFacts facts, MatchId matchId, Applies applies) {
  GraphChange change = applyAll(graph, applies);
  matcher.findAround(graph, change);
  Effect effect = effectOf(change);
  bool isParentLookedThrough = steps[current].isLookedThrough;
  for (OpId op : effect.added) madeBy.emplace(op, facts.rule);
  facts.removed = visible(effect.removed);
  facts.added = visible(effect.added);
  facts.place = placeOf(facts.removed.empty() ? facts.added : facts.removed);
  facts.price = priceNow();
  facts.isLookedThrough = isParentLookedThrough;
  facts.rewired = visible(rewiredBy(graph, change, effect.added));
  show(current);
  current = tree.add(current, matchId, std::move(applies));
  steps.push_back(std::move(facts));
  visit(current);
  return current;
}

void Session::State::priceWith(const DeviceProfile& device) {
  cost = std::make_unique<CostModel>(device, options.symbols, options.scenarios, bodies.get());
  reprice();
}

void Session::State::reprice() {
  viewCache.clear();
  StepId here = current;
  moveTo(0);
  graph.reprice(cost.get());
  for (StepId step = 0; step < steps.size(); ++step) {
    moveTo(step);
    steps[step].price = priceNow();
  }
  moveTo(here);
}

Graph Session::State::graphAt(StepId step) const {
  Graph copy = graph;
  tree.move(copy, current, step);
  return copy;
}

Session::Session() = default;
Session::~Session() = default;

std::unique_ptr<Session> Session::open(const std::filesystem::path& path, const SessionOptions& options,
                                       const Progress& progress) {
  assert(mayTakeLong());
  std::unique_ptr<Session> session(new Session);
  session->state_ = std::make_unique<State>(readModel(path, {}, progress), path.filename().string(), options);
  checkOptions(*session, options);
  return session;
}

std::unique_ptr<Session> Session::openZoo(std::string_view name, const SessionOptions& options) {
  assert(mayTakeLong());
  std::unique_ptr<Session> session(new Session);
  session->state_ = std::make_unique<State>(makeZooModel(name), std::string(name), options);
  checkOptions(*session, options);
  return session;
}

std::string Session::modelName() const { return state_->name; }
std::filesystem::path Session::modelPath() const { return state_->model.path(); }
const RuleSet& Session::rules() const { return state_->rules; }
const Space& Session::space() const { return state_->model.space(); }
const Model& Session::model() const { return state_->model; }
std::string Session::device() const { return state_->cost->device().name; }
const SymbolValues& Session::symbols() const { return state_->cost->symbols(); }

std::vector<std::string> Session::remarks() const {
  std::vector<std::string> result;
  for (const Remark& remark : state_->model.remarks()) result.push_back(remark.place + ": " + remark.text);
  return result;
}

std::map<std::string, Value> Session::readInputs(const std::filesystem::path& folder) const {
  assert(mayTakeLong());
  return readTestInputs(state_->model, folder);
}

void Session::setDevice(std::string_view name) {
  assert(mayTakeLong());
  const DeviceProfile device = profileNamed(name);
  for (const BodyView& body : bodies()) body.session->setDevice(name);
  state_->priceWith(device);
  state_->options.device = name;
  state_->keeper->changed(*state_);
}

void Session::setSymbols(SymbolValues values) {
  checkSymbols(state_->model, values);
  state_->takeSymbols(values);
  state_->keeper->changed(*state_);
}

void Session::State::takeSymbols(const SymbolValues& values) {
  options.symbols = values;
  for (const Bodies::Entry& body : bodies->entries()) body.session->state_->takeSymbols(values);
  bodiesChanged();
}

void Session::State::takeScenarios(const std::vector<Scenario>& scenarios) {
  options.scenarios = scenarios;
  for (const Bodies::Entry& body : bodies->entries()) body.session->state_->takeScenarios(scenarios);
  bodiesChanged();
}

const std::vector<Scenario>& Session::scenarios() const { return state_->options.scenarios; }

void Session::setScenarios(std::vector<Scenario> scenarios) {
  checkScenarios(state_->model, scenarios);
  state_->takeScenarios(scenarios);
  state_->keeper->changed(*state_);
}

std::vector<ScenarioPrice> Session::scenarioPrices(StepId step) const {
  std::vector<ScenarioPrice> prices;
  if (state_->options.scenarios.empty()) return prices;
  const Graph original = state_->graphAt(0), graph = state_->graphAt(step);
  for (const Scenario& scenario : state_->options.scenarios) {
    SymbolValues values = scenario.symbols;
    values.insert(state_->options.symbols.begin(), state_->options.symbols.end());
    CostModel model(state_->cost->device(), std::move(values), state_->bodies.get());
    const auto priceOf = [&](const Graph& priced) {
      Price price = outputCopies(priced, model);
      for (const OpId op : priced.liveOps()) price += model.priceOf(priced.space(), op);
      return price;
    };
    prices.push_back({scenario, priceOf(original), priceOf(graph)});
    prices.back().scenario.symbols = model.symbols();
  }
  return prices;
}

TrailView Session::trail() const {
  TrailView trail;
  for (StepId id = 0; id < state_->steps.size(); ++id) {
    const StepFacts& facts = state_->steps[id];
    StepView step;
    step.id = id;
    step.parent = state_->tree.node(id).parent;
    step.rule = facts.rule;
    step.note = facts.note;
    step.standing = facts.standing;
    step.place = facts.place;
    step.price = facts.price;
    step.delta = facts.price.picoseconds - state_->steps[step.parent].price.picoseconds;
    step.removed = facts.removed;
    step.added = facts.added;
    for (OpId op : facts.removed) step.removedNames.push_back(state_->nameOfOp(op));
    for (OpId op : facts.added) step.addedNames.push_back(state_->nameOfOp(op));
    step.rewired = facts.rewired;
    step.by = facts.by;
    step.marks = facts.marks;
    step.onward = facts.onward;
    step.isBranch = facts.isBranch;
    step.isHidden = facts.isHidden;
    trail.steps.push_back(std::move(step));
  }
  trail.current = state_->current;
  trail.canUndo = !state_->done.empty();
  trail.canRedo = !state_->undone.empty();
  trail.undoes = state_->undoes();
  trail.redoes = state_->redoes();
  return trail;
}

GraphView Session::view(StepId step) const {
  assert(mayTakeLong());
  return step == state_->current ? state_->viewOf(state_->graph) : state_->viewOf(state_->graphAt(step));
}
Graph Session::graph(StepId step) const {
  assert(mayTakeLong());
  return state_->graphAt(step);
}
Graph Session::loadedGraph() const {
  assert(mayTakeLong());
  return state_->model.loadedGraph(state_->cost.get());
}

SearchResult Session::search(std::string_view strategy, const SearchLimits& limits, const SearchObserver& observe,
                             SearchControl* control) {
  assert(mayTakeLong());
  State& state = *state_;
  SearchContext context{state.model.space(), state.graph, state.matcher, state.normalForm};
  SearchResult result = tasoscope::search(strategy, context, limits, observe, control);
  for (std::size_t i = 0; i < result.rules.size(); ++i) state.searched[i] += result.rules[i];
  if (result.path.empty()) return result;
  Command command{CommandKind::kSearch, state.current, static_cast<StepId>(state.steps.size()), 0, {}};
  for (const SearchStep& step : result.path) state.addStep(step.match, step.applies, std::string(strategy));
  command.last = state.current;
  state.remember(std::move(command));
  return result;
}

}  // namespace tasoscope
