#pragma once
// Runs the steps of a plan and lets go of every value after its last use.

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "execution/body_evaluation.h"
#include "execution/evaluation_plan.h"
#include "tensor/progress.h"

namespace tasoscope {

/// Two values that someone wants to see as soon as both exist (or one of them: `second` is kNoSlot).
struct Watch {
  SlotId first = kNoSlot, second = kNoSlot;
};

/// Constants and what is computed from constants alone, kept between the runs of one plan up to a limit of memory.
class KeptConstants {
 public:
  /// Nothing is kept of the first run, which may be the only one.
  void beginRun() { ++runs_; }
  std::optional<Value> find(SlotId slot) const;
  void keep(SlotId slot, const Value& value);

 private:
  int runs_ = 0;
  std::map<SlotId, Value> values_;
  std::int64_t elements_ = 0;
};

struct ExecutorCallbacks {
  /// The value of an input slot.
  std::function<Value(SlotId)> input;
  /// What is the same in each of several runs, if it is kept between them.
  KeptConstants* constants = nullptr;
  /// Values for the outputs of a step that cannot be computed (a cut, or `reason` says why); may throw the reason on.
  std::function<std::vector<Value>(const Step&, const EvaluationError& reason)> substitute;
  /// The graphs inside ops to evaluate, where they are not those that were read.
  BodyGraphs bodies;
  /// Called when an op with graphs inside has been evaluated, if any.
  std::function<void(const Step&, std::span<const Value> inputs, std::span<const Value> outputs)> ranBodies;
  /// Called once for each watch, in the order in which they become ready.
  std::function<void(std::size_t watch, const Value& first, const Value& second)> seen;
};

struct ExecutionRecord {
  double flops = 0;                ///< by the definitions' work
  std::size_t steps = 0;           ///< steps that were run: those some watch needs
  std::size_t mostValuesHeld = 0;  ///< values held at one time, constants included
};

/// Runs only what the watches need. Throws EvaluationError with the node's name, and Cancelled.
ExecutionRecord execute(const EvaluationPlan& plan, const std::vector<Watch>& watches,
                        const ExecutorCallbacks& callbacks, const Progress& progress);

/// A tensor type under a value's actual extents: same element type, rank and known extents.
bool fits(const TensorType& type, const Value& value);

}  // namespace tasoscope
