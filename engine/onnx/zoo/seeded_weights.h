#pragma once
// The numbers of the zoo's weights: uniform, and a function of (seed, position) only, so that they can be made when
// they are needed, in any order, and are the same bits on every machine.

#include <cstdint>
#include <string_view>

#include "tensor/constant.h"

namespace tasoscope::zoo {

/// Uniform on [center - half, center + half).
struct Uniform {
  double center = 0;
  double half = 1;
  double power() const { return center * center + half * half / 3; }  ///< the mean square
};

std::uint64_t seedOf(std::string_view network, std::string_view weight);

/// `count` numbers as ONNX's raw_data of float32.
Constant::Bytes seededFloats(std::uint64_t seed, std::int64_t count, Uniform distribution);

}  // namespace tasoscope::zoo
