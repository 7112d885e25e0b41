#include "graph/attributes.h"

#include <absl/hash/hash.h>
#include <fmt/format.h>

#include <algorithm>

#include "tensor/error.h"

namespace tasoscope {
namespace {

template <typename T>
const T& typed(const Attributes& attributes, std::string_view name) {
  const AttributeValue* value = attributes.find(name);
  if (!value) throw ModelError(fmt::format("the attribute '{}' is missing", name));
  const T* typedValue = std::get_if<T>(value);
  if (!typedValue)
    throw ModelError(fmt::format("the attribute '{}' has the wrong kind of value: {}", name, textOf(*value)));
  return *typedValue;
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + '"';
}

// The shortest text that reads back as the same number, and reads as a real.
std::string textOfReal(double number) {
  std::string text = fmt::format("{}", number);
  return text.find_first_of(".einf") == std::string::npos ? text + ".0" : text;
}

template <typename T, typename Print>
std::string listOf(const std::vector<T>& elements, Print print) {
  std::string text = "[";
  for (std::size_t i = 0; i < elements.size(); ++i) text += (i ? ", " : "") + print(elements[i]);
  return text + "]";
}

}  // namespace

Attributes::Attributes(std::initializer_list<std::pair<std::string, AttributeValue>> entries) {
  for (const auto& [name, value] : entries) set(name, value);
}

void Attributes::set(std::string_view name, AttributeValue value) {
  auto place = std::lower_bound(entries_.begin(), entries_.end(), name,
                                [](const auto& entry, std::string_view key) { return entry.first < key; });
  if (place != entries_.end() && place->first == name) {
    place->second = std::move(value);
  } else {
    entries_.emplace(place, std::string(name), std::move(value));
  }
}

void Attributes::erase(std::string_view name) {
  std::erase_if(entries_, [name](const auto& entry) { return entry.first == name; });
}

const AttributeValue* Attributes::find(std::string_view name) const {
  for (const auto& [key, value] : entries_)
    if (key == name) return &value;
  return nullptr;
}

std::int64_t Attributes::integer(std::string_view name) const { return typed<std::int64_t>(*this, name); }
std::int64_t Attributes::integer(std::string_view name, std::int64_t otherwise) const {
  return has(name) ? integer(name) : otherwise;
}
double Attributes::real(std::string_view name) const { return typed<double>(*this, name); }
double Attributes::real(std::string_view name, double otherwise) const { return has(name) ? real(name) : otherwise; }
const std::string& Attributes::string(std::string_view name) const { return typed<std::string>(*this, name); }
std::string Attributes::string(std::string_view name, std::string_view otherwise) const {
  return has(name) ? string(name) : std::string(otherwise);
}
const std::vector<std::int64_t>& Attributes::integers(std::string_view name) const {
  return typed<std::vector<std::int64_t>>(*this, name);
}
std::vector<std::int64_t> Attributes::integers(std::string_view name, std::vector<std::int64_t> otherwise) const {
  if (has(name)) return integers(name);
  return otherwise;
}
const std::vector<double>& Attributes::reals(std::string_view name) const {
  return typed<std::vector<double>>(*this, name);
}

std::size_t Attributes::hash() const {
  std::size_t result = entries_.size();
  for (const auto& [name, value] : entries_) {
    std::size_t ofValue = std::visit([](const auto& content) { return absl::HashOf(content); }, value);
    result = absl::HashOf(result, name, value.index(), ofValue);
  }
  return result;
}

std::string textOf(const AttributeValue& value) {
  struct Printer {
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const { return textOfReal(number); }
    std::string operator()(const std::string& text) const { return quoted(text); }
    std::string operator()(const std::vector<std::int64_t>& list) const {
      return listOf(list, [](std::int64_t number) { return std::to_string(number); });
    }
    std::string operator()(const std::vector<double>& list) const { return listOf(list, textOfReal); }
    std::string operator()(const std::vector<std::string>& list) const {
      return listOf(list, [](const std::string& text) { return quoted(text); });
    }
  };
  return std::visit(Printer{}, value);
}

}  // namespace tasoscope
