#include "graph/operators/known_elements.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "graph/operators/helpers.h"

namespace tasoscope::operators {
namespace {

std::optional<std::int64_t> trackedCount(const TensorType& type) {
  if (!type.shape.hasRank()) return std::nullopt;
  const auto count = type.shape.elementCount();
  return count && *count <= kMaxKnownElements ? count : std::nullopt;
}

bool isKnown(const InferenceContext& context, std::size_t i) {
  if (!context.has(i) || !context.input(i).elements) return false;
  const auto count = trackedCount(context.input(i).type);
  return count && static_cast<std::size_t>(*count) == context.input(i).elements->size();
}

/// The inputs as the evaluation sees them: positions in `pool` for the moved ones, numbers for the others.
std::optional<std::vector<Value>> positionValues(const InferenceContext& context, const std::vector<std::size_t>& moved,
                                                 KnownElements& pool) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < context.inputs.size(); ++i) {
    if (!context.has(i)) {
      values.emplace_back();
      continue;
    }
    if (!isKnown(context, i)) return std::nullopt;
    const InputFact& input = context.input(i);
    std::vector<std::int64_t> numbers(input.elements->size());
    if (std::find(moved.begin(), moved.end(), i) != moved.end()) {
      std::iota(numbers.begin(), numbers.end(), static_cast<std::int64_t>(pool.size()));
      pool.insert(pool.end(), input.elements->begin(), input.elements->end());
    } else if (auto known = numbersOf(*input.elements)) {
      numbers = std::move(*known);
    } else {
      return std::nullopt;
    }
    values.push_back(Value::ofIntegers(ElementType::kInt64, input.type.shape.extents(), std::move(numbers)));
  }
  return values;
}

}  // namespace

bool isTracked(const TensorType& type) {
  return (isInteger(type.element) || type.element == ElementType::kBool) && trackedCount(type).has_value();
}

std::optional<KnownElements> mapKnown(const InferenceContext& context, const std::function<Dim(const Dim&)>& f) {
  if (!isKnown(context, 0)) return std::nullopt;
  KnownElements result;
  for (const Dim& element : *context.input(0).elements) result.push_back(f(element));
  return result;
}

std::optional<KnownElements> zipKnown(const InferenceContext& context, const TensorType& result,
                                      const std::function<Dim(const Dim&, const Dim&)>& f) {
  if (!isKnown(context, 0) || !isKnown(context, 1) || !trackedCount(result)) return std::nullopt;
  const InputFact &a = context.input(0), &b = context.input(1);
  const Extents extents = result.shape.extents();
  const StridedLoop<2> loop(
      extents, {operandStrides(a.type.shape.extents(), extents), operandStrides(b.type.shape.extents(), extents)});
  KnownElements elements;
  loop.forEachRun([&](const auto& offsets, std::int64_t count, const auto& strides) {
    for (std::int64_t i = 0; i < count; ++i)
      elements.push_back(f((*a.elements)[static_cast<std::size_t>(offsets[0] + i * strides[0])],
                           (*b.elements)[static_cast<std::size_t>(offsets[1] + i * strides[1])]));
  });
  return elements;
}

void moveKnown(const InferenceContext& context, const std::vector<std::size_t>& moved,
               const std::function<std::vector<Value>(const EvaluationContext&)>& evaluate,
               std::vector<OutputFact>& outputs) {
  std::vector<TensorType> types;
  for (const OutputFact& output : outputs) {
    if (!isTracked(output.type)) return;
    types.push_back(output.type);
  }
  KnownElements pool;
  const auto inputs = positionValues(context, moved, pool);
  if (!inputs) return;
  std::vector<Value> values;
  try {
    values = evaluate(EvaluationContext{context.attributes, *inputs, types});
  } catch (const Error&) {
    return;  // an index out of range: an error of the run, if this op is ever run
  }
  for (std::size_t i = 0; i < std::min(values.size(), outputs.size()); ++i) {
    KnownElements elements;
    for (const std::int64_t position : values[i].integers())
      elements.push_back(pool[static_cast<std::size_t>(position)]);
    outputs[i].elements = std::move(elements);
  }
}

bool isNonNegative(const Dim& dim) {
  if (dim.isKnown()) return dim.value() >= 0;
  const std::string text = dim.text();  // sums of products of symbols: only a minus sign or an unknown can go below 0
  return text.find_first_of("-?") == std::string::npos;
}

Dim truncatedQuotient(const Dim& a, const Dim& b) {
  if (a.isKnown() && b.isKnown()) {
    if (b.value() == 0) return Dim::unknown();
    if (b.value() == -1) return a.value() == std::numeric_limits<std::int64_t>::min() ? a : Dim(-a.value());
    return a.value() / b.value();
  }
  if (isKnownToBe(b, 0)) return Dim::unknown();
  Dim quotient = floorDiv(a, b);
  const bool isExact = quotient * b == a;
  return isExact || (isNonNegative(a) && isNonNegative(b)) ? quotient : Dim::unknown();
}

}  // namespace tasoscope::operators
