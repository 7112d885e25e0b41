#pragma once
// What definitions share: refusing what does not fit, checks of types and dimensions, and evaluation on checked shapes.
// Private to graph/operators.

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/operator.h"
#include "tensor/error.h"

namespace tasoscope::operators {

using InferFunction = std::function<std::vector<OutputFact>(const InferenceContext&)>;

/// A definition to be filled in.
OperatorDefinition newDefinition(std::string name, int minInputs, int maxInputs, OpClass opClass, std::string summary);

/// Throws ModelError "Conv: <problem>".
[[noreturn]] void refuse(std::string_view op, std::string_view problem);
/// Throws EvaluationError "Conv: <problem>".
[[noreturn]] void refuseEvaluation(std::string_view op, std::string_view problem);

/// The element type that the present ones of these inputs have in common; kUndefined when none is known. Refuses
/// different ones.
ElementType commonElement(std::string_view op, const InferenceContext& context,
                          std::initializer_list<std::size_t> inputs);
/// commonElement() that must be a number's type (integer or floating-point) where it is known.
ElementType commonNumber(std::string_view op, const InferenceContext& context,
                         std::initializer_list<std::size_t> inputs);
/// commonElement() that must be a floating-point type where it is known.
ElementType commonFloat(std::string_view op, const InferenceContext& context,
                        std::initializer_list<std::size_t> inputs);
/// Refuses two dimensions that are known and different; `what` reads "input channels of x and w".
void requireEqual(std::string_view op, std::string_view what, const Dim& a, const Dim& b);
/// The exact one of two dimensions that must be equal.
const Dim& betterKnown(const Dim& a, const Dim& b);
/// Refuses an input of a known rank that is not `rank`; false when the rank is unknown.
bool hasRank(std::string_view op, std::string_view what, const Shape& shape, int rank);
/// The axis counted from the front; refuses one outside of [-rank, rank).
int normalizedAxis(std::string_view op, std::int64_t axis, int rank);
/// One output of this type.
std::vector<OutputFact> oneOutput(ElementType element, Shape shape);

/// The most elements an evaluated tensor may have.
constexpr std::int64_t kMaxElements = std::int64_t{1} << 29;
/// The product of extents; refuses more than kMaxElements.
std::int64_t checkedSize(std::string_view op, std::span<const std::int64_t> extents);
/// What `infer` says of the actual values: the full check of everything that evaluation relies on. Refuses outputs that
/// are too large to compute.
std::vector<TensorType> inferActual(std::string_view op, const InferFunction& infer, const EvaluationContext& context);
/// The product of some extents, which are known to be sane.
std::int64_t product(std::span<const std::int64_t> extents);

/// The elements of a numeric value as float64 in row-major order, without a copy where they are that already.
class Numbers {
 public:
  explicit Numbers(const Value& value);
  const double* data() const { return numbers_.data(); }
  std::span<const double> span() const { return numbers_; }
  double operator[](std::int64_t i) const { return numbers_[static_cast<std::size_t>(i)]; }

 private:
  std::vector<double> converted_;
  Value value_;
  std::span<const double> numbers_;
};
/// A value of any numeric type from float64 elements (integers: converted as Cast does).
Value valueOf(ElementType element, std::vector<std::int64_t> shape, std::vector<double> numbers);

/// Strides (in elements) of a row-major tensor of shape `from` walked along the axes of `to`, to which it broadcasts: 0
/// where it is repeated.
std::vector<std::int64_t> broadcastStrides(std::span<const std::int64_t> from, std::span<const std::int64_t> to);
/// Calls visit(i, offset) for every element of a tensor of this shape: i counts them in row-major order, offset is the
/// sum of index * stride.
template <typename Visit>
void forEachOffset(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides, Visit visit);
/// Whether `from` broadcasts to `to` without changing it, as far as is known.
bool broadcastsTo(const Shape& from, const Shape& to);

double elementCount(const TensorType& type);
double bytesOf(const TensorType& type);
/// Inputs read once, outputs written once, and `flops`.
Work workWith(const WorkContext& context, double flops);

template <typename Visit>
void forEachOffset(std::span<const std::int64_t> shape, std::span<const std::int64_t> strides, Visit visit) {
  const std::int64_t size = product(shape);
  std::vector<std::int64_t> index(shape.size(), 0);
  std::int64_t offset = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    visit(i, offset);
    for (std::size_t axis = shape.size(); axis-- > 0;) {
      offset += strides[axis];
      if (++index[axis] < shape[axis]) break;
      offset -= strides[axis] * shape[axis];
      index[axis] = 0;
    }
  }
}

}  // namespace tasoscope::operators
