#include "proof/symbolic_value.h"

#include <fmt/format.h>

#include <algorithm>

namespace tasoscope {

bool isUnknown(const Symbolic& value) { return std::holds_alternative<std::monostate>(value); }

Symbolic symbolicOf(const AttributeValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return Polynomial(*integer);
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value))
    return Integers(integers->begin(), integers->end());
  if (const auto* real = std::get_if<double>(&value)) return *real;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* reals = std::get_if<std::vector<double>>(&value)) return *reals;
  return std::get<std::vector<std::string>>(value);
}

const Symbolic* find(const SymbolicAttributes& attributes, std::string_view name) {
  const auto found = std::ranges::find(attributes, name, &SymbolicAttributes::value_type::first);
  return found == attributes.end() ? nullptr : &found->second;
}

void set(SymbolicAttributes& attributes, std::string_view name, Symbolic value) {
  const auto at = std::ranges::lower_bound(attributes, name, {}, &SymbolicAttributes::value_type::first);
  if (at != attributes.end() && at->first == name)
    at->second = std::move(value);
  else
    attributes.emplace(at, name, std::move(value));
}

Symbolic normal(const Symbolic& value, Arithmetic& arithmetic) {
  if (const auto* integer = std::get_if<Polynomial>(&value)) return arithmetic.normal(*integer);
  if (const auto* list = std::get_if<Integers>(&value)) {
    Integers result;
    for (const Polynomial& one : *list) result.push_back(arithmetic.normal(one));
    return result;
  }
  return value;
}

namespace {

std::string listText(const Integers& list, const Arithmetic& arithmetic) {
  std::string result = "[";
  for (std::size_t i = 0; i < list.size(); ++i) result += (i == 0 ? "" : ", ") + arithmetic.text(list[i]);
  return result + "]";
}

}  // namespace

std::string textOf(const Symbolic& value, const Arithmetic& arithmetic) {
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* integer = std::get_if<Polynomial>(&value)) return arithmetic.text(*integer);
  if (const auto* list = std::get_if<Integers>(&value)) return listText(*list, arithmetic);
  if (const auto* real = std::get_if<double>(&value)) return textOf(AttributeValue(*real));
  if (const auto* text = std::get_if<std::string>(&value)) return textOf(AttributeValue(*text));
  if (const auto* reals = std::get_if<std::vector<double>>(&value)) return textOf(AttributeValue(*reals));
  if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) return textOf(AttributeValue(*texts));
  if (const auto* opaque = std::get_if<Opaque>(&value)) return opaque->name;
  return "?";
}

std::string textOf(const SymbolicType& type, const Arithmetic& arithmetic) { return listText(type.shape, arithmetic); }

namespace {

std::optional<bool> equalLists(const Integers& a, const Integers& b, Arithmetic& arithmetic) {
  if (a.size() != b.size()) return false;
  bool isKnown = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (arithmetic.areEqual(a[i], b[i])) continue;
    if (arithmetic.areDifferent(a[i], b[i])) return false;
    isKnown = false;
  }
  return isKnown ? std::optional(true) : std::nullopt;
}

}  // namespace

std::optional<bool> areEqual(const Symbolic& a, const Symbolic& b, Arithmetic& arithmetic) {
  if (isUnknown(a) || isUnknown(b)) return std::nullopt;
  if (const auto* x = std::get_if<Polynomial>(&a), *y = std::get_if<Polynomial>(&b); x && y)
    return equalLists({*x}, {*y}, arithmetic);
  if (const auto* x = std::get_if<Integers>(&a), *y = std::get_if<Integers>(&b); x && y)
    return equalLists(*x, *y, arithmetic);
  if (std::holds_alternative<Opaque>(a) || std::holds_alternative<Opaque>(b)) {
    if (a == b) return true;
    const auto* opaque = std::get_if<Opaque>(std::holds_alternative<Opaque>(a) ? &a : &b);
    const auto* text = std::get_if<std::string>(std::holds_alternative<Opaque>(a) ? &b : &a);
    return text && !text->empty() && *text == opaque->isNot ? std::optional(false) : std::nullopt;
  }
  const auto isEmpty = [](const Symbolic& value) {
    const auto* list = std::get_if<Integers>(&value);
    const auto* reals = std::get_if<std::vector<double>>(&value);
    return (list && list->empty()) || (reals && reals->empty());
  };
  if (isEmpty(a) && isEmpty(b)) return true;
  if (a.index() != b.index()) {
    const auto* integer = std::get_if<Polynomial>(std::holds_alternative<double>(a) ? &b : &a);
    const auto* real = std::get_if<double>(std::holds_alternative<double>(a) ? &a : &b);
    if (!integer || !real || !integer->number()) return std::nullopt;
    return static_cast<double>(*integer->number()) == *real;
  }
  return a == b;
}

int Choices::choose(int alternatives) {
  if (at_ == taken_.size()) taken_.emplace_back(0, alternatives);
  return taken_[at_++].first;
}

bool Choices::next() {
  taken_.resize(at_);
  while (!taken_.empty() && taken_.back().first + 1 >= taken_.back().second) taken_.pop_back();
  if (taken_.empty()) return false;
  ++taken_.back().first;
  at_ = 0;
  return true;
}

}  // namespace tasoscope
