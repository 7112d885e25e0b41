#include "graph/operators/rounding.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/operators/helpers.h"

namespace tasoscope::operators {
namespace {

/// From where on a number rounds to more than the largest finite one of an 8-bit format.
bool overflows(ElementType type, double magnitude) {
  switch (type) {
    case ElementType::kFloat8E4M3FN:
      return magnitude > 464;  // halfway from 448 (even) to 480
    case ElementType::kFloat8E4M3FNUZ:
      return magnitude >= 248;  // halfway from 240 (odd) to 256
    case ElementType::kFloat8E5M2:
    case ElementType::kFloat8E5M2FNUZ:
      return magnitude >= 61440;  // halfway from 57344 (odd) to 65536
    default:
      return false;
  }
}

}  // namespace

double roundedReal(ElementType type, double number, bool saturates) {
  if (type == ElementType::kFloat32 || type == ElementType::kFloat64) return number;
  if (!saturates && overflows(type, std::fabs(number))) {
    const bool hasInfinity = type == ElementType::kFloat8E5M2;
    return hasInfinity ? std::copysign(std::numeric_limits<double>::infinity(), number)
                       : std::numeric_limits<double>::quiet_NaN();
  }
  return roundTo(type, number);
}

double clampedInteger(ElementType type, double number) {
  if (std::isnan(number)) return 0;
  return std::clamp(std::nearbyint(number), realFrom(type, lowestOf(type)), realFrom(type, highestOf(type)));
}

}  // namespace tasoscope::operators
