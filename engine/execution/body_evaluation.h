#pragma once
// Running the graphs inside an op: a branch of If, the body of Loop, Scan and SequenceMap once for each turn, a
// function once.

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "graph/body.h"
#include "graph/graph.h"
#include "tensor/progress.h"

namespace tasoscope {

/// A loop that has not ended after so many turns is taken to have no end.
inline constexpr std::int64_t kMostTurns = 100'000;

struct BodyResults {
  std::vector<Value> values;
  double flops = 0;
};

/// The graph that computes a body, in its space; null: the one that was read.
using BodyGraphs = std::function<const Graph*(const Body&)>;

/// The values of the op's outputs; `op.bodies` must be there. Throws EvaluationError where the op is not as ONNX
/// defines it, or something in a body cannot be computed, and Cancelled.
BodyResults evaluateBodies(const Op& op, std::span<const Value> inputs, const Progress& progress,
                           const BodyGraphs& graphs = {});
/// What one branch of an If gives, whatever its condition is.
std::vector<Value> evaluateBranch(const Op& op, std::size_t branch, std::span<const Value> inputs,
                                  const Progress& progress, const BodyGraphs& graphs = {});
/// Whether `graphs` has another graph for something inside the op.
bool isAnyReplaced(const Op& op, const BodyGraphs& graphs);

}  // namespace tasoscope
