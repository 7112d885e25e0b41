#include "tensor/element_source.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "tensor/constant.h"

namespace tasoscope {
namespace {

using Extents = ElementSource::Extents;

std::int64_t product(std::span<const std::int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), std::int64_t{1}, std::multiplies<>());
}

/// How many axes at the end of the box are whole: with the axis before them they lie in one run.
std::size_t wholeAxes(std::span<const std::int64_t> extents, const Extents& shape) {
  std::size_t whole = 0;
  while (whole < shape.size() && extents[shape.size() - 1 - whole] == shape[shape.size() - 1 - whole]) ++whole;
  return whole;
}

/// Goes to the next index of a box in row-major order; false after the last.
bool advance(Extents& index, std::span<const std::int64_t> extents) {
  for (std::size_t axis = extents.size(); axis > 0; --axis) {
    if (++index[axis - 1] < extents[axis - 1]) return true;
    index[axis - 1] = 0;
  }
  return false;
}

class RawSource final : public ElementSource {
 public:
  RawSource(ElementType element, Extents shape, std::span<const std::byte> bytes, std::shared_ptr<const void> owner)
      : ElementSource(std::move(shape)), element_(element), bytes_(bytes), owner_(std::move(owner)) {}

  void read(std::span<const std::int64_t> start, std::span<const std::int64_t> extents, double* out) const override {
    if (product(extents) == 0) return;
    const std::size_t rank = shape().size(), whole = wholeAxes(extents, shape());
    const std::size_t outer = rank > whole ? rank - whole - 1 : 0;  // axes that are walked index by index
    const auto run = static_cast<std::size_t>(product(extents.subspan(outer)));
    Extents index(outer, 0);
    do {
      std::int64_t first = 0;
      for (std::size_t axis = 0; axis < rank; ++axis)
        first = first * shape()[axis] + start[axis] + (axis < outer ? index[axis] : 0);
      decodeFloats(element_, bytes_, first, {out, run});
      out += run;
    } while (advance(index, extents.first(outer)));
  }

  ElementSourcePtr reshaped(Extents shape) const override {
    return std::make_shared<RawSource>(element_, std::move(shape), bytes_, owner_);
  }

 private:
  ElementType element_;
  std::span<const std::byte> bytes_;
  std::shared_ptr<const void> owner_;
};

Extents permuted(const Extents& extents, std::span<const int> permutation) {
  Extents result;
  for (const int axis : permutation) result.push_back(extents[static_cast<std::size_t>(axis)]);
  return result;
}

class TransposedSource final : public ElementSource {
 public:
  TransposedSource(ElementSourcePtr source, std::vector<int> permutation)
      : ElementSource(permuted(source->shape(), permutation)),
        source_(std::move(source)),
        permutation_(std::move(permutation)) {}

  void read(std::span<const std::int64_t> start, std::span<const std::int64_t> extents, double* out) const override {
    const std::size_t rank = shape().size();
    Extents innerStart(rank), innerExtents(rank), strides(rank);
    for (std::size_t axis = 0; axis < rank; ++axis) {
      innerStart[static_cast<std::size_t>(permutation_[axis])] = start[axis];
      innerExtents[static_cast<std::size_t>(permutation_[axis])] = extents[axis];
    }
    std::vector<double> box(static_cast<std::size_t>(product(extents)));
    if (box.empty()) return;
    source_->read(innerStart, innerExtents, box.data());
    std::int64_t stride = 1;
    Extents innerStrides(rank);
    for (std::size_t axis = rank; axis > 0; --axis) {
      innerStrides[axis - 1] = stride;
      stride *= innerExtents[axis - 1];
    }
    for (std::size_t axis = 0; axis < rank; ++axis)
      strides[axis] = innerStrides[static_cast<std::size_t>(permutation_[axis])];
    copyStrided(box.data(), extents, strides, out);
  }

 private:
  static void copyStrided(const double* from, std::span<const std::int64_t> extents, const Extents& strides,
                          double* out) {
    const std::size_t last = extents.size() - 1;
    Extents index(last, 0);
    do {
      std::int64_t offset = 0;
      for (std::size_t axis = 0; axis < last; ++axis) offset += index[axis] * strides[axis];
      for (std::int64_t i = 0; i < extents[last]; ++i) *out++ = from[offset + i * strides[last]];
    } while (advance(index, extents.first(last)));
  }

  ElementSourcePtr source_;
  std::vector<int> permutation_;
};

Extents joinedShape(const std::vector<ElementSourcePtr>& sources, std::size_t axis) {
  Extents shape = sources.front()->shape();
  shape[axis] = 0;
  for (const ElementSourcePtr& source : sources) shape[axis] += source->shape()[axis];
  return shape;
}

class JoinedSource final : public ElementSource {
 public:
  JoinedSource(std::vector<ElementSourcePtr> sources, std::size_t axis)
      : ElementSource(joinedShape(sources, axis)), sources_(std::move(sources)), axis_(axis) {}

  void read(std::span<const std::int64_t> start, std::span<const std::int64_t> extents, double* out) const override {
    const std::int64_t outer = product(extents.first(axis_)), inner = product(extents.subspan(axis_ + 1));
    std::int64_t begin = 0, done = 0;  // along the axis: where a source begins, how much of the box is filled
    std::vector<double> piece;
    for (const ElementSourcePtr& source : sources_) {
      const std::int64_t end = begin + source->shape()[axis_];
      const std::int64_t from = std::max(start[axis_], begin), to = std::min(start[axis_] + extents[axis_], end);
      if (from < to) {
        Extents pieceStart(start.begin(), start.end()), pieceExtents(extents.begin(), extents.end());
        pieceStart[axis_] = from - begin;
        pieceExtents[axis_] = to - from;
        piece.resize(static_cast<std::size_t>(product(pieceExtents)));
        source->read(pieceStart, pieceExtents, piece.data());
        const std::int64_t block = (to - from) * inner;
        for (std::int64_t i = 0; i < outer; ++i)
          std::copy_n(piece.data() + i * block, block, out + (i * extents[axis_] + done) * inner);
        done += to - from;
      }
      begin = end;
    }
  }

 private:
  std::vector<ElementSourcePtr> sources_;
  std::size_t axis_;
};

class PartSource final : public ElementSource {
 public:
  PartSource(ElementSourcePtr source, Extents start, Extents extents)
      : ElementSource(std::move(extents)), source_(std::move(source)), start_(std::move(start)) {}

  void read(std::span<const std::int64_t> start, std::span<const std::int64_t> extents, double* out) const override {
    Extents moved = start_;
    for (std::size_t axis = 0; axis < moved.size(); ++axis) moved[axis] += start[axis];
    source_->read(moved, extents, out);
  }

 private:
  ElementSourcePtr source_;
  Extents start_;
};

}  // namespace

std::int64_t ElementSource::size() const { return product(shape_); }

ElementSourcePtr ElementSource::reshaped(Extents) const { return nullptr; }

ElementSourcePtr rawSource(const TensorType& type, std::span<const std::byte> bytes,
                           std::shared_ptr<const void> owner) {
  return std::make_shared<RawSource>(type.element, type.shape.extents(), bytes, std::move(owner));
}

ElementSourcePtr transposedSource(ElementSourcePtr source, std::vector<int> permutation) {
  assert(!permutation.empty());
  return std::make_shared<TransposedSource>(std::move(source), std::move(permutation));
}

ElementSourcePtr joinedSource(std::vector<ElementSourcePtr> sources, std::size_t axis) {
  return std::make_shared<JoinedSource>(std::move(sources), axis);
}

ElementSourcePtr partOf(ElementSourcePtr source, Extents start, Extents extents) {
  return std::make_shared<PartSource>(std::move(source), std::move(start), std::move(extents));
}

void forEachRun(const ElementSource& source, std::int64_t most,
                const std::function<void(std::span<const double>)>& visit) {
  if (source.size() == 0) return;
  const Extents& shape = source.shape();
  std::size_t axis = 0;  // the axis that is cut; those before it are walked index by index, those behind it are whole
  std::int64_t behind = source.size();
  for (; axis < shape.size(); ++axis) {
    behind /= shape[axis];
    if (behind <= most) break;
  }
  if (shape.empty()) {
    double element = 0;
    source.read({}, {}, &element);
    return visit({&element, 1});
  }
  axis = std::min(axis, shape.size() - 1);
  const std::int64_t step = std::clamp<std::int64_t>(most / behind, 1, shape[axis]);
  std::vector<double> run;
  Extents start(shape.size(), 0), extents = shape, outer(axis, 0);
  std::fill_n(extents.begin(), axis, 1);
  do {
    std::copy(outer.begin(), outer.end(), start.begin());
    for (start[axis] = 0; start[axis] < shape[axis]; start[axis] += step) {
      extents[axis] = std::min(step, shape[axis] - start[axis]);
      run.resize(static_cast<std::size_t>(extents[axis] * behind));
      source.read(start, extents, run.data());
      visit(run);
    }
  } while (advance(outer, std::span(shape).first(axis)));
}

std::vector<double> allElements(const ElementSource& source) {
  std::vector<double> elements(static_cast<std::size_t>(source.size()));
  if (!elements.empty()) source.read(Extents(source.shape().size(), 0), source.shape(), elements.data());
  return elements;
}

}  // namespace tasoscope
