#pragma once
// Seeded random values for a model's inputs, such that the model makes sense of them: what each input is used for says
// which values it may take (indices stay inside what they index, denominators stay away from zero), and symbolic
// dimensions get small values. Everything depends on the seed and the names only, not on platform or order.

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "execution/evaluator.h"
#include "tensor/symbol_values.h"

namespace tasoscope {

/// Values for symbolic dimensions. Which small values a model accepts is not written in it, so there are several
/// attempts to go through: see attemptCount().
class SymbolChoice {
 public:
  /// `given` wins over what is chosen.
  SymbolChoice(std::span<const Graph* const> graphs, const SymbolValues& given, int attempt);
  static int attemptCount();
  /// Whether any input has a dimension that had to be chosen; if not, all attempts are the same.
  bool hasChoice() const { return has_choice_; }
  std::int64_t operator()(std::string_view symbol) const;
  const SymbolValues& values() const { return values_; }
  /// The shape with every symbol replaced; throws EvaluationError for an unknown rank or a negative extent.
  std::vector<std::int64_t> extents(const Shape& shape) const;

 private:
  SymbolValues values_;
  std::int64_t otherwise_;
  bool has_choice_ = false;
};

/// Which values an input may take: low <= value < high.
struct InputDomain {
  double low = -1, high = 1;
  friend bool operator==(const InputDomain&, const InputDomain&) = default;
};

/// By the uses of a live tensor, followed through casts, reshapes and other moves of elements.
InputDomain domainOf(const Graph& graph, TensorId tensor, const SymbolChoice& symbols);

/// Uniform in the domain, rounded to the type. `stream` names the value, so that each has numbers of its own.
Value randomValue(const TensorType& type, const InputDomain& domain, const SymbolChoice& symbols, std::uint64_t seed,
                  std::string_view stream);

/// For every live input of the graph without a default value.
TensorValues randomInputs(const Graph& graph, const SymbolChoice& symbols, std::uint64_t seed);

}  // namespace tasoscope
