#pragma once
// What must be computed for some graphs, each computation once.
//
// Problem: an original and an optimized graph of one space share much, and computing both one after the other would do
// the shared part twice and keep its values long. Idea: number values (as compilers do): a step is an op with the
// values it reads, so two graphs have a step in common exactly when everything below it is the same in both. The steps
// of all graphs are merged into one order in which each is close to where any graph needs it. Invariant: a step's
// inputs are made by earlier steps, or are inputs or constants. An opaque op (or a random one) is a cut: it is one step
// in all graphs whatever it reads there, known by its name and its outputs' names, because the same op gives the same
// results for the same inputs; whether its inputs agree is for the user of the plan to check. Complexity: linear in the
// ops of all graphs, and a sort.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace tasoscope {

/// A value: an index in EvaluationPlan::values().
using SlotId = std::uint32_t;
inline constexpr SlotId kNoSlot = 0xffffffffu;

struct Slot {
  const Space* space = nullptr;
  TensorId tensor;  ///< in `space`: the tensor whose type and name describe the value
  enum class Kind : std::uint8_t { kInput, kConstant, kComputed } kind = Kind::kComputed;
  std::uint32_t step = 0;  ///< for kComputed
};

struct Step {
  const Space* space = nullptr;
  OpId op;
  std::vector<SlotId> inputs;  ///< kNoSlot for an omitted input; for a cut those of the first graph that has it
  std::vector<SlotId> outputs;
  std::uint32_t graphs = 0;  ///< in how many of the graphs it is live
  bool isCut = false;
};

/// What ops with graphs inside are: evaluated through them, or cuts.
enum class BodiesAre : std::uint8_t { kEvaluated, kCuts };

/// Whether nothing can compute this op: it is random, or opaque without graphs inside that say what it does.
bool isCut(const Op& op, BodiesAre bodies = BodiesAre::kEvaluated);

/// A cut op's input in one graph and in another, where they are different values: they must agree.
struct CutInput {
  std::uint32_t step = 0;
  int input = 0;
  SlotId first = kNoSlot, second = kNoSlot;
};

class EvaluationPlan {
 public:
  explicit EvaluationPlan(std::span<const Graph* const> graphs, BodiesAre bodies = BodiesAre::kEvaluated);

  const std::vector<Slot>& values() const { return slots_; }
  const std::vector<Step>& steps() const { return steps_; }
  /// The steps in the order to run them.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// Slots of the outputs of a graph, in their order.
  const std::vector<SlotId>& outputs(std::size_t graph) const { return outputs_[graph]; }
  const std::vector<CutInput>& cutInputs() const { return cut_inputs_; }
  /// The inputs of all graphs, each name once, in order of name.
  const std::vector<SlotId>& inputs() const { return inputs_; }

 private:
  friend class PlanBuilder;
  std::vector<Slot> slots_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> order_;
  std::vector<std::vector<SlotId>> outputs_;
  std::vector<CutInput> cut_inputs_;
  std::vector<SlotId> inputs_;
};

}  // namespace tasoscope
