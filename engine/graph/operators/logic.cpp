// Comparisons, boolean logic, and Where.

#include "graph/operators/helpers.h"
#include "graph/operators/known_elements.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

std::vector<OutputFact> inferComparison(const InferenceContext& context) {
  required(context, 1);
  commonElement(context, 0, 2);
  return outputOf(ElementType::kBool, broadcastInputs(context));
}

/// Three-valued comparison of known elements: an unknown where the symbols do not decide.
auto inferKnownComparison(bool (*onNumbers)(Integer, Integer), bool whenEqual) {
  return [=](const InferenceContext& context) {
    std::vector<OutputFact> outputs = inferComparison(context);
    if (!isTracked(context.input(0).type)) return outputs;
    outputs[0].elements = zipKnown(context, outputs[0].type, [=](const Dim& a, const Dim& b) {
      if (a.isKnown() && b.isKnown()) return Dim(onNumbers(a.value(), b.value()) ? 1 : 0);
      if (a == b) return Dim(whenEqual ? 1 : 0);
      // An extent is never a negative number: what exporters ask of -1 in a shape.
      if (a.isKnown() && a.value() < 0 && isNonNegative(b)) return Dim(onNumbers(0, 1) ? 1 : 0);
      if (b.isKnown() && b.value() < 0 && isNonNegative(a)) return Dim(onNumbers(1, 0) ? 1 : 0);
      return Dim::unknown();
    });
    return outputs;
  };
}

OperatorDefinition comparison(std::string name, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.minInputs = definition.maxInputs = 2;
  definition.opClass = OpClass::kElementwise;
  definition.infer = inferComparison;
  return definition;
}

template <typename Real, typename OnIntegers>
OperatorDefinition ordering(std::string name, std::string summary, Real real, OnIntegers integer,
                            bool (*known)(Integer, Integer), bool whenEqual) {
  OperatorDefinition definition = comparison(std::move(name), std::move(summary));
  definition.infer = inferKnownComparison(known, whenEqual);
  definition.evaluate = [=](const EvaluationContext& context) {
    const Value &a = required(context, 0), &b = required(context, 1);
    const ElementType type = a.element();
    if (a.isFloat()) return std::vector<Value>{zipElements<Integer, double>(ElementType::kBool, a, b, real)};
    return std::vector<Value>{zipElements<Integer, Integer>(
        ElementType::kBool, a, b, [=](Integer x, Integer y) { return integer(type, x, y) ? 1 : 0; })};
  };
  return definition;
}

std::vector<Value> evaluateEqual(const EvaluationContext& context) {
  const Value &a = required(context, 0), &b = required(context, 1);
  return withElements(a, [&](auto elements) {
    using T = typename decltype(elements)::value_type;
    return std::vector<Value>{
        zipElements<Integer, T>(ElementType::kBool, a, b, [](const T& x, const T& y) { return x == y ? 1 : 0; })};
  });
}

void addComparisons(std::vector<OperatorDefinition>& family) {
  OperatorDefinition equal = comparison("Equal", "True where two tensors have equal elements.");
  equal.isCommutative = true;
  equal.infer = inferKnownComparison([](Integer a, Integer b) { return a == b; }, true);
  equal.evaluate = evaluateEqual;
  family.push_back(std::move(equal));
  family.push_back(ordering(
      "Less", "True where the first element is smaller.", [](double a, double b) { return a < b; },
      [](ElementType type, Integer a, Integer b) { return isLess(type, a, b); },
      [](Integer a, Integer b) { return a < b; }, false));
  family.push_back(ordering(
      "LessOrEqual", "True where the first element is smaller or equal.", [](double a, double b) { return a <= b; },
      [](ElementType type, Integer a, Integer b) { return !isLess(type, b, a); },
      [](Integer a, Integer b) { return a <= b; }, true));
  family.push_back(ordering(
      "Greater", "True where the first element is larger.", [](double a, double b) { return a > b; },
      [](ElementType type, Integer a, Integer b) { return isLess(type, b, a); },
      [](Integer a, Integer b) { return a > b; }, false));
  family.push_back(ordering(
      "GreaterOrEqual", "True where the first element is larger or equal.", [](double a, double b) { return a >= b; },
      [](ElementType type, Integer a, Integer b) { return !isLess(type, a, b); },
      [](Integer a, Integer b) { return a >= b; }, true));
}

template <typename F>
OperatorDefinition connective(std::string name, std::string summary, F f) {
  OperatorDefinition definition = comparison(std::move(name), std::move(summary));
  definition.isCommutative = true;
  definition.evaluate = [f](const EvaluationContext& context) {
    return std::vector<Value>{
        zipElements<Integer, Integer>(ElementType::kBool, required(context, 0), required(context, 1),
                                      [f](Integer a, Integer b) { return f(a != 0, b != 0) ? 1 : 0; })};
  };
  return definition;
}

void addConnectives(std::vector<OperatorDefinition>& family) {
  family.push_back(connective("And", "True where both are true.", [](bool a, bool b) { return a && b; }));
  family.push_back(connective("Or", "True where at least one is true.", [](bool a, bool b) { return a || b; }));
  family.push_back(connective("Xor", "True where exactly one is true.", [](bool a, bool b) { return a != b; }));
  OperatorDefinition negation = comparison("Not", "True where the element is false.");
  negation.minInputs = negation.maxInputs = 1;
  negation.infer = [](const InferenceContext& context) {
    std::vector<OutputFact> outputs = outputOf(ElementType::kBool, required(context, 0).type.shape);
    if (isTracked(outputs[0].type))
      outputs[0].elements =
          mapKnown(context, [](const Dim& x) { return x.isKnown() ? Dim(x.value() == 0 ? 1 : 0) : Dim::unknown(); });
    return outputs;
  };
  negation.evaluate = [](const EvaluationContext& context) {
    return std::vector<Value>{mapElements<Integer, Integer>(ElementType::kBool, required(context, 0),
                                                            [](Integer x) { return x == 0 ? 1 : 0; })};
  };
  family.push_back(std::move(negation));
}

/// condition ? first : second, each under broadcasting; `extents` is the broadcast of all three.
template <typename T>
std::vector<T> choose(const Extents& extents, std::span<const Integer> condition, const Extents& conditionShape,
                      std::span<const T> first, const Extents& firstShape, std::span<const T> second,
                      const Extents& secondShape) {
  std::vector<T> to(static_cast<std::size_t>(elementCount(extents)));
  const StridedLoop<3> loop(extents, {operandStrides(conditionShape, extents), operandStrides(firstShape, extents),
                                      operandStrides(secondShape, extents)});
  T* out = to.data();
  loop.forEachRun([&](const auto& offsets, std::int64_t count, const auto& strides) {
    const Integer* c = condition.data() + offsets[0];
    const T* x = first.data() + offsets[1];
    const T* y = second.data() + offsets[2];
    for (std::int64_t i = 0; i < count; ++i) out[i] = c[i * strides[0]] != 0 ? x[i * strides[1]] : y[i * strides[2]];
    out += count;
  });
  return to;
}

std::vector<Value> evaluateWhere(const EvaluationContext& context) {
  const Value &condition = required(context, 0), &first = required(context, 1), &second = required(context, 2);
  Extents extents = broadcastExtents(broadcastExtents(condition.shape(), first.shape()), second.shape());
  return withElements(first, [&](auto elements) {
    using T = typename decltype(elements)::value_type;
    auto chosen = choose<T>(extents, elementsOf<Integer>(condition), condition.shape(), elements, first.shape(),
                            elementsOf<T>(second), second.shape());
    return std::vector<Value>{makeValue(first.element(), std::move(extents), std::move(chosen))};
  });
}

/// Elements of a Where whose condition, as far as it decides, is known: an undecided one gives an unknown.
std::optional<KnownElements> chooseKnown(const InferenceContext& context, const TensorType& result) {
  for (std::size_t i = 0; i < 3; ++i) {
    const InputFact& input = context.input(i);
    if (!input.elements || !input.type.shape.isStatic() ||
        input.type.shape.elementCount() != static_cast<std::int64_t>(input.elements->size()))
      return std::nullopt;
  }
  std::vector<Integer> condition;
  for (const Dim& element : *context.input(0).elements) condition.push_back(element.isKnown() ? element.value() : 1);
  const auto shapeOf = [&](std::size_t i) { return context.input(i).type.shape.extents(); };
  KnownElements chosen = choose<Dim>(result.shape.extents(), condition, shapeOf(0), *context.input(1).elements,
                                     shapeOf(1), *context.input(2).elements, shapeOf(2));
  std::vector<Integer> undecided;
  for (const Dim& element : *context.input(0).elements) undecided.push_back(element.isKnown() ? 0 : 1);
  const KnownElements other = choose<Dim>(result.shape.extents(), undecided, shapeOf(0), *context.input(2).elements,
                                          shapeOf(2), chosen, result.shape.extents());
  for (std::size_t i = 0; i < chosen.size(); ++i)
    if (!(chosen[i] == other[i])) chosen[i] = Dim::unknown();
  return chosen;
}

std::vector<OutputFact> inferWhere(const InferenceContext& context) {
  required(context, 2);
  std::vector<OutputFact> outputs = outputOf(commonElement(context, 1, 3), broadcastInputs(context));
  if (isTracked(outputs[0].type)) outputs[0].elements = chooseKnown(context, outputs[0].type);
  return outputs;
}

OperatorDefinition where() {
  OperatorDefinition definition;
  definition.name = "Where";
  definition.summary = "Elements of the second tensor where the condition is true, else of the third.";
  definition.minInputs = definition.maxInputs = 3;
  definition.opClass = OpClass::kElementwise;
  definition.infer = inferWhere;
  definition.evaluate = evaluateWhere;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> logicOperators() {
  std::vector<OperatorDefinition> family;
  addComparisons(family);
  addConnectives(family);
  family.push_back(where());
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
