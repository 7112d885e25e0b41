#pragma once
// A constant whose first elements can be had without the rest: what only looks at a tensor never reads more of it than
// it shows. Constants that hold their bytes in memory need not be: their bytes() copies nothing.

#include <cstdint>
#include <functional>

#include "tensor/constant.h"

namespace tasoscope {

class PartlyReadable {
 public:
  virtual ~PartlyReadable() = default;
  /// The raw_data of the first `count` elements, at most as many as there are; of types below 8 bits, `count` is a
  /// multiple of eight or all of them.
  virtual Constant::Bytes firstBytes(std::int64_t count) const = 0;
};

/// A constant whose bytes are made when asked for and not kept, as many elements of them as are asked for, such as the
/// seeded weights of the zoo.
ConstantPtr makeGrowingConstant(TensorType type, std::function<Constant::Bytes(std::int64_t count)> make);

/// The raw_data of the first `count` elements, or more of them where no fewer can be had. Not for strings.
Constant::Bytes firstBytesOf(const Constant& constant, std::int64_t count);

}  // namespace tasoscope
