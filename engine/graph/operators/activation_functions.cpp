#include <algorithm>
#include <cmath>
#include <numbers>

#include "graph/operators/activation.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }
double softplus(double x) { return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x)); }
double hardSigmoid(double x, double alpha, double beta) { return std::clamp(alpha * x + beta, 0.0, 1.0); }
double geluErf(double x) { return 0.5 * x * (1 + std::erf(x / std::numbers::sqrt2)); }
double geluTanh(double x) {
  const double inner = std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x);
  return 0.5 * x * (1 + std::tanh(inner));
}
double elu(double x, double alpha) { return x < 0 ? alpha * std::expm1(x) : x; }

struct FusedActivation {
  std::string_view name;
  std::size_t parameters;
  double flops;
  Activation (*make)(std::span<const double>);
};

constexpr FusedActivation kFused[] = {
    {"none", 0, 0, [](std::span<const double>) { return Activation(); }},
    {"relu", 0, 1, [](std::span<const double>) { return Activation([](double x) { return x < 0 ? 0 : x; }); }},
    {"sigmoid", 0, 4, [](std::span<const double>) { return Activation(sigmoid); }},
    {"tanh", 0, 6, [](std::span<const double>) { return Activation([](double x) { return std::tanh(x); }); }},
    {"leaky_relu", 1, 2,
     [](std::span<const double> p) { return Activation([a = p[0]](double x) { return x < 0 ? a * x : x; }); }},
    {"clip", 2, 2,
     [](std::span<const double> p) {
       return Activation([low = p[0], high = p[1]](double x) { return std::min(std::max(x, low), high); });
     }},
    {"hard_sigmoid", 2, 4,
     [](std::span<const double> p) {
       return Activation([a = p[0], b = p[1]](double x) { return hardSigmoid(x, a, b); });
     }},
    {"hard_swish", 0, 5,
     [](std::span<const double>) { return Activation([](double x) { return x * hardSigmoid(x, 1.0 / 6, 0.5); }); }},
    {"elu", 1, 4, [](std::span<const double> p) { return Activation([a = p[0]](double x) { return elu(x, a); }); }},
    {"gelu_none", 0, 8, [](std::span<const double>) { return Activation(geluErf); }},
    {"gelu_tanh", 0, 12, [](std::span<const double>) { return Activation(geluTanh); }},
};

const FusedActivation* findFused(std::string_view name) {
  const auto found = std::ranges::find(kFused, name, &FusedActivation::name);
  return found == std::end(kFused) ? nullptr : found;
}

std::span<const double> parametersOf(const Attributes& attributes) {
  if (!attributes.has("activation_params")) return {};
  return attributes.reals("activation_params");
}

}  // namespace

Activation fusedActivation(std::string_view name, std::span<const double> parameters) {
  const FusedActivation* fused = findFused(name);
  if (!fused) throw ModelError("there is no fused activation named \"" + std::string(name) + "\"");
  if (parameters.size() != fused->parameters)
    throw ModelError("the activation " + std::string(name) + " takes " + std::to_string(fused->parameters) +
                     " parameters, not " + std::to_string(parameters.size()));
  return fused->make(parameters);
}

void applyActivation(std::string_view name, std::span<const double> parameters, std::span<double> numbers) {
  const Activation activation = fusedActivation(name, parameters);
  if (activation) std::ranges::transform(numbers, numbers.begin(), activation);
}

Activation recurrentActivation(std::string_view op, std::string_view name, double alpha, double beta) {
  if (name == "Sigmoid") return sigmoid;
  if (name == "Tanh") return [](double x) { return std::tanh(x); };
  if (name == "Relu") return [](double x) { return x < 0 ? 0 : x; };
  if (name == "Affine") return [alpha, beta](double x) { return alpha * x + beta; };
  if (name == "LeakyRelu") return [alpha](double x) { return x < 0 ? alpha * x : x; };
  if (name == "ThresholdedRelu") return [alpha](double x) { return x > alpha ? x : 0; };
  if (name == "ScaledTanh") return [alpha, beta](double x) { return alpha * std::tanh(beta * x); };
  if (name == "HardSigmoid") return [alpha, beta](double x) { return hardSigmoid(x, alpha, beta); };
  if (name == "Elu") return [alpha](double x) { return elu(x, alpha); };
  if (name == "Softsign") return [](double x) { return x / (1 + std::abs(x)); };
  if (name == "Softplus") return softplus;
  refuse(op, "there is no activation named \"" + std::string(name) + "\"");
}

double activationFlops(std::string_view name) {
  const FusedActivation* fused = findFused(name);
  return fused ? fused->flops : 1;
}

void addFusedActivation(OperatorDefinition& definition) {
  definition.attributes.push_back({"activation", std::string("none")});
  definition.attributes.push_back({"activation_params", std::vector<double>{}});
}

void checkFusedActivation(const Attributes& attributes) {
  fusedActivation(attributes.string("activation", "none"), parametersOf(attributes));
}

void applyFusedActivation(const Attributes& attributes, std::span<double> numbers) {
  applyActivation(attributes.string("activation", "none"), parametersOf(attributes), numbers);
}

double fusedActivationFlops(const Attributes& attributes) {
  return activationFlops(attributes.string("activation", "none"));
}

}  // namespace tasoscope::operators
