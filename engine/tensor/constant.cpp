#include "tensor/constant.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "tensor/error.h"
#include "tensor/small_float.h"

namespace tasoscope {
namespace {

static_assert(std::endian::native == std::endian::little, "raw_data is little-endian and is copied as it lies");

constexpr std::int64_t kRunElements = 1 << 20;

void encodeFloats(ElementType type, std::span<const double> elements, std::span<std::byte> out);

class HeldBytes : public Constant {
 public:
  HeldBytes(TensorType type, Bytes bytes) : Constant(std::move(type)), bytes_(std::move(bytes)) {}
  Bytes bytes() const override { return bytes_; }

 private:
  Bytes bytes_;
};

class HeldStrings : public Constant {
 public:
  explicit HeldStrings(Value value) : Constant(value.type()), value_(std::move(value)) {}
  Bytes bytes() const override { throw std::logic_error("string tensors have no raw bytes"); }
  Value value() const override { return value_; }

 private:
  Value value_;
};

class HeldNumbers : public Constant {
 public:
  explicit HeldNumbers(Value value) : Constant(value.type()), value_(std::move(value)) {}
  Bytes bytes() const override { return std::make_shared<const std::vector<std::byte>>(encode(value_)); }
  Value value() const override { return value_; }
  void visitBytes(const std::function<void(std::span<const std::byte>)>& visit) const override {
    if (!value_.isDeferred() || bitsOf(value_.element()) < 8) return Constant::visitBytes(visit);
    forEachRun(*value_.source(), kRunElements, [&](std::span<const double> run) {
      std::vector<std::byte> bytes((run.size() * static_cast<std::size_t>(bitsOf(value_.element())) + 7) / 8);
      encodeFloats(value_.element(), run, bytes);
      visit(bytes);
    });
  }

 private:
  Value value_;
};

class Generated : public Constant {
 public:
  Generated(TensorType type, std::function<Bytes()> make) : Constant(std::move(type)), make_(std::move(make)) {}
  Bytes bytes() const override { return make_(); }

 private:
  std::function<Bytes()> make_;
};

template <typename Stored, typename Held>
void widen(std::span<const std::byte> bytes, std::span<Held> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    Stored stored;
    std::memcpy(&stored, bytes.data() + i * sizeof(Stored), sizeof(Stored));
    out[i] = static_cast<Held>(stored);
  }
}

template <typename Stored, typename Held>
void narrow(std::span<const Held> elements, std::span<std::byte> out) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    auto stored = static_cast<Stored>(elements[i]);
    std::memcpy(out.data() + i * sizeof(Stored), &stored, sizeof(Stored));
  }
}

// The `bits` bits of element `i` of a packed or byte-wise tensor.
std::uint32_t bitsAt(std::span<const std::byte> bytes, std::size_t i, int bits) {
  if (bits == 16)
    return std::to_integer<std::uint32_t>(bytes[2 * i]) | std::to_integer<std::uint32_t>(bytes[2 * i + 1]) << 8;
  std::size_t perByte = 8 / static_cast<std::size_t>(bits);
  auto shift = static_cast<unsigned>(i % perByte) * static_cast<unsigned>(bits);
  return std::to_integer<std::uint32_t>(bytes[i / perByte]) >> shift & ((1u << bits) - 1);
}

void setBitsAt(std::span<std::byte> bytes, std::size_t i, int bits, std::uint32_t value) {
  if (bits == 16) {
    bytes[2 * i] = static_cast<std::byte>(value & 0xff);
    bytes[2 * i + 1] = static_cast<std::byte>(value >> 8 & 0xff);
    return;
  }
  std::size_t perByte = 8 / static_cast<std::size_t>(bits);
  auto shift = static_cast<unsigned>(i % perByte) * static_cast<unsigned>(bits);
  bytes[i / perByte] |= static_cast<std::byte>((value & ((1u << bits) - 1)) << shift);
}

void widenIntegers(ElementType type, std::span<const std::byte> bytes, std::span<std::int64_t> out) {
  switch (type) {
    case ElementType::kBool:
    case ElementType::kUint8:
      return widen<std::uint8_t>(bytes, out);
    case ElementType::kInt8:
      return widen<std::int8_t>(bytes, out);
    case ElementType::kUint16:
      return widen<std::uint16_t>(bytes, out);
    case ElementType::kInt16:
      return widen<std::int16_t>(bytes, out);
    case ElementType::kInt32:
      return widen<std::int32_t>(bytes, out);
    case ElementType::kUint32:
      return widen<std::uint32_t>(bytes, out);
    case ElementType::kInt64:
    case ElementType::kUint64:
      return widen<std::int64_t>(bytes, out);
    default:
      break;
  }
  int bits = bitsOf(type);
  bool isSigned = type == ElementType::kInt4 || type == ElementType::kInt2;
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto stored = static_cast<std::int64_t>(bitsAt(bytes, i, bits));
    bool isNegative = isSigned && stored >> (bits - 1);
    out[i] = isNegative ? stored - (std::int64_t{1} << bits) : stored;
  }
}

void narrowIntegers(ElementType type, std::span<const std::int64_t> elements, std::span<std::byte> out) {
  switch (bitsOf(type)) {
    case 8:
      return narrow<std::uint8_t>(elements, out);
    case 16:
      return narrow<std::uint16_t>(elements, out);
    case 32:
      return narrow<std::uint32_t>(elements, out);
    case 64:
      return narrow<std::int64_t>(elements, out);
    default:
      break;
  }
  for (std::size_t i = 0; i < elements.size(); ++i)
    setBitsAt(out, i, bitsOf(type), static_cast<std::uint32_t>(elements[i]));
}

/// Rounds floating-point elements to their type. `out` holds zeros.
void encodeFloats(ElementType type, std::span<const double> elements, std::span<std::byte> out) {
  if (type == ElementType::kFloat32) return narrow<float>(elements, out);
  if (type == ElementType::kFloat64) return narrow<double>(elements, out);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    // An infinity that the format has stays one; only what is too large for it becomes its largest number.
    const bool isKept = type == ElementType::kFloat8E5M2 && std::isinf(elements[i]);
    const double number = isKept ? elements[i] : roundToSmallFloat(type, elements[i]);
    setBitsAt(out, i, bitsOf(type), smallFloatBits(type, number));
  }
}

}  // namespace

void decodeFloats(ElementType type, std::span<const std::byte> bytes, std::int64_t first, std::span<double> out) {
  const auto begin = static_cast<std::size_t>(first);
  if (type == ElementType::kFloat32) return widen<float>(bytes.subspan(begin * sizeof(float)), out);
  if (type == ElementType::kFloat64) return widen<double>(bytes.subspan(begin * sizeof(double)), out);
  const int bits = bitsOf(type);
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = smallFloatFromBits(type, bitsAt(bytes, begin + i, bits));
}

Value Constant::value() const {
  if (!isFloatingPoint(type_.element) || type_.shape.elementCount().value_or(0) < kDeferredElements)
    return decode(type_, *bytes());
  const Bytes held = bytes();
  return decodeLater(type_, *held, held);
}

void Constant::visitBytes(const std::function<void(std::span<const std::byte>)>& visit) const { visit(*bytes()); }

namespace {

void requireFit(const TensorType& type, std::size_t bytes) {
  std::optional<std::int64_t> needed = type.bytes();
  bool isSupported =
      bitsOf(type.element) > 0 && type.element != ElementType::kComplex64 && type.element != ElementType::kComplex128;
  if (!needed || !isSupported) throw EvaluationError("cannot read the numbers of a constant of type " + type.text());
  if (static_cast<std::int64_t>(bytes) != *needed)
    throw ModelError("a constant of type " + type.text() + " needs " + std::to_string(*needed) + " bytes but has " +
                     std::to_string(bytes));
}

}  // namespace

Value decodeLater(const TensorType& type, std::span<const std::byte> bytes, std::shared_ptr<const void> owner) {
  requireFit(type, bytes.size());
  if (!isFloatingPoint(type.element) || *type.shape.elementCount() < kDeferredElements) return decode(type, bytes);
  return Value::ofSource(type.element, rawSource(type, bytes, std::move(owner)));
}

ConstantPtr makeConstant(Value value) {
  if (value.element() == ElementType::kString) return std::make_shared<HeldStrings>(std::move(value));
  TensorType type = value.type();
  return makeConstant(std::move(type), std::make_shared<const std::vector<std::byte>>(encode(value)));
}

ConstantPtr makeUnroundedConstant(Value value) {
  if (value.element() == ElementType::kString) return makeConstant(std::move(value));
  return std::make_shared<HeldNumbers>(std::move(value));
}

ConstantPtr makeConstant(TensorType type, Constant::Bytes bytes) {
  return std::make_shared<HeldBytes>(std::move(type), std::move(bytes));
}

ConstantPtr makeGeneratedConstant(TensorType type, std::function<Constant::Bytes()> make) {
  return std::make_shared<Generated>(std::move(type), std::move(make));
}

Value decode(const TensorType& type, std::span<const std::byte> bytes) {
  requireFit(type, bytes.size());
  auto count = static_cast<std::size_t>(*type.shape.elementCount());
  if (isFloatingPoint(type.element)) {
    std::vector<double> elements(count);
    decodeFloats(type.element, bytes, 0, elements);
    return Value::ofFloats(type.element, type.shape.extents(), std::move(elements));
  }
  std::vector<std::int64_t> elements(count);
  widenIntegers(type.element, bytes, elements);
  return Value::ofIntegers(type.element, type.shape.extents(), std::move(elements));
}

std::vector<std::byte> encode(const Value& value) {
  ElementType type = value.element();
  std::vector<std::byte> out(static_cast<std::size_t>(*value.type().bytes()));
  if (!value.isFloat()) {
    narrowIntegers(type, value.integers(), out);
  } else if (!value.isDeferred() || bitsOf(type) < 8) {  // runs of smaller elements may end within a byte
    encodeFloats(type, value.floats(), out);
  } else {
    std::span<std::byte> rest = out;
    forEachRun(*value.source(), kRunElements, [&](std::span<const double> run) {
      encodeFloats(type, run, rest);
      rest = rest.subspan(run.size() * static_cast<std::size_t>(bitsOf(type)) / 8);
    });
  }
  return out;
}

double roundTo(ElementType type, double number) {
  if (type == ElementType::kFloat64) return number;
  if (type == ElementType::kFloat32) return static_cast<double>(static_cast<float>(number));
  if (isFloatingPoint(type)) return roundToSmallFloat(type, number);
  if (type == ElementType::kBool) return number != 0;
  double whole = std::trunc(number);
  if (std::isnan(whole)) return 0;
  int bits = bitsOf(type);
  bool isSigned = type == ElementType::kInt8 || type == ElementType::kInt16 || type == ElementType::kInt32 ||
                  type == ElementType::kInt64 || type == ElementType::kInt4 || type == ElementType::kInt2;
  double span = std::ldexp(1.0, bits);
  // What fits stays; adding the span to a small negative number would round it away at 64 bits.
  if (isSigned ? whole >= -span / 2 && whole < span / 2 : whole >= 0 && whole < span) return whole;
  double wrapped = std::fmod(whole, span);
  if (wrapped < 0) wrapped += span;
  return isSigned && wrapped >= span / 2 ? wrapped - span : wrapped;
}

}  // namespace tasoscope
