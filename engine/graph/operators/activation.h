#pragma once
// Activations as functions on numbers: for the operators of their own names, for fused forms (a convolution with its
// activation) and for recurrent cells. Private to graph/operators.

#include <functional>
#include <span>
#include <string_view>

#include "graph/operator.h"

namespace tasoscope::operators {

using Activation = std::function<double(double)>;

/// The activation that a fused op's attribute `activation` names: none, relu, sigmoid, tanh, leaky_relu [alpha],
/// clip [min, max], hard_sigmoid [alpha, beta], hard_swish, elu [alpha], gelu_none, gelu_tanh. Empty for none. Throws
/// ModelError for other names or another number of parameters.
Activation fusedActivation(std::string_view name, std::span<const double> parameters);
/// Applies that activation to every number.
void applyActivation(std::string_view name, std::span<const double> parameters, std::span<double> numbers);
/// The activation of a recurrent cell by ONNX's name for it (Sigmoid, Tanh, Relu, ...), with its alpha and beta.
Activation recurrentActivation(std::string_view op, std::string_view name, double alpha, double beta);
/// Operations per element, roughly.
double activationFlops(std::string_view name);

/// The attributes `activation` and `activation_params` of fused forms, with their defaults.
void addFusedActivation(OperatorDefinition& definition);
/// Checks those attributes; throws ModelError.
void checkFusedActivation(const Attributes& attributes);
void applyFusedActivation(const Attributes& attributes, std::span<double> numbers);
double fusedActivationFlops(const Attributes& attributes);

}  // namespace tasoscope::operators
