#include "exchange/dimensions.h"

#include <fmt/format.h>

#include <cstdlib>
#include <numeric>

namespace tasoscope::exchange {

Extent operator+(const Extent& a, const Extent& b) {
  Extent sum = a;
  sum.constant += b.constant;
  for (const auto& [atom, factor] : b.terms)
    if ((sum.terms[atom] += factor) == 0) sum.terms.erase(atom);
  return sum;
}

Extent operator*(std::int64_t factor, const Extent& a) {
  Extent product(factor * a.constant);
  if (factor != 0)
    for (const auto& [atom, one] : a.terms) product.terms[atom] = factor * one;
  return product;
}

namespace {

/// Divided by what all factors share: as an equation with zero it says the same.
Extent reduced(Extent extent) {
  std::int64_t shared = std::abs(extent.constant);
  for (const auto& [atom, factor] : extent.terms) shared = std::gcd(shared, factor);
  if (shared < 2) return extent;
  extent.constant /= shared;
  for (auto& [atom, factor] : extent.terms) factor /= shared;
  return extent;
}

}  // namespace

Extent ExtentEquations::atom(const std::string& text) {
  std::size_t found = 0;
  while (found < texts_.size() && texts_[found] != text) ++found;
  if (found == texts_.size()) texts_.push_back(text);
  Extent extent;
  extent.terms[static_cast<int>(found)] = 1;
  return extent;
}

Extent ExtentEquations::unknown() {
  texts_.emplace_back();
  Extent extent;
  extent.terms[static_cast<int>(texts_.size()) - 1] = 1;
  return extent;
}

Extent ExtentEquations::normal(const Extent& extent) const {
  Extent result(extent.constant);
  for (const auto& [atom, factor] : extent.terms) {
    const auto found = solved_.find(atom);
    if (found == solved_.end()) {
      if ((result.terms[atom] += factor) == 0) result.terms.erase(atom);
    } else {
      result = result + factor * found->second;
    }
  }
  return result;
}

bool ExtentEquations::areEqual(const Extent& a, const Extent& b) const { return normal(a - b) == Extent(); }

/// Solves for an unknown if there is one, else for the atom that was named last.
ExtentEquations::Fact ExtentEquations::equate(const Extent& a, const Extent& b) {
  const Extent difference = reduced(normal(a - b));
  if (difference == Extent()) return Fact::kKnown;
  if (difference.isNumber()) return Fact::kContradiction;
  int chosen = -1;
  for (const auto& [atom, factor] : difference.terms) {
    if (factor != 1 && factor != -1) continue;
    const bool isUnknown = texts_[static_cast<std::size_t>(atom)].empty();
    const bool hasUnknown = chosen >= 0 && texts_[static_cast<std::size_t>(chosen)].empty();
    if (isUnknown || !hasUnknown) chosen = atom;
  }
  if (chosen < 0) return Fact::kNew;
  Extent rest = difference;
  const std::int64_t factor = rest.terms.at(chosen);
  rest.terms.erase(chosen);
  const Extent solution = -factor * rest;  // factor is 1 or -1
  for (auto& [atom, known] : solved_) {
    const auto found = known.terms.find(chosen);
    if (found == known.terms.end()) continue;
    const std::int64_t times = found->second;
    known.terms.erase(found);
    known = known + times * solution;
  }
  solved_[chosen] = solution;
  return Fact::kNew;
}

std::optional<std::int64_t> ExtentEquations::quotient(const Extent& a, const Extent& b) const {
  const Extent whole = normal(a), part = normal(b);
  std::int64_t wholeFactor = whole.constant, partFactor = part.constant;
  if (!part.terms.empty()) {
    partFactor = part.terms.begin()->second;
    const auto found = whole.terms.find(part.terms.begin()->first);
    wholeFactor = found == whole.terms.end() ? 0 : found->second;
  }
  if (partFactor == 0 || wholeFactor % partFactor != 0) return std::nullopt;
  const std::int64_t factor = wholeFactor / partFactor;
  return factor > 0 && factor * part == whole ? std::optional(factor) : std::nullopt;
}

std::optional<std::string> ExtentEquations::sumOf(const Extent& extent, std::int64_t sign) const {
  std::string text;
  const auto add = [&](const std::string& one) { text += (text.empty() ? "" : " + ") + one; };
  for (const auto& [atom, factor] : extent.terms) {
    const std::string& name = texts_[static_cast<std::size_t>(atom)];
    if (name.empty()) return std::nullopt;
    if (factor * sign <= 0) continue;
    add(factor * sign == 1 ? name : fmt::format("{} * {}", factor * sign, name));
  }
  if (extent.constant * sign > 0) add(std::to_string(extent.constant * sign));
  return text.empty() ? "0" : text;
}

std::optional<std::string> ExtentEquations::textOf(const Extent& extent) const {
  const Extent reduced = normal(extent);
  const auto positive = sumOf(reduced, 1), negative = sumOf(reduced, -1);
  if (!positive || !negative) return std::nullopt;
  if (*negative == "0") return positive;
  return negative->find(" + ") == std::string::npos ? fmt::format("{} - {}", *positive, *negative)
                                                    : fmt::format("{} - ({})", *positive, *negative);
}

std::optional<std::string> ExtentEquations::equationText(const Extent& a, const Extent& b) const {
  const Extent difference = reduced(normal(a - b));
  const auto left = sumOf(difference, 1), right = sumOf(difference, -1);
  if (!left || !right) return std::nullopt;
  return fmt::format("{} == {}", *left, *right);
}

}  // namespace tasoscope::exchange
