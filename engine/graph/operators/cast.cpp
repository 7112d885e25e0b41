// Cast and CastLike, and BitCast, which keeps the bits instead of the number.

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "graph/operators/helpers.h"
#include "graph/operators/known_elements.h"
#include "graph/operators/operators.h"
#include "graph/operators/rounding.h"
#include "tensor/constant.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

bool isIntegral(ElementType type) { return isInteger(type) || type == ElementType::kBool; }

double parsedReal(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || end != text.c_str() + text.size())
    throw EvaluationError(fmt::format("\"{}\" is not a number", text.substr(0, 40)));
  return number;
}

Integer parsedInteger(ElementType type, const std::string& text) {
  Integer number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size() && !text.empty()) return wrapInteger(type, number);
  return integerFrom(type, parsedReal(text));
}

std::string printedReal(ElementType type, double number) {
  return type == ElementType::kFloat64 ? fmt::format("{}", number) : fmt::format("{}", static_cast<float>(number));
}

std::string printedInteger(ElementType type, Integer number) {
  return type == ElementType::kUint64 ? fmt::format("{}", static_cast<std::uint64_t>(number))
                                      : fmt::format("{}", number);
}

Value castReals(const Value& x, ElementType to, bool saturates) {
  if (isFloatingPoint(to))
    return mapElements<double, double>(to, x, [=](double e) { return roundedReal(to, e, saturates); });
  if (to == ElementType::kString)
    return mapElements<std::string, double>(to, x, [&](double e) { return printedReal(x.element(), e); });
  return mapElements<Integer, double>(to, x, [to](double e) { return integerFrom(to, e); });
}

Value castIntegers(const Value& x, ElementType to, bool saturates) {
  const ElementType from = x.element();
  if (isFloatingPoint(to))
    return mapElements<double, Integer>(to, x,
                                        [=](Integer e) { return roundedReal(to, realFrom(from, e), saturates); });
  if (to == ElementType::kString)
    return mapElements<std::string, Integer>(to, x, [from](Integer e) { return printedInteger(from, e); });
  return mapElements<Integer, Integer>(to, x, [to](Integer e) { return wrapInteger(to, e); });
}

Value castStrings(const Value& x, ElementType to, bool saturates) {
  if (to == ElementType::kString) return x;
  if (isFloatingPoint(to))
    return mapElements<double, std::string>(
        to, x, [=](const std::string& e) { return roundedReal(to, parsedReal(e), saturates); });
  return mapElements<Integer, std::string>(to, x, [to](const std::string& e) { return parsedInteger(to, e); });
}

Value castTo(const Value& x, ElementType to, bool saturates) {
  if (!isFloatingPoint(to) && !isIntegral(to) && to != ElementType::kString)
    throw EvaluationError(fmt::format("numbers of type {} are not evaluated", nameOf(to)));
  if (x.element() == to) return x;
  if (x.isFloat()) return castReals(x, to, saturates);
  return x.element() == ElementType::kString ? castStrings(x, to, saturates) : castIntegers(x, to, saturates);
}

bool saturates(const Attributes& attributes) { return attributes.integer("saturate", 1) != 0; }

/// Integers keep what is known of them, unless the new type is too small for what is not a number.
std::vector<OutputFact> inferCast(const InferenceContext& context, ElementType to) {
  const TensorType& type = required(context, 0).type;
  std::vector<OutputFact> outputs = outputOf(to, type.shape);
  const bool isWide = to == ElementType::kInt64 || to == ElementType::kInt32 || to == ElementType::kUint64;
  if (isIntegral(type.element) && isTracked(outputs[0].type))
    outputs[0].elements = mapKnown(context, [=](const Dim& element) {
      if (element.isKnown()) return Dim(wrapInteger(to, element.value()));
      return isWide ? element : Dim::unknown();
    });
  return outputs;
}

OperatorDefinition castOperator(std::string name, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.opClass = OpClass::kElementwise;
  return definition;
}

OperatorDefinition cast() {
  OperatorDefinition definition = castOperator("Cast", "Each element converted to another type.");
  definition.attributes = {{"to", std::nullopt}, {"saturate", std::int64_t{1}}};
  definition.infer = [](const InferenceContext& context) {
    return inferCast(context, elementTypeAttribute(context.attributes, "to"));
  };
  definition.evaluate = [](const EvaluationContext& context) {
    return std::vector<Value>{
        castTo(required(context, 0), elementTypeAttribute(context.attributes, "to"), saturates(context.attributes))};
  };
  return definition;
}

OperatorDefinition castLike() {
  OperatorDefinition definition = castOperator("CastLike", "Each element converted to the type of another tensor.");
  definition.minInputs = definition.maxInputs = 2;
  definition.attributes = {{"saturate", std::int64_t{1}}};
  definition.infer = [](const InferenceContext& context) {
    return inferCast(context, required(context, 1).type.element);
  };
  definition.work = [](const WorkContext& context) {
    Work work = bytesOnly(context);
    work.bytesRead = bytesOfType(context.inputs[0]);  // of the other tensor only the type is looked at
    work.flops = elementsOfType(context.outputs[0]);
    return work;
  };
  definition.evaluate = [](const EvaluationContext& context) {
    return std::vector<Value>{
        castTo(required(context, 0), required(context, 1).element(), saturates(context.attributes))};
  };
  return definition;
}

ElementType bitCastTarget(const Attributes& attributes) {
  const ElementType to = elementTypeAttribute(attributes, "to");
  if (!isFloatingPoint(to) && !isIntegral(to)) throw ModelError(fmt::format("{} has no fixed bits", nameOf(to)));
  return to;
}

OperatorDefinition bitCast() {
  OperatorDefinition definition = castOperator("BitCast", "The bits of each element, read as another type.");
  definition.attributes = {{"to", std::nullopt}};
  definition.infer = [](const InferenceContext& context) {
    const TensorType& x = required(context, 0).type;
    const ElementType to = bitCastTarget(context.attributes);
    if (x.element != ElementType::kUndefined && bitsOf(x.element) != bitsOf(to))
      throw ModelError(fmt::format("{} and {} have different sizes", nameOf(x.element), nameOf(to)));
    return outputOf(to, x.shape);
  };
  definition.evaluate = [](const EvaluationContext& context) {
    const Value& x = required(context, 0);
    const ElementType to = bitCastTarget(context.attributes);
    if (bitsOf(x.element()) != bitsOf(to)) throw EvaluationError("the types have different sizes");
    return std::vector<Value>{decode(TensorType{to, x.type().shape}, encode(x))};
  };
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> castOperators() {
  std::vector<OperatorDefinition> family;
  family.push_back(cast());
  family.push_back(castLike());
  family.push_back(bitCast());
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
