#include "tensor/small_float.h"

#include <cmath>
#include <limits>

namespace tasoscope {
namespace {

enum class Specials { kIeee, kOnlyNan, kUnsignedZero, kNone };

struct Format {
  int exponentBits, mantissaBits, bias;
  Specials specials;
  bool saturates;
};

Format formatOf(ElementType type) {
  switch (type) {
    case ElementType::kFloat16:
      return {5, 10, 15, Specials::kIeee, false};
    case ElementType::kBfloat16:
      return {8, 7, 127, Specials::kIeee, false};
    case ElementType::kFloat8E4M3FN:
      return {4, 3, 7, Specials::kOnlyNan, true};
    case ElementType::kFloat8E4M3FNUZ:
      return {4, 3, 8, Specials::kUnsignedZero, true};
    case ElementType::kFloat8E5M2:
      return {5, 2, 15, Specials::kIeee, true};
    case ElementType::kFloat8E5M2FNUZ:
      return {5, 2, 16, Specials::kUnsignedZero, true};
    default:
      return {2, 1, 1, Specials::kNone, true};  // float4e2m1
  }
}

double largest(const Format& f) {
  int topExponent = (1 << f.exponentBits) - 1 - f.bias - (f.specials == Specials::kIeee ? 1 : 0);
  double mantissa = 2.0 - std::ldexp(f.specials == Specials::kOnlyNan ? 2.0 : 1.0, -f.mantissaBits);
  return std::ldexp(mantissa, topExponent);
}

double roundToScale(double number) {
  if (std::isnan(number) || number <= 0) return number == 0 ? std::ldexp(1.0, -127) : NAN;
  double exponent = std::nearbyint(std::log2(number));
  return std::ldexp(1.0, static_cast<int>(std::fmin(std::fmax(exponent, -127), 127)));
}

}  // namespace

bool isSmallFloat(ElementType type) { return isFloatingPoint(type) && bitsOf(type) < 32; }

double roundToSmallFloat(ElementType type, double number) {
  if (type == ElementType::kFloat8E8M0) return roundToScale(number);
  Format f = formatOf(type);
  if (std::isnan(number)) return number;
  if (number == 0) return f.specials == Specials::kUnsignedZero ? 0.0 : number;
  double most = largest(f);
  if (std::isinf(number)) return f.saturates ? std::copysign(most, number) : number;
  int exponent = std::max(std::ilogb(number), 1 - f.bias);
  double quantum = std::ldexp(1.0, exponent - f.mantissaBits);
  double rounded = std::nearbyint(number / quantum) * quantum;
  if (std::fabs(rounded) > most)
    rounded = std::copysign(f.saturates ? most : std::numeric_limits<double>::infinity(), number);
  return rounded == 0 && f.specials == Specials::kUnsignedZero ? 0.0 : rounded;
}

std::uint32_t smallFloatBits(ElementType type, double number) {
  if (type == ElementType::kFloat8E8M0)
    return std::isnan(number) ? 0xffu : static_cast<std::uint32_t>(std::ilogb(number) + 127);
  Format f = formatOf(type);
  auto signBit = 1u << (f.exponentBits + f.mantissaBits);
  std::uint32_t exponentMask = (1u << f.exponentBits) - 1, mantissaMask = (1u << f.mantissaBits) - 1;
  std::uint32_t sign = std::signbit(number) ? signBit : 0;
  if (std::isnan(number)) {
    if (f.specials == Specials::kUnsignedZero) return signBit;
    std::uint32_t mantissa = f.specials == Specials::kIeee ? 1u << (f.mantissaBits - 1) : mantissaMask;
    return f.specials == Specials::kNone ? 0 : exponentMask << f.mantissaBits | mantissa;
  }
  if (std::isinf(number)) return sign | exponentMask << f.mantissaBits;
  if (number == 0) return f.specials == Specials::kUnsignedZero ? 0 : sign;
  int exponent = std::max(std::ilogb(number), 1 - f.bias);
  auto mantissa = static_cast<std::uint32_t>(std::ldexp(std::fabs(number), f.mantissaBits - exponent));
  bool isNormal = mantissa > mantissaMask;
  std::uint32_t field = isNormal ? static_cast<std::uint32_t>(exponent + f.bias) : 0;
  return sign | field << f.mantissaBits | (mantissa & mantissaMask);
}

double smallFloatFromBits(ElementType type, std::uint32_t bits) {
  if (type == ElementType::kFloat8E8M0) return bits == 0xff ? NAN : std::ldexp(1.0, static_cast<int>(bits) - 127);
  Format f = formatOf(type);
  std::uint32_t exponentMask = (1u << f.exponentBits) - 1, mantissaMask = (1u << f.mantissaBits) - 1;
  std::uint32_t field = bits >> f.mantissaBits & exponentMask, mantissa = bits & mantissaMask;
  bool isNegative = bits >> (f.exponentBits + f.mantissaBits) & 1;
  if (f.specials == Specials::kUnsignedZero && isNegative && field == 0 && mantissa == 0) return NAN;
  if (f.specials == Specials::kIeee && field == exponentMask)
    return mantissa ? NAN : (isNegative ? -1 : 1) * std::numeric_limits<double>::infinity();
  if (f.specials == Specials::kOnlyNan && field == exponentMask && mantissa == mantissaMask) return NAN;
  double magnitude = field ? std::ldexp(static_cast<double>(mantissa | (mantissaMask + 1)),
                                        static_cast<int>(field) - f.bias - f.mantissaBits)
                           : std::ldexp(static_cast<double>(mantissa), 1 - f.bias - f.mantissaBits);
  return isNegative ? -magnitude : magnitude;
}

}  // namespace tasoscope
