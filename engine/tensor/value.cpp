#include "tensor/value.h"

#include <cassert>
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

}  // namespace

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

Value Value::zeros(ElementType type, std::vector<std::int64_t> shape) {
  auto count = static_cast<std::size_t>(product(shape));
  if (isFloatingPoint(type)) return ofFloats(type, std::move(shape), std::vector<double>(count));
  if (type == ElementType::kString) return ofStrings(std::move(shape), std::vector<std::string>(count));
  return ofIntegers(type, std::move(shape), std::vector<std::int64_t>(count));
}

std::int64_t Value::size() const { return product(shape_); }

TensorType Value::type() const { return {element_, Shape(std::span<const std::int64_t>(shape_)), true}; }

std::span<const double> Value::floats() const {
  assert(floats_);
  return *floats_;
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
  if (floats_) return (*floats_)[i];
  if (element_ == ElementType::kUint64) return static_cast<double>(static_cast<std::uint64_t>((*integers_)[i]));
  return static_cast<double>((*integers_)[i]);
}

Value Value::reshaped(std::vector<std::int64_t> shape) const {
  assert(product(shape) == size());
  Value value = *this;
  value.shape_ = std::move(shape);
  return value;
}

std::span<double> Value::mutableFloats() { return own(floats_); }
std::span<std::int64_t> Value::mutableIntegers() { return own(integers_); }
std::span<std::string> Value::mutableStrings() { return own(strings_); }

}  // namespace tasoscope
