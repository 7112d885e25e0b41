#pragma once
// A dimension: a known extent, or an integer expression over named symbols in a canonical form, so that two dimensions
// that are provably equal compare equal. The form is a sum of integer multiples of products of atoms plus a constant;
// an atom is a symbol of the model ("batch"), a nameless unknown, or a function of such sums (floor and ceiling
// division, min, max). What has no exact form becomes a nameless unknown, which equals only itself.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace tasoscope {

struct DimExpression;

class Dim {
 public:
  Dim() : value_(0) {}
  Dim(std::int64_t value) : value_(value) {}  // NOLINT(google-explicit-constructor): extents are written as numbers
  static Dim symbol(std::string_view name);
  /// A fresh dimension about which nothing is known; it equals only copies of itself.
  static Dim unknown();

  bool isKnown() const { return expression_ == nullptr; }
  bool isNamelessUnknown() const;
  /// The extent; asserts isKnown().
  std::int64_t value() const;
  std::optional<std::int64_t> known() const { return isKnown() ? std::optional(value_) : std::nullopt; }
  /// "64", "batch", "2*batch+1", "floor(h/2)", "?3".
  std::string text() const;
  std::size_t hash() const;
  /// The extent under values of the symbols; `valueOf` is asked for every symbol and nameless unknown by its text.
  std::int64_t evaluate(const std::function<std::int64_t(std::string_view)>& valueOf) const;
  /// Calls `visit` for the name of each symbol and nameless unknown inside, in canonical order.
  void forEachSymbol(const std::function<void(std::string_view)>& visit) const;

  friend bool operator==(const Dim& a, const Dim& b);
  friend Dim operator+(const Dim& a, const Dim& b);
  friend Dim operator-(const Dim& a, const Dim& b);
  friend Dim operator*(const Dim& a, const Dim& b);
  /// Rounded towards minus infinity; exact division cancels (6*n / 3 is 2*n). Division by zero gives an unknown.
  friend Dim floorDiv(const Dim& a, const Dim& b);
  friend Dim ceilDiv(const Dim& a, const Dim& b);
  friend Dim min(const Dim& a, const Dim& b);
  friend Dim max(const Dim& a, const Dim& b);

 private:
  friend struct DimExpression;
  explicit Dim(std::shared_ptr<const DimExpression> expression) : value_(0), expression_(std::move(expression)) {}
  std::int64_t value_;
  std::shared_ptr<const DimExpression> expression_;
};

}  // namespace tasoscope
