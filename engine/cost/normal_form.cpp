#include "cost/normal_form.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <array>
#include <deque>
#include <string_view>

#include "tensor/error.h"

namespace tasoscope {

namespace {

/// What part an op can play in a fusion.
enum class Part : std::uint8_t { kUnknown, kNone, kProduct, kReader };

constexpr std::array<std::string_view, 4> kProducts = {"Conv", "ConvTranspose", "Gemm", "MatMul"};
constexpr std::array<std::string_view, 10> kReaders = {"Add",       "Relu", "Sigmoid",     "Tanh", "HardSwish",
                                                       "LeakyRelu", "Elu",  "HardSigmoid", "Clip", "Gelu"};

Part partOf(const Op& op) {
  const std::string& name = op.name();
  if (op.isOpaque()) return Part::kNone;
  if (std::ranges::find(kReaders, name) != kReaders.end()) return Part::kReader;
  const bool is_product = std::ranges::find(kProducts, name) != kProducts.end();
  return is_product && op.attributes.string("activation", "none") == "none" ? Part::kProduct : Part::kNone;
}

/// A product and the one reader of its result.
struct Site {
  OpId product, reader;
  TensorId joint;  ///< the product's result as the reader's input
  TensorId root;   ///< the reader's result
  friend bool operator==(const Site&, const Site&) = default;
  template <typename H>
  friend H AbslHashValue(H h, const Site& s) {
    return H::combine(std::move(h), s.product, s.reader, s.joint, s.root);
  }
};

/// How a tensor was produced before a fusion, with the inner tensors that the fusion removed.
struct Origin {
  TensorId root;
  Choice producer;
  std::vector<Need> parts;
};

}  // namespace

struct NormalForm::Implementation {
  Implementation(Space& s, int opset) : space(s), rules(builtInDeviceRules()), matcher(s, rules, opset) {}

  Part part(OpId op) {
    if (op.value >= parts.size()) parts.resize(std::max<std::size_t>(space.opCount(), op.value + 1u), Part::kUnknown);
    Part& known = parts[op.value];
    if (known == Part::kUnknown) known = partOf(space.op(op));
    return known;
  }

  Part partOfProducer(const Graph& graph, TensorId tensor) {
    const OpId op = graph.producer(tensor);
    return op.isValid() ? part(op) : Part::kNone;
  }

  /// The sites of a live tensor: as a product's result, and as a reader's.
  void addSites(const Graph& graph, TensorId tensor, std::vector<Site>& sites) {
    const OpId op = graph.producer(tensor);
    if (!op.isValid()) return;
    const Part known = part(op);
    if (known == Part::kProduct && graph.valueUses(tensor) == 1) addReaderOf(graph, op, sites);
    if (known != Part::kReader) return;
    for (const TensorId input : space.op(op).inputs)
      if (input.isValid() && partOfProducer(graph, input) == Part::kProduct && graph.valueUses(input) == 1)
        addSite(graph, op, input, sites);
  }

  void addReaderOf(const Graph& graph, OpId product, std::vector<Site>& sites) {
    for (const TensorId result : graph.chosenBy(product)) addReadersOf(graph, result, sites);
  }

  void addReadersOf(const Graph& graph, TensorId tensor, std::vector<Site>& sites) {
    for (const OpId reader : graph.consumers(tensor))
      if (part(reader) == Part::kReader) addSite(graph, reader, tensor, sites);
    for (const TensorId alias : graph.aliasesOf(tensor)) addReadersOf(graph, alias, sites);
  }

  void addSite(const Graph& graph, OpId reader, TensorId joint, std::vector<Site>& sites) {
    for (const TensorId root : graph.chosenBy(reader)) {
      const Site site{graph.producer(joint), reader, joint, root};
      if (std::ranges::find(sites, site) == sites.end()) sites.push_back(site);
    }
  }

  /// The match that fuses this site now, if one does.
  std::optional<MatchId> matchAt(const Graph& graph, const Site& site) {
    if (const auto found = enabledAt(graph, site)) return found;
    if (!asked.insert(site).second) return std::nullopt;
    GraphChange around;
    around.chosen = {site.root};
    file(matcher.findAround(graph, around));
    return enabledAt(graph, site);
  }

  std::optional<MatchId> enabledAt(const Graph& graph, const Site& site) const {
    const auto known = matches.find({site.product, site.reader});
    if (known == matches.end()) return std::nullopt;
    for (const MatchId id : known->second) {
      const Match& match = matcher.match(id);
      const bool is_here = std::ranges::find(match.roots, site.root) != match.roots.end();
      if (is_here && match.holdsIn(graph)) return id;
    }
    return std::nullopt;
  }

  void file(const std::vector<MatchId>& found) {
    for (const MatchId id : found) {
      const Match& match = matcher.match(id);
      if (match.sourceOps.size() != 2) continue;
      const bool is_product_first = part(match.sourceOps[0]) == Part::kProduct;
      const std::pair key{match.sourceOps[is_product_first ? 0 : 1], match.sourceOps[is_product_first ? 1 : 0]};
      std::vector<MatchId>& list = matches[key];
      list.push_back(id);
      std::ranges::sort(list, [this](MatchId a, MatchId b) {
        return std::pair(matcher.match(a).rule, a) < std::pair(matcher.match(b).rule, b);
      });
    }
  }

  void settle(Graph& graph, std::vector<Site> sites, std::vector<std::vector<Fact>>* record) {
    for (std::size_t i = 0; i < sites.size(); ++i) {
      const Site site = sites[i];
      if (!graph.isLive(site.root) || !graph.isLive(site.product)) continue;
      const std::optional<MatchId> id = matchAt(graph, site);
      if (!id) continue;
      const Match& match = matcher.match(*id);
      if (graph.apply(match.facts) != ApplyResult::kApplied) continue;
      remember(match);
      if (record) record->push_back(match.facts);
      addSitesOf(graph, graph.lastChange(), sites);
    }
  }

  void addSitesOf(const Graph& graph, const GraphChange& change, std::vector<Site>& sites) {
    for (const std::vector<TensorId>* tensors : {&change.chosen, &change.usesChanged})
      for (const TensorId tensor : *tensors)
        if (graph.isLive(tensor)) addSites(graph, tensor, sites);
  }

  // What has become constant.

  /// The tensor that has the value of a live tensor by its own making.
  TensorId valueOf(const Graph& graph, TensorId tensor) const {
    for (Choice choice = graph.choice(tensor); choice != Choice{}; choice = graph.choice(tensor)) {
      if (choice.isOp()) return space.op(choice.op).outputs[choice.output];
      tensor = choice.alias;
    }
    return tensor;
  }

  /// Whether a tensor that need not be constant has the value of a constant in this graph.
  bool hasBecomeConstant(const Graph& graph, TensorId tensor) const {
    return tensor.isValid() && !space.tensor(tensor).isConstant && space.tensor(valueOf(graph, tensor)).isConstant;
  }

  bool readsWhatBecameConstant(const Graph& graph, OpId id) const {
    const Op& op = space.op(id);
    return !op.isOpaque() && op.definition->isDeterministic &&
           std::ranges::any_of(op.inputs, [&](TensorId input) { return hasBecomeConstant(graph, input); });
  }

  void addReaders(const Graph& graph, TensorId tensor, std::vector<OpId>& ops) const {
    const auto readers = graph.consumers(tensor);
    ops.insert(ops.end(), readers.begin(), readers.end());
    for (const TensorId alias : graph.aliasesOf(tensor)) addReaders(graph, alias, ops);
  }

  /// The ops that may read what became constant by this change: those just chosen, and the readers of tensors just
  /// chosen.
  void addSuspects(const Graph& graph, const GraphChange& change, std::vector<OpId>& ops) const {
    for (const TensorId tensor : change.chosen) {
      if (!graph.isLive(tensor)) continue;
      const Choice choice = graph.choice(tensor);
      if (choice.isOp() && !space.op(choice.op).isConstant) ops.push_back(choice.op);
      if (hasBecomeConstant(graph, tensor)) addReaders(graph, tensor, ops);
    }
  }

  /// The choices of the same op over the constants themselves; none when the types of its results would be others.
  std::vector<Fact> overConstants(const Graph& graph, OpId id) {
    const Op& op = space.op(id);
    OpRequest request{
        op.definition, op.attributes, {op.inputs.begin(), op.inputs.end()}, static_cast<int>(op.outputs.size())};
    for (TensorId& input : request.inputs)
      if (hasBecomeConstant(graph, input)) input = valueOf(graph, input);
    try {
      const OpId made = space.intern(std::move(request));
      std::vector<Fact> facts;
      for (const TensorId name : graph.chosenBy(id)) {
        const Choice choice{made, graph.choice(name).output, {}};
        if (!space.canProduce(choice, name)) return {};
        facts.push_back({name, choice, true});
      }
      return facts;
    } catch (const ModelError&) {
      return {};  // it does not fit what is known of its operands now
    }
  }

  /// Replaces those of `suspects` that read new constants; what that changes is added to `change`.
  void takeInConstants(Graph& graph, std::vector<OpId> suspects, GraphChange& change,
                       std::vector<std::vector<Fact>>* record) {
    for (std::size_t i = 0; i < suspects.size(); ++i) {
      const OpId op = suspects[i];
      if (!graph.isLive(op) || !readsWhatBecameConstant(graph, op)) continue;
      const std::vector<Fact> facts = overConstants(graph, op);
      if (facts.empty() || graph.apply(facts) != ApplyResult::kApplied) continue;
      if (record) record->push_back(facts);
      const GraphChange& made = graph.lastChange();
      addSuspects(graph, made, suspects);
      change.chosen.insert(change.chosen.end(), made.chosen.begin(), made.chosen.end());
      change.usesChanged.insert(change.usesChanged.end(), made.usesChanged.begin(), made.usesChanged.end());
    }
  }

  // Taking fusions back.

  void remember(const Match& match) {
    const auto is_root = [&](TensorId tensor) { return std::ranges::find(match.roots, tensor) != match.roots.end(); };
    for (const Fact& fact : match.facts) {
      if (!fact.isRoot || !fact.choice.isOp()) continue;
      std::vector<Origin>& known = origins[fact.choice.op];
      if (std::ranges::find(known, fact.tensor, &Origin::root) != known.end()) continue;
      Origin& origin = known.emplace_back(Origin{fact.tensor, {}, {}});
      for (const Need& need : match.needs) {
        if (need.tensor == fact.tensor) origin.producer = need.choice;
        if (!is_root(need.tensor)) origin.parts.push_back(need);
      }
    }
  }

  /// Appends what produced `root` before `op` did, parts first; or nothing, and says false, when `op` is no fusion of
  /// it or a part is live on its own.
  bool expand(const Graph& graph, OpId op, TensorId root, std::vector<Fact>& facts) const {
    const auto known = origins.find(op);
    if (known == origins.end()) return false;
    const auto origin = std::ranges::find(known->second, root, &Origin::root);
    if (origin == known->second.end()) return false;
    if (std::ranges::any_of(origin->parts, [&](const Need& part) { return graph.isLive(part.tensor); })) return false;
    for (const Need& part : origin->parts)
      if (!part.choice.isOp() || !expand(graph, part.choice.op, part.tensor, facts))
        facts.push_back({part.tensor, part.choice, false});
    facts.push_back({root, origin->producer, false});
    return true;
  }

  Space& space;
  RuleSet rules;
  Matcher matcher;
  std::vector<Part> parts;
  absl::flat_hash_map<std::pair<OpId, OpId>, std::vector<MatchId>> matches;  // by product and reader
  absl::flat_hash_set<Site> asked;
  absl::flat_hash_map<OpId, std::vector<Origin>> origins;  // by fused op
};

NormalForm::NormalForm(Space& space, int opset) : implementation_(std::make_unique<Implementation>(space, opset)) {}
NormalForm::~NormalForm() = default;
NormalForm::NormalForm(NormalForm&&) noexcept = default;

std::vector<std::vector<Fact>> NormalForm::normalize(Graph& graph) {
  std::vector<std::vector<Fact>> applied;
  std::vector<Site> sites;
  for (const OpId op : graph.liveOps())
    if (implementation_->part(op) == Part::kProduct)
      for (const TensorId tensor : graph.chosenBy(op)) implementation_->addSites(graph, tensor, sites);
  implementation_->settle(graph, std::move(sites), &applied);
  return applied;
}

void NormalForm::normalizeAround(Graph& graph, const GraphChange& change, std::vector<std::vector<Fact>>* record) {
  std::vector<Site> sites;
  std::vector<OpId> suspects;
  implementation_->addSuspects(graph, change, suspects);
  if (std::ranges::any_of(suspects, [&](OpId op) { return implementation_->readsWhatBecameConstant(graph, op); })) {
    GraphChange all = change;
    implementation_->takeInConstants(graph, std::move(suspects), all, record);
    implementation_->addSitesOf(graph, all, sites);
  } else {
    implementation_->addSitesOf(graph, change, sites);
  }
  if (!sites.empty()) implementation_->settle(graph, std::move(sites), record);
}

std::vector<Fact> NormalForm::expansionOf(const Graph& graph, OpId op) const {
  std::vector<Fact> facts;
  for (const TensorId root : graph.chosenBy(op)) {
    if (implementation_->expand(graph, op, root, facts)) facts.back().isRoot = true;
  }
  return facts;
}

}  // namespace tasoscope
