#include "execution/value_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tasoscope {

namespace {

// Where the original has one value everywhere, as a softmax has of equal numbers, a small difference says as little as
// none: the numbers before may be huge and equal, and what is left is their rounding.
constexpr double kBlind = 1e-5;

}  // namespace

void ValueComparison::markSameComputation() {
  row_.isSameComputation = true;
  decided_ = Verdict::kEquivalent;
}

void ValueComparison::markInconclusive(std::string note) {
  decided_ = Verdict::kInconclusive;
  row_.note = std::move(note);
}

void ValueComparison::markDifferent(std::string note) {
  decided_ = Verdict::kDifferent;
  row_.maxAbsError = row_.maxRelError = std::numeric_limits<double>::infinity();
  row_.note = std::move(note);
}

void ValueComparison::add(const Value& original, const Value& optimized) {
  if (original.kind() != optimized.kind() || original.element() != optimized.element() ||
      original.shape() != optimized.shape())
    return markDifferent(fmt::format("{} became {}", original.type().text(), optimized.type().text()));
  if (!original.isTensor()) {
    const auto a = original.items(), b = optimized.items();
    if (a.size() != b.size())
      return markDifferent(fmt::format("holds {} tensors in one graph and {} in the other", a.size(), b.size()));
    if (a.empty()) needs_variation_ = false, ++elements_, ++finite_;
    for (std::size_t i = 0; i < a.size(); ++i) add(a[i], b[i]);
    return;
  }
  if (original.element() == ElementType::kString) {
    elements_ += original.size();
    finite_ += original.size();
    needs_variation_ = false;
    mismatch_ |= !std::ranges::equal(original.strings(), optimized.strings());
    return;
  }
  if (original.isFloat()) {
    const auto a = original.floats(), b = optimized.floats();
    for (std::size_t i = 0; i < a.size(); ++i) addNumbers(a[i], b[i]);
    return;
  }
  const auto a = original.integers(), b = optimized.integers();
  for (std::size_t i = 0; i < a.size(); ++i) {
    mismatch_ |= a[i] != b[i];
    addNumbers(static_cast<double>(a[i]), static_cast<double>(b[i]));
  }
}

void ValueComparison::addNumbers(double original, double optimized) {
  if (elements_++ == 0) first_ = original;
  if (!std::isfinite(original) || !std::isfinite(optimized)) {
    const bool both_nan = std::isnan(original) && std::isnan(optimized);
    mismatch_ |= !both_nan && original != optimized;
    return;
  }
  ++finite_;
  has_varied_ |= original != first_;
  row_.maxAbsError = std::max(row_.maxAbsError, std::abs(original - optimized));
  row_.largestMagnitude = std::max(row_.largestMagnitude, std::abs(original));
}

ComparedValue ValueComparison::result(double tolerance) const {
  ComparedValue row = row_;
  if (decided_) {
    row.verdict = *decided_;
    return row;
  }
  if (row.largestMagnitude > 0) row.maxRelError = row.maxAbsError / row.largestMagnitude;
  if (row.largestMagnitude == 0 && row.maxAbsError > 0) row.maxRelError = std::numeric_limits<double>::infinity();
  const bool bears_witness = !needs_variation_ || elements_ <= 1 || has_varied_;
  const bool is_different = mismatch_ || row.maxRelError > (bears_witness ? tolerance : std::max(tolerance, kBlind));
  if (is_different) {
    if (mismatch_) row.maxRelError = std::numeric_limits<double>::infinity();
    row.verdict = Verdict::kDifferent;
    row.note = mismatch_ ? "unequal where no rounding explains it (whole numbers, or finite against not finite)"
                         : fmt::format("differs by {:.3g} of its largest magnitude", row.maxRelError);
    return row;
  }
  row.verdict = Verdict::kInconclusive;
  if (elements_ == 0) {
    row.note = "has no elements, which is no evidence";
  } else if (finite_ == 0) {
    row.note = "is nowhere finite, which is no evidence";
  } else if (!bears_witness) {
    row.note = "has one value everywhere, which is no evidence";
  } else {
    row.verdict = Verdict::kEquivalent;
  }
  return row;
}

}  // namespace tasoscope
