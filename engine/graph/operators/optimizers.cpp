// The steps of training that ONNX has as operators (domain ai.onnx.preview.training): Adagrad, Adam, Momentum. Inputs
// are the rate, the number of the update, and then for each of n tensors, n at a time: the tensors, their gradients,
// and one or two kinds of state.

#include <fmt/format.h>

#include <cmath>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

constexpr std::size_t kFirst = 2;  // of the tensors' inputs, after rate and count

/// One element on its way: number, gradient, states; the function changes number and states.
struct Element {
  double x, gradient, state[2];
};

struct Update {
  double rate, count;
  const Attributes& attributes;
  double attribute(std::string_view name, double otherwise) const {
    return numberAttribute(attributes, name).value_or(otherwise);
  }
};

using UpdateElement = std::function<void(const Update&, Element&)>;

std::size_t tensorsOf(std::size_t inputs, std::size_t states) {
  if (inputs < kFirst || (inputs - kFirst) % (2 + states) != 0)
    throw ModelError(
        fmt::format("{} inputs are not {} for each tensor after the rate and the count", inputs, 2 + states));
  return (inputs - kFirst) / (2 + states);
}

std::vector<OutputFact> inferUpdate(const InferenceContext& context, std::size_t states) {
  const std::size_t tensors = tensorsOf(context.inputs.size(), states);
  std::vector<OutputFact> outputs;
  for (std::size_t part = 0; part <= states; ++part)
    for (std::size_t i = 0; i < tensors; ++i)
      outputs.push_back(
          outputOf(required(context, kFirst + i).type.element, context.input(kFirst + i).type.shape).front());
  return outputs;
}

std::vector<Value> evaluateUpdate(const EvaluationContext& context, std::size_t states, const UpdateElement& update) {
  const std::size_t tensors = tensorsOf(context.inputs.size(), states);
  const Update how{singleNumber(required(context, 0)), singleNumber(required(context, 1)), context.attributes};
  std::vector<Value> outputs((1 + states) * tensors);
  for (std::size_t i = 0; i < tensors; ++i) {
    Value x = required(context, kFirst + i);
    const auto gradients = elementsOf<double>(required(context, kFirst + tensors + i));
    std::vector<Value> kept;
    for (std::size_t s = 0; s < states; ++s) kept.push_back(required(context, kFirst + (2 + s) * tensors + i));
    for (const Value& other : kept)
      if (other.shape() != x.shape() || !other.isFloat()) throw EvaluationError("a state has not its tensor's shape");
    if (gradients.size() != static_cast<std::size_t>(x.size()) || !x.isFloat())
      throw EvaluationError("a gradient has not its tensor's shape");
    const auto numbers = x.mutableFloats();
    for (std::size_t e = 0; e < numbers.size(); ++e) {
      Element element{numbers[e], gradients[e], {}};
      for (std::size_t s = 0; s < states; ++s) element.state[s] = kept[s].floats()[e];
      element.gradient += how.attribute("norm_coefficient", 0) * element.x;
      update(how, element);
      numbers[e] = element.x;
      for (std::size_t s = 0; s < states; ++s) kept[s].mutableFloats()[e] = element.state[s];
    }
    outputs[i] = std::move(x);
    for (std::size_t s = 0; s < states; ++s) outputs[(1 + s) * tensors + i] = std::move(kept[s]);
  }
  return outputs;
}

void adagrad(const Update& how, Element& e) {
  const double rate = how.rate / (1 + how.count * how.attribute("decay_factor", 0));
  e.state[0] += e.gradient * e.gradient;
  e.x -= rate * e.gradient / (std::sqrt(e.state[0]) + how.attribute("epsilon", 1e-6));
}

void adam(const Update& how, Element& e) {
  const double alpha = how.attribute("alpha", 0.9), beta = how.attribute("beta", 0.999);
  e.state[0] = alpha * e.state[0] + (1 - alpha) * e.gradient;
  e.state[1] = beta * e.state[1] + (1 - beta) * e.gradient * e.gradient;
  const double correction =
      how.count > 0 ? std::sqrt(1 - std::pow(beta, how.count)) / (1 - std::pow(alpha, how.count)) : 1;
  e.x -= how.rate * correction * e.state[0] / (std::sqrt(e.state[1]) + how.attribute("epsilon", 1e-6));
  e.x *= 1 - how.attribute("norm_coefficient_post", 0);
}

void momentum(const Update& how, Element& e) {
  const double alpha = how.attribute("alpha", 0), beta = how.count > 0 ? how.attribute("beta", 0) : 1;
  e.state[0] = alpha * e.state[0] + beta * e.gradient;
  const bool isNesterov = how.attributes.string("mode", "standard") == "nesterov";
  e.x -= how.rate * (isNesterov ? e.gradient + alpha * e.state[0] : e.state[0]);
}

OperatorDefinition optimizer(std::string name, std::size_t states, std::vector<AttributeSpec> attributes, double flops,
                             std::string summary, UpdateElement update) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.domain = "ai.onnx.preview.training";
  definition.summary = std::move(summary);
  definition.minInputs = 4;
  definition.maxInputs = definition.maxOutputs = -1;
  definition.opClass = OpClass::kElementwise;
  definition.attributes = std::move(attributes);
  definition.infer = [states](const InferenceContext& context) { return inferUpdate(context, states); };
  definition.work = workPerElement(flops);
  definition.evaluate = [states, update = std::move(update)](const EvaluationContext& context) {
    return evaluateUpdate(context, states, update);
  };
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> optimizerOperators() {
  return withNamesInErrors(
      {optimizer("Adagrad", 1, {{"decay_factor", 0.0}, {"epsilon", 1e-6}, {"norm_coefficient", 0.0}}, 7,
                 "A step of training whose rate falls with the squares of all gradients so far.", adagrad),
       optimizer("Adam", 2,
                 {{"alpha", 0.9},
                  {"beta", 0.999},
                  {"epsilon", 1e-6},
                  {"norm_coefficient", 0.0},
                  {"norm_coefficient_post", 0.0}},
                 14, "A step of training with running means of the gradient and of its square.", adam),
       optimizer("Momentum", 1,
                 {{"alpha", std::nullopt},
                  {"beta", std::nullopt},
                  {"mode", std::nullopt},
                  {"norm_coefficient", std::nullopt}},
                 7, "A step of training that goes on in the direction of earlier ones.", momentum)});
}

}  // namespace tasoscope::operators
