#include "tensor/partly_readable.h"

#include <algorithm>

namespace tasoscope {
namespace {

class Growing final : public Constant, public PartlyReadable {
 public:
  Growing(TensorType type, std::function<Bytes(std::int64_t)> make)
      : Constant(std::move(type)), make_(std::move(make)) {}
  Bytes bytes() const override { return make_(elements()); }
  Bytes firstBytes(std::int64_t count) const override { return make_(std::min(count, elements())); }

 private:
  std::int64_t elements() const { return type().shape.elementCount().value_or(0); }
  std::function<Bytes(std::int64_t)> make_;
};

}  // namespace

ConstantPtr makeGrowingConstant(TensorType type, std::function<Constant::Bytes(std::int64_t count)> make) {
  return std::make_shared<Growing>(std::move(type), std::move(make));
}

Constant::Bytes firstBytesOf(const Constant& constant, std::int64_t count) {
  const auto* partly = dynamic_cast<const PartlyReadable*>(&constant);
  return partly ? partly->firstBytes(count) : constant.bytes();
}

}  // namespace tasoscope
