#include "tensor/element_type.h"

#include <array>
#include <cmath>

namespace tasoscope {
namespace {

struct Facts {
  std::string_view name;
  int bits;
  bool floating;
  int significandBits;  // with the hidden bit; 0 when not floating
};

constexpr std::array<Facts, 27> kFacts = {{
    {"undefined", 0, false, 0},     {"float32", 32, true, 24},  {"uint8", 8, false, 0},
    {"int8", 8, false, 0},          {"uint16", 16, false, 0},   {"int16", 16, false, 0},
    {"int32", 32, false, 0},        {"int64", 64, false, 0},    {"string", 0, false, 0},
    {"bool", 8, false, 0},          {"float16", 16, true, 11},  {"float64", 64, true, 53},
    {"uint32", 32, false, 0},       {"uint64", 64, false, 0},   {"complex64", 64, false, 0},
    {"complex128", 128, false, 0},  {"bfloat16", 16, true, 8},  {"float8e4m3fn", 8, true, 4},
    {"float8e4m3fnuz", 8, true, 4}, {"float8e5m2", 8, true, 3}, {"float8e5m2fnuz", 8, true, 3},
    {"uint4", 4, false, 0},         {"int4", 4, false, 0},      {"float4e2m1", 4, true, 2},
    {"float8e8m0", 8, true, 1},     {"uint2", 2, false, 0},     {"int2", 2, false, 0},
}};

const Facts& factsOf(ElementType type) { return kFacts[static_cast<std::size_t>(type)]; }

}  // namespace

ElementType elementTypeFromOnnx(int number) {
  if (number < 0 || number >= static_cast<int>(kFacts.size())) return ElementType::kUndefined;
  return static_cast<ElementType>(number);
}

std::string_view nameOf(ElementType type) { return factsOf(type).name; }

std::optional<ElementType> elementTypeNamed(std::string_view name) {
  for (std::size_t i = 1; i < kFacts.size(); ++i)
    if (kFacts[i].name == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

int bitsOf(ElementType type) { return factsOf(type).bits; }

bool isFloatingPoint(ElementType type) { return factsOf(type).floating; }

bool isInteger(ElementType type) {
  switch (type) {
    case ElementType::kUint8:
    case ElementType::kInt8:
    case ElementType::kUint16:
    case ElementType::kInt16:
    case ElementType::kInt32:
    case ElementType::kInt64:
    case ElementType::kUint32:
    case ElementType::kUint64:
    case ElementType::kUint4:
    case ElementType::kInt4:
    case ElementType::kUint2:
    case ElementType::kInt2:
      return true;
    default:
      return false;
  }
}

double unitRoundoff(ElementType type) {
  int bits = factsOf(type).significandBits;
  return bits ? std::ldexp(1.0, -bits) : 0.0;
}

}  // namespace tasoscope
