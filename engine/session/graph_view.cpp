// Graphs as they are drawn and listed: the live ops that are not constant, with words for people.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string_view>

#include "cost/cost_text.h"
#include "session/bodies.h"
#include "session/effect.h"
#include "session/state.h"

namespace tasoscope {
namespace {

std::string_view familyOf(const Op& op) {
  if (op.isOpaque()) return "opaque";
  switch (op.definition->opClass) {
    case OpClass::kElementwise:
      return "elementwise";
    case OpClass::kReduction:
      return "reduction";
    case OpClass::kMatrix:
      return "matrix";
    case OpClass::kPool:
      return "pool";
    case OpClass::kNormalization:
      return "normalization";
    case OpClass::kMove:
      return "move";
    case OpClass::kView:
      return "view";
    case OpClass::kShape:
      return "view";
    case OpClass::kRecurrent:
      return "matrix";
    case OpClass::kOther:
      return "other";
  }
  return "other";
}

// "relu" -> "Relu", "hard_swish" -> "HardSwish".
std::string titleOf(std::string_view activation) {
  std::string title;
  bool isStart = true;
  for (char c : activation) {
    if (c == '_') {
      isStart = true;
    } else {
      title += isStart ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
      isStart = false;
    }
  }
  return title;
}

std::string operatorNameOf(const Op& op) {
  std::string name = op.name();
  if (op.isOpaque()) return name;  // attributes of the same names mean what they like there
  bool hasBias = op.inputs.size() > 2 && op.inputs[2].isValid();
  if (name == "MatMul" && hasBias) name += " + Add";
  std::string activation = op.attributes.string("activation", "none");
  return activation == "none" ? name : name + " + " + titleOf(activation);
}

std::string dimensionsOf(const std::vector<std::int64_t>& extents) {
  std::string text;
  for (std::int64_t extent : extents) text += fmt::format("{}{}", text.empty() ? "" : "×", extent);
  return text;
}

std::string convolutionFacts(const Space& space, const Op& op) {
  const Shape& weight = space.tensor(op.inputs[1]).type.shape;
  const Shape& in = space.tensor(op.inputs[0]).type.shape;
  const Shape& out = space.tensor(op.outputs[0]).type.shape;
  if (!weight.hasRank() || weight.rank() < 3 || !in.hasRank() || !out.hasRank() || out.rank() < 2) return "";
  std::string kernel;
  for (int axis = 2; axis < weight.rank(); ++axis) kernel += (kernel.empty() ? "" : "×") + weight[axis].text();
  std::string text = fmt::format("{}, {} → {}", kernel, in[1].text(), out[1].text());
  if (std::int64_t groups = op.attributes.integer("group", 1); groups > 1) text += fmt::format(", {} groups", groups);
  std::vector<std::int64_t> strides = op.attributes.integers("strides", {});
  if (std::ranges::any_of(strides, [](std::int64_t s) { return s != 1; })) text += fmt::format(", /{}", strides[0]);
  return text;
}

std::string keyFactsOf(const Space& space, const Op& op) {
  const std::string name = op.isOpaque() ? std::string() : op.name();
  if (op.inputs.size() >= 2 && op.inputs[1].isValid() && (name == "Conv" || name == "ConvTranspose"))
    return convolutionFacts(space, op);
  if (name == "MaxPool" || name == "AveragePool")
    return dimensionsOf(op.attributes.integers("kernel_shape", {})) +
           fmt::format(", /{}", op.attributes.integers("strides", {1})[0]);
  if (name == "Concat" || name == "Split") return fmt::format("axis {}", op.attributes.integer("axis", 0));
  if (op.outputs.empty()) return "";
  const TensorType& out = space.tensor(op.outputs[0]).type;
  return out.isTensor && out.shape.hasRank() ? out.shape.text() : "";
}

// "1x?71" -> "1x?": the numbers by which the engine tells extents apart that are not known mean nothing to people.
std::string withPlainUnknowns(std::string_view text) {
  std::string plain;
  bool isNumber = false;
  for (const char c : text) {
    isNumber = isNumber && std::isdigit(static_cast<unsigned char>(c));
    if (!isNumber) plain += c;
    isNumber = isNumber || c == '?';
  }
  return plain;
}

// With the values of symbols that prices use; 0 where the size is not known.
std::int64_t bytesOf(const TensorType& type, const SymbolValues& symbols) {
  if (!type.isTensor || !type.shape.hasRank()) return 0;
  bool isKnown = true;
  double elements = 1;
  for (int axis = 0; axis < type.shape.rank(); ++axis) {
    elements *= static_cast<double>(type.shape[axis].evaluate([&](std::string_view symbol) -> std::int64_t {
      const auto value = symbols.find(symbol);
      isKnown = isKnown && value != symbols.end();
      return value == symbols.end() ? 0 : value->second;
    }));
  }
  const double bytes = elements * bitsOf(type.element) / 8;
  return isKnown && bytes < 9e18 ? static_cast<std::int64_t>(bytes) : 0;
}

class ViewBuilder {
 public:
  ViewBuilder(Session::State& state, const Graph& graph) : state_(state), graph_(graph), space_(graph.space()) {}

  /// Boxes for `nodes`, and the edges into `readers` and into the graph's outputs.
  GraphView buildPart(const std::vector<OpId>& nodes, const std::set<OpId>& readers) {
    GraphView view;
    for (OpId op : nodes) view.nodes.push_back(nodeOf(op));
    for (OpId op : readers)
      if (graph_.isLive(op) && !space_.op(op).isConstant) addEdgesInto(op, view.edges);
    for (TensorId output : graph_.outputs())
      view.edges.push_back({producerOf(output), std::nullopt, viewOfOutput(output)});
    return view;
  }

  GraphView build() {
    GraphView view;
    view.price = graph_.price();
    view.price += outputCopies(graph_, *state_.cost);
    view.unknownCosts = unknownPrices(graph_);
    const std::vector<OpId> live = graph_.liveOps();
    view.nodes.reserve(live.size());
    view.edges.reserve(2 * live.size());
    for (OpId op : live) {
      if (space_.op(op).isConstant) continue;
      const ViewCache::Entry& entry = entryOf(op);
      view.nodes.share(entry.node);
      view.edges.append(entry.edges);
    }
    for (TensorId output : graph_.outputs())
      view.edges.push_back({producerOf(output), std::nullopt, viewOfOutput(output)});
    return view;
  }

 private:
  std::optional<OpId> producerOf(TensorId tensor) const {
    OpId op = graph_.producer(tensor);
    bool isDrawn = op.isValid() && !space_.op(op).isConstant;
    return isDrawn ? std::optional(op) : std::nullopt;
  }

  TensorView viewOf(TensorId tensor) const {
    TensorId shown = graph_.isLive(tensor) ? graph_.representative(tensor) : tensor;
    const Tensor& facts = space_.tensor(shown);
    const Tensor& named = space_.tensor(tensor);
    TensorView view;
    view.tensor = shown;
    // What the caller gives keeps its name, whichever tensor the graph takes it for.
    const bool isGiven = facts.origin == TensorOrigin::kInput;
    view.name = named.name.empty() || isGiven ? facts.name : named.name;
    view.type = facts.type.text();
    view.element = facts.type.element;
    view.bytes = bytesOf(facts.type, state_.cost->symbols());
    view.isConstant = facts.isConstant;
    view.isGraphInput = isGiven;
    view.isGraphOutput = graph_.isLive(tensor) && graph_.isOutput(tensor);
    return view;
  }

  TensorView viewOfOutput(TensorId tensor) const {
    TensorView view = viewOf(tensor);
    if (const std::string& name = space_.tensor(tensor).name; !name.empty()) view.name = name;
    return view;
  }

  /// What is said of an op and the edges into it, made or remembered.
  const ViewCache::Entry& entryOf(OpId id) {
    ViewCache::Facts facts = factsOf(id);
    if (const ViewCache::Entry* known = state_.viewCache.find(id, facts)) return *known;
    ViewCache::Entry entry{std::move(facts), std::make_shared<const NodeView>(nodeOf(id)), {}};
    addEdgesInto(id, entry.edges);
    return state_.viewCache.put(id, std::move(entry));
  }

  /// All of the graph that nodeOf() and addEdgesInto() look at.
  ViewCache::Facts factsOf(OpId id) const {
    constexpr std::uint32_t kNothing = 0xffffffffu;
    ViewCache::Facts facts;
    const auto add = [&](TensorId tensor) {
      const bool isLive = graph_.isLive(tensor);
      facts.push_back(isLive ? graph_.representative(tensor).value : tensor.value);
      facts.push_back(isLive && graph_.isOutput(tensor) ? 1 : 0);
    };
    const Op& op = space_.op(id);
    facts.reserve(3 * (op.inputs.size() + op.outputs.size()));
    for (TensorId input : op.inputs) {
      if (!input.isValid()) continue;
      add(input);
      const std::optional<OpId> producer = producerOf(input);
      facts.push_back(producer ? producer->value : kNothing);
    }
    for (std::size_t i = 0; i < op.outputs.size(); ++i) {
      const TensorId output = chosen(id, i);
      facts.push_back(output.value);
      add(output);
    }
    return facts;
  }

  void addEdgesInto(OpId id, SharedList<EdgeView>& edges) const {
    std::set<TensorId> seen;
    for (TensorId input : space_.op(id).inputs) {
      if (!input.isValid()) continue;
      TensorView tensor = viewOf(input);
      if (tensor.isConstant || !seen.insert(tensor.tensor).second) continue;
      edges.push_back({producerOf(input), id, std::move(tensor)});
    }
  }

  // The tensor through which the graph refers to an output of an op, if any does.
  TensorId chosen(OpId id, std::size_t output) const {
    for (TensorId tensor : graph_.chosenBy(id))
      if (graph_.choice(tensor).output == output) return tensor;
    return space_.op(id).outputs[output];
  }

  NodeView nodeOf(OpId id) const {
    const Op& op = space_.op(id);
    NodeView node;
    node.op = id;
    node.name = nameOf(id);
    node.operatorName = operatorNameOf(op);
    node.summary = op.isOpaque() ? "" : op.definition->summary;
    node.keyFacts = withPlainUnknowns(keyFactsOf(space_, op));
    for (const auto& [name, value] : op.attributes) node.attributes.emplace_back(name, textOf(value));
    for (TensorId input : op.inputs)
      if (input.isValid()) node.inputs.push_back(viewOf(input));
    for (std::size_t i = 0; i < op.outputs.size(); ++i) node.outputs.push_back(viewOf(chosen(id, i)));
    node.isOpaque = op.isOpaque();
    for (const Bodies::Entry& body : state_.bodies->entries())
      if (body.op == id) node.bodies.push_back(body.name);
    node.family = familyOf(op);
    addCost(id, node);
    return node;
  }

  std::string nameOf(OpId id) const {
    const Op& op = space_.op(id);
    bool isKnown = state_.fusionNames.count(id) > 0 || (op.isLoaded() && !state_.model.nodeName(op.ordinal).empty());
    if (isKnown) return state_.nameOfOp(id);
    std::string tensor = viewOf(chosen(id, 0)).name;
    return tensor.empty() ? state_.nameOfOp(id) : tensor;
  }

  void addCost(OpId id, NodeView& node) const {
    CostBreakdown cost = state_.cost->explain(space_, id);
    node.picoseconds = cost.price.picoseconds;
    node.provenance = cost.provenance;
    node.isCostUnknown = cost.limit == CostLimit::kUnknown;
    node.isCostAssumed = cost.isAssumed;
    node.flops = cost.flops;
    node.bytesRead = cost.bytesRead;
    node.bytesWritten = cost.bytesWritten;
    if (!node.isCostUnknown) node.limit = nameOf(cost.limit);
    if (node.isCostUnknown) {
      node.costFacts.push_back("The operator is not defined here: its cost is unknown and counts as 0.");
      return;
    }
    if (cost.price.picoseconds > 0 && cost.limit != CostLimit::kBodies)
      node.costFacts.push_back(fmt::format("arithmetic {}, memory {}, launch {}", timeText(cost.arithmeticPicoseconds),
                                           timeText(cost.memoryPicoseconds), timeText(cost.launchPicoseconds)));
    if (!cost.note.empty()) node.costFacts.push_back(cost.note);
  }

  static std::string_view nameOf(CostLimit limit) { return tasoscope::nameOf(limit); }

  Session::State& state_;
  const Graph& graph_;
  const Space& space_;
};

}  // namespace

GraphView Session::State::viewOfChange(const Trial& trial) {
  std::size_t depth = graph.depth();
  GraphChange change = applyAll(graph, trial.applies);
  std::set<OpId> readers(trial.added.begin(), trial.added.end());
  for (TensorId tensor : change.chosen)
    for (OpId reader : graph.consumers(tensor)) readers.insert(reader);
  std::set<OpId> added(trial.added.begin(), trial.added.end());
  std::vector<OpId> ordered = graph.liveOps();
  std::erase_if(ordered, [&](OpId op) { return !added.contains(op); });
  GraphView after = ViewBuilder(*this, graph).buildPart(ordered, readers);
  after.price = priceNow();
  undoTo(graph, depth);
  GraphView before = ViewBuilder(*this, graph).buildPart({}, readers);
  after.edges.removeIf([&](const EdgeView& edge) {
    return std::ranges::any_of(before.edges, [&](const EdgeView& old) {
      return old.from == edge.from && old.to == edge.to && old.tensor.tensor == edge.tensor.tensor;
    });
  });
  return after;
}

GraphView Session::State::viewOf(const Graph& graph) { return ViewBuilder(*this, graph).build(); }

}  // namespace tasoscope
