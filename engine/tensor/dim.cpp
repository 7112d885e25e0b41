#include "tensor/dim.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <map>
#include <stdexcept>
#include <vector>

namespace tasoscope {

// The canonical form. A term is a product of atoms (by their texts, sorted) with a coefficient; the atoms' structure is
// kept for evaluation.
struct DimExpression {
  enum class Function { kSymbol, kFloor, kCeil, kMin, kMax };
  struct Atom {
    Function function;
    std::string name;  // of a symbol
    Dim a, b;          // arguments of a function
    std::string text() const;
  };
  using Product = std::vector<std::string>;
  std::map<Product, std::int64_t> terms;
  std::int64_t constant = 0;
  std::map<std::string, Atom> atoms;
  std::string text;

  static DimExpression of(const Dim& dim);
  static Dim make(DimExpression expression);
  static Dim ofAtom(Atom atom);
  void buildText();
};

std::string DimExpression::Atom::text() const {
  switch (function) {
    case Function::kSymbol:
      return name;
    case Function::kFloor:
      return "floor(" + a.text() + "/" + b.text() + ")";
    case Function::kCeil:
      return "ceil(" + a.text() + "/" + b.text() + ")";
    case Function::kMin:
      return "min(" + a.text() + ", " + b.text() + ")";
    case Function::kMax:
      return "max(" + a.text() + ", " + b.text() + ")";
  }
  return {};
}

DimExpression DimExpression::of(const Dim& dim) {
  if (dim.expression_) return *dim.expression_;
  DimExpression expression;
  expression.constant = dim.value_;
  return expression;
}

void DimExpression::buildText() {
  text.clear();
  for (const auto& [product, coefficient] : terms) {
    bool isNegative = coefficient < 0;
    std::int64_t magnitude = isNegative ? -coefficient : coefficient;
    if (!text.empty() || isNegative) text += isNegative ? "-" : "+";
    if (magnitude != 1) text += std::to_string(magnitude) + "*";
    for (std::size_t i = 0; i < product.size(); ++i) text += (i ? "*" : "") + product[i];
  }
  if (constant > 0) text += "+";
  if (constant != 0) text += std::to_string(constant);
}

Dim DimExpression::make(DimExpression expression) {
  std::erase_if(expression.terms, [](const auto& term) { return term.second == 0; });
  if (expression.terms.empty()) return Dim(expression.constant);
  std::map<std::string, Atom> used;
  for (const auto& [product, coefficient] : expression.terms)
    for (const std::string& atom : product) used.emplace(atom, expression.atoms.at(atom));
  expression.atoms = std::move(used);
  expression.buildText();
  // Beyond this size an exact form helps nobody and could grow without bound.
  constexpr std::size_t kLongest = 400;
  if (expression.text.size() > kLongest) return Dim::unknown();
  return Dim(std::make_shared<const DimExpression>(std::move(expression)));
}

Dim DimExpression::ofAtom(Atom atom) {
  std::string name = atom.text();
  DimExpression expression;
  expression.terms[{name}] = 1;
  expression.atoms.emplace(name, std::move(atom));
  return make(std::move(expression));
}

Dim Dim::symbol(std::string_view name) {
  return DimExpression::ofAtom({DimExpression::Function::kSymbol, std::string(name), {}, {}});
}

Dim Dim::unknown() {
  static std::atomic<std::int64_t> next{0};
  return symbol("?" + std::to_string(next++));
}

bool Dim::isNamelessUnknown() const {
  if (!expression_) return false;
  return expression_->text.front() == '?' && expression_->text.find_first_not_of("0123456789", 1) == std::string::npos;
}

std::int64_t Dim::value() const {
  assert(isKnown());
  return value_;
}

std::string Dim::text() const { return expression_ ? expression_->text : std::to_string(value_); }

std::size_t Dim::hash() const {
  return expression_ ? std::hash<std::string>()(expression_->text) : std::hash<std::int64_t>()(value_);
}

bool operator==(const Dim& a, const Dim& b) {
  if (a.isKnown() != b.isKnown()) return false;
  if (a.isKnown()) return a.value_ == b.value_;
  return a.expression_ == b.expression_ || a.expression_->text == b.expression_->text;
}

namespace {

// Sums that leave 64 bits have no exact form.
struct Overflow {};

std::int64_t checkedAdd(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (__builtin_add_overflow(a, b, &sum)) throw Overflow{};
  return sum;
}

std::int64_t checkedMultiply(std::int64_t a, std::int64_t b) {
  std::int64_t product = 0;
  if (__builtin_mul_overflow(a, b, &product)) throw Overflow{};
  return product;
}

template <typename Operation>
Dim orUnknown(Operation operation) {
  try {
    return operation();
  } catch (const Overflow&) {
    return Dim::unknown();
  }
}

std::int64_t floorOf(std::int64_t a, std::int64_t b) {
  std::int64_t quotient = a / b;
  return quotient * b != a && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}

std::int64_t ceilOf(std::int64_t a, std::int64_t b) {
  std::int64_t quotient = a / b;
  return quotient * b != a && (a < 0) == (b < 0) ? quotient + 1 : quotient;
}

bool isSafeDivisor(const Dim& b) { return b.isKnown() && b.value() != 0 && b.value() != -1; }

DimExpression sum(DimExpression a, const DimExpression& b, std::int64_t factor) {
  for (const auto& [product, coefficient] : b.terms)
    a.terms[product] = checkedAdd(a.terms[product], checkedMultiply(factor, coefficient));
  a.constant = checkedAdd(a.constant, checkedMultiply(factor, b.constant));
  a.atoms.insert(b.atoms.begin(), b.atoms.end());
  return a;
}

DimExpression product(const DimExpression& a, const DimExpression& b) {
  DimExpression result;
  auto add = [&result](const DimExpression::Product& factors, std::int64_t coefficient) {
    std::int64_t& place = factors.empty() ? result.constant : result.terms[factors];
    place = checkedAdd(place, coefficient);
  };
  auto forEachTerm = [](const DimExpression& e, auto&& visit) {
    for (const auto& [factors, coefficient] : e.terms) visit(factors, coefficient);
    if (e.constant != 0) visit(DimExpression::Product{}, e.constant);
  };
  forEachTerm(a, [&](const DimExpression::Product& fa, std::int64_t ca) {
    forEachTerm(b, [&](const DimExpression::Product& fb, std::int64_t cb) {
      DimExpression::Product factors = fa;
      factors.insert(factors.end(), fb.begin(), fb.end());
      std::sort(factors.begin(), factors.end());
      add(factors, checkedMultiply(ca, cb));
    });
  });
  result.atoms = a.atoms;
  result.atoms.insert(b.atoms.begin(), b.atoms.end());
  return result;
}

// a / b when every term of a is a multiple of the single term b.
std::optional<DimExpression> exactQuotient(const DimExpression& a, const DimExpression& b) {
  if (b.terms.size() + (b.constant != 0 ? 1 : 0) != 1) return std::nullopt;
  DimExpression::Product divisor = b.terms.empty() ? DimExpression::Product{} : b.terms.begin()->first;
  std::int64_t coefficient = b.terms.empty() ? b.constant : b.terms.begin()->second;
  if (coefficient == 0 || coefficient == -1) return std::nullopt;
  if (!divisor.empty() && a.constant != 0) return std::nullopt;
  if (a.constant % coefficient != 0) return std::nullopt;
  DimExpression result;
  result.constant = a.constant / coefficient;
  result.atoms = a.atoms;
  for (const auto& [factors, own] : a.terms) {
    if (own % coefficient != 0 || !std::includes(factors.begin(), factors.end(), divisor.begin(), divisor.end()))
      return std::nullopt;
    DimExpression::Product rest;
    std::set_difference(factors.begin(), factors.end(), divisor.begin(), divisor.end(), std::back_inserter(rest));
    (rest.empty() ? result.constant : result.terms[rest]) += own / coefficient;
  }
  return result;
}

}  // namespace

Dim operator+(const Dim& a, const Dim& b) {
  return orUnknown([&] { return DimExpression::make(sum(DimExpression::of(a), DimExpression::of(b), 1)); });
}

Dim operator-(const Dim& a, const Dim& b) {
  return orUnknown([&] { return DimExpression::make(sum(DimExpression::of(a), DimExpression::of(b), -1)); });
}

Dim operator*(const Dim& a, const Dim& b) {
  return orUnknown([&] { return DimExpression::make(product(DimExpression::of(a), DimExpression::of(b))); });
}

Dim floorDiv(const Dim& a, const Dim& b) {
  if (a.isKnown() && isSafeDivisor(b)) return floorOf(a.value(), b.value());
  if (b == Dim(1)) return a;
  if (b.isKnown() && b.value() <= 0) return Dim::unknown();
  if (std::optional<DimExpression> exact = exactQuotient(DimExpression::of(a), DimExpression::of(b)))
    return DimExpression::make(std::move(*exact));
  return DimExpression::ofAtom({DimExpression::Function::kFloor, {}, a, b});
}

Dim ceilDiv(const Dim& a, const Dim& b) {
  if (a.isKnown() && isSafeDivisor(b)) return ceilOf(a.value(), b.value());
  if (b == Dim(1)) return a;
  if (b.isKnown() && b.value() <= 0) return Dim::unknown();
  if (std::optional<DimExpression> exact = exactQuotient(DimExpression::of(a), DimExpression::of(b)))
    return DimExpression::make(std::move(*exact));
  return DimExpression::ofAtom({DimExpression::Function::kCeil, {}, a, b});
}

Dim min(const Dim& a, const Dim& b) {
  if (a == b) return a;
  Dim difference = a - b;
  if (difference.isKnown()) return difference.value() < 0 ? a : b;
  bool inOrder = a.text() < b.text();
  return DimExpression::ofAtom({DimExpression::Function::kMin, {}, inOrder ? a : b, inOrder ? b : a});
}

Dim max(const Dim& a, const Dim& b) {
  if (a == b) return a;
  Dim difference = a - b;
  if (difference.isKnown()) return difference.value() > 0 ? a : b;
  bool inOrder = a.text() < b.text();
  return DimExpression::ofAtom({DimExpression::Function::kMax, {}, inOrder ? a : b, inOrder ? b : a});
}

namespace {

std::int64_t evaluateAtom(const DimExpression::Atom& atom,
                          const std::function<std::int64_t(std::string_view)>& valueOf) {
  if (atom.function == DimExpression::Function::kSymbol) return valueOf(atom.name);
  std::int64_t a = atom.a.evaluate(valueOf), b = atom.b.evaluate(valueOf);
  switch (atom.function) {
    case DimExpression::Function::kFloor:
      return b > 0 ? floorOf(a, b) : 0;
    case DimExpression::Function::kCeil:
      return b > 0 ? ceilOf(a, b) : 0;
    case DimExpression::Function::kMin:
      return std::min(a, b);
    default:
      return std::max(a, b);
  }
}

// Values that a user sets may overflow; costs then saturate instead of wrapping.
std::int64_t saturating(__int128 value) {
  constexpr __int128 kMost = std::int64_t{1} << 62;
  return static_cast<std::int64_t>(value > kMost ? kMost : value < -kMost ? -kMost : value);
}

}  // namespace

std::int64_t Dim::evaluate(const std::function<std::int64_t(std::string_view)>& valueOf) const {
  if (!expression_) return value_;
  __int128 total = expression_->constant;
  for (const auto& [factors, coefficient] : expression_->terms) {
    std::int64_t term = coefficient;
    for (const std::string& factor : factors)
      term = saturating(static_cast<__int128>(term) * evaluateAtom(expression_->atoms.at(factor), valueOf));
    total += term;
  }
  return saturating(total);
}

void Dim::forEachSymbol(const std::function<void(std::string_view)>& visit) const {
  if (!expression_) return;
  for (const auto& [text, atom] : expression_->atoms) {
    if (atom.function == DimExpression::Function::kSymbol) {
      visit(atom.name);
    } else {
      atom.a.forEachSymbol(visit);
      atom.b.forEachSymbol(visit);
    }
  }
}

}  // namespace tasoscope
