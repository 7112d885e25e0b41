#include "graph/lazy_evaluation.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "tensor/constant.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

using Extents = ElementSource::Extents;

/// An element-wise operator, under broadcasting, over boxes of its inputs.
class PointwiseSource final : public ElementSource {
 public:
  PointwiseSource(const OperatorDefinition& definition, const EvaluationContext& context)
      : ElementSource(context.outputs[0].shape.extents()),
        definition_(definition),
        attributes_(context.attributes),
        result_(context.outputs[0].element) {
    for (const Value& input : context.inputs) {
      elements_.push_back(input.element());
      inputs_.push_back(input.source());
    }
  }

  void read(std::span<const std::int64_t> start, std::span<const std::int64_t> extents, double* out) const override {
    std::vector<Value> boxes;
    for (std::size_t i = 0; i < inputs_.size(); ++i) boxes.push_back(boxOf(i, start, extents));
    const TensorType type{result_, Shape(extents), true};
    const std::vector<Value> results = definition_.evaluate({attributes_, boxes, {&type, 1}});
    std::ranges::copy(results.front().floats(), out);
  }

 private:
  Value boxOf(std::size_t input, std::span<const std::int64_t> start, std::span<const std::int64_t> extents) const {
    const Extents& shape = inputs_[input]->shape();
    const std::size_t missing = extents.size() - shape.size();
    Extents boxStart(shape.size()), boxExtents(shape.size());
    std::int64_t count = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
      const bool isRepeated = shape[axis] == 1;
      boxStart[axis] = isRepeated ? 0 : start[missing + axis];
      boxExtents[axis] = isRepeated ? 1 : extents[missing + axis];
      count *= boxExtents[axis];
    }
    std::vector<double> elements(static_cast<std::size_t>(count));
    inputs_[input]->read(boxStart, boxExtents, elements.data());
    return Value::ofFloats(elements_[input], std::move(boxExtents), std::move(elements));
  }

  const OperatorDefinition& definition_;
  Attributes attributes_;
  ElementType result_;
  std::vector<ElementType> elements_;
  std::vector<ElementSourcePtr> inputs_;
};

using Results = std::optional<std::vector<Value>>;

std::optional<std::size_t> axisOf(const Attributes& attributes, std::int64_t otherwise, std::size_t rank) {
  const std::int64_t axis = attributes.integer("axis", otherwise), count = static_cast<std::int64_t>(rank);
  if (axis < -count || axis >= count) return std::nullopt;
  return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

Results transposed(const EvaluationContext& context) {
  const Value& x = context.inputs[0];
  std::vector<int> permutation(static_cast<std::size_t>(x.rank()));
  std::iota(permutation.rbegin(), permutation.rend(), 0);
  if (context.attributes.has("perm")) {
    const auto perm = context.attributes.integers("perm");
    auto sorted = std::vector<std::int64_t>(perm.begin(), perm.end());
    std::ranges::sort(sorted);
    if (!std::ranges::equal(sorted, std::vector<std::int64_t>(permutation.rbegin(), permutation.rend())))
      return std::nullopt;
    std::ranges::transform(perm, permutation.begin(), [](std::int64_t axis) { return static_cast<int>(axis); });
  }
  return {{Value::ofSource(x.element(), transposedSource(x.source(), std::move(permutation)))}};
}

Results joined(const EvaluationContext& context) {
  const Value& first = context.inputs[0];
  const auto axis = axisOf(context.attributes, 0, first.shape().size());
  if (!axis) return std::nullopt;
  std::vector<ElementSourcePtr> sources;
  for (const Value& input : context.inputs) {
    Extents shape = input.shape();
    if (input.element() != first.element() || shape.size() != first.shape().size()) return std::nullopt;
    shape[*axis] = first.shape()[*axis];
    if (shape != first.shape()) return std::nullopt;
    sources.push_back(input.source());
  }
  return {{Value::ofSource(first.element(), joinedSource(std::move(sources), *axis))}};
}

Results parts(const EvaluationContext& context) {
  const Value& x = context.inputs[0];
  const auto axis = axisOf(context.attributes, 0, x.shape().size());
  if (!axis) return std::nullopt;
  std::vector<Value> results;
  Extents start(x.shape().size(), 0);
  for (const TensorType& type : context.outputs) {
    Extents extents = x.shape();
    extents[*axis] = type.shape[static_cast<int>(*axis)].value();
    if (start[*axis] + extents[*axis] > x.shape()[*axis]) return std::nullopt;
    results.push_back(Value::ofSource(x.element(), partOf(x.source(), start, extents)));
    start[*axis] += extents[*axis];
  }
  return results;
}

bool isOneOf(const std::string& name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

Results deferred(const OperatorDefinition& definition, const EvaluationContext& context) {
  const std::string& name = definition.name;
  if (name == "Transpose") return transposed(context);
  if (name == "Concat") return joined(context);
  if (name == "Split") return parts(context);
  if (isOneOf(name, {"Reshape", "Squeeze", "Unsqueeze", "Flatten", "Identity"}))
    return {{context.inputs[0].reshaped(context.outputs[0].shape.extents())}};
  if (isOneOf(name, {"Add", "Sub", "Mul", "Div", "Cast"}))
    return {{Value::ofSource(context.outputs[0].element, std::make_shared<PointwiseSource>(definition, context))}};
  return std::nullopt;
}

/// What is read besides the elements that move, such as Reshape's shape, does not count.
bool isWorthIt(const EvaluationContext& context) {
  const auto isLarge = [](const Value& value) { return value.isFloat() && value.size() >= kDeferredElements; };
  const auto canBeDeferred = [](const TensorType& type) {
    return type.shape.hasRank() && type.shape.rank() > 0 && isFloatingPoint(type.element) &&
           type.shape.elementCount().has_value();
  };
  return std::ranges::all_of(context.outputs, canBeDeferred) && !context.inputs.empty() &&
         context.inputs[0].isFloat() && std::ranges::any_of(context.inputs, isLarge);
}

bool readsOnlyFloats(const EvaluationContext& context) {
  return std::ranges::all_of(context.inputs, [](const Value& value) { return value.isFloat(); });
}

}  // namespace

std::vector<Value> evaluateLazily(const OperatorDefinition& definition, const EvaluationContext& context) {
  const bool movesFirstOnly = isOneOf(definition.name, {"Reshape", "Squeeze", "Unsqueeze", "Split"});
  if (isWorthIt(context) && (movesFirstOnly || readsOnlyFloats(context))) {
    if (auto results = deferred(definition, context)) return std::move(*results);
  }
  return definition.evaluate(context);
}

}  // namespace tasoscope
