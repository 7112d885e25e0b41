#pragma once
// Attributes of an op: a small map from names to values, kept in canonical order so that equal maps compare equal.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tensor/constant.h"

namespace tasoscope {

using AttributeValue = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>,
                                    std::vector<std::string>>;

class Attributes {
 public:
  Attributes() = default;
  Attributes(std::initializer_list<std::pair<std::string, AttributeValue>> entries);

  void set(std::string_view name, AttributeValue value);
  void erase(std::string_view name);
  const AttributeValue* find(std::string_view name) const;
  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// Typed look-ups; they throw ModelError when the attribute is there with another kind, or missing without default.
  std::int64_t integer(std::string_view name) const;
  std::int64_t integer(std::string_view name, std::int64_t otherwise) const;
  double real(std::string_view name) const;
  double real(std::string_view name, double otherwise) const;
  const std::string& string(std::string_view name) const;
  std::string string(std::string_view name, std::string_view otherwise) const;
  const std::vector<std::int64_t>& integers(std::string_view name) const;
  std::vector<std::int64_t> integers(std::string_view name, std::vector<std::int64_t> otherwise) const;
  const std::vector<double>& reals(std::string_view name) const;

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  std::size_t hash() const;
  friend bool operator==(const Attributes&, const Attributes&) = default;

 private:
  std::vector<std::pair<std::string, AttributeValue>> entries_;  // sorted by name
};

/// "3", "0.5", "\"relu\"", "[1, 1]": the value as the text form and the rule language write it.
std::string textOf(const AttributeValue& value);

}  // namespace tasoscope
