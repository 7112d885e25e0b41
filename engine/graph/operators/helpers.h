#pragma once
// What the definitions of the operators share: limits, axes, absorbed inputs, broadcasting, strided loops, elementwise
// evaluation. Private to graph/operators/.
//
// Evaluation is reached with whatever a file says, also where inference knew no ranks: every helper checks what it is
// given and throws ModelError (inference, axes) or EvaluationError (evaluation) before anything is read or allocated.

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "graph/operator.h"
#include "tensor/error.h"

namespace tasoscope::operators {

using Extents = std::vector<std::int64_t>;

// Limits.

/// The most elements that one evaluated tensor may have.
inline constexpr std::int64_t kElementLimit = std::int64_t{1} << 31;
/// The most elements of which inference keeps track (InputFact::elements).
inline constexpr std::int64_t kMaxKnownElements = 1024;
/// The most axes of a tensor that inference makes from a list (a hostile shape could ask for millions).
inline constexpr std::size_t kMaxRank = 64;

/// The number of elements of a tensor with these extents; throws EvaluationError when an extent is negative or the
/// tensor would have more than kElementLimit.
std::int64_t elementCount(std::span<const std::int64_t> extents);
/// The product of extents[from..to); the extents have passed elementCount().
std::int64_t productOf(std::span<const std::int64_t> extents, std::size_t from, std::size_t to);

// Axes.

/// `axis` counted from the front; throws ModelError unless it is in [-rank, rank).
int normalizedAxis(std::int64_t axis, int rank);
/// The same for a list, in its order; throws ModelError when an axis is there twice.
std::vector<int> normalizedAxes(std::span<const std::int64_t> axes, int rank);

// Attributes and inputs.

/// Whether a list is given at all: as an attribute (absorbed) or as an input.
bool isGiven(const InferenceContext& context, std::string_view attribute, std::size_t input);
/// The integers of an absorbed input, as far as they are known: from the attribute (a list or one integer), else from
/// the input's known elements; nothing when absent or not known.
std::optional<KnownElements> knownIntegers(const InferenceContext& context, std::string_view attribute,
                                           std::size_t input);
/// The same if all of them are numbers.
std::optional<std::vector<std::int64_t>> constantIntegers(const InferenceContext& context, std::string_view attribute,
                                                          std::size_t input);
/// The integers of an absorbed input when evaluating; nothing when neither attribute nor input is there.
std::optional<std::vector<std::int64_t>> integersOf(const EvaluationContext& context, std::string_view attribute,
                                                    std::size_t input);
/// The numbers, when all are known.
std::optional<std::vector<std::int64_t>> numbersOf(const KnownElements& elements);
/// An attribute that is a number, whether written as integer, real, or a list of one of them; nothing when absent.
std::optional<double> numberAttribute(const Attributes& attributes, std::string_view name);
/// The element type that an attribute names by ONNX's number (TensorProto.DataType). Throws ModelError when it is
/// absent or there is no such type.
ElementType elementTypeAttribute(const Attributes& attributes, std::string_view name);
/// The same, or `otherwise` when the attribute is absent.
ElementType elementTypeAttribute(const Attributes& attributes, std::string_view name, ElementType otherwise);
/// The only element of a value as an integer; throws EvaluationError when there are more or it is no integer.
std::int64_t singleInteger(const Value& value);
/// The only element of a numeric value as a real; throws EvaluationError when there are more or it is no number.
double singleNumber(const Value& value);
/// Throws ModelError unless input `i` is there.
const InputFact& required(const InferenceContext& context, std::size_t i);
/// Throws EvaluationError unless input `i` is there.
const Value& required(const EvaluationContext& context, std::size_t i);

/// The same definitions, whose errors begin with the operator's name ("Concat: axis 4 is out of range ...").
std::vector<OperatorDefinition> withNamesInErrors(std::vector<OperatorDefinition> definitions);

// Inference.

/// The element type that inputs [first, last) share (those whose type is known); throws ModelError when they differ.
ElementType commonElement(const InferenceContext& context, std::size_t first, std::size_t last);
/// The broadcast of the shapes of all inputs that are there; of unknown rank if one is. Throws ModelError.
Shape broadcastInputs(const InferenceContext& context);
/// A shape with the extents that a list of elements gives.
Shape shapeFrom(const KnownElements& elements);
/// A shape of `rank` axes about which nothing is known.
Shape unknownShape(int rank);
/// One output of this type.
std::vector<OutputFact> outputOf(ElementType element, Shape shape);
/// One output with the element type and shape of the first input: elementwise operators of one input.
std::vector<OutputFact> sameAsInput(const InferenceContext& context);
/// The extent as a number where it is known.
bool isKnownToBe(const Dim& dim, std::int64_t number);

// Values.

inline Value makeValue(ElementType type, Extents shape, std::vector<double> elements) {
  return Value::ofFloats(type, std::move(shape), std::move(elements));
}
inline Value makeValue(ElementType type, Extents shape, std::vector<std::int64_t> elements) {
  return Value::ofIntegers(type, std::move(shape), std::move(elements));
}
inline Value makeValue(ElementType, Extents shape, std::vector<std::string> elements) {
  return Value::ofStrings(std::move(shape), std::move(elements));
}
template <typename T>
std::span<const T> elementsOf(const Value& value) {
  if constexpr (std::is_same_v<T, double>) {
    if (!value.isFloat()) throw EvaluationError("a floating-point tensor was expected");
    return value.floats();
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (value.element() != ElementType::kString) throw EvaluationError("a tensor of strings was expected");
    return value.strings();
  } else {
    if (!isInteger(value.element()) && value.element() != ElementType::kBool)
      throw EvaluationError("a tensor of integers was expected");
    return value.integers();
  }
}
/// Calls `f` with the elements as a span of double, int64 or string, whichever the value holds.
template <typename F>
decltype(auto) withElements(const Value& value, F&& f) {
  if (value.isFloat()) return f(value.floats());
  if (value.element() == ElementType::kString) return f(value.strings());
  return f(elementsOf<std::int64_t>(value));
}
/// The integer wrapped to the range of an integer type (int8, uint16, ...); not 0 is 1 for bool.
std::int64_t wrapInteger(ElementType type, std::int64_t number);
/// The real truncated towards zero and wrapped to the range of an integer type; 0 for NaN.
std::int64_t integerFrom(ElementType type, double number);
/// The element as a real (uint64 is held by its bits).
inline double realFrom(ElementType type, std::int64_t number) {
  return type == ElementType::kUint64 ? static_cast<double>(static_cast<std::uint64_t>(number))
                                      : static_cast<double>(number);
}
/// Smallest and largest number of an integer type (as bits for uint64).
std::int64_t lowestOf(ElementType type);
std::int64_t highestOf(ElementType type);
/// a < b for elements of an integer type (unsigned for uint64).
inline bool isLess(ElementType type, std::int64_t a, std::int64_t b) {
  return type == ElementType::kUint64 ? static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b) : a < b;
}

// Strided loops.

/// Row-major strides, in elements.
Extents rowMajorStrides(std::span<const std::int64_t> extents);
/// Strides with which an operand of these extents runs through a broadcast result: 0 along the axes it is repeated on.
Extents operandStrides(std::span<const std::int64_t> operand, std::span<const std::int64_t> result);
/// The extents of the broadcast; throws EvaluationError when they do not fit.
Extents broadcastExtents(std::span<const std::int64_t> a, std::span<const std::int64_t> b);

/// A nest of loops in which N operands advance by their own strides. Adjacent axes that all operands pass through
/// without a jump are merged, so that equal shapes give one loop and a row or a channel vector gives two.
template <std::size_t N>
class StridedLoop {
 public:
  using Offsets = std::array<std::int64_t, N>;
  StridedLoop(std::span<const std::int64_t> extents, const std::array<Extents, N>& strides);
  /// Calls `f(offsets, count, strides)` for every innermost run, in row-major order.
  template <typename F>
  void forEachRun(F&& f) const;

 private:
  struct Axis {
    std::int64_t extent;
    Offsets strides;
  };
  std::vector<Axis> axes_;  // outermost first; at least one
  bool is_empty_ = false;
};

template <std::size_t N>
StridedLoop<N>::StridedLoop(std::span<const std::int64_t> extents, const std::array<Extents, N>& strides) {
  for (const std::int64_t extent : extents) is_empty_ = is_empty_ || extent == 0;
  for (std::size_t axis = 0; !is_empty_ && axis < extents.size(); ++axis) {
    if (extents[axis] == 1) continue;
    Axis next{extents[axis], {}};
    for (std::size_t n = 0; n < N; ++n) next.strides[n] = strides[n][axis];
    bool merges = !axes_.empty();
    for (std::size_t n = 0; merges && n < N; ++n) merges = axes_.back().strides[n] == next.strides[n] * next.extent;
    if (merges)
      next.extent *= axes_.back().extent, axes_.back() = next;
    else
      axes_.push_back(next);
  }
  if (axes_.empty()) axes_.push_back(Axis{1, {}});
}

template <std::size_t N>
template <typename F>
void StridedLoop<N>::forEachRun(F&& f) const {
  if (is_empty_) return;
  const Axis& inner = axes_.back();
  std::vector<std::int64_t> position(axes_.size() - 1, 0);
  Offsets offsets{};
  while (true) {
    f(static_cast<const Offsets&>(offsets), inner.extent, inner.strides);
    std::size_t axis = position.size();
    for (; axis > 0; --axis) {
      const Axis& outer = axes_[axis - 1];
      for (std::size_t n = 0; n < N; ++n) offsets[n] += outer.strides[n];
      if (++position[axis - 1] < outer.extent) break;
      for (std::size_t n = 0; n < N; ++n) offsets[n] -= outer.strides[n] * outer.extent;
      position[axis - 1] = 0;
    }
    if (axis == 0) return;
  }
}

/// A new value of these extents whose elements are read from `source` at `offset` plus the sum of index times stride;
/// strides may be negative or 0. The caller has made sure that all of them lie inside. Transpose, Slice, Expand, ...
Value stridedCopy(const Value& source, Extents extents, const Extents& strides, std::int64_t offset = 0);
/// The value repeated to the extents that it broadcasts to.
Value broadcastTo(const Value& source, const Extents& extents);
/// A new value of these extents made of blocks of `block` adjacent elements of `source`, the i-th being its block
/// number `indices[i]`, or zeros (empty strings) where that is negative.
Value takeBlocks(const Value& source, Extents extents, std::span<const std::int64_t> indices, std::int64_t block);
Value transposed(const Value& source, std::span<const int> permutation);

// Elementwise evaluation.

/// f of every element, as a new value of `type`.
template <typename R, typename A, typename F>
Value mapElements(ElementType type, const Value& a, F f) {
  const std::span<const A> from = elementsOf<A>(a);
  std::vector<R> to(from.size());
  for (std::size_t i = 0; i < from.size(); ++i) to[i] = static_cast<R>(f(from[i]));
  return makeValue(type, a.shape(), std::move(to));
}

/// f of every pair of elements under broadcasting, as a new value of `type`.
template <typename R, typename A, typename F>
Value zipElements(ElementType type, const Value& a, const Value& b, F f) {
  const std::span<const A> left = elementsOf<A>(a), right = elementsOf<A>(b);
  Extents extents = broadcastExtents(a.shape(), b.shape());
  std::vector<R> to(static_cast<std::size_t>(elementCount(extents)));
  const StridedLoop<2> loop(extents, {operandStrides(a.shape(), extents), operandStrides(b.shape(), extents)});
  R* out = to.data();
  loop.forEachRun([&](const auto& offsets, std::int64_t count, const auto& strides) {
    const A* x = left.data() + offsets[0];
    const A* y = right.data() + offsets[1];
    if (strides[0] == 1 && strides[1] == 1) {
      for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<R>(f(x[i], y[i]));
    } else if (strides[0] == 1 && strides[1] == 0) {
      for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<R>(f(x[i], *y));
    } else {
      for (std::int64_t i = 0; i < count; ++i) out[i] = static_cast<R>(f(x[i * strides[0]], y[i * strides[1]]));
    }
    out += count;
  });
  return makeValue(type, std::move(extents), std::move(to));
}

/// The elements as reals: a floating-point value itself, an integer one under element type float64.
Value asReals(const Value& value);

// Work.

/// Operations per output element, with each input read and each output written once.
std::function<Work(const WorkContext&)> workPerElement(double flopsPerElement);
/// The bytes of all inputs and outputs, without operations.
Work bytesOnly(const WorkContext& context);
double elementsOfType(const TensorType& type);
double bytesOfType(const TensorType& type);
/// No work at all: views, and what is done on the host.
Work noWork(const WorkContext&);

}  // namespace tasoscope::operators
