#include "tensor/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tensor/partly_readable.h"

namespace tasoscope {
namespace {

constexpr std::int64_t kBlock = std::int64_t{1} << 16;  // elements; a multiple of eight

bool isComplex(ElementType type) { return type == ElementType::kComplex64 || type == ElementType::kComplex128; }

double numberAt(const Value& block, std::int64_t index) {
  if (block.element() != ElementType::kUint64) return block.at(index);
  return static_cast<double>(static_cast<std::uint64_t>(block.integers()[static_cast<std::size_t>(index)]));
}

std::string textAt(const Value& block, std::int64_t index) {
  const auto i = static_cast<std::size_t>(index);
  if (block.isFloat()) return fmt::format("{:.6g}", block.floats()[i]);
  if (block.element() == ElementType::kBool) return block.integers()[i] ? "true" : "false";
  if (block.element() == ElementType::kUint64)
    return fmt::format("{}", static_cast<std::uint64_t>(block.integers()[i]));
  return fmt::format("{}", block.integers()[i]);
}

/// The elements that are looked at, decoded block by block.
class Slice {
 public:
  Slice(const Constant& constant, std::int64_t count, const Progress& progress)
      : element_(constant.type().element), count_(count), progress_(progress), bytes_(firstBytesOf(constant, count)) {}

  template <typename Visit>
  void forEachBlock(const Visit& visit) const {
    const std::int64_t bits = bitsOf(element_);
    for (std::int64_t start = 0; start < count_; start += kBlock) {
      progress_.throwIfCancelled();
      progress_.report("reading values", static_cast<double>(start), static_cast<double>(count_));
      const std::int64_t size = std::min(kBlock, count_ - start);
      const TensorType type{element_, Shape{Dim(size)}};
      visit(decode(type, std::span(*bytes_).subspan(static_cast<std::size_t>(start * bits / 8),
                                                    static_cast<std::size_t>(type.bytes().value_or(0)))));
    }
  }

 private:
  ElementType element_;
  std::int64_t count_;
  const Progress& progress_;
  Constant::Bytes bytes_;
};

/// First pass: counts, range, and the moments by Welford's recurrence, which does not cancel.
class Moments {
 public:
  explicit Moments(TensorStatistics& statistics) : statistics_(statistics) {}

  void add(double number) {
    if (std::isnan(number)) {
      ++statistics_.nans;
    } else if (std::isinf(number)) {
      ++statistics_.infinities;
    } else {
      addFinite(number);
    }
  }

  void finish() const {
    if (count_ == 0) return;
    statistics_.mean = mean_;
    statistics_.deviation = std::sqrt(squares_ / static_cast<double>(count_));
  }

 private:
  void addFinite(double number) {
    if (number == 0) ++statistics_.zeros;
    statistics_.least = count_ == 0 ? number : std::min(statistics_.least, number);
    statistics_.most = count_ == 0 ? number : std::max(statistics_.most, number);
    ++count_;
    const double distance = number - mean_;
    mean_ += distance / static_cast<double>(count_);
    squares_ += distance * (number - mean_);
  }

  TensorStatistics& statistics_;
  std::int64_t count_ = 0;
  double mean_ = 0, squares_ = 0;
};

/// Second pass. Halves keep the width of a range that spans all of float64 finite.
class Histogram {
 public:
  Histogram(TensorStatistics& statistics, int bins)
      : statistics_(statistics), half_width_(statistics.most / 2 - statistics.least / 2) {
    statistics_.histogram.assign(half_width_ > 0 ? static_cast<std::size_t>(std::max(1, bins)) : 1, 0);
  }

  void add(double number) {
    if (!std::isfinite(number)) return;
    const auto bins = static_cast<double>(statistics_.histogram.size());
    const double share = half_width_ > 0 ? (number / 2 - statistics_.least / 2) / half_width_ : 0;
    const auto bin = static_cast<std::size_t>(std::clamp(share * bins, 0.0, bins - 1));
    ++statistics_.histogram[bin];
  }

 private:
  TensorStatistics& statistics_;
  double half_width_;
};

void readStrings(const Constant& constant, const StatisticsOptions& options, TensorStatistics& statistics) {
  const Value value = constant.value();
  const std::span<const std::string> strings = value.strings();
  statistics.read = statistics.elements;
  const std::size_t count = std::min(strings.size(), static_cast<std::size_t>(options.firstValues));
  statistics.firstValues.assign(strings.begin(), strings.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace

TensorStatistics statisticsOf(const Constant& constant, const StatisticsOptions& options, const Progress& progress) {
  TensorStatistics statistics;
  const TensorType& type = constant.type();
  statistics.elements = type.shape.elementCount().value_or(0);
  statistics.hasNumbers = type.element != ElementType::kString && !isComplex(type.element);
  if (type.element == ElementType::kString) readStrings(constant, options, statistics);
  if (!statistics.hasNumbers) return statistics;
  // Whole bytes are read of types below 8 bits.
  const std::int64_t most = std::max<std::int64_t>(8, options.mostElements / 8 * 8);
  statistics.read = std::min(statistics.elements, most);
  if (statistics.read == 0) return statistics;
  const Slice slice(constant, statistics.read, progress);
  Moments moments(statistics);
  slice.forEachBlock([&](const Value& block) {
    for (std::int64_t i = 0; i < block.size(); ++i) {
      if (static_cast<int>(statistics.firstValues.size()) < options.firstValues)
        statistics.firstValues.push_back(textAt(block, i));
      moments.add(numberAt(block, i));
    }
  });
  moments.finish();
  if (statistics.finite() == 0) return statistics;
  Histogram histogram(statistics, options.bins);
  slice.forEachBlock([&](const Value& block) {
    for (std::int64_t i = 0; i < block.size(); ++i) histogram.add(numberAt(block, i));
  });
  return statistics;
}

}  // namespace tasoscope
