#pragma once
// Comparing two values element by element, over several inputs.

#include <optional>
#include <string>

#include "execution/equivalence.h"

namespace tasoscope {

class ValueComparison {
 public:
  explicit ValueComparison(std::string name) { row_.name = std::move(name); }
  void markSameComputation();
  /// A constant need not vary to be evidence.
  void markConstant() { needs_variation_ = false; }
  void markInconclusive(std::string note);
  void markDifferent(std::string note);
  void add(const Value& original, const Value& optimized);
  ComparedValue result(double tolerance) const;

 private:
  void addNumbers(double original, double optimized);
  ComparedValue row_;
  std::optional<Verdict> decided_;
  bool needs_variation_ = true;
  bool has_varied_ = false;
  bool mismatch_ = false;  // finite against not finite, or unequal integers or strings
  std::int64_t elements_ = 0;
  std::int64_t finite_ = 0;
  double first_ = 0;
};

}  // namespace tasoscope
