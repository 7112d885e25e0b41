#pragma once
// The numbers that discovery computes with: the integers modulo 2^31 - 1, a field. There is no rounding, so that equal
// functions give equal elements whatever the order of their sums; what real numbers have beyond a field is an order,
// and here any other one does: Relu and MaxPool choose by an order in which numbers are shuffled, so that they agree
// with everything that only needs some order with a zero in it.

#include <cstdint>

namespace tasoscope::discovery {

using Element = std::uint32_t;
constexpr Element kPrime = 2147483647;

inline Element plus(Element a, Element b) {
  const Element sum = a + b;
  return sum >= kPrime ? sum - kPrime : sum;
}
inline Element times(Element a, Element b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  const auto folded = static_cast<Element>((product & kPrime) + (product >> 31));
  return folded >= kPrime ? folded - kPrime : folded;
}
/// 1 / a, for a != 0 (Fermat).
inline Element inverseOf(Element a) {
  Element result = 1;
  for (std::uint32_t exponent = kPrime - 2; exponent > 0; exponent >>= 1, a = times(a, a))
    if (exponent & 1) result = times(result, a);
  return result;
}

/// The place of a number in the shuffled order: a bijection, each step of which can be undone.
inline std::uint32_t placeOf(Element a) {
  a ^= a >> 16;
  a = (a * 0x7feb352dU) & kPrime;
  a ^= a >> 15;
  a = (a * 0x046ca68bU) & kPrime;
  // Three fifths are negative: enough for windows of few elements that are all so, not for whole tensors.
  return ((a ^ (a >> 16)) + kPrime / 5 * 3) & kPrime;
}
inline Element greater(Element a, Element b) { return placeOf(a) >= placeOf(b) ? a : b; }
inline Element positivePart(Element a) { return greater(a, 0); }

}  // namespace tasoscope::discovery
