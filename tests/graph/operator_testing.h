#pragma once
// Calls operators by name, with the defaults of their attributes filled in as the space does.

#include <QtTest>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "graph/operator.h"
#include "tensor/error.h"

namespace tasoscope::testing {

inline Attributes withDefaults(const OperatorDefinition& definition, Attributes attributes) {
  for (const AttributeSpec& spec : definition.attributes)
    if (spec.otherwise && !attributes.has(spec.name)) attributes.set(spec.name, *spec.otherwise);
  return attributes;
}

inline const OperatorDefinition& operatorNamed(std::string_view name) {
  const OperatorDefinition* definition = findOperator(name);
  if (!definition) throw UsageError("no operator " + std::string(name));
  return *definition;
}

/// The outputs on these inputs. A default-made Value is an omitted input.
inline std::vector<Value> evaluated(std::string_view name, Attributes attributes, std::vector<Value> inputs,
                                    std::size_t outputCount = 1) {
  const OperatorDefinition& definition = operatorNamed(name);
  const std::vector<TensorType> outputs(outputCount);
  return definition.evaluate(EvaluationContext{withDefaults(definition, std::move(attributes)), inputs, outputs});
}

inline std::vector<OutputFact> inferred(std::string_view name, Attributes attributes, std::vector<InputFact> inputs,
                                        int outputCount = 1) {
  const OperatorDefinition& definition = operatorNamed(name);
  return definition.infer(InferenceContext{withDefaults(definition, std::move(attributes)), inputs, outputCount});
}

inline InputFact tensor(ElementType element, Shape shape) {
  InputFact fact;
  fact.type = TensorType{element, std::move(shape)};
  return fact;
}
inline InputFact reals(Shape shape) { return tensor(ElementType::kFloat32, std::move(shape)); }
inline InputFact omitted() {
  InputFact fact;
  fact.isPresent = false;
  return fact;
}
/// A vector of int64 whose elements inference knows.
inline InputFact known(KnownElements elements) {
  InputFact fact = tensor(ElementType::kInt64, Shape{Dim(static_cast<std::int64_t>(elements.size()))});
  fact.elements = std::move(elements);
  return fact;
}
inline InputFact knownScalar(Dim element) {
  InputFact fact = tensor(ElementType::kInt64, Shape{});
  fact.elements = KnownElements{std::move(element)};
  return fact;
}

inline Value floats(std::vector<std::int64_t> shape, std::vector<double> elements) {
  return Value::ofFloats(ElementType::kFloat32, std::move(shape), std::move(elements));
}
inline Value integers(std::vector<std::int64_t> shape, std::vector<std::int64_t> elements,
                      ElementType type = ElementType::kInt64) {
  return Value::ofIntegers(type, std::move(shape), std::move(elements));
}

/// "float32 [2, 2]: 1, 2.5, 3, 4": a value as a test compares and prints it.
inline QString textOf(const Value& value) {
  QStringList extents, elements;
  for (const std::int64_t extent : value.shape()) extents << QString::number(extent);
  for (std::int64_t i = 0; i < value.size(); ++i)
    elements << (value.element() == ElementType::kString
                     ? QString::fromStdString(value.strings()[static_cast<std::size_t>(i)])
                     : QString::number(value.at(i), 'g', 6));
  const std::string type(nameOf(value.element()));
  return QString("%1 [%2]: %3").arg(QString::fromStdString(type), extents.join(", "), elements.join(", "));
}
inline QString textOf(const std::optional<KnownElements>& elements) {
  if (!elements) return "unknown";
  QStringList texts;
  for (const Dim& element : *elements) texts << QString::fromStdString(element.text());
  return texts.join(", ");
}
inline QString textOf(const OutputFact& fact) { return QString::fromStdString(fact.type.text()); }

}  // namespace tasoscope::testing
