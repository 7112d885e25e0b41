#pragma once
// Element types of tensors, numbered as in ONNX's TensorProto.DataType (onnx.proto3).

#include <cstdint>
#include <optional>
#include <string_view>

namespace tasoscope {

enum class ElementType : std::uint8_t {
  kUndefined = 0,
  kFloat32 = 1,
  kUint8 = 2,
  kInt8 = 3,
  kUint16 = 4,
  kInt16 = 5,
  kInt32 = 6,
  kInt64 = 7,
  kString = 8,
  kBool = 9,
  kFloat16 = 10,
  kFloat64 = 11,
  kUint32 = 12,
  kUint64 = 13,
  kComplex64 = 14,
  kComplex128 = 15,
  kBfloat16 = 16,
  kFloat8E4M3FN = 17,
  kFloat8E4M3FNUZ = 18,
  kFloat8E5M2 = 19,
  kFloat8E5M2FNUZ = 20,
  kUint4 = 21,
  kInt4 = 22,
  kFloat4E2M1 = 23,
  kFloat8E8M0 = 24,
  kUint2 = 25,
  kInt2 = 26,
};

/// The type with this number in ONNX, or kUndefined when the number is none of the above.
ElementType elementTypeFromOnnx(int number);
/// "float32", "int64", ...: the word used in the text form, in rules and on screen.
std::string_view nameOf(ElementType type);
std::optional<ElementType> elementTypeNamed(std::string_view name);
/// Bits one element takes in memory (4 for int4, 8 for bool); 0 for strings and kUndefined.
int bitsOf(ElementType type);
/// Float16, bfloat16, float32, float64 and the small floats.
bool isFloatingPoint(ElementType type);
/// Signed and unsigned integers; not bool.
bool isInteger(ElementType type);
/// The unit roundoff of a floating-point type (2^-24 for float32), 0 for other types.
double unitRoundoff(ElementType type);

}  // namespace tasoscope
