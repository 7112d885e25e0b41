#include "tensor/shape.h"

#include <algorithm>
#include <cassert>

namespace tasoscope {

Shape Shape::unknownRank() {
  Shape shape;
  shape.has_rank_ = false;
  return shape;
}

int Shape::rank() const {
  assert(has_rank_);
  return static_cast<int>(dims_.size());
}

bool Shape::isStatic() const {
  return has_rank_ && std::all_of(dims_.begin(), dims_.end(), [](const Dim& d) { return d.isKnown(); });
}

std::optional<std::int64_t> Shape::elementCount() const {
  if (!isStatic()) return std::nullopt;
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  std::int64_t count = 1;
  for (const Dim& dim : dims_)
    if (dim.value() == 0) return 0;
  for (const Dim& dim : dims_) {
    if (dim.value() < 0 || count > kMost / dim.value()) return std::nullopt;
    count *= dim.value();
  }
  return count;
}

Dim Shape::elementCountDim() const {
  Dim count = 1;
  for (const Dim& dim : dims_) count = count * dim;
  return count;
}

std::vector<std::int64_t> Shape::extents() const {
  std::vector<std::int64_t> result;
  result.reserve(dims_.size());
  for (const Dim& dim : dims_) result.push_back(dim.value());
  return result;
}

std::string Shape::text() const {
  if (!has_rank_) return "?";
  if (dims_.empty()) return "scalar";
  std::string text;
  for (const Dim& dim : dims_) {
    if (!text.empty()) text += 'x';
    text += dim.text();
  }
  return text;
}

namespace {

// One axis of a broadcast; nothing when two known extents do not fit. A symbol against a known extent above 1 must be
// that extent or 1, so the known extent is the result.
std::optional<Dim> broadcastDim(const Dim& a, const Dim& b) {
  if (a == b) return a;
  if (a == Dim(1)) return b;
  if (b == Dim(1)) return a;
  if (a.isKnown() && b.isKnown()) return std::nullopt;
  if (a.isKnown()) return a;
  if (b.isKnown()) return b;
  return Dim::unknown();
}

}  // namespace

std::optional<Shape> broadcast(const Shape& a, const Shape& b) {
  if (!a.hasRank() || !b.hasRank()) return Shape::unknownRank();
  int rank = std::max(a.rank(), b.rank());
  Shape result;
  for (int i = 0; i < rank; ++i) {
    int ia = i - (rank - a.rank()), ib = i - (rank - b.rank());
    std::optional<Dim> dim = ia < 0 ? b[ib] : ib < 0 ? a[ia] : broadcastDim(a[ia], b[ib]);
    if (!dim) return std::nullopt;
    result.append(*dim);
  }
  return result;
}

std::string TensorType::text() const {
  if (!isTensor) return "not a tensor";
  return std::string(nameOf(element)) + " " + shape.text();
}

std::optional<std::int64_t> TensorType::bytes() const {
  std::optional<std::int64_t> count = shape.elementCount();
  if (!count || *count > (std::int64_t{1} << 54)) return std::nullopt;
  return (*count * bitsOf(element) + 7) / 8;
}

}  // namespace tasoscope
