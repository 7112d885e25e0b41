#pragma once
// Extents of a rule's tensors as linear expressions over the extents of its inputs, and what is known to be equal among
// them. Equations are solved by substitution, so that whether two extents are equal is decided by comparing normal
// forms.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace tasoscope::exchange {

/// constant + sum of factor * atom
struct Extent {
  std::map<int, std::int64_t> terms;  ///< by atom; no factor is 0
  std::int64_t constant = 0;

  Extent() = default;
  explicit Extent(std::int64_t number) : constant(number) {}
  bool isNumber() const { return terms.empty(); }
  friend bool operator==(const Extent&, const Extent&) = default;
};

Extent operator+(const Extent& a, const Extent& b);
Extent operator*(std::int64_t factor, const Extent& a);
inline Extent operator-(const Extent& a, const Extent& b) { return a + -1 * b; }

class ExtentEquations {
 public:
  /// Something that is not a sum of others, by its text in the rule language; the same text is the same atom.
  Extent atom(const std::string& text);
  /// An atom that no text names: to be solved for.
  Extent unknown();

  enum class Fact : std::uint8_t { kKnown, kNew, kContradiction };
  /// Takes it that both are equal.
  Fact equate(const Extent& a, const Extent& b);
  bool areEqual(const Extent& a, const Extent& b) const;

  Extent normal(const Extent& extent) const;
  /// Factor f with a == f * b, if there is one.
  std::optional<std::int64_t> quotient(const Extent& a, const Extent& b) const;
  /// In the rule language; nothing when it holds an unknown.
  std::optional<std::string> textOf(const Extent& extent) const;
  /// "a + b == c", of the difference's terms that add and those that subtract.
  std::optional<std::string> equationText(const Extent& a, const Extent& b) const;

 private:
  std::optional<std::string> sumOf(const Extent& extent, std::int64_t sign) const;

  std::vector<std::string> texts_;  ///< by atom; empty: unknown
  std::map<int, Extent> solved_;    ///< over atoms that are not solved
};

}  // namespace tasoscope::exchange
