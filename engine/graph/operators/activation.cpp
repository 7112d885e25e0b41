// Activations as operators of their own: functions of one number, and PRelu and Clip, which take more.

#include "graph/operators/activation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

/// From the attributes of an op to its function.
using MakeActivation = std::function<Activation(const Attributes&)>;

OperatorDefinition unary(std::string name, double flops, std::vector<AttributeSpec> attributes, std::string summary,
                         MakeActivation make) {
  OperatorDefinition definition = newDefinition(name, 1, 1, OpClass::kElementwise, std::move(summary));
  definition.attributes = std::move(attributes);
  const InferFunction infer = [name](const InferenceContext& context) {
    return oneOutput(commonFloat(name, context, {0}), context.input(0).type.shape);
  };
  definition.infer = infer;
  definition.work = [flops](const WorkContext& context) {
    return workWith(context, flops * elementCount(context.outputs[0]));
  };
  definition.evaluate = [name, infer, make = std::move(make)](const EvaluationContext& context) {
    inferActual(name, infer, context);
    const Activation activation = make(context.attributes);
    Value result = context.inputs[0];
    const std::span<double> numbers = result.mutableFloats();
    std::ranges::transform(numbers, numbers.begin(), activation);
    return std::vector{std::move(result)};
  };
  return definition;
}

MakeActivation always(Activation activation) {
  return [activation = std::move(activation)](const Attributes&) { return activation; };
}

MakeActivation fused(std::string_view name) { return always(fusedActivation(name, {})); }

/// Relu also takes signed integers.
OperatorDefinition relu() {
  OperatorDefinition definition =
      newDefinition("Relu", 1, 1, OpClass::kElementwise, "max(x, 0): negative elements become 0.");
  const InferFunction infer = [](const InferenceContext& context) {
    return oneOutput(commonNumber("Relu", context, {0}), context.input(0).type.shape);
  };
  definition.infer = infer;
  definition.evaluate = [infer](const EvaluationContext& context) {
    inferActual("Relu", infer, context);
    Value result = context.inputs[0];
    if (result.isFloat()) {
      applyActivation("relu", {}, result.mutableFloats());
    } else {
      for (std::int64_t& x : result.mutableIntegers()) x = std::max<std::int64_t>(x, 0);
    }
    return std::vector{std::move(result)};
  };
  return definition;
}

OperatorDefinition prelu() {
  OperatorDefinition definition =
      newDefinition("PRelu", 2, 2, OpClass::kElementwise,
                    "x where it is not negative, slope * x elsewhere; the slope broadcasts to x.");
  const InferFunction infer = [](const InferenceContext& context) {
    const Shape& shape = context.input(0).type.shape;
    const Shape& slope = context.input(1).type.shape;
    if (!broadcastsTo(slope, shape))
      refuse("PRelu", "a slope of shape " + slope.text() + " does not broadcast to x of shape " + shape.text());
    return oneOutput(commonNumber("PRelu", context, {0, 1}), shape);
  };
  definition.infer = infer;
  definition.evaluate = [infer](const EvaluationContext& context) {
    inferActual("PRelu", infer, context);
    const Value& x = context.inputs[0];
    const Numbers numbers(x);
    const Numbers slope(context.inputs[1]);
    std::vector<double> result(numbers.span().begin(), numbers.span().end());
    const auto strides = broadcastStrides(context.inputs[1].shape(), x.shape());
    forEachOffset(x.shape(), strides, [&](std::int64_t i, std::int64_t offset) {
      double& element = result[static_cast<std::size_t>(i)];
      if (element < 0) element *= slope[offset];
    });
    return std::vector{valueOf(x.element(), x.shape(), std::move(result))};
  };
  return definition;
}

/// A bound of Clip: the attribute, the input, or nothing.
std::optional<double> bound(const EvaluationContext& context, std::string_view attribute, std::size_t input) {
  if (const auto number = numberAttribute(context.attributes, attribute)) return number;
  if (!context.has(input)) return std::nullopt;
  if (context.inputs[input].size() != 1) refuse("Clip", "a bound that is not one number");
  return context.inputs[input].at(0);
}

OperatorDefinition clip() {
  OperatorDefinition definition =
      newDefinition("Clip", 1, 3, OpClass::kElementwise, "Limits every element to [min, max].");
  definition.attributes = {{"min", std::nullopt}, {"max", std::nullopt}};
  definition.absorbed = {{1, "min"}, {2, "max"}};
  const InferFunction infer = [](const InferenceContext& context) {
    return oneOutput(commonNumber("Clip", context, {0, 1, 2}), context.input(0).type.shape);
  };
  definition.infer = infer;
  definition.evaluate = [infer](const EvaluationContext& context) {
    inferActual("Clip", infer, context);
    const std::optional<double> low = bound(context, "min", 1);
    const std::optional<double> high = bound(context, "max", 2);
    Value result = context.inputs[0];
    const auto limit = [&](auto& x) {
      using Number = std::remove_reference_t<decltype(x)>;
      if (low && static_cast<double>(x) < *low) x = static_cast<Number>(roundTo(result.element(), *low));
      if (high && static_cast<double>(x) > *high) x = static_cast<Number>(roundTo(result.element(), *high));
    };
    if (result.isFloat()) {
      std::ranges::for_each(result.mutableFloats(), limit);
    } else {
      std::ranges::for_each(result.mutableIntegers(), limit);
    }
    return std::vector{std::move(result)};
  };
  return definition;
}

std::vector<OperatorDefinition> rectifiers() {
  return {
      unary("LeakyRelu", 2, {{"alpha", 0.01}}, "x where it is not negative, alpha * x elsewhere.",
            [](const Attributes& attributes) -> Activation {
              return [a = attributes.real("alpha", 0.01)](double x) { return x < 0 ? a * x : x; };
            }),
      unary("Elu", 4, {{"alpha", 1.0}}, "x where it is not negative, alpha * (exp(x) - 1) elsewhere.",
            [](const Attributes& attributes) -> Activation {
              return [a = attributes.real("alpha", 1)](double x) { return x < 0 ? a * std::expm1(x) : x; };
            }),
      unary("Selu", 5, {{"alpha", 1.67326319217681884765625}, {"gamma", 1.05070102214813232421875}},
            "Scaled Elu: gamma * x where x is positive, gamma * alpha * (exp(x) - 1) elsewhere.",
            [](const Attributes& attributes) -> Activation {
              return [a = attributes.real("alpha", 1.67326319217681884765625),
                      g = attributes.real("gamma", 1.05070102214813232421875)](double x) {
                return x > 0 ? g * x : g * a * std::expm1(x);
              };
            }),
      unary("Celu", 6, {{"alpha", 1.0}}, "max(0, x) + min(0, alpha * (exp(x / alpha) - 1)).",
            [](const Attributes& attributes) -> Activation {
              return [a = attributes.real("alpha", 1)](double x) {
                return std::max(0.0, x) + std::min(0.0, a * std::expm1(x / a));
              };
            }),
      unary("ThresholdedRelu", 1, {{"alpha", 1.0}}, "x where it is above alpha, 0 elsewhere.",
            [](const Attributes& attributes) -> Activation {
              return [a = attributes.real("alpha", 1)](double x) { return x > a ? x : 0; };
            }),
      unary("Shrink", 2, {{"lambd", 0.5}, {"bias", 0.0}}, "x + bias below -lambd, x - bias above lambd, 0 between.",
            [](const Attributes& attributes) -> Activation {
              return [l = attributes.real("lambd", 0.5), b = attributes.real("bias", 0)](double x) {
                return x < -l ? x + b : x > l ? x - b : 0;
              };
            }),
  };
}

std::vector<OperatorDefinition> smoothActivations() {
  return {
      unary("Sigmoid", 4, {}, "1 / (1 + exp(-x)).", fused("sigmoid")),
      unary("HardSigmoid", 4, {{"alpha", 0.2}, {"beta", 0.5}}, "max(0, min(1, alpha * x + beta)).",
            [](const Attributes& attributes) {
              const double parameters[] = {attributes.real("alpha", 0.2), attributes.real("beta", 0.5)};
              return fusedActivation("hard_sigmoid", parameters);
            }),
      unary("HardSwish", 5, {}, "x * max(0, min(1, x / 6 + 0.5)).", fused("hard_swish")),
      unary("Swish", 5, {{"alpha", 1.0}}, "x * sigmoid(alpha * x).",
            [](const Attributes& attributes) -> Activation {
              return [a = attributes.real("alpha", 1)](double x) { return x / (1 + std::exp(-a * x)); };
            }),
      unary("Tanh", 6, {}, "The hyperbolic tangent of each element.", fused("tanh")),
      unary("Erf", 8, {}, "The error function of each element.", always([](double x) { return std::erf(x); })),
      unary("Gelu", 8, {{"approximate", std::string("none")}},
            "x times the normal distribution's probability of being below x, exactly or by a tanh approximation.",
            [](const Attributes& attributes) {
              return fusedActivation("gelu_" + attributes.string("approximate", "none"), {});
            }),
      unary("Softplus", 6, {}, "log(1 + exp(x)).",
            always([](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); })),
      unary("Softsign", 3, {}, "x / (1 + |x|).", always([](double x) { return x / (1 + std::abs(x)); })),
      unary("Mish", 12, {}, "x * tanh(softplus(x)).",
            always([](double x) { return x * std::tanh(std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)))); })),
  };
}

}  // namespace

std::vector<OperatorDefinition> activationOperators() {
  std::vector<OperatorDefinition> definitions{relu(), prelu(), clip()};
  for (auto family : {rectifiers(), smoothActivations()})
    definitions.insert(definitions.end(), family.begin(), family.end());
  return definitions;
}

}  // namespace tasoscope::operators
