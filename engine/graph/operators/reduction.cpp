// Reductions over axes: Reduce*. Sums are taken in float64 in row-major order; an empty set of axes reduces nothing but
// still applies the function to each element, as numpy's axis=() does.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "graph/operators/helpers.h"
#include "graph/operators/known_elements.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

enum class Kind { kSum, kMean, kMax, kMin, kProd, kL1, kL2, kSumSquare, kLogSum, kLogSumExp };

/// The axes to reduce, given or all.
std::vector<int> reducedAxes(const Attributes& attributes, const std::optional<std::vector<Integer>>& given, int rank) {
  if (given && !given->empty()) return normalizedAxes(*given, rank);
  std::vector<int> axes;
  if (attributes.integer("noop_with_empty_axes", 0) != 0) return axes;
  axes.resize(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

bool contains(std::span<const int> axes, int axis) { return std::find(axes.begin(), axes.end(), axis) != axes.end(); }

bool keepsAxes(const Attributes& attributes) { return attributes.integer("keepdims", 1) != 0; }

// Evaluation.

/// How the elements of x run into those of the result.
struct Plan {
  StridedLoop<2> loop;  ///< strides of x and of the result (0 along reduced axes)
  std::size_t count;    ///< elements of the result
  Extents shape;        ///< of the result
  double perElement;    ///< elements of x for one of the result
};

Plan planFor(const EvaluationContext& context, const Value& x) {
  const auto axes = reducedAxes(context.attributes, integersOf(context, "axes", 1), x.rank());
  Extents kept = x.shape(), shape;
  for (const int axis : axes) kept[static_cast<std::size_t>(axis)] = 1;
  Extents strides = rowMajorStrides(kept);
  for (const int axis : axes) strides[static_cast<std::size_t>(axis)] = 0;
  for (int axis = 0; axis < x.rank(); ++axis)
    if (keepsAxes(context.attributes) || !contains(axes, axis)) shape.push_back(kept[static_cast<std::size_t>(axis)]);
  const auto count = static_cast<std::size_t>(elementCount(kept));
  const double perElement = count == 0 ? 0.0 : static_cast<double>(x.size()) / static_cast<double>(count);
  return {StridedLoop<2>(x.shape(), {rowMajorStrides(x.shape()), std::move(strides)}), count, std::move(shape),
          perElement};
}

/// to[place] = step(to[place], x, place) for every element x.
template <typename T, typename Step>
void accumulate(const Plan& plan, std::span<const T> from, std::vector<T>& to, Step step) {
  plan.loop.forEachRun([&](const auto& offsets, Integer count, const auto& strides) {
    const T* x = from.data() + offsets[0];
    auto place = static_cast<std::size_t>(offsets[1]);
    if (strides[1] == 0) {
      T sum = to[place];
      for (Integer i = 0; i < count; ++i) sum = step(sum, x[i * strides[0]], place);
      to[place] = sum;
      return;
    }
    for (Integer i = 0; i < count; ++i, place += static_cast<std::size_t>(strides[1]))
      to[place] = step(to[place], x[i * strides[0]], place);
  });
}

template <typename T, typename Step>
std::vector<T> folded(const Plan& plan, std::span<const T> from, T start, Step step) {
  std::vector<T> to(plan.count, start);
  accumulate(plan, from, to, [step](T sum, T x, std::size_t) { return step(sum, x); });
  return to;
}

template <typename F>
std::vector<double> mapped(std::vector<double> elements, F f) {
  for (double& element : elements) element = f(element);
  return elements;
}

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> maxima(const Plan& plan, std::span<const double> x) {
  return folded(plan, x, -kInfinity, [](double a, double b) { return std::isnan(a) || a > b ? a : b; });
}

std::vector<double> sums(const Plan& plan, std::span<const double> x) {
  return folded(plan, x, 0.0, [](double a, double b) { return a + b; });
}

std::vector<double> squareSums(const Plan& plan, std::span<const double> x) {
  return folded(plan, x, 0.0, [](double a, double b) { return a + b * b; });
}

/// log(sum(exp(x))), with the largest x taken out so that nothing overflows.
std::vector<double> logSumExps(const Plan& plan, std::span<const double> x) {
  const std::vector<double> largest = mapped(maxima(plan, x), [](double m) { return std::isinf(m) ? 0.0 : m; });
  std::vector<double> to(plan.count, 0.0);
  accumulate(plan, x, to, [&](double sum, double e, std::size_t place) { return sum + std::exp(e - largest[place]); });
  for (std::size_t i = 0; i < to.size(); ++i) to[i] = std::log(to[i]) + largest[i];
  return to;
}

std::vector<double> reducedReals(Kind kind, const Plan& plan, std::span<const double> x) {
  switch (kind) {
    case Kind::kSum:
      return sums(plan, x);
    case Kind::kMean:
      return mapped(sums(plan, x), [&](double sum) { return sum / plan.perElement; });
    case Kind::kMax:
      return maxima(plan, x);
    case Kind::kMin:
      return folded(plan, x, kInfinity, [](double a, double b) { return std::isnan(a) || a < b ? a : b; });
    case Kind::kProd:
      return folded(plan, x, 1.0, [](double a, double b) { return a * b; });
    case Kind::kL1:
      return folded(plan, x, 0.0, [](double a, double b) { return a + std::fabs(b); });
    case Kind::kL2:
      return mapped(squareSums(plan, x), [](double sum) { return std::sqrt(sum); });
    case Kind::kSumSquare:
      return squareSums(plan, x);
    case Kind::kLogSum:
      return mapped(sums(plan, x), [](double sum) { return std::log(sum); });
    case Kind::kLogSumExp:
      return logSumExps(plan, x);
  }
  return {};
}

/// The kinds that are exact on integers; nothing for the others, which go through reals.
std::optional<std::vector<Integer>> reducedIntegers(Kind kind, ElementType type, const Plan& plan,
                                                    std::span<const Integer> x) {
  const auto sum = [](Integer a, Integer b) {
    return static_cast<Integer>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
  };
  const auto product = [](Integer a, Integer b) {
    return static_cast<Integer>(static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b));
  };
  switch (kind) {
    case Kind::kSum:
      return folded(plan, x, Integer{0}, sum);
    case Kind::kProd:
      return folded(plan, x, Integer{1}, product);
    case Kind::kMax:
      return folded(plan, x, lowestOf(type), [type](Integer a, Integer b) { return isLess(type, a, b) ? b : a; });
    case Kind::kMin:
      return folded(plan, x, highestOf(type), [type](Integer a, Integer b) { return isLess(type, b, a) ? b : a; });
    case Kind::kL1:
      return folded(plan, x, Integer{0},
                    [=](Integer a, Integer b) { return sum(a, isLess(type, b, 0) ? product(b, -1) : b); });
    case Kind::kSumSquare:
      return folded(plan, x, Integer{0}, [=](Integer a, Integer b) { return sum(a, product(b, b)); });
    default:
      return std::nullopt;
  }
}

std::vector<Value> evaluateReduction(Kind kind, const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const ElementType type = x.element();
  Plan plan = planFor(context, x);
  if (x.isFloat()) {
    auto reals = reducedReals(kind, plan, x.floats());
    return {makeValue(type, std::move(plan.shape), std::move(reals))};
  }
  const auto elements = elementsOf<Integer>(x);
  std::vector<Integer> result;
  if (auto exact = reducedIntegers(kind, type, plan, elements)) {
    result = std::move(*exact);
    for (Integer& element : result) element = wrapInteger(type, element);
  } else {
    std::vector<double> reals(elements.size());
    std::transform(elements.begin(), elements.end(), reals.begin(), [type](Integer e) { return realFrom(type, e); });
    for (const double element : reducedReals(kind, plan, reals)) result.push_back(integerFrom(type, element));
  }
  return {makeValue(type, std::move(plan.shape), std::move(result))};
}

// Inference.

Shape reducedShape(const Shape& shape, std::span<const int> axes, bool keeps) {
  Shape result;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (!contains(axes, axis))
      result.append(shape[axis]);
    else if (keeps)
      result.append(1);
  }
  return result;
}

/// The elements of a vector reduced to one, where the kind has meaning for dimensions.
std::optional<KnownElements> reducedElements(Kind kind, const InputFact& input) {
  if (!input.elements || input.type.shape.rank() != 1) return std::nullopt;
  const KnownElements& elements = *input.elements;
  if (kind != Kind::kSum && kind != Kind::kProd && ((kind != Kind::kMax && kind != Kind::kMin) || elements.empty()))
    return std::nullopt;
  Dim result = kind == Kind::kSum ? Dim(0) : kind == Kind::kProd ? Dim(1) : elements.front();
  for (const Dim& element : elements) {
    if (kind == Kind::kSum)
      result = result + element;
    else if (kind == Kind::kProd)
      result = result * element;
    else
      result = kind == Kind::kMax ? max(result, element) : min(result, element);
  }
  return KnownElements{result};
}

std::vector<OutputFact> inferReduction(Kind kind, const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!type.shape.hasRank()) return outputOf(type.element, Shape::unknownRank());
  const bool keeps = keepsAxes(context.attributes);
  const auto given = constantIntegers(context, "axes", 1);
  if (isGiven(context, "axes", 1) && !given)
    return outputOf(type.element, keeps ? unknownShape(type.shape.rank()) : Shape::unknownRank());
  const auto axes = reducedAxes(context.attributes, given, type.shape.rank());
  std::vector<OutputFact> outputs = outputOf(type.element, reducedShape(type.shape, axes, keeps));
  if (isTracked(outputs[0].type) && axes.size() == 1) outputs[0].elements = reducedElements(kind, context.input(0));
  return outputs;
}

OperatorDefinition reduction(std::string name, Kind kind, double flopsPerInput, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.maxInputs = 2;
  definition.opClass = OpClass::kReduction;
  definition.attributes = {
      {"axes", std::nullopt}, {"keepdims", std::int64_t{1}}, {"noop_with_empty_axes", std::int64_t{0}}};
  definition.absorbed = {{1, "axes"}};
  definition.infer = [kind](const InferenceContext& context) { return inferReduction(kind, context); };
  definition.work = [flopsPerInput](const WorkContext& context) {
    Work work = bytesOnly(context);
    work.flops = flopsPerInput * elementsOfType(context.inputs[0]);
    return work;
  };
  definition.evaluate = [kind](const EvaluationContext& context) { return evaluateReduction(kind, context); };
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> reductionOperators() {
  std::vector<OperatorDefinition> family;
  family.push_back(reduction("ReduceSum", Kind::kSum, 1, "The sum over axes."));
  family.push_back(reduction("ReduceMean", Kind::kMean, 1, "The mean over axes."));
  family.push_back(reduction("ReduceMax", Kind::kMax, 1, "The largest element over axes."));
  family.push_back(reduction("ReduceMin", Kind::kMin, 1, "The smallest element over axes."));
  family.push_back(reduction("ReduceProd", Kind::kProd, 1, "The product over axes."));
  family.push_back(reduction("ReduceL1", Kind::kL1, 2, "The sum of absolute values over axes."));
  family.push_back(reduction("ReduceL2", Kind::kL2, 2, "The square root of the sum of squares over axes."));
  family.push_back(reduction("ReduceSumSquare", Kind::kSumSquare, 2, "The sum of squares over axes."));
  family.push_back(reduction("ReduceLogSum", Kind::kLogSum, 1, "The logarithm of the sum over axes."));
  family.push_back(
      reduction("ReduceLogSumExp", Kind::kLogSumExp, 11, "The logarithm of the sum of exponentials over axes."));
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
