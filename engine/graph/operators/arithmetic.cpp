// Arithmetic of two or more operands under broadcasting, bitwise operators, CumSum and CumProd. Integers wrap to their
// type; an integer division by zero gives 0 (ONNX leaves it undefined).

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "graph/operators/helpers.h"
#include "graph/operators/known_elements.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;
using Unsigned = std::uint64_t;

std::vector<OutputFact> inferBroadcast(const InferenceContext& context) {
  required(context, 0);
  return outputOf(commonElement(context, 0, context.inputs.size()), broadcastInputs(context));
}

/// Inference of a binary operator whose integers take part in shape arithmetic.
auto inferTracked(Dim (*f)(const Dim&, const Dim&)) {
  return [f](const InferenceContext& context) {
    std::vector<OutputFact> outputs = inferBroadcast(context);
    if (context.inputs.size() == 2 && isTracked(outputs[0].type))
      outputs[0].elements = zipKnown(context, outputs[0].type, f);
    return outputs;
  };
}

/// Evaluation of all inputs from left to right with `real` on reals and `integer(type, a, b)` on integers.
template <typename Real, typename OnIntegers>
auto evaluateFold(Real real, OnIntegers integer) {
  return [real, integer](const EvaluationContext& context) {
    Value result = required(context, 0);
    const ElementType type = result.element();
    for (std::size_t i = 1; i < context.inputs.size(); ++i) {
      const Value& next = required(context, i);
      result = result.isFloat() ? zipElements<double, double>(type, result, next, real)
                                : zipElements<Integer, Integer>(type, result, next, [&](Integer a, Integer b) {
                                    return wrapInteger(type, integer(type, a, b));
                                  });
    }
    return std::vector<Value>{std::move(result)};
  };
}

Integer wrappingAdd(Integer a, Integer b) {
  return static_cast<Integer>(static_cast<Unsigned>(a) + static_cast<Unsigned>(b));
}
Integer wrappingSub(Integer a, Integer b) {
  return static_cast<Integer>(static_cast<Unsigned>(a) - static_cast<Unsigned>(b));
}
Integer wrappingMul(Integer a, Integer b) {
  return static_cast<Integer>(static_cast<Unsigned>(a) * static_cast<Unsigned>(b));
}

Integer quotient(ElementType type, Integer a, Integer b) {
  if (b == 0) return 0;
  if (type == ElementType::kUint64) return static_cast<Integer>(static_cast<Unsigned>(a) / static_cast<Unsigned>(b));
  return b == -1 ? wrappingSub(0, a) : a / b;
}

/// The remainder with the sign of the dividend.
Integer remainder(ElementType type, Integer a, Integer b) {
  if (b == 0) return 0;
  if (type == ElementType::kUint64) return static_cast<Integer>(static_cast<Unsigned>(a) % static_cast<Unsigned>(b));
  return b == -1 ? 0 : a % b;
}

/// The remainder with the sign of the divisor.
Integer modulus(ElementType type, Integer a, Integer b) {
  const Integer rest = remainder(type, a, b);
  const bool isSigned = type != ElementType::kUint64;
  return isSigned && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

Integer powerOf(Integer base, Integer exponent) {
  if (exponent < 0) {
    if (base == 1) return 1;
    return base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
  }
  Integer result = 1;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = wrappingMul(result, base);
    base = wrappingMul(base, base);
  }
  return result;
}

Integer shifted(ElementType type, Integer number, Integer by, bool toLeft) {
  if (by < 0 || by >= std::max(1, bitsOf(type))) return 0;
  const auto bits = static_cast<Unsigned>(number);
  return static_cast<Integer>(toLeft ? bits << by : bits >> by);
}

Dim knownSum(const Dim& a, const Dim& b) {
  return a.isKnown() && b.isKnown() ? Dim(wrappingAdd(a.value(), b.value())) : a + b;
}
Dim knownDifference(const Dim& a, const Dim& b) {
  return a.isKnown() && b.isKnown() ? Dim(wrappingSub(a.value(), b.value())) : a - b;
}
Dim knownProduct(const Dim& a, const Dim& b) {
  return a.isKnown() && b.isKnown() ? Dim(wrappingMul(a.value(), b.value())) : a * b;
}
Dim knownMin(const Dim& a, const Dim& b) { return min(a, b); }
Dim knownMax(const Dim& a, const Dim& b) { return max(a, b); }

std::vector<OutputFact> inferMod(const InferenceContext& context) {
  std::vector<OutputFact> outputs = inferBroadcast(context);
  const bool isTruncated = context.attributes.integer("fmod", 0) != 0;
  if (!isTracked(outputs[0].type)) return outputs;
  outputs[0].elements = zipKnown(context, outputs[0].type, [isTruncated](const Dim& a, const Dim& b) {
    if (a.isKnown() && b.isKnown())
      return Dim(isTruncated ? remainder(ElementType::kInt64, a.value(), b.value())
                             : modulus(ElementType::kInt64, a.value(), b.value()));
    if (isKnownToBe(b, 0) || !isNonNegative(a) || !isNonNegative(b)) return Dim::unknown();
    return a - floorDiv(a, b) * b;
  });
  return outputs;
}

std::vector<Value> evaluateMod(const EvaluationContext& context) {
  if (context.attributes.integer("fmod", 0) != 0)
    return evaluateFold([](double a, double b) { return std::fmod(a, b); }, remainder)(context);
  return evaluateFold([](double a, double b) { return a - std::floor(a / b) * b; }, modulus)(context);
}

std::vector<OutputFact> inferPow(const InferenceContext& context) {
  required(context, 1);
  return outputOf(required(context, 0).type.element, broadcastInputs(context));
}

std::vector<Value> evaluatePow(const EvaluationContext& context) {
  const Value &base = required(context, 0), &exponent = required(context, 1);
  const ElementType type = base.element();
  if (!base.isFloat() && !exponent.isFloat())
    return {zipElements<Integer, Integer>(type, base, exponent,
                                          [type](Integer a, Integer b) { return wrapInteger(type, powerOf(a, b)); })};
  const Value reals = asReals(base), powers = asReals(exponent);
  if (base.isFloat() && powers.size() == 1 && powers.rank() <= base.rank() && powers.at(0) == 2.0)
    return {mapElements<double, double>(type, base, [](double a) { return a * a; })};
  const auto power = [](double a, double b) { return std::pow(a, b); };
  if (base.isFloat()) return {zipElements<double, double>(type, reals, powers, power)};
  return {zipElements<Integer, double>(type, reals, powers,
                                       [type](double a, double b) { return integerFrom(type, std::pow(a, b)); })};
}

std::vector<Value> evaluateMean(const EvaluationContext& context) {
  std::vector<Value> sum = evaluateFold([](double a, double b) { return a + b; },
                                        [](ElementType, Integer a, Integer b) { return wrappingAdd(a, b); })(context);
  const auto count = static_cast<double>(context.inputs.size());
  return {mapElements<double, double>(sum[0].element(), sum[0], [count](double x) { return x / count; })};
}

OperatorDefinition binary(std::string name, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.minInputs = definition.maxInputs = 2;
  definition.opClass = OpClass::kElementwise;
  definition.infer = inferBroadcast;
  return definition;
}

OperatorDefinition commutative(std::string name, std::string summary) {
  OperatorDefinition definition = binary(std::move(name), std::move(summary));
  definition.isCommutative = true;
  return definition;
}

OperatorDefinition variadic(std::string name, std::string summary) {
  OperatorDefinition definition = commutative(std::move(name), std::move(summary));
  definition.minInputs = 1;
  definition.maxInputs = -1;
  definition.work = [](const WorkContext& context) {
    return workPerElement(static_cast<double>(std::max<std::size_t>(1, context.inputs.size() - 1)))(context);
  };
  return definition;
}

void addBasic(std::vector<OperatorDefinition>& family) {
  OperatorDefinition add = commutative("Add", "The sum of two tensors, element by element.");
  add.infer = inferTracked(knownSum);
  add.evaluate = evaluateFold([](double a, double b) { return a + b; },
                              [](ElementType, Integer a, Integer b) { return wrappingAdd(a, b); });
  OperatorDefinition sub = binary("Sub", "The difference of two tensors, element by element.");
  sub.infer = inferTracked(knownDifference);
  sub.evaluate = evaluateFold([](double a, double b) { return a - b; },
                              [](ElementType, Integer a, Integer b) { return wrappingSub(a, b); });
  OperatorDefinition mul = commutative("Mul", "The product of two tensors, element by element.");
  mul.infer = inferTracked(knownProduct);
  mul.evaluate = evaluateFold([](double a, double b) { return a * b; },
                              [](ElementType, Integer a, Integer b) { return wrappingMul(a, b); });
  OperatorDefinition div = binary("Div", "The quotient of two tensors, element by element; integers truncate.");
  div.infer = inferTracked(truncatedQuotient);
  div.evaluate = evaluateFold([](double a, double b) { return a / b; }, quotient);
  OperatorDefinition mod = binary("Mod", "The remainder of a division, element by element.");
  mod.attributes = {{"fmod", std::int64_t{0}}};
  mod.infer = inferMod;
  mod.evaluate = evaluateMod;
  OperatorDefinition pow = binary("Pow", "The first tensor raised to the power of the second, element by element.");
  pow.infer = inferPow;
  pow.evaluate = evaluatePow;
  pow.work = workPerElement(10);
  for (auto* definition : {&add, &sub, &mul, &div, &mod, &pow}) family.push_back(std::move(*definition));
}

void addVariadic(std::vector<OperatorDefinition>& family) {
  OperatorDefinition sum = variadic("Sum", "The sum of any number of tensors, element by element.");
  sum.evaluate = evaluateFold([](double a, double b) { return a + b; },
                              [](ElementType, Integer a, Integer b) { return wrappingAdd(a, b); });
  OperatorDefinition mean = variadic("Mean", "The mean of any number of tensors, element by element.");
  mean.evaluate = evaluateMean;
  OperatorDefinition min = variadic("Min", "The smallest of any number of tensors, element by element.");
  min.infer = inferTracked(knownMin);
  min.evaluate = evaluateFold([](double a, double b) { return std::isnan(a) || a < b ? a : b; },
                              [](ElementType type, Integer a, Integer b) { return isLess(type, b, a) ? b : a; });
  OperatorDefinition max = variadic("Max", "The largest of any number of tensors, element by element.");
  max.infer = inferTracked(knownMax);
  max.evaluate = evaluateFold([](double a, double b) { return std::isnan(a) || a > b ? a : b; },
                              [](ElementType type, Integer a, Integer b) { return isLess(type, a, b) ? b : a; });
  for (auto* definition : {&sum, &mean, &min, &max}) family.push_back(std::move(*definition));
}

/// Evaluation of an operator on integers only.
template <typename F>
auto evaluateIntegers(F f) {
  return [f](const EvaluationContext& context) {
    const ElementType type = required(context, 0).element();
    return std::vector<Value>{
        zipElements<Integer, Integer>(type, context.inputs[0], required(context, 1),
                                      [&](Integer a, Integer b) { return wrapInteger(type, f(a, b)); })};
  };
}

std::vector<Value> evaluateBitShift(const EvaluationContext& context) {
  const ElementType type = required(context, 0).element();
  const std::string direction = context.attributes.string("direction", "");
  if (direction != "LEFT" && direction != "RIGHT")
    throw EvaluationError(fmt::format("BitShift's direction is LEFT or RIGHT, not \"{}\"", direction));
  const bool toLeft = direction == "LEFT";
  return {zipElements<Integer, Integer>(type, context.inputs[0], required(context, 1), [&](Integer a, Integer b) {
    return wrapInteger(type, shifted(type, a, b, toLeft));
  })};
}

void addBitwise(std::vector<OperatorDefinition>& family) {
  OperatorDefinition shift = binary("BitShift", "Unsigned integers shifted left or right by a number of bits.");
  shift.attributes = {{"direction", std::nullopt}};
  shift.evaluate = evaluateBitShift;
  OperatorDefinition conjunction = commutative("BitwiseAnd", "The bits that both integers have.");
  conjunction.evaluate = evaluateIntegers([](Integer a, Integer b) { return a & b; });
  OperatorDefinition disjunction = commutative("BitwiseOr", "The bits that at least one of two integers has.");
  disjunction.evaluate = evaluateIntegers([](Integer a, Integer b) { return a | b; });
  OperatorDefinition difference = commutative("BitwiseXor", "The bits that exactly one of two integers has.");
  difference.evaluate = evaluateIntegers([](Integer a, Integer b) { return a ^ b; });
  for (auto* definition : {&shift, &conjunction, &disjunction, &difference}) family.push_back(std::move(*definition));
}

/// Running sums or products along an axis: [outer, length, inner]; `first` is what comes before the first element.
template <typename T, typename Combine>
std::vector<T> runningResults(std::span<const T> from, std::int64_t length, std::int64_t inner, T first,
                              bool isExclusive, bool isReversed, Combine combine) {
  std::vector<T> to(from.size());
  if (from.empty()) return to;
  const std::int64_t outer = static_cast<std::int64_t>(from.size()) / (length * inner);
  for (std::int64_t line = 0; line < outer * inner; ++line) {
    const std::int64_t start = line / inner * length * inner + line % inner;
    T result = first;
    for (std::int64_t step = 0; step < length; ++step) {
      const auto at = static_cast<std::size_t>(start + (isReversed ? length - 1 - step : step) * inner);
      const T next = combine(result, from[at]);
      to[at] = isExclusive ? result : next;
      result = next;
    }
  }
  return to;
}

/// `real` and `integer` combine what came before with the next element; `first` comes before the first.
template <typename Real, typename Whole>
std::vector<Value> evaluateRunning(const EvaluationContext& context, int first, Real real, Whole integer) {
  const Value& x = required(context, 0);
  const auto axis = static_cast<std::size_t>(normalizedAxis(singleInteger(required(context, 1)), x.rank()));
  const bool isExclusive = context.attributes.integer("exclusive", 0) != 0;
  const bool isReversed = context.attributes.integer("reverse", 0) != 0;
  const std::int64_t inner = productOf(x.shape(), axis + 1, x.shape().size()), length = x.shape()[axis];
  if (x.isFloat())
    return {makeValue(x.element(), x.shape(),
                      runningResults<double>(x.floats(), length, inner, first, isExclusive, isReversed, real))};
  const ElementType type = x.element();
  return {makeValue(type, x.shape(),
                    runningResults<Integer>(elementsOf<Integer>(x), length, inner, first, isExclusive, isReversed,
                                            [&](Integer a, Integer b) { return wrapInteger(type, integer(a, b)); }))};
}

std::vector<Value> evaluateCumSum(const EvaluationContext& context) {
  return evaluateRunning(
      context, 0, [](double a, double b) { return a + b; }, wrappingAdd);
}

std::vector<Value> evaluateCumProd(const EvaluationContext& context) {
  return evaluateRunning(
      context, 1, [](double a, double b) { return a * b; }, wrappingMul);
}

OperatorDefinition running(std::string name, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.minInputs = definition.maxInputs = 2;
  definition.opClass = OpClass::kReduction;
  definition.attributes = {{"exclusive", std::int64_t{0}}, {"reverse", std::int64_t{0}}};
  definition.infer = sameAsInput;
  definition.work = workPerElement(1);
  return definition;
}

void addRunning(std::vector<OperatorDefinition>& family) {
  family.push_back(running("CumSum", "Running sums along an axis."));
  family.back().evaluate = evaluateCumSum;
  family.push_back(running("CumProd", "Running products along an axis."));
  family.back().evaluate = evaluateCumProd;
}

}  // namespace

std::vector<OperatorDefinition> arithmeticOperators() {
  std::vector<OperatorDefinition> family;
  addBasic(family);
  addVariadic(family);
  addBitwise(family);
  addRunning(family);
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
