// Softmax, LogSoftmax, Hardmax and LpNormalization: functions of the line of elements along one axis.

#include <algorithm>
#include <cmath>

#include "graph/operators/operators.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

/// Changes one line of numbers in place.
using LineFunction = std::function<void(std::span<double>, const Attributes&)>;

void softmax(std::span<double> line, const Attributes&) {
  const double largest = *std::ranges::max_element(line);
  double sum = 0;
  for (double& number : line) sum += number = std::exp(number - largest);
  for (double& number : line) number /= sum;
}

void logSoftmax(std::span<double> line, const Attributes&) {
  const double largest = *std::ranges::max_element(line);
  double sum = 0;
  for (const double number : line) sum += std::exp(number - largest);
  for (double& number : line) number -= largest + std::log(sum);
}

void hardmax(std::span<double> line, const Attributes&) {
  const auto first = std::ranges::max_element(line) - line.begin();
  std::ranges::fill(line, 0.0);
  line[static_cast<std::size_t>(first)] = 1;
}

void lpNormalize(std::span<double> line, const Attributes& attributes) {
  const bool isManhattan = attributes.integer("p", 2) == 1;
  double sum = 0;
  for (const double number : line) sum += isManhattan ? std::abs(number) : number * number;
  const double norm = isManhattan ? sum : std::sqrt(sum);
  for (double& number : line) number = norm == 0 ? 0 : number / norm;
}

std::vector<OutputFact> inferLines(std::string_view op, const InferenceContext& context) {
  const Shape& x = context.input(0).type.shape;
  if (x.hasRank() && x.rank() > 0) normalizedAxis(op, context.attributes.integer("axis", -1), x.rank());
  return oneOutput(commonFloat(op, context, {0}), x);
}

/// The elements as lines: `step` apart, `length` long; a block of `step` lines lies in length * step elements. With the
/// attribute `flatten` (opsets before 13) a line is everything from the axis on.
struct Lines {
  std::int64_t blocks = 1, length = 1, step = 1;
};

Lines linesOf(std::string_view op, const Attributes& attributes, const Value& x) {
  if (x.rank() == 0) return {};
  const std::span<const std::int64_t> extents = x.shape();
  const auto axis = static_cast<std::size_t>(normalizedAxis(op, attributes.integer("axis", -1), x.rank()));
  if (attributes.integer("flatten", 0) != 0) return {product(extents.first(axis)), product(extents.subspan(axis)), 1};
  return {product(extents.first(axis)), extents[axis], product(extents.subspan(axis + 1))};
}

Value alongLines(std::string_view op, const EvaluationContext& context, const LineFunction& function) {
  Value y = context.inputs[0];
  const Lines lines = linesOf(op, context.attributes, y);
  const auto numbers = y.mutableFloats();
  if (numbers.empty()) return y;
  std::vector<double> line(static_cast<std::size_t>(lines.length));
  for (std::int64_t block = 0; block < lines.blocks; ++block)
    for (std::int64_t i = 0; i < lines.step; ++i) {
      double* first = numbers.data() + block * lines.length * lines.step + i;
      for (std::size_t k = 0; k < line.size(); ++k) line[k] = first[static_cast<std::int64_t>(k) * lines.step];
      function(line, context.attributes);
      for (std::size_t k = 0; k < line.size(); ++k) first[static_cast<std::int64_t>(k) * lines.step] = line[k];
    }
  return y;
}

OperatorDefinition alongAxis(std::string name, double flops, std::vector<AttributeSpec> more, std::string summary,
                             LineFunction function) {
  OperatorDefinition definition = newDefinition(name, 1, 1, OpClass::kNormalization, std::move(summary));
  definition.attributes = {{"axis", std::int64_t{-1}}};
  definition.attributes.insert(definition.attributes.end(), more.begin(), more.end());
  const InferFunction infer = [name](const InferenceContext& context) { return inferLines(name, context); };
  definition.infer = infer;
  definition.work = [flops](const WorkContext& context) {
    return workWith(context, flops * elementCount(context.inputs[0]));
  };
  definition.evaluate = [name, infer, function = std::move(function)](const EvaluationContext& context) {
    inferActual(name, infer, context);
    return std::vector{alongLines(name, context, function)};
  };
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> softmaxOperators() {
  const std::vector<AttributeSpec> flatten{{"flatten", std::int64_t{0}}};
  return {
      alongAxis("Softmax", 7, flatten, "exp(x) divided by its sum along the axis.", softmax),
      alongAxis("LogSoftmax", 7, flatten, "x minus the logarithm of the sum of exp(x) along the axis.", logSoftmax),
      alongAxis("Hardmax", 2, flatten, "1 at the first largest element along the axis, 0 elsewhere.", hardmax),
      alongAxis("LpNormalization", 3, {{"p", std::int64_t{2}}}, "x divided by its p-norm along the axis; p is 1 or 2.",
                lpNormalize),
  };
}

}  // namespace tasoscope::operators
