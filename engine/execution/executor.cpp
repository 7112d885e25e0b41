#include "execution/executor.h"

#include <fmt/format.h>

#include <algorithm>

#include "execution/body_evaluation.h"
#include "execution/evaluator.h"
#include "graph/lazy_evaluation.h"

namespace tasoscope {

namespace {

// A constant that is needed again within so many steps is kept decoded until then; else it is decoded again.
constexpr std::uint32_t kConstantWindow = 8;

constexpr std::int64_t kMostKeptElements = std::int64_t{1} << 25;  // between runs: 256 MiB

class Execution {
 public:
  Execution(const EvaluationPlan& plan, const std::vector<Watch>& watches, const ExecutorCallbacks& callbacks,
            const Progress& progress)
      : plan_(plan), watches_(watches), callbacks_(callbacks), progress_(progress) {
    findNeededSteps();
    countUses();
  }

  ExecutionRecord run() {
    values_.resize(plan_.values().size());
    watches_left_ = std::vector<std::uint8_t>(watches_.size(), 1);
    for (std::size_t i = 0; i < watches_.size(); ++i) {
      if (isSource(watches_[i].first) && isSource(watches_[i].second)) show(i);
    }
    for (now_ = 0; now_ < schedule_.size(); ++now_) {
      progress_.throwIfCancelled();
      progress_.report("evaluating", static_cast<double>(now_), static_cast<double>(schedule_.size()));
      runStep(plan_.steps()[schedule_[now_]]);
    }
    return record_;
  }

 private:
  bool isSource(SlotId slot) const { return slot == kNoSlot || plan_.values()[slot].kind != Slot::Kind::kComputed; }

  void findNeededSteps() {
    std::vector<std::uint8_t> needed(plan_.steps().size(), 0);
    const auto need = [&](SlotId slot) {
      if (!isSource(slot)) needed[plan_.values()[slot].step] = 1;
    };
    for (const Watch& watch : watches_) {
      need(watch.first);
      need(watch.second);
    }
    for (auto step = plan_.order().rbegin(); step != plan_.order().rend(); ++step) {
      if (!needed[*step] || plan_.steps()[*step].isCut) continue;
      for (const SlotId input : plan_.steps()[*step].inputs) need(input);
    }
    for (const std::uint32_t step : plan_.order())
      if (needed[step]) schedule_.push_back(step);
  }

  void countUses() {
    uses_.resize(plan_.values().size());
    watches_of_.resize(plan_.values().size());
    for (std::uint32_t position = 0; position < schedule_.size(); ++position) {
      const Step& step = plan_.steps()[schedule_[position]];
      if (step.isCut) continue;
      for (const SlotId input : step.inputs)
        if (input != kNoSlot) uses_[input].push_back(position);
    }
    for (std::uint32_t i = 0; i < watches_.size(); ++i) {
      for (const SlotId slot : {watches_[i].first, watches_[i].second})
        if (slot != kNoSlot) watches_of_[slot].push_back(i);
    }
  }

  void runStep(const Step& step) {
    std::vector<Value> outputs = outputsOf(step);
    for (std::size_t i = 0; i < step.outputs.size() && i < outputs.size(); ++i)
      keep(step.outputs[i], std::move(outputs[i]));
    for (const SlotId output : step.outputs) {
      for (const std::uint32_t watch : watches_of_[output])
        if (watches_left_[watch] && isReady(watches_[watch].first) && isReady(watches_[watch].second)) show(watch);
    }
    for (const SlotId output : step.outputs) letGoUnlessNeeded(output);
    if (step.isCut) return;
    for (const SlotId input : step.inputs)
      if (input != kNoSlot) letGoUnlessNeeded(input);
  }

  std::vector<Value> outputsOf(const Step& step) {
    ++record_.steps;
    if (step.isCut) {
      return callbacks_.substitute(
          step, EvaluationError(fmt::format("{} cannot be evaluated: the program has no definition of this operator.",
                                            nameOfOp(*step.space, step.op))));
    }
    try {
      const bool isKept = callbacks_.constants && step.space->op(step.op).isConstant;
      return isKept ? computedOnce(step, *callbacks_.constants) : computed(step);
    } catch (const Cancelled&) {
      throw;
    } catch (const Error& error) {
      return callbacks_.substitute(step, EvaluationError(fmt::format("{} cannot be evaluated: {}",
                                                                     nameOfOp(*step.space, step.op), error.what())));
    }
  }

  std::vector<Value> computedOnce(const Step& step, KeptConstants& constants) {
    std::vector<Value> outputs;
    for (const SlotId output : step.outputs)
      if (auto known = constants.find(output)) outputs.push_back(std::move(*known));
    if (outputs.size() == step.outputs.size()) return outputs;
    outputs = computed(step);
    for (std::size_t i = 0; i < step.outputs.size(); ++i) constants.keep(step.outputs[i], outputs[i]);
    return outputs;
  }

  std::vector<Value> computed(const Step& step) {
    const Op& op = step.space->op(step.op);
    if (op.definition && !op.definition->evaluate) throw EvaluationError("its operator has no evaluation.");
    std::vector<Value> inputs;
    for (const SlotId input : step.inputs) inputs.push_back(input == kNoSlot ? Value() : valueOf(input));
    std::vector<TensorType> types;
    for (const TensorId output : op.outputs) types.push_back(step.space->tensor(output).type);
    std::vector<Value> outputs = resultsOf(op, inputs, types);
    if (outputs.size() < types.size())
      throw EvaluationError(fmt::format("it gave {} of {} results.", outputs.size(), types.size()));
    for (std::size_t i = 0; i < types.size(); ++i) {
      if (!fits(types[i], outputs[i]))
        throw EvaluationError(
            fmt::format("result {} is {} where {} was inferred.", i, outputs[i].type().text(), types[i].text()));
    }
    addWork(op, inputs, outputs);
    if (op.isOpaque() && callbacks_.ranBodies) callbacks_.ranBodies(step, inputs, outputs);
    return outputs;
  }

  std::vector<Value> resultsOf(const Op& op, const std::vector<Value>& inputs, const std::vector<TensorType>& types) {
    if (op.isOpaque()) {
      BodyResults results = evaluateBodies(op, inputs, progress_, callbacks_.bodies);
      record_.flops += results.flops;
      return std::move(results.values);
    }
    if (!op.definition->takesAnyValue && !std::ranges::all_of(inputs, &Value::isTensor))
      throw EvaluationError("it takes tensors only.");
    const EvaluationContext context{op.attributes, inputs, types};
    return op.isConstant ? evaluateLazily(*op.definition, context) : op.definition->evaluate(context);
  }

  void addWork(const Op& op, const std::vector<Value>& inputs, const std::vector<Value>& outputs) {
    const auto typesOf = [](const std::vector<Value>& values) {
      std::vector<TensorType> types;
      for (const Value& value : values)
        types.push_back(value.element() == ElementType::kUndefined ? TensorType() : value.type());
      return types;
    };
    const std::vector<TensorType> in = typesOf(inputs), out = typesOf(outputs);
    const bool isOfTensors =
        std::ranges::all_of(inputs, &Value::isTensor) && std::ranges::all_of(outputs, &Value::isTensor);
    if (op.definition && isOfTensors) record_.flops += workOf(*op.definition, {op.attributes, in, out}).flops;
  }

  const Value& valueOf(SlotId slot) {
    if (values_[slot].element() != ElementType::kUndefined) return values_[slot];
    keep(slot, plan_.values()[slot].kind == Slot::Kind::kInput ? callbacks_.input(slot) : constantAt(slot));
    return values_[slot];
  }

  Value constantAt(SlotId slot) const {
    if (callbacks_.constants)
      if (auto known = callbacks_.constants->find(slot)) return std::move(*known);
    const Slot& facts = plan_.values()[slot];
    Value value = facts.space->tensor(facts.tensor).constant->value();
    if (callbacks_.constants) callbacks_.constants->keep(slot, value);
    return value;
  }

  bool isReady(SlotId slot) const { return isSource(slot) || values_[slot].element() != ElementType::kUndefined; }

  void show(std::size_t watch) {
    static const Value none;
    watches_left_[watch] = 0;
    const auto [first, second] = watches_[watch];
    const Value a = first == kNoSlot ? none : valueOf(first);
    const Value b = second == kNoSlot ? none : valueOf(second);
    callbacks_.seen(watch, a, b);
    for (const SlotId slot : {first, second})
      if (slot != kNoSlot) letGoUnlessNeeded(slot);
  }

  void keep(SlotId slot, Value value) {
    if (values_[slot].element() == ElementType::kUndefined) ++held_;
    values_[slot] = std::move(value);
    record_.mostValuesHeld = std::max(record_.mostValuesHeld, held_);
  }

  void letGoUnlessNeeded(SlotId slot) {
    const std::vector<std::uint32_t>& uses = uses_[slot];
    const auto next = std::upper_bound(uses.begin(), uses.end(), now_);
    const bool is_read = next != uses.end();
    const bool is_watched = std::any_of(watches_of_[slot].begin(), watches_of_[slot].end(),
                                        [this](std::uint32_t watch) { return watches_left_[watch] != 0; });
    const bool is_constant = plan_.values()[slot].kind == Slot::Kind::kConstant;
    if (is_constant ? is_read && *next - now_ <= kConstantWindow : is_read || is_watched) return;
    if (values_[slot].element() == ElementType::kUndefined) return;
    values_[slot] = Value();
    --held_;
  }

  const EvaluationPlan& plan_;
  const std::vector<Watch>& watches_;
  const ExecutorCallbacks& callbacks_;
  const Progress& progress_;
  std::vector<std::uint32_t> schedule_;
  std::vector<std::vector<std::uint32_t>> uses_;  // positions in the schedule that read a slot, ascending
  std::vector<std::vector<std::uint32_t>> watches_of_;
  std::vector<std::uint8_t> watches_left_;
  std::vector<Value> values_;
  std::size_t held_ = 0;
  std::uint32_t now_ = 0;
  ExecutionRecord record_;
};

}  // namespace

std::optional<Value> KeptConstants::find(SlotId slot) const {
  const auto known = values_.find(slot);
  return known == values_.end() ? std::nullopt : std::optional(known->second);
}

void KeptConstants::keep(SlotId slot, const Value& value) {
  if (runs_ < 2 || !value.isTensor() || elements_ + value.size() > kMostKeptElements) return;
  if (values_.emplace(slot, value).second) elements_ += value.size();
}

ExecutionRecord execute(const EvaluationPlan& plan, const std::vector<Watch>& watches,
                        const ExecutorCallbacks& callbacks, const Progress& progress) {
  return Execution(plan, watches, callbacks, progress).run();
}

bool fits(const TensorType& type, const Value& value) {
  if (!type.isTensor)
    return !value.isTensor() || type.element == value.element();  // an optional may be given as what it holds
  const bool isAnything = type.element == ElementType::kUndefined && !type.shape.hasRank();
  if (!value.isTensor()) return isAnything;
  if (type.element != ElementType::kUndefined && type.element != value.element()) return false;
  if (!type.shape.hasRank()) return true;
  if (type.shape.rank() != value.rank()) return false;
  for (int axis = 0; axis < type.shape.rank(); ++axis) {
    const Dim& dim = type.shape[axis];
    if (dim.isKnown() && dim.value() != value.shape()[static_cast<std::size_t>(axis)]) return false;
  }
  return true;
}

}  // namespace tasoscope
