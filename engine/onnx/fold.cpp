#include "onnx/fold.h"

#include <absl/container/flat_hash_set.h>

#include <algorithm>

#include "graph/lazy_evaluation.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

/// A constant of more bytes that comes from fewer than so many stays computed: it would only make the file larger.
constexpr std::int64_t kManyBytes = std::int64_t{1} << 20, kFewBytes = std::int64_t{4} << 10;

class Folder {
 public:
  Folder(const Graph& graph, const WrittenValues& values, std::int64_t maxBytes, const Progress& progress)
      : graph_(graph), space_(graph.space()), values_(values), maxBytes_(maxBytes), progress_(progress) {}

  absl::flat_hash_map<TensorId, ConstantPtr> run() {
    const auto order = graph_.liveOps();
    for (const OpId op : order) {
      if (isCandidate(op)) candidates_.push_back(op);
    }
    if (candidates_.empty()) return {};
    byId_ = candidates_;
    std::ranges::sort(byId_);
    for (const OpId op : candidates_) {
      for (const TensorId input : space_.op(op).inputs) {
        if (input.isValid()) ++readers_[values_.valueOf(input)];
      }
    }
    markStaying(order);
    double done = 0;
    for (const OpId op : candidates_) {
      progress_.throwIfCancelled();
      progress_.report("folding constants", done++, static_cast<double>(candidates_.size()));
      fold(op);
    }
    return std::move(folded_);
  }

 private:
  bool isCandidate(OpId id) const {
    const Op& op = space_.op(id);
    if (op.ordinal >= 0 || !op.isConstant || op.isOpaque() || !op.definition->evaluate) return false;
    std::int64_t total = 0;
    for (const TensorId output : op.outputs) {
      const auto bytes = space_.tensor(output).type.bytes();
      if (!bytes || *bytes > maxBytes_) return false;
      total += *bytes;
    }
    return total <= kManyBytes || op.definition->domain == "tasoscope" || !isMadeOfLittle(id);
  }

  /// Whether all that this op is computed from takes few bytes.
  bool isMadeOfLittle(OpId id) const {
    std::int64_t total = 0;
    std::vector<OpId> pending{id};
    absl::flat_hash_set<OpId> seen;
    while (!pending.empty() && total < kFewBytes) {
      const OpId op = pending.back();
      pending.pop_back();
      if (!seen.insert(op).second) continue;
      for (const TensorId input : space_.op(op).inputs) {
        if (!input.isValid()) continue;
        const TensorId value = values_.valueOf(input);
        if (const OpId producer = values_.producerOf(value); producer.isValid()) {
          pending.push_back(producer);
        } else {
          total += space_.tensor(value).type.bytes().value_or(kFewBytes);
        }
      }
    }
    return total < kFewBytes;
  }

  /// Values that the file needs: read by an op that is no candidate, or given by the model.
  void markStaying(const std::vector<OpId>& order) {
    for (const OpId op : order) {
      if (isOurs(op)) continue;
      for (const TensorId input : space_.op(op).inputs) {
        if (input.isValid()) stays_[values_.valueOf(input)] = true;
      }
    }
    for (const TensorId output : graph_.outputs()) stays_[values_.valueOf(output)] = true;
  }

  void fold(OpId id) {
    const Op& op = space_.op(id);
    try {
      auto results = evaluate(id);
      for (std::size_t i = 0; i < op.outputs.size(); ++i) {
        const TensorId value = op.outputs[i];
        if (stays_.contains(value)) folded_[value] = rounded(space_.tensor(value).type, results[i]);
        if (readers_[value] > 0) kept_[value] = std::move(results[i]);
      }
    } catch (const Error& error) {
      if (dynamic_cast<const Cancelled*>(&error)) throw;
      // It stays an op, and so does what it reads.
      for (const TensorId input : op.inputs) {
        if (input.isValid()) keepInFile(values_.valueOf(input));
      }
    }
    for (const TensorId input : op.inputs) {
      if (!input.isValid()) continue;
      const TensorId value = values_.valueOf(input);
      if (--readers_[value] == 0) kept_.erase(value);
    }
  }

  void keepInFile(TensorId value) {
    const auto found = kept_.find(value);
    const OpId producer = values_.producerOf(value);
    if (found == kept_.end() || !producer.isValid() || space_.op(producer).ordinal >= 0) return;
    folded_.try_emplace(value, rounded(space_.tensor(value).type, found->second));
  }

  static ConstantPtr rounded(const TensorType& type, const Value& value) {
    if (type.element == ElementType::kString) return makeConstant(value);
    if (value.isDeferred()) return makeUnroundedConstant(value);  // rounded as it is written
    return makeConstant(value.type(), std::make_shared<const std::vector<std::byte>>(encode(value)));
  }

  Value valueAt(TensorId tensor) {
    const TensorId value = values_.valueOf(tensor);
    if (const auto found = kept_.find(value); found != kept_.end()) return found->second;
    if (const auto& constant = space_.tensor(value).constant) return constant->value();
    const OpId producer = values_.producerOf(value);
    if (!producer.isValid() || !space_.op(producer).isConstant || isOurs(producer)) {
      throw EvaluationError("a constant cannot be computed");
    }
    auto results = evaluate(producer);
    return results[space_.tensor(value).output];
  }

  /// A candidate whose value is not kept could not be folded.
  bool isOurs(OpId op) const { return std::ranges::binary_search(byId_, op); }

  std::vector<Value> evaluate(OpId id) {
    const Op& op = space_.op(id);
    if (op.isOpaque() || !op.definition->evaluate) throw EvaluationError("an op without a definition");
    std::vector<Value> inputs;
    for (const TensorId input : op.inputs) inputs.push_back(input.isValid() ? valueAt(input) : Value());
    std::vector<TensorType> types;
    for (const TensorId output : op.outputs) types.push_back(space_.tensor(output).type);
    auto results = evaluateLazily(*op.definition, {.attributes = op.attributes, .inputs = inputs, .outputs = types});
    if (results.size() < op.outputs.size()) throw EvaluationError("an output is missing");
    return results;
  }

  const Graph& graph_;
  const Space& space_;
  const WrittenValues& values_;
  std::int64_t maxBytes_;
  const Progress& progress_;
  std::vector<OpId> candidates_, byId_;
  absl::flat_hash_map<TensorId, int> readers_;  ///< candidates still to come that read a value
  absl::flat_hash_map<TensorId, bool> stays_;
  absl::flat_hash_map<TensorId, Value> kept_;
  absl::flat_hash_map<TensorId, ConstantPtr> folded_;
};

}  // namespace

absl::flat_hash_map<TensorId, ConstantPtr> foldConstants(const Graph& graph, const WrittenValues& values,
                                                         std::int64_t maxBytes, const Progress& progress) {
  return Folder(graph, values, maxBytes, progress).run();
}

}  // namespace tasoscope
