#include "graph/graph.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace tasoscope {
namespace {

// Room between the labels of a loaded graph, so that what steps insert rarely moves anything else.
constexpr std::int64_t kLabelGap = std::int64_t{1} << 20;
constexpr std::int64_t kNoLabel = std::numeric_limits<std::int64_t>::min();

// The finalizer of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): every input bit moves every output bit.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

Hash128 hashOf(TensorId tensor, const Choice& choice) {
  std::uint64_t producer =
      choice.isAlias() ? std::uint64_t{choice.alias.value} << 1 | 1 : std::uint64_t{choice.op.value} << 1;
  std::uint64_t first = std::uint64_t{tensor.value} << 16 | choice.output;
  std::uint64_t seed = mix(first ^ mix(producer));
  return {mix(seed ^ 0x243f6a8885a308d3u), mix(seed ^ 0x13198a2e03707344u)};
}

template <typename List, typename Element>
std::uint32_t removeBySwap(List& list, Element element) {
  auto found = std::find(list.begin(), list.end(), element);
  assert(found != list.end());
  auto place = static_cast<std::uint32_t>(found - list.begin());
  *found = list.back();
  list.pop_back();
  return place;
}

template <typename List, typename Element>
void restoreBySwap(List& list, Element element, std::uint32_t place) {
  list.push_back(element);
  std::swap(list[place], list.back());
}

bool isRepeat(const Op& op, std::size_t i) {
  auto end = op.inputs.begin() + static_cast<std::ptrdiff_t>(i);
  return std::find(op.inputs.begin(), end, op.inputs[i]) != end;
}

}  // namespace

Price& Price::operator+=(const Price& other) {
  picoseconds += other.picoseconds;
  launches += other.launches;
  weightBytes += other.weightBytes;
  return *this;
}

Price& Price::operator-=(const Price& other) {
  picoseconds -= other.picoseconds;
  launches -= other.launches;
  weightBytes -= other.weightBytes;
  return *this;
}

void GraphChange::clear() {
  chosen.clear();
  unmade.clear();
  usesChanged.clear();
  born.clear();
  died.clear();
}

Graph::Graph(const Space& space, std::vector<TensorId> outputs, PriceSource* prices)
    : space_(&space), outputs_(std::move(outputs)), prices_(prices) {
  fitToSpace();
  for (TensorId output : outputs_) {
    ++node(output).outputUses;
    use(output);
  }
  drainBirths();
  std::int64_t position = 0;
  for (OpId op : liveOps()) {
    position += kLabelGap;
    for (TensorId output : ops_[op.value].chosenBy) node(output).label = position;
  }
  change_.clear();
  is_logging_ = true;
}

Choice Graph::defaultChoice(TensorId tensor) const {
  const Tensor& facts = space_->tensor(tensor);
  return {facts.op, facts.output, {}};
}

void Graph::fitToSpace() {
  std::size_t first = nodes_.size();
  if (first == space_->tensorCount() && ops_.size() == space_->opCount()) return;
  nodes_.resize(space_->tensorCount());
  for (std::size_t i = first; i < nodes_.size(); ++i) nodes_[i].choice = defaultChoice({static_cast<std::uint32_t>(i)});
  ops_.resize(space_->opCount());
}

void Graph::setChoice(TensorId tensor, const Choice& choice) {
  if (is_logging_) log_.push_back({.kind = LogEntry::Kind::kChoice, .id = tensor.value, .choice = node(tensor).choice});
  node(tensor).choice = choice;
}

void Graph::setUses(TensorId tensor, std::uint32_t uses) {
  if (is_logging_) {
    log_.push_back({.kind = LogEntry::Kind::kUses, .id = tensor.value, .choice = {}, .number = node(tensor).uses});
    change_.usesChanged.push_back(tensor);
  }
  node(tensor).uses = uses;
}

void Graph::setLabel(TensorId tensor, std::int64_t label) {
  if (is_logging_)
    log_.push_back({.kind = LogEntry::Kind::kLabel, .id = tensor.value, .choice = {}, .number = node(tensor).label});
  node(tensor).label = label;
}

void Graph::addHash(TensorId tensor, const Choice& choice) {
  Hash128 term = hashOf(tensor, choice);
  hash_.low += term.low;
  hash_.high += term.high + (hash_.low < term.low ? 1 : 0);
}

void Graph::subtractHash(TensorId tensor, const Choice& choice) {
  Hash128 term = hashOf(tensor, choice);
  hash_.high -= term.high + (hash_.low < term.low ? 1 : 0);
  hash_.low -= term.low;
}

const Price& Graph::priceOf(OpId op) {
  LiveOp& live = ops_[op.value];
  if (!live.isPriced) {
    live.price = prices_ ? prices_->priceOf(*space_, op) : Price{};
    live.isPriced = true;
  }
  return live.price;
}

void Graph::engage(TensorId tensor, const Choice& choice) {
  addHash(tensor, choice);
  change_.chosen.push_back(tensor);
  if (choice.isAlias()) {
    node(choice.alias).aliases.push_back(tensor);
    if (is_logging_)
      log_.push_back(
          {.kind = LogEntry::Kind::kAddAlias, .id = choice.alias.value, .element = tensor.value, .choice = {}});
    use(choice.alias);
  } else if (choice.isOp()) {
    auto& choosers = ops_[choice.op.value].chosenBy;
    choosers.push_back(tensor);
    if (is_logging_)
      log_.push_back(
          {.kind = LogEntry::Kind::kAddChooser, .id = choice.op.value, .element = tensor.value, .choice = {}});
    if (choosers.size() == 1) giveBirth(choice.op);
  }
}

void Graph::disengage(TensorId tensor, const Choice& choice) {
  subtractHash(tensor, choice);
  change_.unmade.emplace_back(tensor, choice);
  if (choice.isAlias()) {
    std::uint32_t place = removeBySwap(node(choice.alias).aliases, tensor);
    log_.push_back({.kind = LogEntry::Kind::kRemoveAlias,
                    .id = choice.alias.value,
                    .element = tensor.value,
                    .place = place,
                    .choice = {}});
    unuse(choice.alias);
  } else if (choice.isOp()) {
    auto& choosers = ops_[choice.op.value].chosenBy;
    std::uint32_t place = removeBySwap(choosers, tensor);
    log_.push_back({.kind = LogEntry::Kind::kRemoveChooser,
                    .id = choice.op.value,
                    .element = tensor.value,
                    .place = place,
                    .choice = {}});
    if (choosers.empty()) bury(choice.op);
  }
}

void Graph::giveBirth(OpId id) {
  price_ += priceOf(id);
  ++live_op_count_;
  change_.born.push_back(id);
  const Op& op = space_->op(id);
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    TensorId input = op.inputs[i];
    if (!input.isValid()) continue;
    if (!isRepeat(op, i)) {
      node(input).consumers.push_back(id);
      if (is_logging_)
        log_.push_back({.kind = LogEntry::Kind::kAddConsumer, .id = input.value, .element = id.value, .choice = {}});
    }
    use(input);
  }
}

void Graph::bury(OpId id) {
  price_ -= priceOf(id);
  --live_op_count_;
  change_.died.push_back(id);
  const Op& op = space_->op(id);
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    TensorId input = op.inputs[i];
    if (!input.isValid()) continue;
    if (!isRepeat(op, i)) {
      std::uint32_t place = removeBySwap(node(input).consumers, id);
      log_.push_back({.kind = LogEntry::Kind::kRemoveConsumer,
                      .id = input.value,
                      .element = id.value,
                      .place = place,
                      .choice = {}});
    }
    unuse(input);
  }
}

void Graph::use(TensorId tensor) {
  std::uint32_t uses = node(tensor).uses;
  setUses(tensor, uses + 1);
  if (uses > 0) return;
  ++live_tensor_count_;
  births_.push_back(tensor);
}

void Graph::unuse(TensorId tensor) {
  std::uint32_t uses = node(tensor).uses;
  assert(uses > 0);
  setUses(tensor, uses - 1);
  if (uses > 1) return;
  --live_tensor_count_;
  deaths_.push_back(tensor);
}

void Graph::drainBirths() {
  for (std::size_t i = 0; i < births_.size(); ++i) {
    TensorId tensor = births_[i];
    if (is_logging_) setLabel(tensor, kNoLabel);
    engage(tensor, node(tensor).choice);
  }
  if (!is_logging_) births_.clear();
}

void Graph::drainDeaths() {
  while (!deaths_.empty()) {
    TensorId tensor = deaths_.back();
    deaths_.pop_back();
    Choice choice = node(tensor).choice;
    disengage(tensor, choice);
    if (Choice usual = defaultChoice(tensor); choice != usual) setChoice(tensor, usual);
  }
}

std::int64_t Graph::neededLabel(TensorId tensor, TensorId& cause) const {
  const Choice& choice = node(tensor).choice;
  std::int64_t most = -1;
  auto consider = [&](TensorId input) {
    if (!input.isValid() || node(input).label <= most) return;
    most = node(input).label;
    cause = input;
  };
  if (choice.isAlias()) consider(choice.alias);
  if (choice.isOp())
    for (TensorId input : space_->op(choice.op).inputs) consider(input);
  return most + 1;
}

// Restores label(t) > labels of all that t's producer reads, for the tensors that came to life or changed their choice
// (births_), by raising labels forwards: Bellman and Ford's longest paths from what changed. False: there is a cycle.
bool Graph::relabel() {
  queue_.clear();
  ++epoch_;
  for (std::size_t i = births_.size(); i-- > 0;) {
    TensorId cause;
    std::int64_t needed = neededLabel(births_[i], cause);
    if (node(births_[i]).label < needed && !raise(births_[i], needed, cause)) return false;
  }
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    TensorId tensor = queue_[head];
    std::int64_t least = node(tensor).label + 1;
    for (OpId consumer : node(tensor).consumers)
      for (TensorId output : ops_[consumer.value].chosenBy)
        if (node(output).label < least && !raise(output, least, tensor)) return false;
    for (TensorId alias : node(tensor).aliases)
      if (node(alias).label < least && !raise(alias, least, tensor)) return false;
  }
  return true;
}

// A tensor whose raise goes back, from cause to cause, to itself lies on a cycle. Only a tensor that was raised or was
// a cause in this apply can be found on the way.
bool Graph::raise(TensorId tensor, std::int64_t label, TensorId cause) {
  auto causeOf = [this](TensorId id) { return node(id).causeEpoch == epoch_ ? node(id).cause : TensorId{}; };
  if (node(tensor).causeEpoch == epoch_)
    for (TensorId link = cause; link.isValid(); link = causeOf(link))
      if (link == tensor) return false;
  node(tensor).cause = cause;
  node(tensor).causeEpoch = epoch_;
  if (cause.isValid() && node(cause).causeEpoch != epoch_) {
    node(cause).cause = TensorId{};
    node(cause).causeEpoch = epoch_;
  }
  if (tensor == cause) return false;
  setLabel(tensor, label);
  queue_.push_back(tensor);
  return true;
}

ApplyResult Graph::apply(std::span<const Fact> facts) {
  fitToSpace();
  change_.clear();
  births_.clear();
  Mark mark{log_.size(), price_, hash_, live_op_count_, live_tensor_count_};
  std::size_t innerCount = 0;
  for (const Fact& fact : facts) {
    if (fact.isRoot || isLive(fact.tensor) || fact.choice == defaultChoice(fact.tensor)) continue;
    setChoice(fact.tensor, fact.choice);
    ++innerCount;
  }
  // What is new comes to life before what is old dies, so that nothing that stays dies in between.
  struct Replacement {
    TensorId tensor;
    Choice old, chosen;
  };
  absl::InlinedVector<Replacement, 4> replaced;
  for (const Fact& fact : facts)
    if (fact.isRoot && isLive(fact.tensor) && node(fact.tensor).choice != fact.choice)
      replaced.push_back({fact.tensor, node(fact.tensor).choice, fact.choice});
  for (const Replacement& replacement : replaced) {
    setChoice(replacement.tensor, replacement.chosen);
    engage(replacement.tensor, replacement.chosen);
  }
  if (replaced.empty()) {
    revertTo(mark);
    return ApplyResult::kUnchanged;
  }
  drainBirths();
  for (const Replacement& replacement : replaced) {
    disengage(replacement.tensor, replacement.old);
    births_.push_back(replacement.tensor);
  }
  drainDeaths();
  if (innerCount > 0)
    for (const Fact& fact : facts)
      if (!fact.isRoot && !isLive(fact.tensor) && node(fact.tensor).choice != defaultChoice(fact.tensor))
        setChoice(fact.tensor, defaultChoice(fact.tensor));
  if (!relabel()) {
    revertTo(mark);
    return ApplyResult::kCycle;
  }
  marks_.push_back(mark);
  return ApplyResult::kApplied;
}

void Graph::undo() {
  assert(!marks_.empty());
  revertTo(marks_.back());
  marks_.pop_back();
  change_.clear();
}

void Graph::revertTo(const Mark& mark) {
  while (log_.size() > mark.logSize) {
    const LogEntry& entry = log_.back();
    using Kind = LogEntry::Kind;
    switch (entry.kind) {
      case Kind::kChoice:
        nodes_[entry.id].choice = entry.choice;
        break;
      case Kind::kUses:
        nodes_[entry.id].uses = static_cast<std::uint32_t>(entry.number);
        break;
      case Kind::kLabel:
        nodes_[entry.id].label = entry.number;
        break;
      case Kind::kAddChooser:
        ops_[entry.id].chosenBy.pop_back();
        break;
      case Kind::kAddConsumer:
        nodes_[entry.id].consumers.pop_back();
        break;
      case Kind::kAddAlias:
        nodes_[entry.id].aliases.pop_back();
        break;
      case Kind::kRemoveChooser:
        restoreBySwap(ops_[entry.id].chosenBy, TensorId{entry.element}, entry.place);
        break;
      case Kind::kRemoveConsumer:
        restoreBySwap(nodes_[entry.id].consumers, OpId{entry.element}, entry.place);
        break;
      case Kind::kRemoveAlias:
        restoreBySwap(nodes_[entry.id].aliases, TensorId{entry.element}, entry.place);
        break;
    }
    log_.pop_back();
  }
  price_ = mark.price;
  hash_ = mark.hash;
  live_op_count_ = mark.liveOps;
  live_tensor_count_ = mark.liveTensors;
  births_.clear();
  deaths_.clear();
}

Price Graph::sumOfPrices() {
  Price total;
  for (std::size_t i = 0; i < ops_.size(); ++i)
    if (!ops_[i].chosenBy.empty()) total += priceOf({static_cast<std::uint32_t>(i)});
  return total;
}

void Graph::reprice(PriceSource* prices) {
  prices_ = prices;
  for (LiveOp& op : ops_) op.isPriced = false;
  price_ = sumOfPrices();
  if (marks_.empty()) return;
  // The prices of the graphs that undo leads back to change too: walk there and sum again.
  Graph walker = *this;
  for (std::size_t i = marks_.size(); i-- > 0;) {
    walker.undo();
    marks_[i].price = walker.sumOfPrices();
  }
}

TensorId Graph::representative(TensorId tensor) const {
  while (node(tensor).choice.isAlias()) tensor = node(tensor).choice.alias;
  const Choice& choice = node(tensor).choice;
  if (!choice.isOp()) return tensor;
  TensorId made = space_->op(choice.op).outputs[choice.output];
  if (made == tensor) return tensor;
  if (isLive(made) && node(made).choice == choice) return made;
  TensorId least = tensor;
  for (TensorId other : ops_[choice.op.value].chosenBy)
    if (node(other).choice.output == choice.output) least = std::min(least, other);
  return least;
}

OpId Graph::producer(TensorId tensor) const {
  while (node(tensor).choice.isAlias()) tensor = node(tensor).choice.alias;
  return node(tensor).choice.op;
}

std::uint32_t Graph::valueUses(TensorId tensor) const {
  tensor = representative(tensor);
  absl::InlinedVector<TensorId, 4> members{tensor};
  if (const Choice& choice = node(tensor).choice; choice.isOp())
    for (TensorId other : ops_[choice.op.value].chosenBy)
      if (other != tensor && node(other).choice.output == choice.output) members.push_back(other);
  std::uint32_t uses = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const Node& member = node(members[i]);
    uses += member.uses - static_cast<std::uint32_t>(member.aliases.size());
    for (TensorId alias : member.aliases) members.push_back(alias);
  }
  return uses;
}

std::vector<OpId> Graph::liveOps() const {
  std::vector<OpId> order;
  order.reserve(live_op_count_);
  std::vector<std::uint8_t> seen(ops_.size());
  std::vector<std::pair<OpId, std::size_t>> stack;
  auto enter = [&](TensorId tensor) {
    OpId op = producer(tensor);
    if (!op.isValid() || seen[op.value]) return;
    seen[op.value] = 1;
    stack.emplace_back(op, 0);
  };
  for (TensorId output : outputs_) {
    enter(output);
    while (!stack.empty()) {
      auto [op, next] = stack.back();
      const auto& inputs = space_->op(op).inputs;
      if (next == inputs.size()) {
        order.push_back(op);
        stack.pop_back();
        continue;
      }
      ++stack.back().second;
      if (inputs[next].isValid()) enter(inputs[next]);
    }
  }
  return order;
}

std::vector<TensorId> Graph::liveTensors() const {
  std::vector<TensorId> result;
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].uses > 0) result.push_back({static_cast<std::uint32_t>(i)});
  return result;
}

GraphSnapshot snapshotOf(const Graph& graph) {
  GraphSnapshot snapshot;
  for (TensorId tensor : graph.liveTensors()) snapshot.choices.emplace_back(tensor, graph.choice(tensor));
  snapshot.price = graph.price();
  snapshot.hash = graph.hash();
  return snapshot;
}

}  // namespace tasoscope
