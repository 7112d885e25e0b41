// Pad, DepthToSpace, SpaceToDepth and Trilu: elements moved by rules of position.

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "graph/operators/helpers.h"
#include "graph/operators/operators.h"

namespace tasoscope::operators {
namespace {

using Integer = std::int64_t;

OperatorDefinition move(std::string name, std::string summary) {
  OperatorDefinition definition;
  definition.name = std::move(name);
  definition.summary = std::move(summary);
  definition.opClass = OpClass::kMove;
  return definition;
}

// Pad.

enum class PadMode { kConstant, kReflect, kEdge, kWrap };

PadMode padModeOf(const Attributes& attributes) {
  const std::string mode = attributes.string("mode", "constant");
  if (mode == "constant") return PadMode::kConstant;
  if (mode == "reflect") return PadMode::kReflect;
  if (mode == "edge") return PadMode::kEdge;
  if (mode == "wrap") return PadMode::kWrap;
  throw ModelError(fmt::format("the mode \"{}\" is not known", mode));
}

/// Padding of every axis, from the lists for some of them (of all axes when `axes` is not given).
template <typename T>
struct Padding {
  std::vector<T> before, after;
  Padding(const std::vector<T>& pads, const std::optional<std::vector<Integer>>& axes, int rank)
      : before(static_cast<std::size_t>(rank), T(0)), after(before) {
    std::vector<Integer> all(static_cast<std::size_t>(rank));
    std::iota(all.begin(), all.end(), Integer{0});
    const std::vector<int> padded = normalizedAxes(axes ? *axes : all, rank);
    if (pads.size() != 2 * padded.size())
      throw ModelError(fmt::format("{} pads are given for {} axes", pads.size(), padded.size()));
    for (std::size_t i = 0; i < padded.size(); ++i) {
      before[static_cast<std::size_t>(padded[i])] = pads[i];
      after[static_cast<std::size_t>(padded[i])] = pads[i + padded.size()];
    }
  }
};

std::vector<OutputFact> inferPad(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  padModeOf(context.attributes);
  if (!isGiven(context, "pads", 1)) throw ModelError("the pads are missing");
  if (!type.shape.hasRank()) return outputOf(type.element, Shape::unknownRank());
  const auto pads = knownIntegers(context, "pads", 1);
  const auto axes = constantIntegers(context, "axes", 3);
  if (!pads || (isGiven(context, "axes", 3) && !axes)) return outputOf(type.element, unknownShape(type.shape.rank()));
  const Padding<Dim> padding(*pads, axes, type.shape.rank());
  Shape shape = type.shape;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const auto i = static_cast<std::size_t>(axis);
    shape[axis] = shape[axis] + padding.before[i] + padding.after[i];
    if (shape[axis].isKnown() && shape[axis].value() < 0)
      throw ModelError(fmt::format("the pads take more than there is of axis {}", axis));
  }
  return outputOf(type.element, std::move(shape));
}

Integer paddedExtent(Integer extent, Integer before, Integer after) {
  if (before < -extent || after < -extent || before > kElementLimit || after > kElementLimit ||
      extent + before + after < 0)
    throw EvaluationError(fmt::format("an axis of extent {} cannot be padded by {} and {}", extent, before, after));
  return extent + before + after;
}

/// For each position of a padded axis the position it copies, or -1 for the constant. What negative pads cut off is
/// not seen by the modes that repeat.
std::vector<Integer> paddedPositions(PadMode mode, Integer extent, Integer before, Integer after) {
  const Integer first = std::max<Integer>(0, -before);
  const Integer kept = extent - first - std::max<Integer>(0, -after);
  std::vector<Integer> positions(static_cast<std::size_t>(extent + before + after));
  if (kept <= 0 && !positions.empty() && mode != PadMode::kConstant)
    throw EvaluationError("an empty axis has nothing to repeat");
  for (std::size_t i = 0; i < positions.size(); ++i) {
    Integer from = static_cast<Integer>(i) - std::max<Integer>(0, before);
    const bool isInside = from >= 0 && from < kept;
    if (!isInside && mode == PadMode::kConstant) {
      positions[i] = -1;
      continue;
    }
    if (!isInside && mode == PadMode::kEdge) from = std::clamp<Integer>(from, 0, kept - 1);
    if (!isInside && mode == PadMode::kWrap) from = ((from % kept) + kept) % kept;
    if (!isInside && mode == PadMode::kReflect) {
      const Integer period = std::max<Integer>(1, 2 * (kept - 1));
      from = ((from % period) + period) % period;
      if (from >= kept) from = period - from;
    }
    positions[i] = first + from;
  }
  return positions;
}

/// `fill` everywhere, and the elements of `from` where every axis has a position to copy.
template <typename T>
std::vector<T> padded(std::span<const T> from, const Extents& shape, const std::vector<std::vector<Integer>>& positions,
                      std::size_t count, const T& fill) {
  std::vector<T> to(count, fill);
  if (to.empty()) return to;
  const Extents strides = rowMajorStrides(shape);
  std::vector<std::size_t> index(positions.size(), 0);
  const std::vector<Integer>& inner = positions.back();
  for (std::size_t at = 0; at < count; at += inner.size()) {
    Integer base = 0;
    bool isInside = true;
    for (std::size_t axis = 0; axis + 1 < positions.size(); ++axis) {
      const Integer position = positions[axis][index[axis]];
      isInside = isInside && position >= 0;
      base += position * strides[axis];
    }
    for (std::size_t i = 0; isInside && i < inner.size(); ++i)
      if (inner[i] >= 0) to[at + i] = from[static_cast<std::size_t>(base + inner[i])];
    for (std::size_t axis = positions.size() - 1; axis > 0; --axis) {
      if (++index[axis - 1] < positions[axis - 1].size()) break;
      index[axis - 1] = 0;
    }
  }
  return to;
}

template <typename T>
T fillOf(const EvaluationContext& context) {
  if (context.has(2)) {
    const auto elements = elementsOf<T>(context.inputs[2]);
    if (elements.size() != 1) throw EvaluationError("the constant to pad with is one number");
    return elements.front();
  }
  if constexpr (std::is_same_v<T, std::string>)
    return {};
  else
    return static_cast<T>(numberAttribute(context.attributes, "constant_value").value_or(0.0));
}

std::vector<Value> evaluatePad(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const auto pads = integersOf(context, "pads", 1);
  if (!pads) throw EvaluationError("the pads are missing");
  const Padding<Integer> padding(*pads, integersOf(context, "axes", 3), x.rank());
  if (x.rank() == 0) return {x};
  const PadMode mode = padModeOf(context.attributes);
  Extents extents;
  for (std::size_t axis = 0; axis < x.shape().size(); ++axis)
    extents.push_back(paddedExtent(x.shape()[axis], padding.before[axis], padding.after[axis]));
  const auto count = static_cast<std::size_t>(elementCount(extents));
  std::vector<std::vector<Integer>> positions;
  for (std::size_t axis = 0; count > 0 && axis < x.shape().size(); ++axis)
    positions.push_back(paddedPositions(mode, x.shape()[axis], padding.before[axis], padding.after[axis]));
  return withElements(x, [&](auto elements) {
    using T = std::remove_cv_t<typename decltype(elements)::element_type>;
    auto to = padded<T>(elements, x.shape(), positions, count, fillOf<T>(context));
    return std::vector<Value>{makeValue(x.element(), std::move(extents), std::move(to))};
  });
}

OperatorDefinition pad() {
  OperatorDefinition definition = move("Pad", "A tensor with elements added (or cut off) at the ends of axes.");
  definition.maxInputs = 4;
  definition.attributes = {{"mode", std::string("constant")},
                           {"pads", std::nullopt},
                           {"constant_value", std::nullopt},
                           {"axes", std::nullopt}};
  definition.absorbed = {{1, "pads"}, {2, "constant_value"}, {3, "axes"}};
  definition.infer = inferPad;
  definition.evaluate = evaluatePad;
  return definition;
}

// DepthToSpace and SpaceToDepth.

Integer blockSizeOf(const Attributes& attributes) {
  const Integer size = attributes.integer("blocksize");
  if (size < 1 || size > (Integer{1} << 20)) throw ModelError(fmt::format("the block size {} makes no sense", size));
  return size;
}

void requireImages(const Shape& shape) {
  if (shape.rank() != 4) throw ModelError(fmt::format("images of rank 4 are needed, not {}", shape.text()));
}

void requireDivisible(const Dim& dim, Integer by) {
  if (dim.isKnown() && dim.value() % by != 0)
    throw ModelError(fmt::format("the extent {} cannot be divided by {}", dim.value(), by));
}

std::vector<OutputFact> inferDepthToSpace(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  const Integer block = blockSizeOf(context.attributes);
  if (!type.shape.hasRank()) return outputOf(type.element, unknownShape(4));
  requireImages(type.shape);
  requireDivisible(type.shape[1], block * block);
  return outputOf(type.element, Shape{type.shape[0], floorDiv(type.shape[1], block * block), type.shape[2] * Dim(block),
                                      type.shape[3] * Dim(block)});
}

std::vector<Value> evaluateDepthToSpace(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const Integer block = blockSizeOf(context.attributes);
  requireImages(Shape(std::span<const Integer>(x.shape())));
  requireDivisible(x.shape()[1], block * block);
  const Integer n = x.shape()[0], depth = x.shape()[1] / (block * block), h = x.shape()[2], w = x.shape()[3];
  const std::string mode = context.attributes.string("mode", "DCR");
  if (mode != "DCR" && mode != "CRD") throw EvaluationError(fmt::format("the mode \"{}\" is not known", mode));
  const bool isDepthFirst = mode == "DCR";
  const Value nested =
      x.reshaped(isDepthFirst ? Extents{n, block, block, depth, h, w} : Extents{n, depth, block, block, h, w});
  const std::vector<int> permutation = isDepthFirst ? std::vector{0, 3, 4, 1, 5, 2} : std::vector{0, 1, 4, 2, 5, 3};
  return {transposed(nested, permutation).reshaped({n, depth, h * block, w * block})};
}

std::vector<OutputFact> inferSpaceToDepth(const InferenceContext& context) {
  const TensorType& type = required(context, 0).type;
  const Integer block = blockSizeOf(context.attributes);
  if (!type.shape.hasRank()) return outputOf(type.element, unknownShape(4));
  requireImages(type.shape);
  requireDivisible(type.shape[2], block);
  requireDivisible(type.shape[3], block);
  return outputOf(type.element, Shape{type.shape[0], type.shape[1] * Dim(block * block), floorDiv(type.shape[2], block),
                                      floorDiv(type.shape[3], block)});
}

std::vector<Value> evaluateSpaceToDepth(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  const Integer block = blockSizeOf(context.attributes);
  requireImages(Shape(std::span<const Integer>(x.shape())));
  requireDivisible(x.shape()[2], block);
  requireDivisible(x.shape()[3], block);
  const Integer n = x.shape()[0], depth = x.shape()[1], h = x.shape()[2] / block, w = x.shape()[3] / block;
  const Value nested = x.reshaped({n, depth, h, block, w, block});
  return {transposed(nested, std::vector{0, 3, 5, 1, 2, 4}).reshaped({n, depth * block * block, h, w})};
}

void addBlockMoves(std::vector<OperatorDefinition>& family) {
  OperatorDefinition toSpace = move("DepthToSpace", "Channels rearranged into blocks of the image plane.");
  toSpace.attributes = {{"blocksize", std::nullopt}, {"mode", std::string("DCR")}};
  toSpace.infer = inferDepthToSpace;
  toSpace.evaluate = evaluateDepthToSpace;
  OperatorDefinition toDepth = move("SpaceToDepth", "Blocks of the image plane rearranged into channels.");
  toDepth.attributes = {{"blocksize", std::nullopt}};
  toDepth.infer = inferSpaceToDepth;
  toDepth.evaluate = evaluateSpaceToDepth;
  family.push_back(std::move(toSpace));
  family.push_back(std::move(toDepth));
}

// Trilu.

std::vector<OutputFact> inferTrilu(const InferenceContext& context) {
  const Shape& shape = required(context, 0).type.shape;
  if (shape.hasRank() && shape.rank() < 2) throw ModelError("a matrix or a batch of matrices is needed");
  return sameAsInput(context);
}

std::vector<Value> evaluateTrilu(const EvaluationContext& context) {
  const Value& x = required(context, 0);
  if (x.rank() < 2) throw EvaluationError("a matrix or a batch of matrices is needed");
  const Integer rows = x.shape()[x.shape().size() - 2], columns = x.shape().back();
  const Integer k = std::clamp(context.has(1) ? singleInteger(context.inputs[1]) : 0, -rows, columns);
  const bool isUpper = context.attributes.integer("upper", 1) != 0;
  return withElements(x, [&](auto elements) {
    using T = std::remove_cv_t<typename decltype(elements)::element_type>;
    std::vector<T> to(elements.begin(), elements.end());
    for (std::size_t start = 0; start < to.size(); start += static_cast<std::size_t>(columns)) {
      const Integer row = static_cast<Integer>(start) / columns % rows;
      const Integer diagonal = std::clamp(isUpper ? row + k : row + k + 1, Integer{0}, columns);
      const auto line = to.begin() + static_cast<std::ptrdiff_t>(start);
      if (isUpper)
        std::fill(line, line + diagonal, T());
      else
        std::fill(line + diagonal, line + columns, T());
    }
    return std::vector<Value>{makeValue(x.element(), x.shape(), std::move(to))};
  });
}

OperatorDefinition trilu() {
  OperatorDefinition definition = move("Trilu", "The upper or lower triangle of each matrix, zeros elsewhere.");
  definition.maxInputs = 2;
  definition.attributes = {{"upper", std::int64_t{1}}};
  definition.infer = inferTrilu;
  definition.evaluate = evaluateTrilu;
  return definition;
}

}  // namespace

std::vector<OperatorDefinition> rearrangingOperators() {
  std::vector<OperatorDefinition> family;
  family.push_back(pad());
  addBlockMoves(family);
  family.push_back(trilu());
  return withNamesInErrors(std::move(family));
}

}  // namespace tasoscope::operators
