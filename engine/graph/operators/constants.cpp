// The space's own nullary constants: what rules write where a tensor of zeros, of ones, or an identity is meant.

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"
#include "graph/operators/support.h"

namespace tasoscope::operators {
namespace {

ElementType elementOf(std::string_view op, const Attributes& attributes) {
  const ElementType element = elementTypeAttribute(attributes, "element_type");
  if (!isFloatingPoint(element) && !isInteger(element) && element != ElementType::kBool)
    refuse(op, "element_type " + std::string(nameOf(element)) + " is not a numeric type");
  return element;
}

std::vector<std::int64_t> shapeAttribute(std::string_view op, const Attributes& attributes) {
  const std::vector<std::int64_t>& shape = attributes.integers("shape");
  for (const std::int64_t extent : shape)
    if (extent < 0) refuse(op, "a negative extent in its shape");
  return shape;
}

OperatorDefinition newConstant(std::string name, std::string summary) {
  OperatorDefinition definition = newDefinition(std::move(name), 0, 0, OpClass::kOther, std::move(summary));
  definition.domain = "tasoscope";
  return definition;
}

/// Zeros or Ones.
OperatorDefinition filled(std::string name, double number, std::string summary) {
  OperatorDefinition definition = newConstant(name, std::move(summary));
  definition.attributes = {{"shape", std::nullopt}, {"element_type", std::int64_t{1}}};
  definition.infer = [name](const InferenceContext& context) {
    const auto shape = shapeAttribute(name, context.attributes);
    return oneOutput(elementOf(name, context.attributes), Shape(std::span<const std::int64_t>(shape)));
  };
  definition.evaluate = [name, number](const EvaluationContext& context) {
    auto shape = shapeAttribute(name, context.attributes);
    std::vector<double> elements(static_cast<std::size_t>(checkedSize(name, shape)), number);
    return std::vector{valueOf(elementOf(name, context.attributes), std::move(shape), std::move(elements))};
  };
  return definition;
}

std::int64_t matrixSize(const Attributes& attributes) {
  const std::int64_t size = attributes.integer("size");
  if (size < 0) refuse("IdentityMatrix", "a negative size");
  return size;
}

OperatorDefinition identityMatrix() {
  OperatorDefinition definition = newConstant(
      "IdentityMatrix", "The square matrix with ones on its diagonal: a matrix product with it changes nothing.");
  definition.attributes = {{"size", std::nullopt}, {"element_type", std::int64_t{1}}};
  definition.infer = [](const InferenceContext& context) {
    const std::int64_t size = matrixSize(context.attributes);
    return oneOutput(elementOf("IdentityMatrix", context.attributes), Shape{size, size});
  };
  definition.evaluate = [](const EvaluationContext& context) {
    const std::int64_t size = matrixSize(context.attributes);
    const std::vector<std::int64_t> shape{size, size};
    std::vector<double> elements(static_cast<std::size_t>(checkedSize("IdentityMatrix", shape)), 0.0);
    for (std::int64_t i = 0; i < size; ++i) elements[static_cast<std::size_t>(i * size + i)] = 1;
    return std::vector{valueOf(elementOf("IdentityMatrix", context.attributes), shape, std::move(elements))};
  };
  return definition;
}

/// Checked shape [M, C/group, k...]: M = C, odd kernel extents.
std::vector<std::int64_t> kernelShape(const Attributes& attributes) {
  auto shape = shapeAttribute("IdentityKernel", attributes);
  if (shape.size() < 3) refuse("IdentityKernel", "its shape must be [channels, channels/group, kernel...]");
  if (shape[1] == 0 || shape[0] % shape[1] != 0)
    refuse("IdentityKernel", "the output channels must be a multiple of the input channels of a group");
  for (std::size_t i = 2; i < shape.size(); ++i)
    if (shape[i] % 2 == 0) refuse("IdentityKernel", "kernel extents must be odd");
  return shape;
}

OperatorDefinition identityKernel() {
  OperatorDefinition definition =
      newConstant("IdentityKernel",
                  "Convolution weights with a one in the centre of each channel's own kernel: convolving with them, "
                  "stride 1 and half the kernel as padding, changes nothing.");
  definition.attributes = {{"shape", std::nullopt}, {"element_type", std::int64_t{1}}};
  definition.infer = [](const InferenceContext& context) {
    const auto shape = kernelShape(context.attributes);
    return oneOutput(elementOf("IdentityKernel", context.attributes), Shape(std::span<const std::int64_t>(shape)));
  };
  definition.evaluate = [](const EvaluationContext& context) {
    auto shape = kernelShape(context.attributes);
    std::vector<double> elements(static_cast<std::size_t>(checkedSize("IdentityKernel", shape)), 0.0);
    const std::int64_t kernel = product(std::span(shape).subspan(2));
    for (std::int64_t m = 0; m < shape[0]; ++m) {
      const std::int64_t channel = m % shape[1];
      elements[static_cast<std::size_t>((m * shape[1] + channel) * kernel + kernel / 2)] = 1;
    }
    return std::vector{valueOf(elementOf("IdentityKernel", context.attributes), std::move(shape), std::move(elements))};
  };
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> constantOperators() {
  return {filled("Zeros", 0, "A tensor of zeros."), filled("Ones", 1, "A tensor of ones."), identityMatrix(),
          identityKernel()};
}

}  // namespace tasoscope::operators
