#pragma once
// Floating-point formats below 32 bits: rounding to them and their bits. IEEE 754 half precision, bfloat16, the 8-bit
// formats of Micikevicius et al., "FP8 Formats for Deep Learning" (arXiv 2209.05433), their "fnuz" variants, and the
// 4-bit and scale formats of the OCP Microscaling specification 1.0, as ONNX's TensorProto lists them.

#include <cstdint>

#include "tensor/element_type.h"

namespace tasoscope {

/// Is this a floating-point type of fewer than 32 bits?
bool isSmallFloat(ElementType type);
/// The nearest number of the format, ties to even. Too large a number becomes infinite in float16 and bfloat16, and the
/// largest finite number in the others (ONNX Cast's saturate = 1).
double roundToSmallFloat(ElementType type, double number);
/// The bits of a number that the format has, in the low bits of the result.
std::uint32_t smallFloatBits(ElementType type, double number);
double smallFloatFromBits(ElementType type, std::uint32_t bits);

}  // namespace tasoscope
