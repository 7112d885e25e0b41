// MaxUnpool: the way back of MaxPool, from its values and the places that it took them from.

#include <fmt/format.h>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

std::span<const Integer> listOf(const Attributes& attributes, std::string_view name) {
  return attributes.has(name) ? std::span<const Integer>(attributes.integers(name)) : std::span<const Integer>();
}

/// What was pooled to x by windows without gaps: (extent - 1) * stride + kernel - pads along each spatial axis.
Shape unpooledShape(const Attributes& attributes, const Shape& x) {
  if (!x.hasRank()) return x;
  if (x.rank() < 3) throw ModelError(fmt::format("a shape {} has no spatial axes", x.text()));
  const auto spatial = static_cast<std::size_t>(x.rank()) - 2;
  const auto kernel = listOf(attributes, "kernel_shape"), strides = listOf(attributes, "strides"),
             pads = listOf(attributes, "pads");
  if (kernel.size() != spatial || (!strides.empty() && strides.size() != spatial) ||
      (!pads.empty() && pads.size() != 2 * spatial))
    throw ModelError(fmt::format("kernel_shape, strides and pads do not fit {} spatial axes", spatial));
  Shape shape{x[0], x[1]};
  for (std::size_t i = 0; i < spatial; ++i) {
    const Integer padding = pads.empty() ? 0 : pads[i] + pads[spatial + i];
    const Dim& extent = x[static_cast<int>(i) + 2];
    shape.append((extent - Dim(1)) * Dim(strides.empty() ? 1 : strides[i]) + Dim(kernel[i] - padding));
  }
  return shape;
}

std::vector<OutputFact> inferUnpool(const InferenceContext& context) {
  const TensorType& x = required(context, 0).type;
  required(context, 1);
  if (context.has(2)) {
    const auto& elements = context.input(2).elements;
    return outputOf(x.element, elements            ? shapeFrom(*elements)
                               : x.shape.hasRank() ? unknownShape(x.shape.rank())
                                                   : Shape::unknownRank());
  }
  return outputOf(x.element, unpooledShape(context.attributes, x.shape));
}

std::vector<Value> evaluateUnpool(const EvaluationContext& context) {
  const Value &x = required(context, 0), &places = required(context, 1);
  const auto numbers = elementsOf<double>(x);
  const auto indices = elementsOf<Integer>(places);
  if (places.shape() != x.shape()) throw EvaluationError("there is not one place for each value");
  // Places count in the tensor that was pooled; a larger output has the same rows and columns, and zeros beside them.
  const Extents pooled = unpooledShape(context.attributes, x.type().shape).extents();
  Extents extents = pooled;
  if (context.has(2)) {
    const auto wanted = elementsOf<Integer>(context.inputs[2]);
    if (wanted.size() != pooled.size()) throw EvaluationError("the output shape has not the rank of the input");
    extents.assign(wanted.begin(), wanted.end());
  }
  std::vector<double> result(static_cast<std::size_t>(elementCount(extents)));
  const Integer inPooled = elementCount(pooled);
  const Extents from = rowMajorStrides(pooled), to = rowMajorStrides(extents);
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (indices[i] < 0 || indices[i] >= inPooled)
      throw EvaluationError(fmt::format("there is no place {}", indices[i]));
    Integer at = 0;
    for (std::size_t axis = 0; axis < from.size(); ++axis) {
      const Integer index = indices[i] / from[axis] % pooled[axis];
      if (index >= extents[axis]) throw EvaluationError("the output shape is too small for the places");
      at += index * to[axis];
    }
    result[static_cast<std::size_t>(at)] = numbers[i];
  }
  return {makeValue(x.element(), std::move(extents), std::move(result))};
}

}  // namespace

std::vector<OperatorDefinition> unpoolOperators() {
  OperatorDefinition definition;
  definition.name = "MaxUnpool";
  definition.summary = "Puts pooled values back to where they were the largest, and zeros elsewhere.";
  definition.minInputs = 2;
  definition.maxInputs = 3;
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"kernel_shape", std::nullopt}, {"pads", std::nullopt}, {"strides", std::nullopt}};
  definition.infer = inferUnpool;
  definition.evaluate = evaluateUnpool;
  return withNamesInErrors({definition});
}

}  // namespace tasoscope::operators
