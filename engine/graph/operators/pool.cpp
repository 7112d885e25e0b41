// Pools: the largest, mean or p-norm of the elements under a window, or of all spatial positions.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "graph/operators/operators.h"
#include "graph/operators/support.h"
#include "graph/operators/window.h"

namespace tasoscope::operators {
namespace {

void checkSpatial(std::string_view op, const Shape& x) {
  if (x.hasRank() && x.rank() < 3)
    refuse(op, "x needs a batch, channels and a spatial axis, not the shape " + x.text());
}

/// The shape of a windowed pool's output.
Shape pooledShape(std::string_view op, const InferenceContext& context) {
  const Shape& x = context.input(0).type.shape;
  checkSpatial(op, x);
  if (!x.hasRank()) return Shape::unknownRank();
  const Window window = readWindow(op, context.attributes, x.rank() - 2);
  Shape output{x[0], x[1]};
  for (int i = 0; i < window.rank(); ++i) output.append(window.outputExtent(op, i, x[i + 2]));
  return output;
}

/// The inputs one output position sees along an axis.
struct Taps {
  std::vector<std::int64_t> places;  ///< inside the input
  std::int64_t padded = 0;           ///< places inside the input or its padding
};

std::vector<Taps> tapsOf(const WindowAxis& axis, std::int64_t input, std::int64_t output) {
  std::vector<Taps> taps(static_cast<std::size_t>(output));
  for (std::int64_t o = 0; o < output; ++o) {
    Taps& at = taps[static_cast<std::size_t>(o)];
    const std::int64_t start = o * axis.stride - axis.padBefore;
    // Taps that lie before the input are skipped at once: a kernel may be much larger than its input.
    const std::int64_t first = start >= 0 ? 0 : std::min(axis.kernel, (-start + axis.dilation - 1) / axis.dilation);
    const std::int64_t reach = input - 1 - start;  // negative: the window lies behind the input
    const std::int64_t last = reach < 0 ? 0 : std::min(axis.kernel, reach / axis.dilation + 1);
    for (std::int64_t k = first; k < last; ++k) at.places.push_back(start + k * axis.dilation);
    const std::int64_t end = input + axis.padAfter - 1 - start;
    at.padded = end < 0 ? 0 : std::min(axis.kernel, end / axis.dilation + 1);
  }
  return taps;
}

/// A windowed pool in three spatial dimensions, fewer ones padded in front with extents of 1.
struct PoolShape {
  std::int64_t planes = 1;  ///< batch * channels
  std::array<std::int64_t, 3> input{1, 1, 1};
  std::array<std::int64_t, 3> output{1, 1, 1};
  std::array<std::vector<Taps>, 3> taps;
  std::int64_t inputSize() const { return input[0] * input[1] * input[2]; }
};

PoolShape poolShape(std::string_view op, const Attributes& attributes, const Value& x,
                    std::span<const std::int64_t> output) {
  const auto spatial = std::span(x.shape()).subspan(2);
  const Window window = readWindow(op, attributes, x.rank() - 2).resolved(op, spatial);
  if (window.rank() > 3) refuseEvaluation(op, "more than three spatial axes are not evaluated");
  PoolShape shape;
  shape.planes = x.shape()[0] * x.shape()[1];
  const int offset = 3 - window.rank();
  for (std::size_t i = 0; i < 3; ++i) {
    WindowAxis axis;
    if (static_cast<int>(i) >= offset) {
      const std::size_t from = i - static_cast<std::size_t>(offset);
      shape.input[i] = spatial[from];
      shape.output[i] = output[from + 2];
      axis = window.axes[from];
    }
    shape.taps[i] = tapsOf(axis, shape.input[i], shape.output[i]);
  }
  return shape;
}

/// Calls visit(output index, first input of the plane, taps along each axis) for each output element.
template <typename Visit>
void forEachWindow(const PoolShape& shape, Visit visit) {
  std::int64_t i = 0;
  for (std::int64_t plane = 0; plane < shape.planes; ++plane)
    for (const Taps& d : shape.taps[0])
      for (const Taps& h : shape.taps[1])
        for (const Taps& w : shape.taps[2]) visit(static_cast<std::size_t>(i++), plane * shape.inputSize(), d, h, w);
}

/// Calls visit(d, h, w, offset in the plane) for each input under a window.
template <typename Visit>
void forEachPlace(const PoolShape& shape, const Taps& d, const Taps& h, const Taps& w, Visit visit) {
  for (const std::int64_t depth : d.places)
    for (const std::int64_t row : h.places)
      for (const std::int64_t column : w.places)
        visit(depth, row, column, (depth * shape.input[1] + row) * shape.input[2] + column);
}

std::vector<OutputFact> inferMaxPool(const InferenceContext& context) {
  Shape output = pooledShape("MaxPool", context);
  std::vector<OutputFact> facts = oneOutput(commonNumber("MaxPool", context, {0}), output);
  if (context.outputCount > 1) facts.push_back(oneOutput(ElementType::kInt64, output)[0]);
  return facts;
}

std::vector<Value> evaluateMaxPool(const EvaluationContext& context) {
  const auto types = inferActual("MaxPool", inferMaxPool, context);
  const auto extents = types[0].shape.extents();
  const Value& x = context.inputs[0];
  const Numbers numbers(x);
  const PoolShape shape = poolShape("MaxPool", context.attributes, x, extents);
  const bool isColumnMajor = context.attributes.integer("storage_order", 0) != 0;
  std::vector<double> largest(static_cast<std::size_t>(product(extents)), -std::numeric_limits<double>::infinity());
  std::vector<std::int64_t> where(types.size() > 1 ? largest.size() : 0, 0);
  forEachWindow(shape, [&](std::size_t i, std::int64_t plane, const Taps& d, const Taps& h, const Taps& w) {
    bool isFirst = true;
    forEachPlace(shape, d, h, w, [&](auto depth, auto row, auto column, auto offset) {
      const double number = numbers[plane + offset];
      if (!isFirst && !(number > largest[i])) return;
      isFirst = false;
      largest[i] = number;
      if (where.empty()) return;
      const auto turned = (depth * shape.input[2] + column) * shape.input[1] + row;
      where[i] = plane + (isColumnMajor ? turned : offset);
    });
  });
  std::vector<Value> results{valueOf(x.element(), extents, std::move(largest))};
  if (types.size() > 1) results.push_back(Value::ofIntegers(ElementType::kInt64, extents, std::move(where)));
  return results;
}

std::vector<OutputFact> inferAveragePool(const InferenceContext& context) {
  return oneOutput(commonFloat("AveragePool", context, {0}), pooledShape("AveragePool", context));
}

std::vector<Value> evaluateAveragePool(const EvaluationContext& context) {
  const auto extents = inferActual("AveragePool", inferAveragePool, context)[0].shape.extents();
  const Value& x = context.inputs[0];
  const auto numbers = x.floats();
  const PoolShape shape = poolShape("AveragePool", context.attributes, x, extents);
  const bool countsPadding = context.attributes.integer("count_include_pad", 0) != 0;
  std::vector<double> means(static_cast<std::size_t>(product(extents)), 0.0);
  forEachWindow(shape, [&](std::size_t i, std::int64_t plane, const Taps& d, const Taps& h, const Taps& w) {
    double sum = 0;
    forEachPlace(shape, d, h, w,
                 [&](auto, auto, auto, auto offset) { sum += numbers[static_cast<std::size_t>(plane + offset)]; });
    const auto count = countsPadding ? static_cast<double>(d.padded * h.padded * w.padded)
                                     : static_cast<double>(d.places.size() * h.places.size() * w.places.size());
    means[i] = count > 0 ? sum / count : 0;
  });
  return {Value::ofFloats(x.element(), extents, std::move(means))};
}

double powerOf(const Attributes& attributes) { return static_cast<double>(attributes.integer("p", 2)); }

std::vector<OutputFact> inferLpPool(const InferenceContext& context) {
  return oneOutput(commonFloat("LpPool", context, {0}), pooledShape("LpPool", context));
}

std::vector<Value> evaluateLpPool(const EvaluationContext& context) {
  const auto extents = inferActual("LpPool", inferLpPool, context)[0].shape.extents();
  const Value& x = context.inputs[0];
  const auto numbers = x.floats();
  const PoolShape shape = poolShape("LpPool", context.attributes, x, extents);
  const double p = powerOf(context.attributes);
  std::vector<double> norms(static_cast<std::size_t>(product(extents)), 0.0);
  forEachWindow(shape, [&](std::size_t i, std::int64_t plane, const Taps& d, const Taps& h, const Taps& w) {
    double sum = 0;
    forEachPlace(shape, d, h, w, [&](auto, auto, auto, auto offset) {
      sum += std::pow(std::abs(numbers[static_cast<std::size_t>(plane + offset)]), p);
    });
    norms[i] = std::pow(sum, 1 / p);
  });
  return {Value::ofFloats(x.element(), extents, std::move(norms))};
}

Work workOfPool(const WorkContext& context) {
  const Shape& x = context.inputs[0].shape;
  const Window window = readWindow("a pool", context.attributes, x.rank() - 2);
  return workWith(context, elementCount(context.outputs[0]) * static_cast<double>(window.kernelSize()));
}

OperatorDefinition windowedPool(std::string name, std::string summary, std::vector<AttributeSpec> more) {
  OperatorDefinition definition = newDefinition(std::move(name), 1, 1, OpClass::kPool, std::move(summary));
  definition.attributes = {{"kernel_shape", std::nullopt}, {"strides", std::nullopt},
                           {"pads", std::nullopt},         {"dilations", std::nullopt},
                           {"ceil_mode", std::int64_t{0}}, {"auto_pad", std::string("NOTSET")}};
  definition.attributes.insert(definition.attributes.end(), more.begin(), more.end());
  definition.work = workOfPool;
  return definition;
}

/// From the elements of one plane to its result.
using PlaneFunction = std::function<double(std::span<const double>, const Attributes&)>;

OperatorDefinition globalPool(std::string name, std::string summary, PlaneFunction function) {
  OperatorDefinition definition = newDefinition(name, 1, 1, OpClass::kPool, std::move(summary));
  const InferFunction infer = [name](const InferenceContext& context) {
    const Shape& x = context.input(0).type.shape;
    const ElementType element = commonFloat(name, context, {0});
    if (!x.hasRank()) return oneOutput(element, x);
    if (x.rank() < 2) refuse(name, "x needs a batch and channels, not the shape " + x.text());
    Shape output{x[0], x[1]};
    for (int i = 2; i < x.rank(); ++i) output.append(1);
    return oneOutput(element, std::move(output));
  };
  definition.infer = infer;
  definition.work = [](const WorkContext& context) { return workWith(context, elementCount(context.inputs[0])); };
  definition.evaluate = [name, infer, function = std::move(function)](const EvaluationContext& context) {
    const auto extents = inferActual(name, infer, context)[0].shape.extents();
    const Value& x = context.inputs[0];
    const auto size = static_cast<std::size_t>(product(std::span(x.shape()).subspan(2)));
    std::vector<double> results(static_cast<std::size_t>(product(extents)));
    for (std::size_t i = 0; i < results.size(); ++i)
      results[i] = function(x.floats().subspan(i * size, size), context.attributes);
    return std::vector{Value::ofFloats(x.element(), extents, std::move(results))};
  };
  return definition;
}

double meanOf(std::span<const double> plane, const Attributes&) {
  double sum = 0;
  for (const double number : plane) sum += number;
  return sum / static_cast<double>(plane.size());
}

double largestOf(std::span<const double> plane, const Attributes&) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const double number : plane) largest = std::max(largest, number);
  return largest;
}

double normOf(std::span<const double> plane, const Attributes& attributes) {
  const double p = powerOf(attributes);
  double sum = 0;
  for (const double number : plane) sum += std::pow(std::abs(number), p);
  return std::pow(sum, 1 / p);
}

}  // namespace

std::vector<OperatorDefinition> poolOperators() {
  OperatorDefinition maximum =
      windowedPool("MaxPool", "The largest element under the window, and on request where it was.",
                   {{"storage_order", std::int64_t{0}}});
  maximum.maxOutputs = 2;
  maximum.infer = inferMaxPool;
  maximum.evaluate = evaluateMaxPool;
  OperatorDefinition average =
      windowedPool("AveragePool", "The mean of the elements under the window, with or without the padding.",
                   {{"count_include_pad", std::int64_t{0}}});
  average.infer = inferAveragePool;
  average.evaluate = evaluateAveragePool;
  OperatorDefinition norm =
      windowedPool("LpPool", "The p-norm of the elements under the window.", {{"p", std::int64_t{2}}});
  norm.infer = inferLpPool;
  norm.evaluate = evaluateLpPool;
  OperatorDefinition globalNorm = globalPool("GlobalLpPool", "The p-norm of each channel.", normOf);
  globalNorm.attributes = {{"p", std::int64_t{2}}};
  return {maximum,
          average,
          norm,
          globalPool("GlobalAveragePool", "The mean of each channel.", meanOf),
          globalPool("GlobalMaxPool", "The largest element of each channel.", largestOf),
          globalNorm};
}

}  // namespace tasoscope::operators
