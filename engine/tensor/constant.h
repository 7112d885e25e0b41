#pragma once
// The data of a constant tensor (an initializer, a Constant node, a folded result), kept lazily: where the bytes come
// from is asked only when something evaluates or writes them. Thread-safe after construction.

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tensor/value.h"

namespace tasoscope {

class Constant {
 public:
  /// Bytes in ONNX's raw_data form: little-endian, row-major, 4-bit types two to a byte.
  using Bytes = std::shared_ptr<const std::vector<std::byte>>;

  virtual ~Constant() = default;
  const TensorType& type() const { return type_; }  ///< its shape is static
  /// The elements as ONNX's raw_data has them. For strings: throws std::logic_error (use value()).
  virtual Bytes bytes() const = 0;
  /// The elements as numbers; deferred where they are many. The result is not kept by the constant.
  virtual Value value() const;
  /// The same bytes as bytes(), in order, a part at a time, without holding more than a part where that is possible.
  virtual void visitBytes(const std::function<void(std::span<const std::byte>)>& visit) const;

 protected:
  explicit Constant(TensorType type) : type_(std::move(type)) {}

 private:
  TensorType type_;
};
using ConstantPtr = std::shared_ptr<const Constant>;

ConstantPtr makeConstant(Value value);
/// Numbers that a step computed: value() gives them in float64 as they are, bytes() rounds them to the type, once.
ConstantPtr makeUnroundedConstant(Value value);
ConstantPtr makeConstant(TensorType type, Constant::Bytes bytes);
/// A constant whose bytes are made when first asked for and not kept, such as the seeded weights of the zoo.
ConstantPtr makeGeneratedConstant(TensorType type, std::function<Constant::Bytes()> make);

/// Conversions between numbers and raw_data; for types below 8 bits the last byte may be half used.
Value decode(const TensorType& type, std::span<const std::byte> bytes);
/// Raw data as a value whose elements are decoded when they are read, if it is floating point and large enough for that
/// to matter; else decoded now. `owner` keeps the bytes where they are.
Value decodeLater(const TensorType& type, std::span<const std::byte> bytes, std::shared_ptr<const void> owner);
/// The elements of a floating-point type from the one numbered `first` on, as many as `out` has.
void decodeFloats(ElementType type, std::span<const std::byte> bytes, std::int64_t first, std::span<double> out);
/// Floating-point values of at least so many elements are deferred.
inline constexpr std::int64_t kDeferredElements = 1 << 16;
std::vector<std::byte> encode(const Value& value);

}  // namespace tasoscope
