#pragma once
// Shapes and tensor types.

#include <absl/container/inlined_vector.h>

#include <optional>
#include <span>
#include <string>

#include "tensor/dim.h"
#include "tensor/element_type.h"

namespace tasoscope {

/// The extents of a tensor, outermost first; or of unknown rank.
class Shape {
 public:
  Shape() = default;  ///< a scalar
  Shape(std::initializer_list<Dim> dims) : dims_(dims) {}
  explicit Shape(std::span<const Dim> dims) : dims_(dims.begin(), dims.end()) {}
  explicit Shape(std::span<const std::int64_t> dims) : dims_(dims.begin(), dims.end()) {}
  static Shape unknownRank();

  bool hasRank() const { return has_rank_; }
  /// Asserts hasRank(), as do all that follow.
  int rank() const;
  const Dim& operator[](int axis) const { return dims_[static_cast<std::size_t>(axis)]; }
  Dim& operator[](int axis) { return dims_[static_cast<std::size_t>(axis)]; }
  std::span<const Dim> dims() const { return dims_; }
  void append(Dim dim) { dims_.push_back(std::move(dim)); }
  /// All extents are known.
  bool isStatic() const;
  std::optional<std::int64_t> elementCount() const;  ///< nothing unless isStatic(), or on overflow of 2^62
  Dim elementCountDim() const;
  /// The extents as numbers; asserts isStatic().
  std::vector<std::int64_t> extents() const;
  std::string text() const;  ///< "1x64x56x56", "scalar", "batchx128", "?" for an unknown rank
  friend bool operator==(const Shape&, const Shape&) = default;

 private:
  absl::InlinedVector<Dim, 4> dims_;
  bool has_rank_ = true;
};

/// NumPy-style multidirectional broadcasting as ONNX defines it (Broadcasting.md); nothing when the shapes do not fit.
std::optional<Shape> broadcast(const Shape& a, const Shape& b);

struct TensorType {
  ElementType element = ElementType::kUndefined;
  Shape shape = Shape::unknownRank();
  /// False for sequences, maps, optionals and sparse tensors: such values travel only between opaque ops.
  bool isTensor = true;
  std::string text() const;                   ///< "float32 1x64x56x56"
  std::optional<std::int64_t> bytes() const;  ///< nothing unless the shape is static
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

}  // namespace tasoscope
