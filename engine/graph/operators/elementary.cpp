// Elementary functions of one operand, element by element; and Det.

#include <cmath>
#include <numbers>

#include "graph/operators/helpers.h"
#include "graph/operators/known_elements.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

OperatorDefinition unary(std::string name, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.opClass = OpClass::kElementwise;
  definition.infer = sameAsInput;
  return definition;
}

/// What a transcendental function counts for: about as many operations as its polynomial has.
constexpr double kTranscendental = 10;

OperatorDefinition onReals(std::string name, std::string summary, double (*f)(double), double flops = kTranscendental) {
  OperatorDefinition definition = unary(std::move(name), std::move(summary));
  definition.work = workPerElement(flops);
  definition.evaluate = [f](const EvaluationContext& context) {
    const Value& x = required(context, 0);
    return std::vector<Value>{mapElements<double, double>(x.element(), x, f)};
  };
  return definition;
}

/// A function that is defined on reals and integers; `dim` is what it does in shape arithmetic.
OperatorDefinition onNumbers(std::string name, std::string summary, double (*f)(double),
                             Integer (*g)(ElementType, Integer), Dim (*dim)(const Dim&)) {
  OperatorDefinition definition = unary(std::move(name), std::move(summary));
  definition.infer = [dim](const InferenceContext& context) {
    std::vector<OutputFact> outputs = sameAsInput(context);
    if (isTracked(outputs[0].type)) outputs[0].elements = mapKnown(context, dim);
    return outputs;
  };
  definition.evaluate = [f, g](const EvaluationContext& context) {
    const Value& x = required(context, 0);
    const ElementType type = x.element();
    if (x.isFloat()) return std::vector<Value>{mapElements<double, double>(type, x, f)};
    return std::vector<Value>{
        mapElements<Integer, Integer>(type, x, [g, type](Integer n) { return wrapInteger(type, g(type, n)); })};
  };
  return definition;
}

Integer negated(ElementType, Integer n) {
  return static_cast<Integer>(std::uint64_t{0} - static_cast<std::uint64_t>(n));
}
Integer magnitude(ElementType type, Integer n) { return isLess(type, n, 0) ? negated(type, n) : n; }
Integer signOf(ElementType type, Integer n) { return n == 0 ? 0 : isLess(type, n, 0) ? -1 : 1; }

Dim knownNegation(const Dim& x) { return x.isKnown() ? Dim(negated(ElementType::kInt64, x.value())) : Dim(0) - x; }
Dim knownMagnitude(const Dim& x) {
  if (x.isKnown()) return magnitude(ElementType::kInt64, x.value());
  return isNonNegative(x) ? x : Dim::unknown();
}
Dim knownSign(const Dim& x) { return x.isKnown() ? Dim(signOf(ElementType::kInt64, x.value())) : Dim::unknown(); }

void addTrigonometry(std::vector<OperatorDefinition>& family) {
  const auto add = [&](const char* name, const char* summary, double (*f)(double)) {
    family.push_back(onReals(name, summary, f));
  };
  add("Sin", "The sine of each element.", [](double x) { return std::sin(x); });
  add("Cos", "The cosine of each element.", [](double x) { return std::cos(x); });
  add("Tan", "The tangent of each element.", [](double x) { return std::tan(x); });
  add("Asin", "The inverse sine of each element.", [](double x) { return std::asin(x); });
  add("Acos", "The inverse cosine of each element.", [](double x) { return std::acos(x); });
  add("Atan", "The inverse tangent of each element.", [](double x) { return std::atan(x); });
  add("Sinh", "The hyperbolic sine of each element.", [](double x) { return std::sinh(x); });
  add("Cosh", "The hyperbolic cosine of each element.", [](double x) { return std::cosh(x); });
  add("Asinh", "The inverse hyperbolic sine of each element.", [](double x) { return std::asinh(x); });
  add("Acosh", "The inverse hyperbolic cosine of each element.", [](double x) { return std::acosh(x); });
  add("Atanh", "The inverse hyperbolic tangent of each element.", [](double x) { return std::atanh(x); });
}

void addBasic(std::vector<OperatorDefinition>& family) {
  family.push_back(onReals("Exp", "e raised to each element.", [](double x) { return std::exp(x); }));
  family.push_back(onReals("Log", "The natural logarithm of each element.", [](double x) { return std::log(x); }));
  family.push_back(onReals(
      "Sqrt", "The square root of each element.", [](double x) { return std::sqrt(x); }, 4));
  family.push_back(onReals(
      "Reciprocal", "One divided by each element.", [](double x) { return 1.0 / x; }, 4));
  family.push_back(onReals(
      "Floor", "Each element rounded down.", [](double x) { return std::floor(x); }, 1));
  family.push_back(onReals(
      "Ceil", "Each element rounded up.", [](double x) { return std::ceil(x); }, 1));
  family.push_back(onReals(
      "Round", "Each element rounded to the nearest integer, halves to even.",
      [](double x) { return std::nearbyint(x); }, 1));
  family.push_back(onNumbers(
      "Neg", "Each element with its sign changed.", [](double x) { return -x; }, negated, knownNegation));
  family.push_back(onNumbers(
      "Abs", "The absolute value of each element.", [](double x) { return std::fabs(x); }, magnitude, knownMagnitude));
  family.push_back(onNumbers(
      "Sign", "-1, 0 or 1 by the sign of each element.", [](double x) { return x > 0   ? 1.0
                                                                               : x < 0 ? -1.0
                                                                                       : x; },
      signOf, knownSign));
}

std::vector<OutputFact> inferPredicate(const InferenceContext& context) {
  return outputOf(ElementType::kBool, required(context, 0).type.shape);
}

void addPredicates(std::vector<OperatorDefinition>& family) {
  OperatorDefinition isNaN = unary("IsNaN", "True where an element is not a number.");
  isNaN.infer = inferPredicate;
  isNaN.evaluate = [](const EvaluationContext& context) {
    return std::vector<Value>{mapElements<Integer, double>(ElementType::kBool, required(context, 0),
                                                           [](double x) { return std::isnan(x) ? 1 : 0; })};
  };
  OperatorDefinition isInf = unary("IsInf", "True where an element is infinite.");
  isInf.attributes = {{"detect_negative", std::int64_t{1}}, {"detect_positive", std::int64_t{1}}};
  isInf.infer = inferPredicate;
  isInf.evaluate = [](const EvaluationContext& context) {
    const bool negative = context.attributes.integer("detect_negative", 1) != 0;
    const bool positive = context.attributes.integer("detect_positive", 1) != 0;
    return std::vector<Value>{mapElements<Integer, double>(ElementType::kBool, required(context, 0), [=](double x) {
      return std::isinf(x) && (x > 0 ? positive : negative) ? 1 : 0;
    })};
  };
  OperatorDefinition bitwiseNot = unary("BitwiseNot", "Each bit of each integer inverted.");
  bitwiseNot.evaluate = [](const EvaluationContext& context) {
    const ElementType type = required(context, 0).element();
    return std::vector<Value>{
        mapElements<Integer, Integer>(type, context.inputs[0], [type](Integer n) { return wrapInteger(type, ~n); })};
  };
  for (auto* definition : {&isNaN, &isInf, &bitwiseNot}) family.push_back(std::move(*definition));
}

/// By elimination with partial pivoting; `matrix` is consumed.
double determinantOf(std::vector<double> matrix, std::size_t size) {
  double determinant = 1;
  for (std::size_t column = 0; column < size; ++column) {
    std::size_t pivot = column;
    for (std::size_t row = column + 1; row < size; ++row)
      if (std::fabs(matrix[row * size + column]) > std::fabs(matrix[pivot * size + column])) pivot = row;
    const double head = matrix[pivot * size + column];
    if (head == 0.0) return 0;
    if (pivot != column) {
      for (std::size_t k = 0; k < size; ++k) std::swap(matrix[pivot * size + k], matrix[column * size + k]);
      determinant = -determinant;
    }
    determinant *= head;
    for (std::size_t row = column + 1; row < size; ++row) {
      const double factor = matrix[row * size + column] / head;
      for (std::size_t k = column; k < size; ++k) matrix[row * size + k] -= factor * matrix[column * size + k];
    }
  }
  return determinant;
}

std::vector<OutputFact> inferDet(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!type.shape.hasRank()) return outputOf(type.element, Shape::unknownRank());
  const int rank = type.shape.rank();
  if (rank < 2) throw ModelError("Det needs a matrix or a batch of matrices");
  const Dim &rows = type.shape[rank - 2], &columns = type.shape[rank - 1];
  if (rows.isKnown() && columns.isKnown() && !(rows == columns)) throw ModelError("Det needs square matrices");
  return outputOf(type.element, Shape(type.shape.dims().first(static_cast<std::size_t>(rank - 2))));
}

std::vector<Value> evaluateDet(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto elements = elementsOf<double>(x);
  if (x.rank() < 2) throw EvaluationError("Det needs a matrix or a batch of matrices");
  const std::int64_t size = x.shape().back();
  if (size != x.shape()[x.shape().size() - 2]) throw EvaluationError("Det needs square matrices");
  Extents batch(x.shape().begin(), x.shape().end() - 2);
  std::vector<double> determinants(static_cast<std::size_t>(elementCount(batch)));
  const auto area = static_cast<std::size_t>(size * size);
  for (std::size_t i = 0; i < determinants.size(); ++i) {
    const auto matrix = elements.subspan(i * area, area);
    determinants[i] = determinantOf({matrix.begin(), matrix.end()}, static_cast<std::size_t>(size));
  }
  return {makeValue(x.element(), std::move(batch), std::move(determinants))};
}

OperatorDefinition determinant() {
  OperatorDefinition definition = unary("Det", "The determinant of each square matrix.");
  definition.opClass = OpClass::kOther;
  definition.infer = inferDet;
  definition.work = [](const WorkContext& context) {
    Work work = bytesOnly(context);
    const Shape& shape = context.inputs[0].shape;
    work.flops =
        elementsOfType(context.inputs[0]) * static_cast<double>(shape[shape.rank() - 1].known().value_or(0)) * 2 / 3;
    return work;
  };
  definition.evaluate = evaluateDet;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> elementaryOperators() {
  std::vector<OperatorDefinition> family;
  addBasic(family);
  addTrigonometry(family);
  addPredicates(family);
  family.push_back(determinant());
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
