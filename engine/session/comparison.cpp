#include "session/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <set>

namespace tasoscope {
namespace {

constexpr std::uint32_t kForeign = std::uint32_t{1} << 30;

using Key = std::pair<std::uint64_t, std::string>;

std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = a * 0x9e3779b97f4a7c15u + b + 0x7f4a7c15u;
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

// The same in every run, unlike std::hash of a library.
std::uint64_t hashOf(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return mixed(hash, text.size());
}

struct Use {
  std::size_t node, input;
};

// A graph with what the passes ask of it.
class Side {
 public:
  explicit Side(const GraphView& graph) : graph(graph), up(graph.nodes.size()), down(graph.nodes.size()) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
      const NodeView& node = graph.nodes[i];
      for (std::size_t k = 0; k < node.outputs.size(); ++k) producers.emplace(node.outputs[k].tensor, Use{i, k});
      for (std::size_t k = 0; k < node.inputs.size(); ++k) readers[node.inputs[k].tensor].push_back({i, k});
    }
    for (const EdgeView& edge : graph.edges)
      if (!edge.to) outputNames.emplace(edge.tensor.tensor, edge.tensor.name);
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) up[i] = fromAbove(graph.nodes[i]);
    for (std::size_t i = graph.nodes.size(); i-- > 0;) down[i] = fromBelow(graph.nodes[i]);
  }

  const Use* producerOf(TensorId tensor) const {
    auto found = producers.find(tensor);
    return found == producers.end() ? nullptr : &found->second;
  }

  const GraphView& graph;
  std::vector<std::uint64_t> up, down;
  std::map<TensorId, Use> producers;
  std::map<TensorId, std::vector<Use>> readers;
  std::multimap<TensorId, std::string> outputNames;

 private:
  static std::uint64_t ownHash(const NodeView& node) {
    std::uint64_t hash = hashOf(node.operatorName);
    for (const auto& [name, value] : node.attributes) hash = mixed(hash, hashOf(name + '=' + value));
    return hash;
  }

  std::uint64_t hashOfInput(const TensorView& input) const {
    if (const Use* producer = producerOf(input.tensor)) return mixed(up[producer->node], producer->input);
    if (input.isConstant) return hashOf("constant " + input.type);
    return hashOf("input " + input.name + ' ' + input.type);
  }

  std::uint64_t fromAbove(const NodeView& node) const {
    std::uint64_t hash = ownHash(node);
    for (const TensorView& input : node.inputs) hash = mixed(hash, hashOfInput(input));
    return hash;
  }

  std::uint64_t fromBelow(const NodeView& node) const {
    std::uint64_t hash = ownHash(node);
    for (const TensorView& output : node.outputs) {
      std::vector<std::uint64_t> uses;
      auto [first, last] = outputNames.equal_range(output.tensor);
      for (; first != last; ++first) uses.push_back(hashOf("output " + first->second));
      if (auto found = readers.find(output.tensor); found != readers.end())
        for (const Use& use : found->second) uses.push_back(mixed(down[use.node], use.input));
      std::sort(uses.begin(), uses.end());
      for (std::uint64_t use : uses) hash = mixed(hash, use);
      hash = mixed(hash, uses.size());
    }
    return hash;
  }
};

class Matching {
 public:
  Matching(const Side& a, const Side& b) : a_(a), b_(b) {
    ofA.resize(a.graph.nodes.size());
    ofB.resize(b.graph.nodes.size());
  }

  void run() {
    using Node = std::pair<const Side&, std::size_t>;
    const auto name = [](const Node& n) { return n.first.graph.nodes[n.second].name; };
    const auto both = [](const Node& n) { return mixed(n.first.up[n.second], n.first.down[n.second]); };
    pass([&](const Node& n) { return Key(both(n), name(n)); });
    pass([&](const Node& n) { return Key(both(n), ""); });
    pass([&](const Node& n) { return Key(n.first.up[n.second], name(n)); });
    pass([&](const Node& n) { return Key(n.first.down[n.second], name(n)); });
    pass([&](const Node& n) {
      return Key(hashOf(n.first.graph.nodes[n.second].operatorName), name(n).empty() ? unique() : name(n));
    });
    pass([&](const Node& n) { return Key(n.first.up[n.second], ""); });
    spread();
    pass([&](const Node& n) { return Key(n.first.down[n.second], ""); });
    pass([&](const Node& n) { return Key(0, name(n).empty() ? unique() : name(n)); });
    spread();
  }

  std::vector<std::optional<std::size_t>> ofA, ofB;

 private:
  // A key that nothing shares.
  std::string unique() { return '\0' + std::to_string(++count_); }

  void match(std::size_t a, std::size_t b) {
    ofA[a] = b;
    ofB[b] = a;
    queue_.push_back(a);
  }

  // Matches the nodes of one key where there are as many here as there.
  template <typename KeyOf>
  void pass(KeyOf keyOf) {
    std::map<Key, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> groups;
    for (std::size_t i = 0; i < ofA.size(); ++i)
      if (!ofA[i]) groups[keyOf({a_, i})].first.push_back(i);
    for (std::size_t i = 0; i < ofB.size(); ++i)
      if (!ofB[i]) groups[keyOf({b_, i})].second.push_back(i);
    for (const auto& [key, group] : groups) {
      if (group.first.size() != group.second.size()) continue;
      for (std::size_t i = 0; i < group.first.size(); ++i) match(group.first[i], group.second[i]);
    }
  }

  // From what corresponds to its neighbours, where only one of the same operator is in question.
  void spread() {
    while (!queue_.empty()) {
      std::size_t a = queue_.front(), b = *ofA[a];
      queue_.pop_front();
      const NodeView &nodeA = a_.graph.nodes[a], &nodeB = b_.graph.nodes[b];
      for (std::size_t i = 0; i < std::min(nodeA.inputs.size(), nodeB.inputs.size()); ++i)
        matchProducers(nodeA.inputs[i].tensor, nodeB.inputs[i].tensor);
      for (std::size_t i = 0; i < std::min(nodeA.outputs.size(), nodeB.outputs.size()); ++i)
        matchReaders(nodeA.outputs[i].tensor, nodeB.outputs[i].tensor);
    }
  }

  void matchProducers(TensorId a, TensorId b) {
    const Use *producerA = a_.producerOf(a), *producerB = b_.producerOf(b);
    if (!producerA || !producerB || ofA[producerA->node] || ofB[producerB->node]) return;
    if (operatorOf(a_, producerA->node) == operatorOf(b_, producerB->node)) match(producerA->node, producerB->node);
  }

  static const std::string& operatorOf(const Side& side, std::size_t node) {
    return side.graph.nodes[node].operatorName;
  }

  void matchReaders(TensorId a, TensorId b) {
    std::map<std::string, std::pair<std::vector<std::size_t>, std::vector<std::size_t>>> open;
    collect(
        a_, ofA, a, [&](const std::string& name) -> auto& { return open[name].first; });
    collect(
        b_, ofB, b, [&](const std::string& name) -> auto& { return open[name].second; });
    for (const auto& [name, nodes] : open)
      if (nodes.first.size() == 1 && nodes.second.size() == 1) match(nodes.first[0], nodes.second[0]);
  }

  template <typename Place>
  static void collect(const Side& side, const std::vector<std::optional<std::size_t>>& taken, TensorId tensor,
                      Place place) {
    auto found = side.readers.find(tensor);
    if (found == side.readers.end()) return;
    for (const Use& use : found->second) {
      if (taken[use.node]) continue;
      std::vector<std::size_t>& nodes = place(operatorOf(side, use.node));
      if (nodes.empty() || nodes.back() != use.node) nodes.push_back(use.node);
    }
  }

  const Side &a_, &b_;
  std::deque<std::size_t> queue_;
  std::size_t count_ = 0;
};

// What a node reads, in words.
std::string sourceOf(const Side& side, const TensorView& tensor) {
  if (const Use* producer = side.producerOf(tensor.tensor)) return side.graph.nodes[producer->node].name;
  return tensor.name.empty() ? tensor.type : tensor.name;
}

bool holdTheSame(const Constant& a, const Constant& b) {
  if (&a == &b) return true;
  if (a.type().element == ElementType::kString) return std::ranges::equal(a.value().strings(), b.value().strings());
  return *a.bytes() == *b.bytes();
}

bool isSameInput(const Side& a, const Side& b, const TensorView& inA, const TensorView& inB, const Matching& matching) {
  const Use *fromA = a.producerOf(inA.tensor), *fromB = b.producerOf(inB.tensor);
  if (fromA && fromB) return matching.ofA[fromA->node] == fromB->node && fromA->input == fromB->input;
  if (fromA || fromB || inA.isConstant != inB.isConstant) return false;
  return inA.isConstant ? inA.type == inB.type : inA.name == inB.name;
}

bool haveOneType(const TensorView& a, const TensorView& b) { return a.isConstant && b.isConstant && a.type == b.type; }

std::vector<std::string> changesOf(const Side& a, const Side& b, std::size_t i, std::size_t j, const Matching& matching,
                                   const SameConstants& isSame) {
  const NodeView &from = a.graph.nodes[i], &to = b.graph.nodes[j];
  std::vector<std::string> facts;
  const auto say = [&](const std::string& what, const std::string& before, const std::string& after) {
    if (before != after) facts.push_back(fmt::format("{} {} → {}", what, before, after));
  };
  say("operator", from.operatorName, to.operatorName);
  std::map<std::string, std::pair<std::string, std::string>> attributes;
  for (const auto& [name, value] : from.attributes) attributes[name].first = value;
  for (const auto& [name, value] : to.attributes) attributes[name].second = value;
  for (const auto& [name, values] : attributes)
    say(name, values.first.empty() ? "none" : values.first, values.second.empty() ? "none" : values.second);
  for (std::size_t k = 0; k < std::min(from.outputs.size(), to.outputs.size()); ++k)
    say("result", from.outputs[k].type, to.outputs[k].type);
  if (from.inputs.size() != to.inputs.size())
    say("number of inputs", std::to_string(from.inputs.size()), std::to_string(to.inputs.size()));
  for (std::size_t k = 0; k < std::min(from.inputs.size(), to.inputs.size()); ++k)
    if (!isSameInput(a, b, from.inputs[k], to.inputs[k], matching))
      facts.push_back(fmt::format("reads {} → {}", sourceOf(a, from.inputs[k]), sourceOf(b, to.inputs[k])));
    else if (isSame && haveOneType(from.inputs[k], to.inputs[k]) && !isSame(from.inputs[k].tensor, to.inputs[k].tensor))
      facts.push_back(fmt::format("other values in {}", sourceOf(b, to.inputs[k])));
  return facts;
}

// Tensors of `b` in the ids of `a`.
class Translation {
 public:
  Translation(const GraphView& a, const GraphView& b, const GraphComparison& comparison) {
    for (std::size_t i = 0; i < b.nodes.size(); ++i) {
      if (!comparison.ofB[i]) continue;
      const NodeView& partner = a.nodes[*comparison.ofB[i]];
      ops_[b.nodes[i].op] = partner.op;
      for (std::size_t k = 0; k < std::min(b.nodes[i].outputs.size(), partner.outputs.size()); ++k)
        set(b.nodes[i].outputs[k].tensor, partner.outputs[k].tensor);
    }
    std::map<std::string, TensorId> named;
    forEachTensor(a, [&](const TensorView& tensor) {
      if (!tensor.name.empty()) named.emplace(tensor.name, tensor.tensor);
    });
    // Constants of one name may hold other numbers there.
    forEachTensor(b, [&](const TensorView& tensor) {
      auto found = tensor.isConstant ? named.end() : named.find(tensor.name);
      if (found != named.end()) set(tensor.tensor, found->second);
    });
  }

  OpId operator()(OpId op) const {
    auto found = ops_.find(op);
    return found == ops_.end() ? OpId{kForeign | op.value} : found->second;
  }
  TensorId operator()(TensorId tensor) const {
    auto found = tensors_.find(tensor);
    return found == tensors_.end() ? TensorId{kForeign | tensor.value} : found->second;
  }

 private:
  template <typename Visit>
  static void forEachTensor(const GraphView& graph, Visit visit) {
    for (const NodeView& node : graph.nodes) {
      for (const TensorView& tensor : node.inputs) visit(tensor);
      for (const TensorView& tensor : node.outputs) visit(tensor);
    }
    for (const EdgeView& edge : graph.edges) visit(edge.tensor);
  }

  // Each tensor of `a` stands for one of `b` at most.
  void set(TensorId b, TensorId a) {
    if (!tensors_.contains(b) && used_.insert(a).second) tensors_.emplace(b, a);
  }

  std::map<OpId, OpId> ops_;
  std::map<TensorId, TensorId> tensors_;
  std::set<TensorId> used_;
};

}  // namespace

std::string_view nameOf(DifferenceKind kind) {
  constexpr std::string_view kNames[] = {"removed", "added", "changed"};
  return kNames[static_cast<std::size_t>(kind)];
}

SameConstants sameConstants(const Space& a, const Space& b, const Progress& progress) {
  auto known = std::make_shared<std::map<std::pair<TensorId, TensorId>, bool>>();
  return [&a, &b, progress, known](TensorId inA, TensorId inB) {
    auto [answer, isNew] = known->try_emplace({inA, inB}, true);
    if (!isNew) return answer->second;
    progress.throwIfCancelled();
    const ConstantPtr &left = a.tensor(inA).constant, &right = b.tensor(inB).constant;
    if (left && right) answer->second = holdTheSame(*left, *right);
    return answer->second;
  };
}

GraphComparison compareGraphs(const GraphView& graphA, const GraphView& graphB, const SameConstants& isSame) {
  const Side a(graphA), b(graphB);
  Matching matching(a, b);
  matching.run();
  GraphComparison comparison;
  for (const NodeView& node : graphA.nodes) ++comparison.operatorCounts[node.operatorName].first;
  for (const NodeView& node : graphB.nodes) ++comparison.operatorCounts[node.operatorName].second;
  for (std::size_t i = 0; i < graphA.nodes.size(); ++i) {
    std::optional<std::size_t> partner = matching.ofA[i];
    if (!partner) {
      comparison.differences.push_back({DifferenceKind::kRemoved, i, std::nullopt, {}});
      continue;
    }
    std::vector<std::string> facts = changesOf(a, b, i, *partner, matching, isSame);
    if (!facts.empty()) comparison.differences.push_back({DifferenceKind::kChanged, i, partner, std::move(facts)});
  }
  for (std::size_t i = 0; i < graphB.nodes.size(); ++i)
    if (!matching.ofB[i]) comparison.differences.push_back({DifferenceKind::kAdded, std::nullopt, i, {}});
  comparison.ofA = std::move(matching.ofA);
  comparison.ofB = std::move(matching.ofB);
  return comparison;
}

GraphView inIdsOf(const GraphView& a, GraphView b, const GraphComparison& comparison) {
  const Translation translate(a, b, comparison);
  b.nodes.changeEach([&](NodeView& node) {
    node.op = translate(node.op);
    for (TensorView& tensor : node.inputs) tensor.tensor = translate(tensor.tensor);
    for (TensorView& tensor : node.outputs) tensor.tensor = translate(tensor.tensor);
  });
  b.edges.changeEach([&](EdgeView& edge) {
    if (edge.from) edge.from = translate(*edge.from);
    if (edge.to) edge.to = translate(*edge.to);
    edge.tensor.tensor = translate(edge.tensor.tensor);
  });
  return b;
}

bool isForeign(OpId op) { return op.isValid() && (op.value & kForeign) != 0; }
bool isForeign(TensorId tensor) { return tensor.isValid() && (tensor.value & kForeign) != 0; }

}  // namespace tasoscope
