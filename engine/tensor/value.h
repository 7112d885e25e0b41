#pragma once
// A dense tensor with its numbers, as the reference evaluator computes it: floating-point elements are held as float64
// whatever their declared type, integers and booleans as int64 (uint64 by its bits), strings as they are. Or a sequence
// of values, or one that may be missing, as ONNX's sequences and optionals are. Copies share.
// A deferred value is one whose elements lie in a source (see element_source.h): floats() and at() read them all, and
// they are then held until the last copy goes; who can read boxes of the source instead holds no more than those.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tensor/element_source.h"
#include "tensor/shape.h"

namespace tasoscope {

enum class ValueKind : std::uint8_t { kTensor, kSequence, kOptional };

class Value {
 public:
  Value() = default;
  static Value ofFloats(ElementType type, std::vector<std::int64_t> shape, std::vector<double> elements);
  static Value ofSource(ElementType type, ElementSourcePtr source);
  static Value ofIntegers(ElementType type, std::vector<std::int64_t> shape, std::vector<std::int64_t> elements);
  static Value ofStrings(std::vector<std::int64_t> shape, std::vector<std::string> elements);
  static Value scalar(ElementType type, double element);
  /// `element` is that of its tensors, whether it holds any or not.
  static Value sequenceOf(ElementType element, std::vector<Value> items);
  static Value optionalOf(ElementType element, std::optional<Value> item);
  /// All elements zero (or empty strings), of this type.
  static Value zeros(ElementType type, std::vector<std::int64_t> shape);

  ValueKind kind() const { return kind_; }
  bool isTensor() const { return kind_ == ValueKind::kTensor; }
  /// Of a sequence: its values; of an optional: none or one. Empty for tensors.
  std::span<const Value> items() const;
  ElementType element() const { return element_; }
  const std::vector<std::int64_t>& shape() const { return shape_; }
  int rank() const { return static_cast<int>(shape_.size()); }
  std::int64_t size() const;  ///< number of elements
  TensorType type() const;
  bool isFloat() const { return isTensor() && isFloatingPoint(element_); }
  bool isDeferred() const { return deferred_ != nullptr; }
  /// Where the elements of a floating-point value can be read in boxes, deferred or not.
  ElementSourcePtr source() const;
  /// The elements in row-major order. floats() asserts isFloat(); integers() is for integers and bool.
  std::span<const double> floats() const;
  std::span<const std::int64_t> integers() const;
  std::span<const std::string> strings() const;
  /// One element as a float64, whatever the numeric type.
  double at(std::int64_t index) const;
  /// The same elements under another shape of equal size.
  Value reshaped(std::vector<std::int64_t> shape) const;
  /// Writable elements; makes them this value's own first.
  std::span<double> mutableFloats();
  std::span<std::int64_t> mutableIntegers();
  std::span<std::string> mutableStrings();

 private:
  ValueKind kind_ = ValueKind::kTensor;
  ElementType element_ = ElementType::kUndefined;
  std::vector<std::int64_t> shape_;
  struct Deferred;
  const std::vector<double>& heldFloats() const;
  std::shared_ptr<Deferred> deferred_;
  std::shared_ptr<std::vector<Value>> items_;
  std::shared_ptr<std::vector<double>> floats_;
  std::shared_ptr<std::vector<std::int64_t>> integers_;
  std::shared_ptr<std::vector<std::string>> strings_;
};

/// `number` rounded to the nearest (ties to even) number of a floating-point type, or wrapped to an integer type as
/// ONNX's Cast does; what Value keeps for that element type.
double roundTo(ElementType type, double number);

}  // namespace tasoscope
