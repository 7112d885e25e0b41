#include "graph/operators/recurrent_cells.h"

#include <algorithm>

#include "graph/operators/gemm.h"

namespace tasoscope::operators {
namespace {

/// a[m, k] times the transpose of b[n, k].
std::vector<double> timesTransposed(std::int64_t m, std::int64_t n, std::int64_t k, const double* a, const double* b) {
  std::vector<double> y(static_cast<std::size_t>(m * n), 0.0);
  if (m == 0 || n == 0 || k == 0) return y;
  const auto length = [](std::int64_t x) { return static_cast<int>(x); };
  gemm(CblasNoTrans, CblasTrans, length(m), length(n), length(k), 1, a, length(k), b, length(k), 0, y.data(),
       length(n));
  return y;
}

/// What a step works with: the input's share of the gates and the states, one row per sequence.
struct Step {
  const RecurrentSize& size;
  const DirectionParameters& parameters;
  const std::vector<double>& gates;   ///< [batch, gates * hidden]: the input's share, with its bias
  const std::vector<double>& hidden;  ///< the states before the step, [batch, hidden]
  const std::vector<double>& cell;

  double clipped(double number) const {
    return parameters.clip ? std::clamp(number, -*parameters.clip, *parameters.clip) : number;
  }
  double activate(std::size_t which, double number) const { return parameters.activations[which](clipped(number)); }
  double recurrentBias(std::int64_t gateCount, std::int64_t i) const {
    return parameters.bias ? parameters.bias[gateCount * size.hidden + i] : 0;
  }
};

using States = std::vector<double>;

void stepRnn(const Step& step, States& hidden) {
  const std::int64_t width = step.size.hidden;
  const auto recurrent =
      timesTransposed(step.size.batch, width, width, step.hidden.data(), step.parameters.recurrentWeights);
  for (std::size_t i = 0; i < recurrent.size(); ++i) {
    const double bias = step.recurrentBias(1, static_cast<std::int64_t>(i) % width);
    hidden[i] = step.activate(0, step.gates[i] + recurrent[i] + bias);
  }
}

/// Gates z, r, h.
void stepGru(const Step& step, States& hidden) {
  const std::int64_t width = step.size.hidden;
  const std::int64_t batch = step.size.batch;
  const double* weights = step.parameters.recurrentWeights;
  const auto recurrent = timesTransposed(batch, 3 * width, width, step.hidden.data(), weights);
  const auto row = [width](std::int64_t n, std::int64_t gate, std::int64_t i) {
    return static_cast<std::size_t>((n * 3 + gate) * width + i);
  };
  const auto gate = [&](std::int64_t n, std::int64_t which, std::int64_t i) {
    const std::size_t at = row(n, which, i);
    return step.activate(0, step.gates[at] + recurrent[at] + step.recurrentBias(3, which * width + i));
  };
  const auto at = [width](std::int64_t n, std::int64_t i) { return static_cast<std::size_t>(n * width + i); };
  std::vector<double> reset(hidden.size());
  for (std::int64_t n = 0; n < batch; ++n)
    for (std::int64_t i = 0; i < width; ++i) reset[at(n, i)] = gate(n, 1, i);
  std::vector<double> candidate(hidden.size());
  if (step.parameters.resetsAfterProduct) {
    for (std::int64_t n = 0; n < batch; ++n)
      for (std::int64_t i = 0; i < width; ++i)
        candidate[at(n, i)] = reset[at(n, i)] * (recurrent[row(n, 2, i)] + step.recurrentBias(3, 2 * width + i));
  } else {
    std::vector<double> kept(hidden.size());
    for (std::size_t i = 0; i < kept.size(); ++i) kept[i] = reset[i] * step.hidden[i];
    candidate = timesTransposed(batch, width, width, kept.data(), weights + 2 * width * width);
    for (std::size_t i = 0; i < candidate.size(); ++i)
      candidate[i] += step.recurrentBias(3, 2 * width + static_cast<std::int64_t>(i) % width);
  }
  for (std::int64_t n = 0; n < batch; ++n)
    for (std::int64_t i = 0; i < width; ++i) {
      const double update = gate(n, 0, i);
      const double fresh = step.activate(1, step.gates[row(n, 2, i)] + candidate[at(n, i)]);
      hidden[at(n, i)] = (1 - update) * fresh + update * step.hidden[at(n, i)];
    }
}

/// Gates i, o, f, c; peepholes i, o, f.
void stepLstm(const Step& step, States& hidden, States& cell) {
  const std::int64_t width = step.size.hidden;
  const DirectionParameters& parameters = step.parameters;
  const auto recurrent =
      timesTransposed(step.size.batch, 4 * width, width, step.hidden.data(), parameters.recurrentWeights);
  for (std::int64_t n = 0; n < step.size.batch; ++n)
    for (std::int64_t i = 0; i < width; ++i) {
      const auto at = static_cast<std::size_t>(n * width + i);
      const auto sum = [&](std::int64_t gate) {
        const auto place = static_cast<std::size_t>((n * 4 + gate) * width + i);
        return step.gates[place] + recurrent[place] + step.recurrentBias(4, gate * width + i);
      };
      const auto peek = [&](std::int64_t gate, double state) {
        return parameters.peepholes ? parameters.peepholes[gate * width + i] * state : 0;
      };
      const double input = step.activate(0, sum(0) + peek(0, step.cell[at]));
      const double forget =
          parameters.couplesForgetGate ? 1 - input : step.activate(0, sum(2) + peek(2, step.cell[at]));
      cell[at] = forget * step.cell[at] + input * step.activate(1, sum(3));
      const double output = step.activate(0, sum(1) + peek(1, cell[at]));
      hidden[at] = output * parameters.activations[2](cell[at]);
    }
}

/// The input's share of all gates at all steps, with the input's bias: [steps * batch, gates * hidden].
std::vector<double> inputShare(CellKind kind, const RecurrentSize& size, const DirectionParameters& parameters,
                               const double* x) {
  const std::int64_t width = gatesOf(kind) * size.hidden;
  auto share = timesTransposed(size.steps * size.batch, width, size.input, x, parameters.inputWeights);
  if (parameters.bias)
    for (std::size_t i = 0; i < share.size(); ++i) share[i] += parameters.bias[static_cast<std::int64_t>(i) % width];
  return share;
}

}  // namespace

DirectionResult runDirection(CellKind kind, const RecurrentSize& size, const DirectionParameters& parameters,
                             const double* x, std::span<const std::int64_t> lengths, std::vector<double> hidden,
                             std::vector<double> cell) {
  const auto share = inputShare(kind, size, parameters, x);
  const std::int64_t width = gatesOf(kind) * size.hidden;
  DirectionResult result{
      .outputs = std::vector<double>(static_cast<std::size_t>(size.steps * size.batch * size.hidden)),
      .hidden = std::move(hidden),
      .cell = std::move(cell)};
  States nextHidden(result.hidden.size());
  States nextCell(result.cell.size());
  std::vector<double> gates(static_cast<std::size_t>(size.batch * width));
  const auto placeOf = [&](std::int64_t step, std::int64_t n) {  // where sequence n is at this step
    return parameters.isReverse ? lengths[static_cast<std::size_t>(n)] - 1 - step : step;
  };
  for (std::int64_t step = 0; step < size.steps; ++step) {
    const auto isRunning = [&](std::int64_t n) { return step < lengths[static_cast<std::size_t>(n)]; };
    for (std::int64_t n = 0; n < size.batch; ++n)
      if (isRunning(n))
        std::copy_n(share.begin() + (placeOf(step, n) * size.batch + n) * width, width, gates.begin() + n * width);
    const Step now{
        .size = size, .parameters = parameters, .gates = gates, .hidden = result.hidden, .cell = result.cell};
    if (kind == CellKind::kRnn) stepRnn(now, nextHidden);
    if (kind == CellKind::kGru) stepGru(now, nextHidden);
    if (kind == CellKind::kLstm) stepLstm(now, nextHidden, nextCell);
    for (std::int64_t n = 0; n < size.batch; ++n) {
      if (!isRunning(n)) continue;
      const std::int64_t at = n * size.hidden;
      std::copy_n(nextHidden.begin() + at, size.hidden, result.hidden.begin() + at);
      if (kind == CellKind::kLstm) std::copy_n(nextCell.begin() + at, size.hidden, result.cell.begin() + at);
      std::copy_n(nextHidden.begin() + at, size.hidden,
                  result.outputs.begin() + (placeOf(step, n) * size.batch + n) * size.hidden);
    }
  }
  return result;
}

}  // namespace tasoscope::operators
