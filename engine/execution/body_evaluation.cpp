#include "execution/body_evaluation.h"

#include <fmt/format.h>

#include <algorithm>

#include "execution/evaluator.h"

namespace tasoscope {
namespace {

bool isTrue(const Value& value) {
  if (!value.isTensor() || value.element() != ElementType::kBool || value.size() != 1)
    throw EvaluationError("a condition is one boolean.");
  return value.integers()[0] != 0;
}

/// One graph inside an op, with what it takes from the graph around it.
class BodyRun {
 public:
  BodyRun(const Body& body, std::span<const Value> captured, const Progress& progress, const BodyGraphs& graphs)
      : body_(body), graph_(graphOf(body, graphs)), evaluation_(graph_, graphs), progress_(progress) {
    for (std::size_t i = 0; i < body.captured.size() && i < captured.size(); ++i)
      if (body.captured[i].isValid()) inputs_[body.captured[i]] = captured[i];
  }

  std::vector<Value> run(std::span<const Value> inputs) {
    progress_.throwIfCancelled();
    if (inputs.size() != body_.inputs.size())
      throw EvaluationError(
          fmt::format("{} takes {} inputs where {} are given.", body_.name, body_.inputs.size(), inputs.size()));
    for (std::size_t i = 0; i < inputs.size(); ++i) inputs_[body_.inputs[i]] = inputs[i];
    return evaluation_.run(inputs_, progress_);
  }
  double flops() const { return evaluation_.flops(); }

 private:
  static Graph graphOf(const Body& body, const BodyGraphs& graphs) {
    const Graph* other = graphs ? graphs(body) : nullptr;
    return other ? *other : Graph(*body.space, body.outputs);
  }

  const Body& body_;
  Graph graph_;
  GraphEvaluation evaluation_;
  TensorValues inputs_;
  const Progress& progress_;
};

/// What the turns of a loop give for one output, joined along an axis; the output has no such axis yet.
Value stacked(std::vector<Value> turns, std::int64_t axis, const TensorType& declared) {
  if (turns.empty()) {
    std::vector<std::int64_t> shape{0};
    for (int i = 1; declared.shape.hasRank() && i < declared.shape.rank(); ++i)
      shape.push_back(declared.shape[i].isKnown() ? declared.shape[i].value() : 0);
    const bool isKnown = declared.element != ElementType::kUndefined;
    return Value::zeros(isKnown ? declared.element : ElementType::kFloat32, std::move(shape));
  }
  const int rank = turns[0].rank() + 1;
  if (axis < 0) axis += rank;
  if (axis < 0 || axis >= rank) throw EvaluationError(fmt::format("a result has no axis {}.", axis));
  for (Value& turn : turns) {
    if (!turn.isTensor() || turn.rank() + 1 != rank)
      throw EvaluationError("the turns give results of different ranks.");
    std::vector<std::int64_t> shape = turn.shape();
    shape.insert(shape.begin() + axis, 1);
    turn = turn.reshaped(std::move(shape));
  }
  const TensorType unknown;
  return findOperator("Concat")->evaluate({{{"axis", axis}}, turns, std::span(&unknown, 1)}).at(0);
}

/// One slice of a tensor, without the axis.
Value sliceOf(const Value& value, std::int64_t axis, std::int64_t place) {
  const TensorType unknown;
  const Attributes slice{{"starts", std::vector{place}}, {"ends", std::vector{place + 1}}, {"axes", std::vector{axis}}};
  const Value taken = findOperator("Slice")->evaluate({slice, std::span(&value, 1), std::span(&unknown, 1)}).at(0);
  std::vector<std::int64_t> shape = taken.shape();
  shape.erase(shape.begin() + axis);
  return taken.reshaped(std::move(shape));
}

class OpWithBodies {
 public:
  OpWithBodies(const Op& op, std::span<const Value> inputs, const Progress& progress, const BodyGraphs& graphs)
      : op_(op),
        own_(inputs.subspan(0, std::min(op.bodies->firstCaptured, inputs.size()))),
        captured_(inputs.subspan(own_.size())),
        progress_(progress),
        graphs_(graphs) {}

  std::vector<Value> runBranch(std::size_t branch) { return runOnce(body(branch), {}); }

  BodyResults run() {
    BodyResults results;
    const std::string& name = op_.name();
    if (op_.bodies->isFunction) {
      results.values = runOnce(body(0), {});
    } else if (name == "If") {
      results.values = runOnce(body(isTrue(own(0)) ? "then_branch" : "else_branch"), {});
    } else if (name == "Loop") {
      results.values = runLoop();
    } else if (name == "Scan") {
      results.values = runScan();
    } else if (name == "SequenceMap") {
      results.values = runMap();
    } else {
      throw EvaluationError("the program does not know what this operator does with its graphs.");
    }
    results.flops = flops_;
    return results;
  }

 private:
  const Body& body(std::size_t i) const { return op_.bodies->graphs.at(i); }
  const Body& body(std::string_view name) const {
    for (const Body& body : op_.bodies->graphs)
      if (body.name == name) return body;
    throw EvaluationError(fmt::format("it has no {}.", name));
  }
  const Value& own(std::size_t i) const {
    if (i >= own_.size() || own_[i].element() == ElementType::kUndefined)
      throw EvaluationError(fmt::format("its input {} is missing.", i));
    return own_[i];
  }
  bool has(std::size_t i) const { return i < own_.size() && own_[i].element() != ElementType::kUndefined; }

  std::vector<Value> runOnce(const Body& body, std::span<const Value> inputs) {
    BodyRun run(body, captured_, progress_, graphs_);
    std::vector<Value> results = run.run(inputs);
    flops_ += run.flops();
    return results;
  }

  static std::int64_t count(const Value& value) {
    if (!value.isTensor() || !isInteger(value.element()) || value.size() != 1)
      throw EvaluationError("a number of turns is one integer.");
    return value.integers()[0];
  }

  std::vector<Value> runLoop() {
    const Body& loop = body("body");
    BodyRun run(loop, captured_, progress_, graphs_);
    const std::int64_t most = has(0) ? count(own(0)) : INT64_MAX;
    bool goesOn = !has(1) || isTrue(own(1));
    std::vector<Value> carried(own_.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, own_.size())),
                               own_.end());
    if (loop.outputs.size() < carried.size() + 1) throw EvaluationError("its body gives too few results.");
    std::vector<std::vector<Value>> scanned(loop.outputs.size() - 1 - carried.size());
    for (std::int64_t turn = 0; goesOn && turn < most; ++turn) {
      if (turn == kMostTurns) throw EvaluationError(fmt::format("it has not ended after {} turns.", kMostTurns));
      std::vector<Value> inputs{Value::ofIntegers(ElementType::kInt64, {}, {turn}),
                                Value::scalar(ElementType::kBool, goesOn ? 1 : 0)};
      inputs.insert(inputs.end(), carried.begin(), carried.end());
      std::vector<Value> results = run.run(inputs);
      goesOn = isTrue(results[0]);
      for (std::size_t i = 0; i < carried.size(); ++i) carried[i] = std::move(results[i + 1]);
      for (std::size_t i = 0; i < scanned.size(); ++i) scanned[i].push_back(std::move(results[i + 1 + carried.size()]));
    }
    flops_ += run.flops();
    std::vector<Value> outputs = std::move(carried);
    const std::size_t first = outputs.size();
    for (std::size_t i = 0; i < scanned.size(); ++i)
      outputs.push_back(stacked(std::move(scanned[i]), 0, scanType(loop, first + 1 + i)));
    return outputs;
  }

  /// What a scanned output has for a type where no turn was taken.
  static TensorType scanType(const Body& body, std::size_t output) {
    const TensorType& turn = body.space->tensor(body.outputs[output]).type;
    TensorType type{turn.element, Shape{Dim(0)}};
    for (int i = 0; turn.shape.hasRank() && i < turn.shape.rank(); ++i) type.shape.append(turn.shape[i]);
    return type;
  }

  std::int64_t listed(std::string_view attribute, std::size_t i) const {
    const auto list = op_.attributes.integers(attribute, {});
    return i < list.size() ? list[i] : 0;
  }

  std::vector<Value> runScan() {
    const Body& scan = body("body");
    const auto given = op_.attributes.integer("num_scan_inputs");
    if (given < 1 || static_cast<std::size_t>(given) > own_.size())
      throw EvaluationError("its num_scan_inputs is not a number of its inputs.");
    const std::size_t scans = static_cast<std::size_t>(given), states = own_.size() - scans;
    if (scan.outputs.size() < states) throw EvaluationError("its body gives too few results.");
    BodyRun run(scan, captured_, progress_, graphs_);
    std::vector<Value> carried(own_.begin(), own_.begin() + static_cast<std::ptrdiff_t>(states));
    std::vector<std::int64_t> axes;
    std::optional<std::int64_t> turns;
    for (std::size_t i = 0; i < scans; ++i) {
      const Value& value = own(states + i);
      std::int64_t axis = listed("scan_input_axes", i);
      if (axis < 0) axis += value.rank();
      if (!value.isTensor() || axis < 0 || axis >= value.rank())
        throw EvaluationError(fmt::format("its input {} has no axis {}.", states + i, axis));
      const std::int64_t extent = value.shape()[static_cast<std::size_t>(axis)];
      if (extent > kMostTurns) throw EvaluationError(fmt::format("{} turns are too many.", extent));
      if (turns.value_or(extent) != extent) throw EvaluationError("what it scans has different lengths.");
      turns = extent;
      axes.push_back(axis);
    }
    std::vector<std::vector<Value>> scanned(scan.outputs.size() - states);
    for (std::int64_t turn = 0; turn < *turns; ++turn) {
      std::vector<Value> inputs = carried;
      for (std::size_t i = 0; i < scans; ++i) {
        const bool isReversed = listed("scan_input_directions", i) != 0;
        inputs.push_back(sliceOf(own(states + i), axes[i], isReversed ? *turns - 1 - turn : turn));
      }
      std::vector<Value> results = run.run(inputs);
      for (std::size_t i = 0; i < states; ++i) carried[i] = std::move(results[i]);
      for (std::size_t i = 0; i < scanned.size(); ++i) scanned[i].push_back(std::move(results[states + i]));
    }
    flops_ += run.flops();
    std::vector<Value> outputs = std::move(carried);
    for (std::size_t i = 0; i < scanned.size(); ++i) {
      if (listed("scan_output_directions", i) != 0) std::ranges::reverse(scanned[i]);
      outputs.push_back(stacked(std::move(scanned[i]), listed("scan_output_axes", i), scanType(scan, states + i)));
    }
    return outputs;
  }

  std::vector<Value> runMap() {
    const Body& map = body("body");
    BodyRun run(map, captured_, progress_, graphs_);
    if (own(0).kind() != ValueKind::kSequence) throw EvaluationError("its first input is no sequence.");
    std::vector<std::vector<Value>> results(map.outputs.size());
    for (std::size_t turn = 0; turn < own(0).items().size(); ++turn) {
      std::vector<Value> inputs;
      for (std::size_t i = 0; i < own_.size(); ++i) {
        const bool isSequence = own(i).kind() == ValueKind::kSequence;
        if (isSequence && turn >= own(i).items().size()) throw EvaluationError("its sequences have different lengths.");
        inputs.push_back(isSequence ? own(i).items()[turn] : own(i));
      }
      std::vector<Value> turnResults = run.run(inputs);
      for (std::size_t i = 0; i < results.size(); ++i) results[i].push_back(std::move(turnResults[i]));
    }
    flops_ += run.flops();
    std::vector<Value> outputs;
    for (std::size_t i = 0; i < results.size(); ++i) {
      const ElementType known = map.space->tensor(map.outputs[i]).type.element;
      const ElementType element = !results[i].empty()                ? results[i][0].element()
                                  : known != ElementType::kUndefined ? known
                                                                     : ElementType::kFloat32;
      outputs.push_back(Value::sequenceOf(element, std::move(results[i])));
    }
    return outputs;
  }

  const Op& op_;
  std::span<const Value> own_, captured_;
  const Progress& progress_;
  const BodyGraphs& graphs_;
  double flops_ = 0;
};

}  // namespace

BodyResults evaluateBodies(const Op& op, std::span<const Value> inputs, const Progress& progress,
                           const BodyGraphs& graphs) {
  return OpWithBodies(op, inputs, progress, graphs).run();
}

std::vector<Value> evaluateBranch(const Op& op, std::size_t branch, std::span<const Value> inputs,
                                  const Progress& progress, const BodyGraphs& graphs) {
  return OpWithBodies(op, inputs, progress, graphs).runBranch(branch);
}

bool isAnyReplaced(const Op& op, const BodyGraphs& graphs) {
  if (!op.bodies || !graphs) return false;
  for (const Body& body : op.bodies->graphs) {
    if (graphs(body)) return true;
    for (std::uint32_t id = 0; id < body.space->opCount(); ++id)
      if (isAnyReplaced(body.space->op(OpId{id}), graphs)) return true;
  }
  return false;
}

}  // namespace tasoscope
