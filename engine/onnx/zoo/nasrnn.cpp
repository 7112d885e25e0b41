// NasRNN: the recurrent cell of Zoph and Le, Neural Architecture Search with Reinforcement Learning, ICLR 2017 (figure
// 8), as TASO's example (examples/nasrnn) unrolls it: five steps of 512 units, each step with an input and weights of
// its own, from a constant first state. The repeated block is the step.

#include <array>

#include "onnx/zoo/layers.h"
#include "onnx/zoo/networks.h"

namespace tasoscope::zoo {
namespace {

constexpr double kPreactivationPower = 1;  // of each of the two products

Tensor combined(Builder& b, const Tensor& x, const Tensor& h, std::int64_t index) {
  const std::int64_t units = h.dim(1);
  auto product = [&](const Tensor& input, const std::string& name) {
    return matMul(b, input,
                  b.scaledWeight(name + std::to_string(index), {input.dim(1), units}, static_cast<double>(input.dim(1)),
                                 input.power, kPreactivationPower));
  };
  Tensor fromInput = product(x, "weight_x");
  return add(b, fromInput, product(h, "weight_h"));
}

Tensor cell(Builder& b, const Tensor& x, const Tensor& h) {
  std::vector<Tensor> t;
  for (std::int64_t i = 0; i < 8; ++i) t.push_back(combined(b, x, h, i));
  Tensor m0 = add(b, relu(b, t[0]), sigmoid(b, t[3]));
  Tensor m1 = add(b, sigmoid(b, t[1]), tanh(b, t[2]));
  Tensor m2 = multiply(b, sigmoid(b, t[4]), tanh(b, t[5]));
  Tensor m3 = multiply(b, sigmoid(b, t[6]), relu(b, t[7]));
  Tensor m4 = add(b, sigmoid(b, m1), tanh(b, m2));
  Tensor m5 = multiply(b, tanh(b, m0), tanh(b, m3));
  return tanh(b, multiply(b, tanh(b, m4), tanh(b, m5)));
}

}  // namespace

void buildNasrnn(Builder& b) {
  const std::int64_t units = b.size(512, 64), steps = b.repeated(5);
  std::vector<Tensor> inputs;
  for (std::int64_t i = 0; i < steps; ++i) inputs.push_back(b.input("x" + std::to_string(i), {b.batch(), units}));
  Tensor state = b.weight("initial_state", {b.batch(), units}, {.half = 0.5});
  for (std::int64_t i = 0; i < steps; ++i) {
    auto scope = b.scope("step." + std::to_string(i));
    state = cell(b, inputs[static_cast<std::size_t>(i)], state);
  }
  b.output(state, "state");
}

}  // namespace tasoscope::zoo
