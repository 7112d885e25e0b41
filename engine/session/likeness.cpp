#include "session/likeness.h"

#include <absl/container/flat_hash_map.h>

#include <functional>
#include <string>

namespace tasoscope {
namespace {

class Likeness {
 public:
  explicit Likeness(const Graph& graph) : graph_(graph), space_(graph.space()) {}

  void add(std::uint64_t number) {
    high_ = (high_ ^ number) * 0x9e3779b97f4a7c15ull;
    high_ ^= high_ >> 29;
    low_ = (low_ + number) * 0xbf58476d1ce4e5b9ull;
    low_ ^= low_ >> 32;
  }

  template <typename Ops>
  void addAll(const Ops& ops) {
    add(ops.size());
    for (OpId op : ops) add(op);
  }

  Hash128 value() const { return {high_, low_}; }

 private:
  void add(OpId id) {
    const Op& op = space_.op(id);
    add(std::hash<std::string>{}(op.name()));
    add(op.attributes.hash());
    add(op.inputs.size());
    for (TensorId input : op.inputs) add(input);
    for (TensorId output : op.outputs) add(output);
  }

  // A tensor is known by its type and by when it was first met.
  void add(TensorId tensor) {
    if (!tensor.isValid()) {
      add(0);
      return;
    }
    TensorId shown = graph_.isLive(tensor) ? graph_.representative(tensor) : tensor;
    auto [met, isNew] = met_.emplace(shown, met_.size() + 1);
    add(met->second);
    if (!isNew) return;
    const Tensor& facts = space_.tensor(shown);
    add(std::hash<std::string>{}(facts.type.text()));
    add(facts.isConstant ? 1 : 2);
  }

  const Graph& graph_;
  const Space& space_;
  absl::flat_hash_map<TensorId, std::uint64_t> met_;
  std::uint64_t high_ = 1, low_ = 2;
};

}  // namespace

Hash128 likenessOf(const Graph& graph, const Match& match, const Effect& effect, std::int64_t delta) {
  Likeness likeness(graph);
  likeness.add(match.rule);
  likeness.add(static_cast<std::uint64_t>(delta));
  likeness.addAll(match.sourceOps);
  likeness.addAll(effect.removed);
  likeness.addAll(effect.added);
  return likeness.value();
}

}  // namespace tasoscope
