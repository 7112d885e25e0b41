#pragma once
// What is in the way of a rule at a place: of all ways in which its left side could have been laid on the graph there,
// the one that came furthest, and what stopped it.

#include <cstdint>
#include <string>
#include <vector>

#include "graph/graph.h"

namespace tasoscope {

enum class Obstacle : std::uint8_t {
  kOperator,     ///< `tensor` is made by `op` (by none: it is an input or a constant), another operator
  kReader,       ///< no op of the equation's operator reads `tensor`
  kSiblings,     ///< one op alone reads `tensor` in that way, where the rule needs several
  kOperands,     ///< `op` has another number of inputs
  kAttribute,    ///< `op` has another value of the attribute `text`
  kTensor,       ///< `op` reads or makes other tensors than the ops matched before
  kConstant,     ///< `tensor` is not the constant that the equation states
  kCondition,    ///< the condition `text` does not hold, or is not known to; `detail`: what its sides are
  kElementType,  ///< `tensor` has a type that the rule is not for
  kTarget,       ///< the target cannot be made; `detail`: why, where that is known
  kUses,         ///< `tensor` is used more often than `text` times
  kNowhere,      ///< no op of the model has an operator of the rule's source
};

struct NearMiss {
  Obstacle obstacle = Obstacle::kNowhere;
  int equation = -1;  ///< of the source (kTarget: of the target)
  OpId op;
  TensorId tensor;
  std::string text, detail;
  std::vector<OpId> matched;  ///< the ops that fit before
  int distance = 0;           ///< how far it came: the larger, the nearer to a match
};

}  // namespace tasoscope
