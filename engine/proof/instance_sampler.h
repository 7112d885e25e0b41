#pragma once
// Random instances of a rule's left side, as graphs.

#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "rules/rule.h"
#include "rules/rule_pattern.h"

namespace tasoscope {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// From `low` to `high`, both included.
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(high - low + 1));
  }
  double real(double low, double high) { return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53; }
  bool chance(double probability) { return real(0, 1) < probability; }
  template <typename T>
  const T& oneOf(const std::vector<T>& items) {
    return items[static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(items.size()) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

/// What is to be decided about one op of an instance: the types of its open inputs, the values of its open attributes.
struct OpSample {
  const OperatorDefinition* definition = nullptr;
  int outputCount = 1;
  ElementType element = ElementType::kFloat32;
  struct Input {
    std::optional<TensorType> type;  ///< nothing: open
    bool isAbsent = false;
    bool isFilled = false;                              ///< all its numbers will be the same: most often it is a scalar
    bool isPositive = false;                            ///< its numbers must stay away from zero and below
    std::optional<std::vector<std::int64_t>> integers;  ///< the numbers, where the operator wants certain ones
  };
  std::vector<Input> inputs;
  Attributes attributes;       ///< those decided
  std::set<std::string> open;  ///< names of those that are not
};

/// Decides. False: what is given does not fit.
bool sampleOp(OpSample& sample, Random& random);

/// An instance: a space with the left side's ops and the numbers of its inputs.
struct RuleInstance {
  std::unique_ptr<Space> space;
  std::vector<TensorId> outputs;  ///< the roots
  std::vector<std::pair<TensorId, Value>> inputs;
  std::string text;  ///< what was decided: equal texts are equal instances
};

/// Nothing when this try led nowhere.
std::optional<RuleInstance> sampleInstance(const Rule& rule, Random& random);

}  // namespace tasoscope
