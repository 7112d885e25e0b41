// Quantized tensors: QuantizeLinear, DequantizeLinear, DynamicQuantizeLinear, and products and convolutions of
// quantized operands, which are computed as the float64 products of the numbers that the operands stand for.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"
#include "graph/operators/rounding.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

OperatorDefinition quantized(std::string name, int minInputs, int maxInputs, OpClass opClass, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.minInputs = minInputs;
  definition.maxInputs = maxInputs;
  definition.opClass = opClass;
  return definition;
}

// Scales and zero points.

/// Each entry of an axis repeated `blockSize` times, cut to the extents of x.
Value unblocked(const Value& parameter, const Extents& extents, std::size_t axis, Integer blockSize) {
  const Integer blocks = parameter.shape()[axis], inner = productOf(extents, axis + 1, extents.size());
  for (std::size_t i = 0; i < extents.size(); ++i) {
    const Integer needed = i == axis ? (extents[i] + blockSize - 1) / blockSize : extents[i];
    if (parameter.shape()[i] != needed) throw EvaluationError("the scales do not fit the blocks of the tensor");
  }
  std::vector<Integer> indices;
  for (Integer outer = 0; outer < productOf(extents, 0, axis); ++outer)
    for (Integer i = 0; i < extents[axis]; ++i) indices.push_back(outer * blocks + i / blockSize);
  return takeBlocks(parameter, extents, indices, inner);
}

/// A scale or zero point as reals that broadcast to x without changing its shape: one number, one per entry of `axis`,
/// or one per block.
Value alignedTo(const Value& x, const Value& parameter, const Attributes& attributes) {
  const Value reals = asReals(parameter);
  if (reals.rank() <= 1 && reals.size() == 1) return reals.reshaped({});
  const auto axis = static_cast<std::size_t>(normalizedAxis(attributes.integer("axis", 1), x.rank()));
  const Integer blockSize = attributes.integer("block_size", 0);
  if (reals.rank() == x.rank() && blockSize > 0 && blockSize <= kElementLimit)
    return unblocked(reals, x.shape(), axis, blockSize);
  if (reals.rank() != 1 || reals.size() != x.shape()[axis])
    throw EvaluationError("there is not one scale for each entry of the axis");
  Extents shape(x.shape().size() - axis, 1);
  shape.front() = reals.size();
  return reals.reshaped(std::move(shape));
}

/// The nearest number of `type` to each real, as QuantizeLinear rounds: halves to even, clamped.
Value roundedTo(ElementType type, const Value& reals, bool saturates = true) {
  if (isFloatingPoint(type))
    return mapElements<double, double>(type, reals, [=](double x) { return roundedReal(type, x, saturates); });
  if (!isInteger(type)) throw EvaluationError(fmt::format("a tensor cannot be quantized to {}", nameOf(type)));
  return mapElements<Integer, double>(type, reals,
                                      [type](double x) { return integerFrom(type, clampedInteger(type, x)); });
}

Value added(const Value& a, const Value& b) {
  return zipElements<double, double>(ElementType::kFloat64, a, b, [](double x, double y) { return x + y; });
}
Value multiplied(const Value& a, const Value& b) {
  return zipElements<double, double>(ElementType::kFloat64, a, b, [](double x, double y) { return x * y; });
}
/// (x - zero) * scale; without a zero point x * scale.
Value dequantized(const Value& x, const Value& scale, const Value* zero) {
  Value reals = asReals(x);
  if (zero)
    reals = zipElements<double, double>(ElementType::kFloat64, reals, *zero, [](double a, double b) { return a - b; });
  return multiplied(reals, scale);
}

/// round(x / scale) + zero, clamped to the type. The quotient is one of float32 where x is: near a half its last bit
/// decides, and runtimes compute it so.
Value quantizedTo(ElementType type, const Value& x, const Value& scale, const Value* zero, bool saturates = true) {
  const bool rounds = !isFloatingPoint(type), isSingle = x.element() == ElementType::kFloat32;
  const Value whole = zipElements<double, double>(ElementType::kFloat64, asReals(x), scale, [=](double a, double b) {
    const double quotient = isSingle ? roundTo(ElementType::kFloat32, a / b) : a / b;
    return rounds ? std::nearbyint(quotient) : quotient;
  });
  return roundedTo(type, zero ? added(whole, *zero) : whole, saturates);
}

// QuantizeLinear and DequantizeLinear.

ElementType outputTypeAttribute(const Attributes& attributes) {
  return attributes.integer("output_dtype", 0) == 0 ? ElementType::kUndefined
                                                    : elementTypeAttribute(attributes, "output_dtype");
}

ElementType quantizedType(const Attributes& attributes, ElementType zeroPoint) {
  const ElementType given = outputTypeAttribute(attributes);
  if (given != ElementType::kUndefined) return given;
  return zeroPoint == ElementType::kUndefined ? ElementType::kUint8 : zeroPoint;
}

void checkBlockSize(const Attributes& attributes) {
  if (attributes.integer("block_size", 0) < 0) throw ModelError("the block size cannot be negative");
}

std::vector<OutputFact> inferQuantize(const InferenceContext& context) {
  required(context, 1);
  checkBlockSize(context.attributes);
  const bool hasZero = context.has(2);
  ElementType type = outputTypeAttribute(context.attributes);
  if (type == ElementType::kUndefined) type = hasZero ? context.input(2).type.element : ElementType::kUint8;
  return outputOf(type, required(context, 0).type.shape);
}

std::vector<Value> evaluateQuantize(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const Value scale = alignedTo(x, required(context, 1), context.attributes);
  const bool hasZero = context.has(2);
  const Value zero = hasZero ? alignedTo(x, context.inputs[2], context.attributes) : Value();
  const ElementType type =
      quantizedType(context.attributes, hasZero ? context.inputs[2].element() : ElementType::kUndefined);
  return {quantizedTo(type, x, scale, hasZero ? &zero : nullptr, context.attributes.integer("saturate", 1) != 0)};
}

std::vector<OutputFact> inferDequantize(const InferenceContext& context) {
  checkBlockSize(context.attributes);
  const ElementType given = outputTypeAttribute(context.attributes);
  const ElementType type = given == ElementType::kUndefined ? required(context, 1).type.element : given;
  return outputOf(type, required(context, 0).type.shape);
}

std::vector<Value> evaluateDequantize(const EvaluationContext& context) {
  const Value &x = required(context, 0), &scale = required(context, 1);
  const ElementType given = outputTypeAttribute(context.attributes);
  const ElementType type = given == ElementType::kUndefined ? scale.element() : given;
  if (!isFloatingPoint(type)) throw EvaluationError("the result is a floating-point tensor");
  const bool hasZero = context.has(2);
  const Value zero = hasZero ? alignedTo(x, context.inputs[2], context.attributes) : Value();
  const Value reals = dequantized(x, alignedTo(x, scale, context.attributes), hasZero ? &zero : nullptr);
  const auto elements = reals.floats();
  return {makeValue(type, x.shape(), std::vector<double>(elements.begin(), elements.end()))};
}

void addLinear(std::vector<OperatorDefinition>& family) {
  OperatorDefinition quantize =
      quantized("QuantizeLinear", 2, 3, OpClass::kElementwise,
                "Reals as small integers: divided by a scale, rounded, shifted by a zero point.");
  quantize.attributes = {{"axis", std::int64_t{1}},
                         {"block_size", std::int64_t{0}},
                         {"output_dtype", std::int64_t{0}},
                         {"precision", std::int64_t{0}},
                         {"saturate", std::int64_t{1}}};
  quantize.infer = inferQuantize;
  quantize.work = workPerElement(3);
  quantize.evaluate = evaluateQuantize;
  OperatorDefinition dequantize =
      quantized("DequantizeLinear", 2, 3, OpClass::kElementwise,
                "The reals that small integers stand for: less a zero point, times a scale.");
  dequantize.attributes = {
      {"axis", std::int64_t{1}}, {"block_size", std::int64_t{0}}, {"output_dtype", std::int64_t{0}}};
  dequantize.infer = inferDequantize;
  dequantize.work = workPerElement(2);
  dequantize.evaluate = evaluateDequantize;
  family.push_back(std::move(quantize));
  family.push_back(std::move(dequantize));
}

// DynamicQuantizeLinear.

std::vector<OutputFact> inferDynamicQuantize(const InferenceContext& context) {
  const auto output = [](ElementType type, Shape shape) {
    return OutputFact{TensorType{type, std::move(shape)}, std::nullopt};
  };
  const TensorType& type = required(context, 0).type;
  return {output(ElementType::kUint8, type.shape), output(type.element, Shape{}), output(ElementType::kUint8, Shape{})};
}

std::vector<Value> evaluateDynamicQuantize(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  double low = 0, high = 0;
  for (const double element : elementsOf<double>(x)) {
    low = std::min(low, element);
    high = std::max(high, element);
  }
  // In its own type, because the rounding that follows depends on its last bit.
  const double scale = roundTo(x.element(), (high - low) / 255.0);
  const double zero = scale == 0.0 ? 0.0 : clampedInteger(ElementType::kUint8, -low / scale);
  const Value zeroReal = Value::scalar(ElementType::kFloat64, zero);
  // Where all is 0 any scale does.
  const Value scaleReal = Value::scalar(ElementType::kFloat64, scale == 0.0 ? 1.0 : scale);
  return {quantizedTo(ElementType::kUint8, x, scaleReal, &zeroReal), Value::scalar(x.element(), scale),
          Value::scalar(ElementType::kUint8, zero)};
}

OperatorDefinition dynamicQuantize() {
  OperatorDefinition definition = quantized("DynamicQuantizeLinear", 1, 1, OpClass::kReduction,
                                            "Reals as uint8 by a scale and zero point that fit their range.");
  definition.maxOutputs = 3;
  definition.infer = inferDynamicQuantize;
  definition.work = [](const WorkContext& context) {
    Work work = bytesOnly(context);
    work.flops = 5 * elementsOfType(context.inputs[0]);
    return work;
  };
  definition.evaluate = evaluateDynamicQuantize;
  return definition;
}

// Products and convolutions, by the definitions for reals.

/// The attributes of `definition` among those given, with its defaults.
Attributes attributesFor(const OperatorDefinition& definition, const Attributes& given) {
  Attributes attributes;
  for (const AttributeSpec& spec : definition.attributes) {
    if (const AttributeValue* value = given.find(spec.name))
      attributes.set(spec.name, *value);
    else if (spec.otherwise)
      attributes.set(spec.name, *spec.otherwise);
  }
  return attributes;
}

const OperatorDefinition& realOperator(std::string_view name) {
  const OperatorDefinition* definition = findOperator(name);
  if (!definition || !definition->evaluate) throw EvaluationError(fmt::format("{} is not evaluated", name));
  return *definition;
}

Value evaluatedReals(std::string_view name, const Attributes& attributes, const std::vector<Value>& inputs) {
  const OperatorDefinition& definition = realOperator(name);
  const std::vector<TensorType> outputs(1);
  return definition.evaluate({attributesFor(definition, attributes), inputs, outputs}).at(0);
}

/// The shape that the operator on reals infers for inputs of these shapes.
Shape inferredShape(std::string_view name, const InferenceContext& context,
                    std::initializer_list<std::size_t> operands) {
  const OperatorDefinition& definition = realOperator(name);
  std::vector<InputFact> facts;
  for (const std::size_t i : operands) {
    InputFact fact;
    fact.type = TensorType{ElementType::kFloat64, required(context, i).type.shape};
    facts.push_back(std::move(fact));
  }
  return definition.infer({attributesFor(definition, context.attributes), facts, 1}).at(0).type.shape;
}

/// A scale or zero point of a product's left operand: one number, or one for each row.
Value perRow(const Value& parameter) {
  const Value reals = asReals(parameter);
  if (reals.rank() > 1) return reals;
  return reals.size() == 1 ? reals.reshaped({}) : reals.reshaped({reals.size(), 1});
}

/// The same of the right operand: one number, or one for each column.
Value perColumn(const Value& parameter) {
  const Value reals = asReals(parameter);
  return reals.rank() <= 1 && reals.size() == 1 ? reals.reshaped({}) : reals;
}

/// The same of weights: one number, or one for each output channel, the first axis.
Value perChannel(const Value& parameter, int rank) {
  const Value reals = asReals(parameter);
  if (reals.size() == 1) return reals.reshaped({});
  Extents shape(static_cast<std::size_t>(std::max(1, rank)), 1);
  shape.front() = reals.size();
  return reals.reshaped(std::move(shape));
}

Value shifted(const Value& x, const Value& zero) {
  return dequantized(x, Value::scalar(ElementType::kFloat64, 1.0), &zero);
}

Value int32From(const Value& reals) {
  return mapElements<Integer, double>(ElementType::kInt32, reals,
                                      [](double x) { return integerFrom(ElementType::kInt32, x); });
}

std::vector<Value> evaluateMatMulInteger(const EvaluationContext& context) {
  Value a = asReals(required(context, 0)), b = asReals(required(context, 1));
  if (context.has(2)) a = shifted(a, perRow(context.inputs[2]));
  if (context.has(3)) b = shifted(b, perColumn(context.inputs[3]));
  return {int32From(evaluatedReals("MatMul", {}, {a, b}))};
}

std::vector<Value> evaluateConvInteger(const EvaluationContext& context) {
  Value x = asReals(required(context, 0)), w = asReals(required(context, 1));
  if (context.has(2)) x = shifted(x, perColumn(context.inputs[2]));
  if (context.has(3)) w = shifted(w, perChannel(context.inputs[3], w.rank()));
  return {int32From(evaluatedReals("Conv", context.attributes, {x, w}))};
}

std::vector<Value> evaluateQLinearMatMul(const EvaluationContext& context) {
  required(context, 7);
  const auto& in = context.inputs;
  const Value zeroA = perRow(in[2]), zeroB = perColumn(in[5]);
  const Value a = dequantized(in[0], perRow(in[1]), &zeroA), b = dequantized(in[3], perColumn(in[4]), &zeroB);
  const Value zero = perRow(in[7]);
  return {quantizedTo(in[7].element(), evaluatedReals("MatMul", {}, {a, b}), perRow(in[6]), &zero)};
}

std::vector<Value> evaluateQLinearConv(const EvaluationContext& context) {
  required(context, 7);
  const auto& in = context.inputs;
  const Value scaleX = perColumn(in[1]), zeroX = perColumn(in[2]);
  const Value scaleW = perChannel(in[4], in[3].rank()), zeroW = perChannel(in[5], in[3].rank());
  std::vector<Value> operands = {dequantized(in[0], scaleX, &zeroX), dequantized(in[3], scaleW, &zeroW)};
  // The bias is counted in products of the two scales.
  if (context.has(8)) operands.push_back(multiplied(asReals(in[8]), multiplied(scaleX, perChannel(in[4], 1))));
  const Value zero = perColumn(in[7]);
  return {quantizedTo(in[7].element(), evaluatedReals("Conv", context.attributes, operands), perColumn(in[6]), &zero)};
}

/// Two operations for each product: for each element of the result as many as the right operand has per column.
Work workOfProduct(const WorkContext& context, std::size_t weights, bool isConvolution) {
  Work work = bytesOnly(context);
  const Shape& w = context.inputs[weights].shape;
  if (!w.hasRank() || w.rank() == 0) return work;
  const double columns = static_cast<double>(w[isConvolution || w.rank() == 1 ? 0 : w.rank() - 1].known().value_or(1));
  double perElement = elementsOfType(context.inputs[weights]) / std::max(1.0, columns);
  for (int axis = 0; !isConvolution && axis + 2 < w.rank(); ++axis)
    perElement /= static_cast<double>(std::max<Integer>(1, w[axis].known().value_or(1)));
  work.flops = 2 * perElement * elementsOfType(context.outputs[0]);
  return work;
}

void addProducts(std::vector<OperatorDefinition>& family) {
  OperatorDefinition integer =
      quantized("MatMulInteger", 2, 4, OpClass::kMatrix, "The matrix product of 8-bit integers, as int32.");
  integer.infer = [](const InferenceContext& context) {
    return outputOf(ElementType::kInt32, inferredShape("MatMul", context, {0, 1}));
  };
  integer.work = [](const WorkContext& context) { return workOfProduct(context, 1, false); };
  integer.evaluate = evaluateMatMulInteger;
  OperatorDefinition linear =
      quantized("QLinearMatMul", 8, 8, OpClass::kMatrix, "The matrix product of quantized tensors, quantized.");
  linear.infer = [](const InferenceContext& context) {
    return outputOf(required(context, 7).type.element, inferredShape("MatMul", context, {0, 3}));
  };
  linear.work = [](const WorkContext& context) { return workOfProduct(context, 3, false); };
  linear.evaluate = evaluateQLinearMatMul;
  family.push_back(std::move(integer));
  family.push_back(std::move(linear));
}

std::vector<AttributeSpec> convolutionAttributes() {
  return {{"kernel_shape", std::nullopt}, {"strides", std::nullopt},           {"pads", std::nullopt},
          {"dilations", std::nullopt},    {"auto_pad", std::string("NOTSET")}, {"group", std::int64_t{1}}};
}

void addConvolutions(std::vector<OperatorDefinition>& family) {
  OperatorDefinition integer =
      quantized("ConvInteger", 2, 4, OpClass::kMatrix, "The convolution of 8-bit integers, as int32.");
  integer.attributes = convolutionAttributes();
  integer.infer = [](const InferenceContext& context) {
    return outputOf(ElementType::kInt32, inferredShape("Conv", context, {0, 1}));
  };
  integer.work = [](const WorkContext& context) { return workOfProduct(context, 1, true); };
  integer.evaluate = evaluateConvInteger;
  OperatorDefinition linear =
      quantized("QLinearConv", 8, 9, OpClass::kMatrix, "The convolution of quantized tensors, quantized.");
  linear.attributes = convolutionAttributes();
  linear.infer = [](const InferenceContext& context) {
    return outputOf(required(context, 7).type.element, inferredShape("Conv", context, {0, 3}));
  };
  linear.work = [](const WorkContext& context) { return workOfProduct(context, 3, true); };
  linear.evaluate = evaluateQLinearConv;
  family.push_back(std::move(integer));
  family.push_back(std::move(linear));
}

}  // namespace

std::vector<OperatorDefinition> quantizationOperators() {
  std::vector<OperatorDefinition> family;
  addLinear(family);
  family.push_back(dynamicQuantize());
  addProducts(family);
  addConvolutions(family);
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
