#pragma once
// One direction of a recurrent network on float64 numbers: the cells of RNN, GRU and LSTM and the walk over the steps.
// Private to graph/operators.
//
// The input's share of all gates is one matrix product over all steps; each step then adds the previous hidden state's
// share and applies the gates. Matrices are row-major; weights are as ONNX has them, [gates * hidden, ...].

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "graph/operators/activation.h"

namespace tasoscope::operators {

enum class CellKind { kRnn, kGru, kLstm };

constexpr std::int64_t gatesOf(CellKind kind) { return kind == CellKind::kLstm ? 4 : kind == CellKind::kGru ? 3 : 1; }

struct RecurrentSize {
  std::int64_t steps = 0, batch = 0, input = 0, hidden = 0;
};

/// The parameters of one direction.
struct DirectionParameters {
  const double* inputWeights = nullptr;      ///< [gates * hidden, input]
  const double* recurrentWeights = nullptr;  ///< [gates * hidden, hidden]
  const double* bias = nullptr;              ///< [2 * gates * hidden]: the input's, then the recurrent one; or null
  const double* peepholes = nullptr;         ///< LSTM: [3 * hidden] for i, o, f; or null
  std::vector<Activation> activations;       ///< f, g, h as the cell has them
  std::optional<double> clip;
  bool isReverse = false;
  bool resetsAfterProduct = false;  ///< GRU: linear_before_reset
  bool couplesForgetGate = false;   ///< LSTM: input_forget
};

struct DirectionResult {
  std::vector<double> outputs;  ///< [steps, batch, hidden]; 0 after the end of a shorter sequence
  std::vector<double> hidden;   ///< [batch, hidden] after the last step of each sequence
  std::vector<double> cell;     ///< LSTM: the same for the cell's state
};

/// Runs one direction. `x` is [steps, batch, input]; `lengths` has one entry per sequence, at most `steps`; `hidden`
/// and `cell` are the initial states [batch, hidden].
DirectionResult runDirection(CellKind kind, const RecurrentSize& size, const DirectionParameters& parameters,
                             const double* x, std::span<const std::int64_t> lengths, std::vector<double> hidden,
                             std::vector<double> cell);

}  // namespace tasoscope::operators
