// The invariants of graph.h, checked the slow way, for tests.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

#include "graph/graph.h"

namespace tasoscope {

void Graph::checkNode(TensorId tensor) const {
  const Node& facts = node(tensor);
  auto fail = [tensor](std::string_view what) {
    throw std::logic_error(fmt::format("tensor {}: {}", tensor.value, what));
  };
  if (facts.uses == 0 && facts.choice != defaultChoice(tensor)) fail("is dead and remembers a choice");
  if (facts.uses == 0 && (!facts.consumers.empty() || !facts.aliases.empty())) fail("is dead and has readers");
  if (facts.uses == 0) return;
  auto below = [&](TensorId input) {
    if (input.isValid() && node(input).label >= facts.label) fail("is not above what its producer reads");
    if (input.isValid() && !isLive(input)) fail("is produced from a dead tensor");
  };
  if (facts.choice.isAlias()) below(facts.choice.alias);
  if (facts.choice.isOp())
    for (TensorId input : space_->op(facts.choice.op).inputs) below(input);
}

void Graph::checkInvariants() const {
  std::map<TensorId, std::uint32_t> uses;
  std::map<TensorId, std::set<OpId>> consumers;
  Price price;
  std::size_t liveOps = 0;
  for (TensorId output : outputs_) ++uses[output];
  for (std::uint32_t i = 0; i < ops_.size(); ++i) {
    if (ops_[i].chosenBy.empty()) continue;
    ++liveOps;
    price += ops_[i].price;
    for (TensorId input : space_->op({i}).inputs)
      if (input.isValid()) ++uses[input], consumers[input].insert(OpId{i});
    for (TensorId chooser : ops_[i].chosenBy)
      if (!isLive(chooser) || choice(chooser).op != OpId{i})
        throw std::logic_error("an op lists a tensor that did not choose it");
  }
  Graph fresh(*space_, {});
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    TensorId tensor{i};
    checkNode(tensor);
    if (!isLive(tensor)) continue;
    fresh.addHash(tensor, choice(tensor));
    if (choice(tensor).isAlias()) ++uses[choice(tensor).alias];
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    TensorId tensor{i};
    if (uses[tensor] != nodes_[i].uses)
      throw std::logic_error(fmt::format("tensor {} counts {} uses, has {}", i, nodes_[i].uses, uses[tensor]));
    std::set<OpId> listed(nodes_[i].consumers.begin(), nodes_[i].consumers.end());
    if (listed != consumers[tensor] || listed.size() != nodes_[i].consumers.size())
      throw std::logic_error(fmt::format("tensor {} lists wrong consumers", i));
  }
  if (liveOps != live_op_count_) throw std::logic_error("the number of live ops is wrong");
  if (price != price_) throw std::logic_error("the price is not the sum over live ops");
  if (fresh.hash_ != hash_) throw std::logic_error("the hash is not the sum over live choices");
}

}  // namespace tasoscope
