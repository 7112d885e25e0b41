// Position i of a weight is the i-th output of SplitMix64 (Steele, Lea and Flood 2014) started at the weight's seed: a
// counter through a mixing function, so there is no state to carry along. No function of the C library takes part,
// and the arithmetic is exact before its last rounding, which makes the bits independent of compiler and processor.

#include "onnx/zoo/seeded_weights.h"

#include <cmath>
#include <cstring>

namespace tasoscope::zoo {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

std::uint64_t mix(std::uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// The nearest number of 12 significant bits: times a 24-bit integer it is exact in float64, and a difference in the
// last bit of the arithmetic that led to `half` does not show.
double roundedTo12Bits(double half) {
  int exponent = 0;
  double fraction = std::frexp(half, &exponent);
  return std::ldexp(std::round(std::ldexp(fraction, 12)), exponent - 12);
}

}  // namespace

std::uint64_t seedOf(std::string_view network, std::string_view weight) {
  std::uint64_t hash = 0xcbf29ce484222325;  // FNV-1a
  auto add = [&](std::string_view text) {
    for (char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  };
  add(network);
  add("/");
  add(weight);
  return mix(hash);
}

Constant::Bytes seededFloats(std::uint64_t seed, std::int64_t count, Uniform distribution) {
  auto bytes = std::make_shared<std::vector<std::byte>>(static_cast<std::size_t>(count) * sizeof(float));
  const double step = std::ldexp(roundedTo12Bits(distribution.half), -23);
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    std::uint64_t bits = mix(seed + (i + 1) * kGolden) >> 40;
    auto position = static_cast<double>(static_cast<std::int64_t>(bits) - (1 << 23));
    auto number = static_cast<float>(distribution.center + position * step);
    std::memcpy(bytes->data() + i * sizeof(float), &number, sizeof(float));
  }
  return bytes;
}

}  // namespace tasoscope::zoo
