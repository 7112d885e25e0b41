#include "discovery/field_tensor.h"

#include <algorithm>

namespace tasoscope::discovery {

using exchange::ForeignKind;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool isSameExtents(const FieldShape& a, const FieldShape& b) { return a.rank == b.rank && a.extents == b.extents; }

std::optional<std::vector<FieldShape>> one(FieldShape shape) { return std::vector<FieldShape>{shape}; }

std::optional<std::vector<FieldShape>> convShape(const FieldShape& data, const FieldShape& weight) {
  if (data.rank != 4 || weight.rank != 4 || data.extents[1] % weight.extents[1] != 0) return std::nullopt;
  const int groups = data.extents[1] / weight.extents[1];
  if (weight.extents[0] % groups != 0 || weight.extents[2] % 2 == 0 || weight.extents[3] % 2 == 0) return std::nullopt;
  FieldShape shape = data;
  shape.extents[1] = weight.extents[0];
  shape.cuts = {data.cuts[0], weight.cuts[0]};
  return one(shape);
}

std::optional<std::vector<FieldShape>> concatShape(const OperatorForm& form, const FieldShape& a, const FieldShape& b) {
  const int axis = form.parameter(exchange::kAxis, 0);
  if (a.rank != form.parameter(exchange::kRank, a.rank)) return std::nullopt;
  FieldShape shape = a, other = b;
  shape.extents[at(axis)] = other.extents[at(axis)] = 0;
  if (!isSameExtents(shape, other)) return std::nullopt;
  shape.extents[at(axis)] = a.extents[at(axis)] + b.extents[at(axis)];
  for (int i = 0; i < 2; ++i) shape.cuts[at(i)] = a.cuts[at(i)] == b.cuts[at(i)] ? a.cuts[at(i)] : 0;
  shape.cuts[at(axis)] = a.extents[at(axis)];
  return one(shape);
}

std::optional<std::vector<FieldShape>> splitShapes(const OperatorForm& form, const FieldShape& a) {
  const std::size_t axis = at(form.parameter(exchange::kAxis, 0));
  if (a.cuts[axis] == 0) return std::nullopt;
  FieldShape first = a, second = a;
  first.extents[axis] = a.cuts[axis];
  second.extents[axis] = a.extents[axis] - a.cuts[axis];
  first.cuts[axis] = second.cuts[axis] = 0;
  return std::vector<FieldShape>{first, second};
}

std::vector<Element> conv(const FieldTensor& data, const FieldTensor& weight) {
  const auto& d = data.shape.extents;
  const auto& w = weight.shape.extents;
  const int inGroup = w[1], outGroup = w[0] / (d[1] / w[1]);
  std::vector<Element> result;
  result.reserve(at(d[0] * w[0] * d[2] * d[3]));
  for (int n = 0; n < d[0]; ++n)
    for (int o = 0; o < w[0]; ++o)
      for (int y = 0; y < d[2]; ++y)
        for (int x = 0; x < d[3]; ++x) {
          std::uint64_t sum = 0;  // at most 512 products below 2^31 each
          for (int c = 0; c < inGroup; ++c)
            for (int ky = 0; ky < w[2]; ++ky) {
              const int row = y + ky - w[2] / 2;
              if (row < 0 || row >= d[2]) continue;
              for (int kx = 0; kx < w[3]; ++kx) {
                const int column = x + kx - w[3] / 2;
                if (column < 0 || column >= d[3]) continue;
                const int from = ((n * d[1] + o / outGroup * inGroup + c) * d[2] + row) * d[3] + column;
                sum += times(data.elements[at(from)], weight.elements[at(((o * w[1] + c) * w[2] + ky) * w[3] + kx)]);
              }
            }
          result.push_back(static_cast<Element>(sum % kPrime));
        }
  return result;
}

/// Windows of 3x3 with stride 1 and zeros around, as TASO's generator has them; the average counts the zeros.
std::vector<Element> pool(ForeignKind kind, const FieldTensor& data) {
  const auto& d = data.shape.extents;
  static const Element ninth = inverseOf(9);
  std::vector<Element> result;
  for (int plane = 0; plane < d[0] * d[1]; ++plane)
    for (int y = 0; y < d[2]; ++y)
      for (int x = 0; x < d[3]; ++x) {
        Element sum = 0, most = data.elements[at((plane * d[2] + y) * d[3] + x)];
        for (int row = std::max(0, y - 1); row <= std::min(d[2] - 1, y + 1); ++row)
          for (int column = std::max(0, x - 1); column <= std::min(d[3] - 1, x + 1); ++column) {
            const Element element = data.elements[at((plane * d[2] + row) * d[3] + column)];
            sum = plus(sum, element);
            most = greater(most, element);
          }
        result.push_back(kind == ForeignKind::kMaxPool ? most : times(sum, ninth));
      }
  return result;
}

std::vector<Element> matMul(const FieldTensor& a, const FieldTensor& b) {
  const int rows = a.shape.extents[0], inner = a.shape.extents[1], columns = b.shape.extents[1];
  std::vector<Element> result;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      std::uint64_t sum = 0;
      for (int k = 0; k < inner; ++k) sum += times(a.elements[at(y * inner + k)], b.elements[at(k * columns + x)]);
      result.push_back(static_cast<Element>(sum % kPrime));
    }
  return result;
}

std::vector<Element> concat(std::size_t axis, const FieldTensor& a, const FieldTensor& b) {
  std::size_t before = 1, after = 1;
  for (std::size_t i = 0; i < axis; ++i) before *= at(a.shape.extents[i]);
  for (std::size_t i = axis + 1; i < 4; ++i) after *= at(a.shape.extents[i]);
  std::vector<Element> result;
  for (std::size_t i = 0; i < before; ++i)
    for (const FieldTensor* part : {&a, &b}) {
      const std::size_t run = at(part->shape.extents[axis]) * after;
      const auto from = part->elements.begin() + static_cast<std::ptrdiff_t>(i * run);
      result.insert(result.end(), from, from + static_cast<std::ptrdiff_t>(run));
    }
  return result;
}

std::vector<Element> split(std::size_t axis, int part, const FieldTensor& a) {
  std::size_t before = 1, after = 1;
  for (std::size_t i = 0; i < axis; ++i) before *= at(a.shape.extents[i]);
  for (std::size_t i = axis + 1; i < 4; ++i) after *= at(a.shape.extents[i]);
  const std::size_t whole = at(a.shape.extents[axis]) * after, first = at(a.shape.cuts[axis]) * after;
  std::vector<Element> result;
  for (std::size_t i = 0; i < before; ++i) {
    const auto from = a.elements.begin() + static_cast<std::ptrdiff_t>(i * whole + (part == 0 ? 0 : first));
    const auto to = a.elements.begin() + static_cast<std::ptrdiff_t>(i * whole + (part == 0 ? first : whole));
    result.insert(result.end(), from, to);
  }
  return result;
}

std::vector<Element> transpose(const FieldTensor& a) {
  std::vector<Element> result;
  for (int x = 0; x < a.shape.extents[1]; ++x)
    for (int y = 0; y < a.shape.extents[0]; ++y) result.push_back(a.elements[at(y * a.shape.extents[1] + x)]);
  return result;
}

std::vector<Element> enlarge(const OperatorForm& form, const FieldTensor& a) {
  const auto& d = a.shape.extents;
  const int height = form.parameter(exchange::kKernelH, 3), width = form.parameter(exchange::kKernelW, 3);
  std::vector<Element> result(at(d[0] * d[1] * height * width), 0);
  for (int plane = 0; plane < d[0] * d[1]; ++plane)
    for (int y = 0; y < d[2]; ++y)
      for (int x = 0; x < d[3]; ++x)
        result[at((plane * height + y + (height - d[2]) / 2) * width + x + (width - d[3]) / 2)] =
            a.elements[at((plane * d[2] + y) * d[3] + x)];
  return result;
}

std::vector<Element> constant(const OperatorForm& form) {
  const auto& extents = form.constantExtents;
  std::size_t size = 1;
  for (const int extent : extents) size *= at(extent);
  switch (form.kind) {
    case ForeignKind::kPoolKernel:
      return std::vector<Element>(size, inverseOf(9));
    case ForeignKind::kIdentityMatrix:
    case ForeignKind::kIdentityKernel: {
      std::vector<Element> result(size, 0);
      const std::size_t plane = extents.size() == 4 ? at(extents[2] * extents[3]) : 1;
      for (int i = 0; i < extents[0]; ++i) result[at(i * extents[1] + i) * plane + plane / 2] = 1;
      return result;
    }
    default:
      return std::vector<Element>(size, 1);
  }
}

}  // namespace

int OperatorForm::arity() const {
  switch (kind) {
    case ForeignKind::kConv:
    case ForeignKind::kConcat:
    case ForeignKind::kAdd:
    case ForeignKind::kMul:
    case ForeignKind::kMatMul:
    case ForeignKind::kScalarMul:
      return 2;
    case ForeignKind::kIdentityMatrix:
    case ForeignKind::kIdentityKernel:
    case ForeignKind::kOnes:
    case ForeignKind::kPoolKernel:
      return 0;
    default:
      return 1;
  }
}

bool OperatorForm::isCommutative() const { return kind == ForeignKind::kAdd || kind == ForeignKind::kMul; }

int OperatorForm::parameter(int key, int otherwise) const {
  for (const auto& [name, value] : parameters)
    if (name == key) return value;
  return otherwise;
}

exchange::ForeignOp OperatorForm::foreign() const { return {kind, {}, parameters}; }

std::optional<std::vector<FieldShape>> shapesOf(const OperatorForm& form, const FieldShape* a, const FieldShape* b,
                                                int mostElements) {
  std::optional<std::vector<FieldShape>> shapes;
  switch (form.kind) {
    case ForeignKind::kConv:
      shapes = convShape(*a, *b);
      break;
    case ForeignKind::kMaxPool:
    case ForeignKind::kAveragePool:
      if (a->rank == 4) shapes = one({4, a->extents, {a->cuts[0], a->cuts[1]}});
      break;
    case ForeignKind::kRelu:
    case ForeignKind::kSigmoid:
    case ForeignKind::kTanh:
      if (a->rank > 0) shapes = one(*a);
      break;
    case ForeignKind::kConcat:
      shapes = concatShape(form, *a, *b);
      break;
    case ForeignKind::kSplit:
      shapes = splitShapes(form, *a);
      break;
    case ForeignKind::kTranspose:
      if (a->rank == 2) shapes = one({2, {a->extents[1], a->extents[0], 1, 1}, {a->cuts[1], a->cuts[0]}});
      break;
    case ForeignKind::kAdd:
    case ForeignKind::kMul: {
      if (a->rank == 0 || !isSameExtents(*a, *b)) break;
      FieldShape shape = *a;
      for (std::size_t i = 0; i < 2; ++i)
        if (a->cuts[i] != b->cuts[i]) shape.cuts[i] = 0;
      shapes = one(shape);
      break;
    }
    case ForeignKind::kMatMul:
      if (a->rank == 2 && b->rank == 2 && a->extents[1] == b->extents[0])
        shapes = one({2, {a->extents[0], b->extents[1], 1, 1}, {a->cuts[0], b->cuts[1]}});
      break;
    case ForeignKind::kScalarMul:
      if (a->rank > 0 && b->rank == 0) shapes = one(*a);
      break;
    case ForeignKind::kEnlarge: {
      const int height = form.parameter(exchange::kKernelH, 3), width = form.parameter(exchange::kKernelW, 3);
      const auto& d = a->extents;
      const bool fits = a->rank == 4 && d[2] % 2 == 1 && d[3] % 2 == 1 && d[2] <= height && d[3] <= width &&
                        d[2] * d[3] < height * width;
      if (fits) shapes = one({4, {d[0], d[1], height, width}, a->cuts});
      break;
    }
    default: {
      FieldShape shape;
      shape.rank = static_cast<int>(form.constantExtents.size());
      std::copy(form.constantExtents.begin(), form.constantExtents.end(), shape.extents.begin());
      shapes = one(shape);
    }
  }
  if (shapes && std::ranges::any_of(*shapes, [&](const FieldShape& shape) { return shape.size() > mostElements; }))
    return std::nullopt;
  return shapes;
}

std::vector<Element> evaluate(const OperatorForm& form, int result, const FieldTensor* a, const FieldTensor* b) {
  const auto each = [&](auto function) {
    std::vector<Element> elements(a->elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = function(i);
    return elements;
  };
  switch (form.kind) {
    case ForeignKind::kConv: {
      std::vector<Element> elements = conv(*a, *b);
      if (form.parameter(exchange::kActivation, 0) != 0)
        for (Element& element : elements) element = positivePart(element);
      return elements;
    }
    case ForeignKind::kMaxPool:
    case ForeignKind::kAveragePool:
      return pool(form.kind, *a);
    case ForeignKind::kRelu:
      return each([&](std::size_t i) { return positivePart(a->elements[i]); });
    case ForeignKind::kConcat:
      return concat(at(form.parameter(exchange::kAxis, 0)), *a, *b);
    case ForeignKind::kSplit:
      return split(at(form.parameter(exchange::kAxis, 0)), result, *a);
    case ForeignKind::kTranspose:
      return transpose(*a);
    case ForeignKind::kAdd:
      return each([&](std::size_t i) { return plus(a->elements[i], b->elements[i]); });
    case ForeignKind::kMul:
      return each([&](std::size_t i) { return times(a->elements[i], b->elements[i]); });
    case ForeignKind::kMatMul:
      return matMul(*a, *b);
    case ForeignKind::kScalarMul:
      return each([&](std::size_t i) { return times(a->elements[i], b->elements[0]); });
    case ForeignKind::kEnlarge:
      return enlarge(form, *a);
    default:
      return constant(form);
  }
}

}  // namespace tasoscope::discovery
