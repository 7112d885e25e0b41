#include "proof/arithmetic.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace tasoscope {
namespace {

/// How many facts are added up to show that something is not negative.
constexpr int kFactsInARow = 2;

std::int64_t sumOf(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_add_overflow(a, b, &result)) throw TooLargeNumbers();
  return result;
}

std::int64_t productOf(std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  if (__builtin_mul_overflow(a, b, &result)) throw TooLargeNumbers();
  return result;
}

std::int64_t floored(std::int64_t a, std::int64_t b) { return a / b - ((a % b != 0 && (a < 0) != (b < 0)) ? 1 : 0); }

/// a without the factors b; nothing when b does not divide a.
std::optional<Polynomial::Monomial> without(const Polynomial::Monomial& a, const Polynomial::Monomial& b) {
  if (!std::ranges::includes(a, b)) return std::nullopt;
  Polynomial::Monomial result;
  std::ranges::set_difference(a, b, std::back_inserter(result));
  return result;
}

/// p is zero where this is.
Polynomial withoutCommonFactor(const Polynomial& p) {
  std::int64_t factor = 0;
  for (const auto& [monomial, coefficient] : p.terms()) factor = std::gcd(factor, coefficient);
  Polynomial result;
  for (const auto& [monomial, coefficient] : p.terms()) result.add(monomial, coefficient / factor);
  return result;
}

}  // namespace

Polynomial::Polynomial(std::int64_t number) {
  if (number != 0) terms_[{}] = number;
}

Polynomial Polynomial::ofAtom(Atom atom) { return ofTerm({atom}, 1); }

Polynomial Polynomial::ofTerm(Monomial monomial, std::int64_t coefficient) {
  Polynomial result;
  if (coefficient != 0) result.terms_[std::move(monomial)] = coefficient;
  return result;
}

std::optional<std::int64_t> Polynomial::number() const {
  if (terms_.empty()) return 0;
  if (terms_.size() == 1 && terms_.begin()->first.empty()) return terms_.begin()->second;
  return std::nullopt;
}

void Polynomial::add(const Monomial& monomial, std::int64_t coefficient) {
  std::int64_t& total = terms_[monomial];
  total = sumOf(total, coefficient);
  if (total == 0) terms_.erase(monomial);
}

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial result = a;
  for (const auto& [monomial, coefficient] : b.terms_) result.add(monomial, coefficient);
  return result;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  Polynomial result = a;
  for (const auto& [monomial, coefficient] : b.terms_) result.add(monomial, productOf(coefficient, -1));
  return result;
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  Polynomial result;
  for (const auto& [left, x] : a.terms_)
    for (const auto& [right, y] : b.terms_) {
      Polynomial::Monomial both;
      std::ranges::merge(left, right, std::back_inserter(both));
      result.add(both, productOf(x, y));
    }
  return result;
}

Polynomial Arithmetic::symbol(const std::string& name, std::int64_t low) {
  const auto [found, isNew] = names_.emplace(name, static_cast<Atom>(atoms_.size()));
  if (isNew) atoms_.push_back({Kind::kSymbol, name, low, {}});
  return normal(Polynomial::ofAtom(found->second));
}

Arithmetic::Atom Arithmetic::function(Kind kind, std::vector<Polynomial> arguments) {
  static constexpr const char* kNames[] = {"", "floor_div", "max", "min"};
  std::string name = kNames[static_cast<std::size_t>(kind)];
  for (std::size_t i = 0; i < arguments.size(); ++i) name += (i == 0 ? "(" : ", ") + text(arguments[i]);
  name += ")";
  if (const auto known = names_.find(name); known != names_.end()) {
    if (!isUsingFacts_ && atoms_[known->second].low == kUnbounded) atoms_[known->second].low = lowOf(kind, arguments);
    return known->second;
  }
  const std::int64_t low = lowOf(kind, arguments);
  const Atom atom = static_cast<Atom>(atoms_.size());
  names_.emplace(name, atom);
  atoms_.push_back({kind, name, low, std::move(arguments)});
  return atom;
}

/// What a function of these arguments is at least.
std::int64_t Arithmetic::lowOf(Kind kind, const std::vector<Polynomial>& arguments) {
  if (kind == Kind::kFloorDiv) {
    if (!isAtLeast(arguments[0], 0) || !isAtLeast(arguments[1], 1)) return kUnbounded;
    return isAtLeast(arguments[0], arguments[1]) ? 1 : 0;
  }
  const auto isPositive = [this](const Polynomial& p) { return isAtLeast(p, 1); };
  const bool answer =
      kind == Kind::kMaximum ? std::ranges::any_of(arguments, isPositive) : std::ranges::all_of(arguments, isPositive);
  return answer ? 1 : kUnbounded;
}

Polynomial Arithmetic::floorDiv(const Polynomial& a, const Polynomial& b) {
  const Polynomial p = normal(a), q = normal(b);
  if (const auto exact = quotient(p, q)) return *exact;
  if (const auto x = p.number(), y = q.number(); x && y && *y > 0) return floored(*x, *y);
  return Polynomial::ofAtom(function(Kind::kFloorDiv, {p, q}));
}

std::vector<Polynomial> Arithmetic::parts(Kind kind, const Polynomial& p) const {
  if (p.terms().size() == 1) {
    const auto& [monomial, coefficient] = *p.terms().begin();
    if (coefficient == 1 && monomial.size() == 1 && atoms_[monomial[0]].kind == kind)
      return atoms_[monomial[0]].arguments;
  }
  return {p};
}

Polynomial Arithmetic::extreme(Kind kind, const Polynomial& a, const Polynomial& b) {
  std::vector<Polynomial> all = parts(kind, normal(a));
  for (const Polynomial& part : parts(kind, normal(b))) all.push_back(part);
  std::ranges::sort(all);
  all.erase(std::ranges::unique(all).begin(), all.end());
  std::vector<Polynomial> kept;
  for (std::size_t i = 0; i < all.size(); ++i) {
    bool isNeeded = true;
    for (std::size_t j = 0; j < all.size() && isNeeded; ++j)
      if (i != j && (kind == Kind::kMaximum ? isAtLeast(all[j], all[i]) : isAtLeast(all[i], all[j]))) isNeeded = false;
    if (isNeeded) kept.push_back(all[i]);
  }
  if (kept.empty()) kept.push_back(all.front());
  if (kept.size() == 1) return kept[0];
  return Polynomial::ofAtom(function(kind, std::move(kept)));
}

Polynomial Arithmetic::maximum(const Polynomial& a, const Polynomial& b) { return extreme(Kind::kMaximum, a, b); }
Polynomial Arithmetic::minimum(const Polynomial& a, const Polynomial& b) { return extreme(Kind::kMinimum, a, b); }

Polynomial Arithmetic::replaced(Atom atom) {
  if (const auto solution = solved_.find(atom); solution != solved_.end()) return normal(solution->second);
  const AtomInfo info = atoms_[atom];
  if (info.kind == Kind::kSymbol) return Polynomial::ofAtom(atom);
  std::vector<Polynomial> arguments;
  for (const Polynomial& argument : info.arguments) arguments.push_back(normal(argument));
  if (arguments == info.arguments) return Polynomial::ofAtom(atom);
  if (info.kind == Kind::kFloorDiv) return floorDiv(arguments[0], arguments[1]);
  Polynomial result = arguments[0];
  for (const Polynomial& argument : arguments) result = extreme(info.kind, result, argument);
  return result;
}

/// Nothing that was assumed speaks of these atoms.
bool Arithmetic::isNormal(const Polynomial& p) {
  stable_.resize(atoms_.size());
  for (const auto& [monomial, coefficient] : p.terms()) {
    for (const Atom atom : monomial) {
      if (stable_[atom] == epoch_) continue;
      const bool isStable = !solved_.contains(atom) &&
                            std::ranges::all_of(atoms_[atom].arguments,
                                                [this](const Polynomial& argument) { return isNormal(argument); });
      if (!isStable) return false;
      stable_[atom] = epoch_;
    }
    for (const auto& [lead, meaning] : rewrites_)
      if (std::ranges::includes(monomial, lead)) return false;
  }
  return true;
}

Polynomial Arithmetic::normal(const Polynomial& p) {
  if (isNormal(p)) return p;
  Polynomial result;
  for (const auto& [monomial, coefficient] : p.terms()) {
    Polynomial term(coefficient);
    for (const Atom atom : monomial) term = term * replaced(atom);
    result = result + term;
  }
  for (;;) {
    bool isChanged = false;
    for (const auto& [lead, meaning] : rewrites_) {
      for (const auto& [monomial, coefficient] : result.terms()) {
        const auto rest = without(monomial, lead);
        if (!rest) continue;
        result = result - Polynomial::ofTerm(monomial, coefficient) + Polynomial::ofTerm(*rest, coefficient) * meaning;
        isChanged = true;
        break;
      }
      if (isChanged) break;
    }
    if (!isChanged) return result;
  }
}

std::int64_t Arithmetic::lowOf(Atom atom) const { return atoms_[atom].low; }

bool Arithmetic::hasNoNegativeTerm(const Polynomial& p) const {
  Polynomial shifted;  // every atom as its least value and something that is not negative
  for (const auto& [monomial, coefficient] : p.terms()) {
    Polynomial term(coefficient);
    for (const Atom atom : monomial) {
      const std::int64_t low = lowOf(atom);
      const bool isBounded = low != kUnbounded;
      if (!isBounded) return false;
      term = term * (Polynomial::ofAtom(atom) + low);
    }
    shifted = shifted + term;
  }
  return std::ranges::all_of(shifted.terms(), [](const auto& term) { return term.second >= 0; });
}

bool Arithmetic::isAtLeastZero(const Polynomial& p, int depth) {
  if (const auto number = p.number()) return *number >= 0;
  if (hasNoNegativeTerm(p)) return true;
  if (depth == 0 || (depth == kFactsInARow && isUsingFacts_)) return false;
  // Putting facts into normal form may ask such questions again: those are answered without facts.
  const bool wasUsingFacts = std::exchange(isUsingFacts_, true);
  bool answer = false;
  for (std::size_t i = 0; i < notNegative_.size() && !answer; ++i)
    answer = isAtLeastZero(normal(p - notNegative_[i]), depth - 1);
  isUsingFacts_ = wasUsingFacts;
  return answer;
}

bool Arithmetic::isAtLeast(const Polynomial& a, const Polynomial& b) {
  return isAtLeastZero(normal(a - b), kFactsInARow);
}

bool Arithmetic::areDifferent(const Polynomial& a, const Polynomial& b) {
  return isAtLeast(a, b + 1) || isAtLeast(b, a + 1);
}

bool Arithmetic::broadcast(const Polynomial& a, const Polynomial& b) {
  for (const Polynomial& x : parts(Kind::kMaximum, normal(a)))
    for (const Polynomial& y : parts(Kind::kMaximum, normal(b))) {
      if (x == y || x == Polynomial(1) || y == Polynomial(1)) continue;
      if (!broadcasting_.contains({std::min(x, y), std::max(x, y)})) return false;
    }
  return true;
}

std::optional<Polynomial> Arithmetic::quotient(const Polynomial& p, const Polynomial& divisor) {
  const Polynomial dividend = normal(p), by = normal(divisor);
  if (by.terms().size() != 1) return by == dividend && !by.isZero() ? std::optional(Polynomial(1)) : std::nullopt;
  const auto& [factors, number] = *by.terms().begin();
  Polynomial result;
  for (const auto& [monomial, coefficient] : dividend.terms()) {
    const auto rest = without(monomial, factors);
    if (!rest || coefficient % number != 0) return std::nullopt;
    result.add(*rest, coefficient / number);
  }
  return std::ranges::all_of(factors, [this](Atom atom) { return lowOf(atom) >= 1; }) ? std::optional(result)
                                                                                      : std::nullopt;
}

bool Arithmetic::mentions(const Polynomial& p, Atom atom) const {
  for (const auto& [monomial, coefficient] : p.terms())
    for (const Atom one : monomial) {
      if (one == atom) return true;
      for (const Polynomial& argument : atoms_[one].arguments)
        if (mentions(argument, atom)) return true;
    }
  return false;
}

/// A symbol with coefficient 1 or -1 that occurs nowhere else in p; the one made last, so that inputs keep their names.
std::optional<Arithmetic::Atom> Arithmetic::solvable(const Polynomial& p) const {
  std::optional<Atom> best;
  for (const auto& [monomial, coefficient] : p.terms()) {
    if (monomial.size() != 1 || (coefficient != 1 && coefficient != -1)) continue;
    const Atom atom = monomial[0];
    if (atoms_[atom].kind != Kind::kSymbol) continue;
    if (!mentions(p - Polynomial::ofTerm(monomial, coefficient), atom) && (!best || atom > *best)) best = atom;
  }
  return best;
}

/// Whether the other terms may stand for this one: not where a function of them speaks of it, as in
/// k = 2 * floor_div(k - 1, 2) + 1, which would be put into itself without end.
bool Arithmetic::canLead(const Polynomial& p, const Polynomial::Monomial& lead) const {
  return std::ranges::none_of(lead, [&](Atom atom) {
    return std::ranges::any_of(p.terms(), [&](const auto& term) {
      return term.first != lead && std::ranges::any_of(term.first, [&](Atom other) {
               return std::ranges::any_of(atoms_[other].arguments,
                                          [&](const Polynomial& argument) { return mentions(argument, atom); });
             });
    });
  });
}

void Arithmetic::assumeEqual(const Polynomial& a, const Polynomial& b) {
  const Polynomial p = withoutCommonFactor(normal(a - b));
  if (p.isZero()) return;
  if (p.number() || isAtLeastZero(p - 1, kFactsInARow) || isAtLeastZero(Polynomial(-1) - p, kFactsInARow))
    throw ImpossibleCase();
  if (const auto atom = solvable(p)) {
    const std::int64_t coefficient = p.terms().at({*atom});
    const Polynomial rest = p - Polynomial::ofTerm({*atom}, coefficient);
    const Polynomial solution = coefficient == 1 ? Polynomial() - rest : rest;
    solved_[*atom] = solution;
    if (lowOf(*atom) != kUnbounded) notNegative_.push_back(solution - lowOf(*atom));
  } else {
    auto lead = p.terms().end();
    std::size_t longest = 0;
    for (const auto& [monomial, coefficient] : p.terms()) longest = std::max(longest, monomial.size());
    for (auto term = p.terms().begin(); term != p.terms().end(); ++term)
      if (term->first.size() == longest && (term->second == 1 || term->second == -1) && canLead(p, term->first))
        lead = term;
    if (lead == p.terms().end()) return;
    const Polynomial rest = p - Polynomial::ofTerm(lead->first, lead->second);
    rewrites_[lead->first] = lead->second == 1 ? Polynomial() - rest : rest;
    ++epoch_;
    return;
  }
  ++epoch_;
  const bool wasUsingFacts = std::exchange(isUsingFacts_, true);
  for (Polynomial& fact : notNegative_) fact = normal(fact);
  isUsingFacts_ = wasUsingFacts;
  std::ranges::sort(notNegative_);
  notNegative_.erase(std::ranges::unique(notNegative_).begin(), notNegative_.end());
  std::erase_if(notNegative_, [this](const Polynomial& fact) { return hasNoNegativeTerm(fact); });
  std::set<std::pair<Polynomial, Polynomial>> pairs;
  for (const auto& [x, y] : broadcasting_) {
    const Polynomial u = normal(x), v = normal(y);
    pairs.emplace(std::min(u, v), std::max(u, v));
  }
  broadcasting_ = std::move(pairs);
  // What could only be rewritten before may be solvable now.
  const auto rewrites = std::exchange(rewrites_, {});
  ++epoch_;
  for (const auto& [lead, meaning] : rewrites) assumeEqual(Polynomial::ofTerm(lead, 1), meaning);
}

void Arithmetic::assumeAtLeast(const Polynomial& a, const Polynomial& b) {
  const Polynomial p = normal(a - b);
  if (isAtLeastZero(p, kFactsInARow)) return;
  if (isAtLeastZero(Polynomial(-1) - p, kFactsInARow)) throw ImpossibleCase();
  notNegative_.push_back(p);
}

void Arithmetic::assumeBroadcast(const Polynomial& a, const Polynomial& b) {
  for (const Polynomial& x : parts(Kind::kMaximum, normal(a)))
    for (const Polynomial& y : parts(Kind::kMaximum, normal(b))) {
      if (x == y || x == Polynomial(1) || y == Polynomial(1)) continue;
      if (const auto u = x.number(), v = y.number(); u && v) throw ImpossibleCase();
      broadcasting_.emplace(std::min(x, y), std::max(x, y));
    }
}

void Arithmetic::assumeDivides(const Polynomial& divisor, const Polynomial& p) {
  const Polynomial dividend = normal(p), by = normal(divisor);
  if (quotient(dividend, by)) return;
  if (const auto u = dividend.number(), v = by.number(); u && v) throw ImpossibleCase();
  if (!isAtLeast(by, 1)) return;
  const std::int64_t low = isAtLeast(dividend, 1) ? 1 : isAtLeast(dividend, 0) ? 0 : kUnbounded;
  assumeEqual(dividend, by * symbol(fmt::format("q{}", ++fresh_), low));
}

std::string Arithmetic::text(const Polynomial& p) const {
  if (p.isZero()) return "0";
  std::string result;
  for (auto term = p.terms().rbegin(); term != p.terms().rend(); ++term) {
    const auto& [monomial, coefficient] = *term;
    std::string factors;
    for (const Atom atom : monomial) factors += (factors.empty() ? "" : "*") + atoms_[atom].name;
    const std::string size = coefficient < 0 ? std::to_string(coefficient).substr(1) : std::to_string(coefficient);
    result += coefficient < 0 ? (result.empty() ? "-" : " - ") : (result.empty() ? "" : " + ");
    result += factors.empty() ? size : size == "1" ? factors : size + "*" + factors;
  }
  return result;
}

void Arithmetic::collectSymbols(const Polynomial& p, std::set<std::string>& names) const {
  for (const auto& [monomial, coefficient] : p.terms())
    for (const Atom atom : monomial) {
      if (atoms_[atom].kind == Kind::kSymbol) names.insert(atoms_[atom].name);
      for (const Polynomial& argument : atoms_[atom].arguments) collectSymbols(argument, names);
    }
}

}  // namespace tasoscope
