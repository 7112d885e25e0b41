#pragma once
// The elements of a large floating-point tensor, read a box at a time, so that a weight of a gigabyte is never held as
// float64 numbers. A source lies in mapped bytes, or moves the elements of other sources (an axis order, a part,
// several joined): chains of such moves over weights cost no memory of their own. Thread-safe after construction.

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "tensor/shape.h"

namespace tasoscope {

class ElementSource {
 public:
  using Extents = std::vector<std::int64_t>;

  virtual ~ElementSource() = default;
  const Extents& shape() const { return shape_; }
  std::int64_t size() const;
  /// Writes the elements of the box at `start` with these extents to `out`, in row-major order. The box lies inside.
  virtual void read(std::span<const std::int64_t> start, std::span<const std::int64_t> extents, double* out) const = 0;
  /// The same elements under another shape of equal size; null where that cannot be read in boxes.
  virtual std::shared_ptr<const ElementSource> reshaped(Extents shape) const;

 protected:
  explicit ElementSource(Extents shape) : shape_(std::move(shape)) {}

 private:
  Extents shape_;
};
using ElementSourcePtr = std::shared_ptr<const ElementSource>;

/// Raw data of a floating-point type; `owner` keeps the bytes where they are.
ElementSourcePtr rawSource(const TensorType& type, std::span<const std::byte> bytes, std::shared_ptr<const void> owner);
/// Axis i of the result is axis permutation[i] of the source.
ElementSourcePtr transposedSource(ElementSourcePtr source, std::vector<int> permutation);
/// Sources that differ in the extent of one axis only, joined along it.
ElementSourcePtr joinedSource(std::vector<ElementSourcePtr> sources, std::size_t axis);
/// The box of the source at `start`.
ElementSourcePtr partOf(ElementSourcePtr source, ElementSource::Extents start, ElementSource::Extents extents);

/// All elements, in row-major order, in runs of at most about `most` elements.
void forEachRun(const ElementSource& source, std::int64_t most,
                const std::function<void(std::span<const double>)>& visit);
std::vector<double> allElements(const ElementSource& source);

}  // namespace tasoscope
