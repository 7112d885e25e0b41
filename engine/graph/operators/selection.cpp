// Operators that find elements by their order: ArgMax, ArgMin, TopK, Unique. NaN counts as larger than every number.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

/// A total order of the elements of a type.
bool precedes(ElementType, double a, double b) {
  if (std::isnan(b)) return !std::isnan(a);
  return a < b;
}
bool precedes(ElementType type, Integer a, Integer b) { return isLess(type, a, b); }
bool precedes(ElementType, const std::string& a, const std::string& b) { return a < b; }

/// The lines of a tensor along an axis: each starts at outer * length * inner + inner index and steps by `inner`.
struct Lines {
  Integer outer, length, inner;
  Lines(const Extents& shape, std::size_t axis)
      : outer(productOf(shape, 0, axis)), length(shape[axis]), inner(productOf(shape, axis + 1, shape.size())) {}
  Integer count() const { return outer * inner; }
  Integer startOf(Integer line) const { return line / inner * length * inner + line % inner; }
};

std::size_t axisOf(const Attributes& attributes, Integer otherwise, int rank) {
  return static_cast<std::size_t>(normalizedAxis(attributes.integer("axis", otherwise), rank));
}

// ArgMax and ArgMin.

std::vector<OutputFact> inferExtremum(const InferenceContext& context) {
  const Shape& shape = required(context, 0).type.shape;
  if (!shape.hasRank()) return outputOf(ElementType::kInt64, Shape::unknownRank());
  const int axis = normalizedAxis(context.attributes.integer("axis", 0), shape.rank());
  Shape result;
  for (int i = 0; i < shape.rank(); ++i) {
    if (i != axis)
      result.append(shape[i]);
    else if (context.attributes.integer("keepdims", 1) != 0)
      result.append(1);
  }
  return outputOf(ElementType::kInt64, std::move(result));
}

std::vector<Value> evaluateExtremum(const EvaluationContext& context, bool isLargest) {
  const Value& x = required(context, 0);
  const std::size_t axis = axisOf(context.attributes, 0, x.rank());
  const bool takesLast = context.attributes.integer("select_last_index", 0) != 0;
  Extents shape = x.shape();
  if (shape[axis] == 0) throw EvaluationError("an empty axis has no extremum");
  const Lines lines(shape, axis);
  std::vector<Integer> found(static_cast<std::size_t>(lines.count()), 0);
  withElements(x, [&](auto elements) {
    for (Integer line = 0; line < lines.count(); ++line) {
      const auto* first = elements.data() + lines.startOf(line);
      Integer best = 0;
      for (Integer i = 1; i < lines.length; ++i) {
        const auto &candidate = first[i * lines.inner], &holder = first[best * lines.inner];
        const bool isBetter =
            isLargest ? precedes(x.element(), holder, candidate) : precedes(x.element(), candidate, holder);
        const bool isWorse =
            isLargest ? precedes(x.element(), candidate, holder) : precedes(x.element(), holder, candidate);
        if (isBetter || (takesLast && !isWorse)) best = i;
      }
      found[static_cast<std::size_t>(line)] = best;
    }
  });
  if (context.attributes.integer("keepdims", 1) != 0)
    shape[axis] = 1;
  else
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
  return {makeValue(ElementType::kInt64, std::move(shape), std::move(found))};
}

OperatorDefinition extremum(std::string name, bool isLargest, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.opClass = OpClass::kReduction;
  definition.attributes = {
      {"axis", std::int64_t{0}}, {"keepdims", std::int64_t{1}}, {"select_last_index", std::int64_t{0}}};
  definition.infer = inferExtremum;
  definition.work = [](const WorkContext& context) {
    Work work = bytesOnly(context);
    work.flops = elementsOfType(context.inputs[0]);
    return work;
  };
  definition.evaluate = [isLargest](const EvaluationContext& context) { return evaluateExtremum(context, isLargest); };
  return definition;
}

// TopK.

std::vector<OutputFact> inferTopK(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  if (!isGiven(context, "k", 1)) throw ModelError("k is missing");
  Shape shape = type.shape;
  if (shape.hasRank()) {
    const int axis = normalizedAxis(context.attributes.integer("axis", -1), shape.rank());
    const auto k = knownIntegers(context, "k", 1);
    if (k && k->size() != 1) throw ModelError("k is one number");
    if (k && k->front().isKnown() &&
        (k->front().value() < 0 || (shape[axis].isKnown() && k->front().value() > shape[axis].value())))
      throw ModelError(
          fmt::format("the first {} of {} elements cannot be taken", k->front().text(), shape[axis].text()));
    shape[axis] = k ? k->front() : Dim::unknown();
  }
  return {OutputFact{TensorType{type.element, shape}, std::nullopt},
          OutputFact{TensorType{ElementType::kInt64, shape}, std::nullopt}};
}

/// The indices of the first k of a line in order; equal elements by their index.
template <typename T>
void firstOfLine(std::vector<Integer>& order, Integer k, ElementType type, bool isLargest, const T* first,
                 Integer step) {
  std::iota(order.begin(), order.end(), Integer{0});
  std::partial_sort(order.begin(), order.begin() + k, order.end(), [&](Integer a, Integer b) {
    const T &x = first[a * step], &y = first[b * step];
    if (precedes(type, x, y)) return !isLargest;
    if (precedes(type, y, x)) return isLargest;
    return a < b;
  });
}

std::vector<Value> evaluateTopK(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto given = integersOf(context, "k", 1);
  if (!given || given->size() != 1) throw EvaluationError("k is one number");
  const Integer k = given->front();
  const std::size_t axis = axisOf(context.attributes, -1, x.rank());
  const Lines lines(x.shape(), axis);
  if (k < 0 || k > lines.length)
    throw EvaluationError(fmt::format("the first {} of {} elements cannot be taken", k, lines.length));
  const bool isLargest = context.attributes.integer("largest", 1) != 0;
  Extents shape = x.shape();
  shape[axis] = k;
  const auto count = static_cast<std::size_t>(elementCount(shape));
  std::vector<Integer> places(count), indices(count), order(static_cast<std::size_t>(lines.length));
  withElements(x, [&](auto elements) {
    for (Integer line = 0; count > 0 && line < lines.count(); ++line) {
      firstOfLine(order, k, x.element(), isLargest, elements.data() + lines.startOf(line), lines.inner);
      for (Integer i = 0; i < k; ++i) {
        const auto at =
            static_cast<std::size_t>(line / lines.inner * k * lines.inner + line % lines.inner + i * lines.inner);
        indices[at] = order[static_cast<std::size_t>(i)];
        places[at] = lines.startOf(line) + indices[at] * lines.inner;
      }
    }
  });
  return {takeBlocks(x, shape, places, 1), makeValue(ElementType::kInt64, shape, std::move(indices))};
}

OperatorDefinition topK() {
  OperatorDefinition definition;
  definition.name = "TopK";
  definition.summary = "The k largest (or smallest) elements along an axis, and their indices.";
  definition.maxInputs = 2;
  definition.maxOutputs = 2;
  definition.opClass = OpClass::kReduction;
  definition.attributes = {
      {"k", std::nullopt}, {"axis", std::int64_t{-1}}, {"largest", std::int64_t{1}}, {"sorted", std::int64_t{1}}};
  definition.absorbed = {{1, "k"}};
  definition.infer = inferTopK;
  definition.work = [](const WorkContext& context) {
    Work work = bytesOnly(context);
    work.flops = 2 * elementsOfType(context.inputs[0]);
    return work;
  };
  definition.evaluate = evaluateTopK;
  return definition;
}

// Unique.

std::vector<OutputFact> inferUnique(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  Shape shape = unknownShape(1);
  if (context.attributes.has("axis")) {
    shape = type.shape;
    if (shape.hasRank()) shape[normalizedAxis(context.attributes.integer("axis"), shape.rank())] = Dim::unknown();
  }
  std::vector<OutputFact> outputs = outputOf(type.element, std::move(shape));
  for (int i = 1; i < 4; ++i)
    outputs.push_back(OutputFact{TensorType{ElementType::kInt64, unknownShape(1)}, std::nullopt});
  return outputs;
}

/// Entries that are equal, by the index of the first of each; in order of value or of first occurrence.
struct Groups {
  std::vector<Integer> first, groupOf, counts;
};

template <typename T>
Groups groupsOf(ElementType type, std::span<const T> elements, Integer entries, Integer block, bool isSorted) {
  const auto isBefore = [&](Integer a, Integer b) {
    const T *x = elements.data() + a * block, *y = elements.data() + b * block;
    return std::lexicographical_compare(x, x + block, y, y + block,
                                        [type](const T& p, const T& q) { return precedes(type, p, q); });
  };
  std::vector<Integer> order(static_cast<std::size_t>(entries));
  std::iota(order.begin(), order.end(), Integer{0});
  std::stable_sort(order.begin(), order.end(), isBefore);
  std::vector<Integer> leaders(order.size());  // the first entry equal to each
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool isNew = i == 0 || isBefore(order[i - 1], order[i]);
    leaders[static_cast<std::size_t>(order[i])] = isNew ? order[i] : leaders[static_cast<std::size_t>(order[i - 1])];
  }
  Groups groups;
  std::vector<Integer> rank(order.size());
  if (!isSorted) std::iota(order.begin(), order.end(), Integer{0});
  for (const Integer entry : order) {
    if (leaders[static_cast<std::size_t>(entry)] != entry) continue;
    rank[static_cast<std::size_t>(entry)] = static_cast<Integer>(groups.first.size());
    groups.first.push_back(entry);
  }
  groups.counts.resize(groups.first.size());
  for (const Integer leader : leaders) {
    groups.groupOf.push_back(rank[static_cast<std::size_t>(leader)]);
    ++groups.counts[static_cast<std::size_t>(groups.groupOf.back())];
  }
  return groups;
}

std::vector<Value> evaluateUnique(const EvaluationContext& context) {
  Value x = required(context, 0);
  if (!context.attributes.has("axis")) x = x.reshaped({x.size()});
  const std::size_t axis = axisOf(context.attributes, 0, x.rank());
  std::vector<int> toFront(static_cast<std::size_t>(x.rank()));
  std::iota(toFront.begin(), toFront.end(), 0);
  std::rotate(toFront.begin(), toFront.begin() + static_cast<std::ptrdiff_t>(axis),
              toFront.begin() + static_cast<std::ptrdiff_t>(axis) + 1);
  const Value entries = transposed(x, toFront);
  Extents shape = entries.shape();
  const Integer block = productOf(shape, 1, shape.size());
  const bool isSorted = context.attributes.integer("sorted", 1) != 0;
  Groups groups =
      withElements(entries, [&](auto elements) { return groupsOf(x.element(), elements, shape[0], block, isSorted); });
  const auto count = static_cast<Integer>(groups.first.size());
  const Integer total = shape[0];
  shape[0] = count;
  std::vector<int> back(toFront.size());
  for (std::size_t i = 0; i < toFront.size(); ++i) back[static_cast<std::size_t>(toFront[i])] = static_cast<int>(i);
  const Value unique = transposed(takeBlocks(entries, shape, groups.first, block), back);
  return {unique, makeValue(ElementType::kInt64, {count}, std::move(groups.first)),
          makeValue(ElementType::kInt64, {total}, std::move(groups.groupOf)),
          makeValue(ElementType::kInt64, {count}, std::move(groups.counts))};
}

OperatorDefinition unique() {
  OperatorDefinition definition;
  definition.name = "Unique";
  definition.summary = "The distinct elements or entries of an axis, with where they are and how often.";
  definition.maxOutputs = 4;
  definition.opClass = OpClass::kMove;
  definition.attributes = {{"axis", std::nullopt}, {"sorted", std::int64_t{1}}};
  definition.infer = inferUnique;
  definition.evaluate = evaluateUnique;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> selectionOperators() {
  std::vector<OperatorDefinition> family;
  family.push_back(extremum("ArgMax", true, "The index of the largest element along an axis."));
  family.push_back(extremum("ArgMin", false, "The index of the smallest element along an axis."));
  family.push_back(topK());
  family.push_back(unique());
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
