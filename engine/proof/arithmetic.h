#pragma once
// Integers over the dimensions and attributes of a rule, as polynomials in normal form, and what is known about them.
// Two polynomials are equal for every binding if their difference is zero after what was assumed has been put in.
//
// Assumptions are equations, lower bounds, pairs of extents that broadcast, and divisibilities. An equation that has a
// symbol with coefficient 1 is solved for it; another one rewrites its leading monomial. What cannot be used is
// forgotten: knowing less proves less, never more. Every question is answered yes or "cannot tell", but for numbers.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace tasoscope {

class Polynomial {
 public:
  using Atom = std::uint32_t;
  using Monomial = std::vector<Atom>;  ///< sorted; with repetitions

  Polynomial() = default;
  Polynomial(std::int64_t number);  // NOLINT(google-explicit-constructor): written as numbers
  static Polynomial ofAtom(Atom atom);
  static Polynomial ofTerm(Monomial monomial, std::int64_t coefficient);

  const std::map<Monomial, std::int64_t>& terms() const { return terms_; }
  std::optional<std::int64_t> number() const;  ///< nothing unless it has no atoms
  bool isZero() const { return terms_.empty(); }
  void add(const Monomial& monomial, std::int64_t coefficient);
  friend bool operator==(const Polynomial&, const Polynomial&) = default;
  friend auto operator<=>(const Polynomial&, const Polynomial&) = default;
  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);

 private:
  std::map<Monomial, std::int64_t> terms_;
};

/// Thrown where an assumption cannot be true: there is no such case.
struct ImpossibleCase {};
/// Thrown where coefficients leave 64 bits.
struct TooLargeNumbers {};

class Arithmetic {
 public:
  static constexpr std::int64_t kUnbounded = std::numeric_limits<std::int64_t>::min();
  /// A symbol that is at least `low`.
  Polynomial symbol(const std::string& name, std::int64_t low);
  Polynomial floorDiv(const Polynomial& a, const Polynomial& b);
  Polynomial maximum(const Polynomial& a, const Polynomial& b);
  Polynomial minimum(const Polynomial& a, const Polynomial& b);
  /// With everything that was assumed put in.
  Polynomial normal(const Polynomial& p);

  bool areEqual(const Polynomial& a, const Polynomial& b) { return a == b || normal(a - b).isZero(); }
  bool areDifferent(const Polynomial& a, const Polynomial& b);
  bool isAtLeast(const Polynomial& a, const Polynomial& b);
  /// a and b are equal or one of them is 1.
  bool broadcast(const Polynomial& a, const Polynomial& b);
  bool divides(const Polynomial& divisor, const Polynomial& p) { return quotient(p, divisor).has_value(); }
  /// p / divisor where that is exact.
  std::optional<Polynomial> quotient(const Polynomial& p, const Polynomial& divisor);

  void assumeEqual(const Polynomial& a, const Polynomial& b);
  void assumeAtLeast(const Polynomial& a, const Polynomial& b);
  void assumeBroadcast(const Polynomial& a, const Polynomial& b);
  void assumeDivides(const Polynomial& divisor, const Polynomial& p);

  std::string text(const Polynomial& p) const;
  /// The value under values of the symbols, asked for by name; nothing where it has none (a division by zero).
  template <typename ValueOf>
  std::optional<std::int64_t> evaluate(const Polynomial& p, const ValueOf& valueOf) const;
  /// Names of the symbols inside.
  void collectSymbols(const Polynomial& p, std::set<std::string>& names) const;

 private:
  enum class Kind : std::uint8_t { kSymbol, kFloorDiv, kMaximum, kMinimum };
  struct AtomInfo {
    Kind kind = Kind::kSymbol;
    std::string name;
    std::int64_t low = 0;
    std::vector<Polynomial> arguments;
  };
  using Atom = Polynomial::Atom;

  Atom function(Kind kind, std::vector<Polynomial> arguments);
  Polynomial replaced(Atom atom);
  Polynomial extreme(Kind kind, const Polynomial& a, const Polynomial& b);
  std::vector<Polynomial> parts(Kind kind, const Polynomial& p) const;
  bool isNormal(const Polynomial& p);
  bool mentions(const Polynomial& p, Atom atom) const;
  std::optional<Atom> solvable(const Polynomial& p) const;
  bool canLead(const Polynomial& p, const Polynomial::Monomial& lead) const;
  bool isAtLeastZero(const Polynomial& p, int depth);
  bool hasNoNegativeTerm(const Polynomial& p) const;
  std::int64_t lowOf(Atom atom) const;
  std::int64_t lowOf(Kind kind, const std::vector<Polynomial>& arguments);

  std::vector<AtomInfo> atoms_;
  std::map<std::string, Atom> names_;
  std::map<Atom, Polynomial> solved_;
  std::map<Polynomial::Monomial, Polynomial> rewrites_;
  std::vector<Polynomial> notNegative_;
  std::set<std::pair<Polynomial, Polynomial>> broadcasting_;
  std::vector<int> stable_;  ///< by atom: the epoch in which it stood for itself
  int epoch_ = 1;            ///< one more with each equation that is assumed
  int fresh_ = 0;
  bool isUsingFacts_ = false;
};

template <typename ValueOf>
std::optional<std::int64_t> Arithmetic::evaluate(const Polynomial& p, const ValueOf& valueOf) const {
  std::int64_t sum = 0;
  for (const auto& [monomial, coefficient] : p.terms()) {
    std::int64_t product = coefficient;
    for (const Atom atom : monomial) {
      const AtomInfo& info = atoms_[atom];
      std::int64_t factor = 0;
      if (info.kind == Kind::kSymbol) {
        factor = valueOf(info.name);
      } else {
        std::vector<std::int64_t> arguments;
        for (const Polynomial& argument : info.arguments) {
          const auto one = evaluate(argument, valueOf);
          if (!one) return std::nullopt;
          arguments.push_back(*one);
        }
        factor = arguments[0];
        if (info.kind == Kind::kFloorDiv) {
          if (arguments[1] <= 0) return std::nullopt;
          factor = arguments[0] / arguments[1] - (arguments[0] % arguments[1] < 0 ? 1 : 0);
        }
        for (const std::int64_t one : arguments) {
          if (info.kind == Kind::kMaximum) factor = std::max(factor, one);
          if (info.kind == Kind::kMinimum) factor = std::min(factor, one);
        }
      }
      if (__builtin_mul_overflow(product, factor, &product)) return std::nullopt;
    }
    if (__builtin_add_overflow(sum, product, &sum)) return std::nullopt;
  }
  return sum;
}

}  // namespace tasoscope
