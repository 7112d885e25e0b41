#include "tensor/value.h"

#include <cassert>
#include <mutex>
#include <numeric>

namespace tasoscope {
namespace {

std::int64_t product(const std::vector<std::int64_t>& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

template <typename T>
std::vector<T>& own(std::shared_ptr<std::vector<T>>& data) {
  if (data.use_count() > 1) data = std::make_shared<std::vector<T>>(*data);
  return *data;
}

/// Elements that a value holds, as a source.
class HeldSource final : public ElementSource {
 public:
  HeldSource(std::vector<std::int64_t> shape, std::shared_ptr<const std::vector<double>> elements)
      : ElementSource(shape), elements_(std::move(elements)) {}

  void read(std::span<const std::int64_t> start, std::span<const std::int64_t> extents, double* out) const override {
    copyBox(start, extents, 0, 0, out);
  }

  ElementSourcePtr reshaped(Extents shape) const override {
    return std::make_shared<HeldSource>(std::move(shape), elements_);
  }

 private:
  double* copyBox(std::span<const std::int64_t> start, std::span<const std::int64_t> extents, std::size_t axis,
                  std::int64_t offset, double* out) const {
    if (axis == extents.size()) {
      *out = (*elements_)[static_cast<std::size_t>(offset)];
      return out + 1;
    }
    offset = offset * shape()[axis] + start[axis];
    if (axis + 1 == extents.size()) return std::copy_n(elements_->data() + offset, extents[axis], out);
    for (std::int64_t i = 0; i < extents[axis]; ++i) out = copyBox(start, extents, axis + 1, offset + i, out);
    return out;
  }

  std::shared_ptr<const std::vector<double>> elements_;
};

}  // namespace

/// Shared by the copies of a deferred value; whoever asks first reads the elements.
struct Value::Deferred {
  explicit Deferred(ElementSourcePtr source) : source(std::move(source)) {}
  ElementSourcePtr source;
  std::once_flag isRead;
  std::vector<double> elements;
};

Value Value::ofSource(ElementType type, ElementSourcePtr source) {
  assert(isFloatingPoint(type));
  Value value;
  value.element_ = type;
  value.shape_ = source->shape();
  value.deferred_ = std::make_shared<Deferred>(std::move(source));
  return value;
}

ElementSourcePtr Value::source() const {
  if (deferred_) return deferred_->source;
  assert(floats_);
  return std::make_shared<HeldSource>(shape_, floats_);
}

const std::vector<double>& Value::heldFloats() const {
  if (!deferred_) return *floats_;
  std::call_once(deferred_->isRead, [this] { deferred_->elements = allElements(*deferred_->source); });
  return deferred_->elements;
}

Value Value::ofFloats(ElementType type, std::vector<std::int64_t> shape, std::vector<double> elements) {
  assert(isFloatingPoint(type) && product(shape) == static_cast<std::int64_t>(elements.size()));
  Value value;
  value.element_ = type;
  value.shape_ = std::move(shape);
  value.floats_ = std::make_shared<std::vector<double>>(std::move(elements));
  return value;
}

Value Value::ofIntegers(ElementType type, std::vector<std::int64_t> shape, std::vector<std::int64_t> elements) {
  assert(!isFloatingPoint(type) && product(shape) == static_cast<std::int64_t>(elements.size()));
  Value value;
  value.element_ = type;
  value.shape_ = std::move(shape);
  value.integers_ = std::make_shared<std::vector<std::int64_t>>(std::move(elements));
  return value;
}

Value Value::ofStrings(std::vector<std::int64_t> shape, std::vector<std::string> elements) {
  assert(product(shape) == static_cast<std::int64_t>(elements.size()));
  Value value;
  value.element_ = ElementType::kString;
  value.shape_ = std::move(shape);
  value.strings_ = std::make_shared<std::vector<std::string>>(std::move(elements));
  return value;
}

Value Value::scalar(ElementType type, double element) {
  if (isFloatingPoint(type)) return ofFloats(type, {}, {element});
  return ofIntegers(type, {}, {static_cast<std::int64_t>(element)});
}

Value Value::sequenceOf(ElementType element, std::vector<Value> items) {
  Value value;
  value.kind_ = ValueKind::kSequence;
  value.element_ = element;
  value.items_ = std::make_shared<std::vector<Value>>(std::move(items));
  return value;
}

Value Value::optionalOf(ElementType element, std::optional<Value> item) {
  Value value = sequenceOf(element, {});
  value.kind_ = ValueKind::kOptional;
  if (item) value.items_->push_back(std::move(*item));
  return value;
}

std::span<const Value> Value::items() const {
  return items_ ? std::span<const Value>(*items_) : std::span<const Value>();
}

Value Value::zeros(ElementType type, std::vector<std::int64_t> shape) {
  auto count = static_cast<std::size_t>(product(shape));
  if (isFloatingPoint(type)) return ofFloats(type, std::move(shape), std::vector<double>(count));
  if (type == ElementType::kString) return ofStrings(std::move(shape), std::vector<std::string>(count));
  return ofIntegers(type, std::move(shape), std::vector<std::int64_t>(count));
}

std::int64_t Value::size() const { return isTensor() ? product(shape_) : 0; }

TensorType Value::type() const {
  if (!isTensor()) return {element_, Shape::unknownRank(), false};
  return {element_, Shape(std::span<const std::int64_t>(shape_)), true};
}

std::span<const double> Value::floats() const {
  assert(floats_ || deferred_);
  return heldFloats();
}

std::span<const std::int64_t> Value::integers() const {
  assert(integers_);
  return *integers_;
}

std::span<const std::string> Value::strings() const {
  assert(strings_);
  return *strings_;
}

double Value::at(std::int64_t index) const {
  auto i = static_cast<std::size_t>(index);
  if (floats_ || deferred_) return heldFloats()[i];
  if (element_ == ElementType::kUint64) return static_cast<double>(static_cast<std::uint64_t>((*integers_)[i]));
  return static_cast<double>((*integers_)[i]);
}

Value Value::reshaped(std::vector<std::int64_t> shape) const {
  assert(product(shape) == size());
  if (deferred_) {
    if (auto source = deferred_->source->reshaped(shape)) return ofSource(element_, std::move(source));
    return ofFloats(element_, std::move(shape), heldFloats());
  }
  Value value = *this;
  value.shape_ = std::move(shape);
  return value;
}

std::span<double> Value::mutableFloats() {
  if (deferred_) {
    floats_ = std::make_shared<std::vector<double>>(allElements(*deferred_->source));
    deferred_ = nullptr;
  }
  return own(floats_);
}
std::span<std::int64_t> Value::mutableIntegers() { return own(integers_); }
std::span<std::string> Value::mutableStrings() { return own(strings_); }

}  // namespace tasoscope
