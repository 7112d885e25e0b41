#pragma once
// Rounding of numbers to element types as ONNX's Cast and QuantizeLinear do it. Private to graph/operators/.

#include "tensor/element_type.h"

namespace tasoscope::operators {

/// The nearest number of a floating-point type below 32 bits; float32 and float64 are kept as they are, because the
/// evaluator computes over the reals. `saturates` is ONNX's attribute for 8-bit floats: too large a number becomes the
/// largest one, else infinite or not a number.
double roundedReal(ElementType type, double number, bool saturates = true);

/// The nearest integer (halves to even), clamped to the range of an integer type; 0 for NaN.
double clampedInteger(ElementType type, double number);

}  // namespace tasoscope::operators
