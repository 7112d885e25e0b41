#include "onnx/wire_fields.h"

#include <fmt/format.h>

#include "tensor/error.h"

namespace tasoscope::wire {
namespace {

constexpr std::size_t kMaxFields = 20'000'000;

}  // namespace

std::optional<Kind> childKind(Kind parent, std::uint32_t field) {
  switch (parent) {
    case Kind::kModel:
      if (field == 7) return Kind::kGraph;
      if (field == 20) return Kind::kTraining;
      if (field == 25) return Kind::kFunction;
      break;
    case Kind::kGraph:
      if (field == 1) return Kind::kNode;
      if (field == 5) return Kind::kTensor;
      if (field == 15) return Kind::kSparseTensor;
      break;
    case Kind::kNode:
      if (field == 5) return Kind::kAttribute;
      break;
    case Kind::kAttribute:
      if (field == 5 || field == 10) return Kind::kTensor;
      if (field == 6 || field == 11) return Kind::kGraph;
      if (field == 22 || field == 23) return Kind::kSparseTensor;
      break;
    case Kind::kSparseTensor:
      if (field == 1 || field == 2) return Kind::kTensor;
      break;
    case Kind::kTraining:
      if (field == 1 || field == 2) return Kind::kGraph;
      break;
    case Kind::kFunction:
      if (field == 7) return Kind::kNode;
      break;
    case Kind::kTensor:
      break;
  }
  return std::nullopt;
}

bool isPayload(std::uint32_t field) {
  return field == 4 || field == 5 || field == 7 || field == 9 || field == 10 || field == 11;
}

void appendVarint(std::string& out, std::uint64_t value) {
  while (value >= 0x80) {
    out.push_back(static_cast<char>((value & 0x7f) | 0x80));
    value >>= 7;
  }
  out.push_back(static_cast<char>(value));
}

void FieldReader::fail(std::span<const std::byte> at, std::string_view problem) const {
  throw FileError(Position{.file = name_},
                  fmt::format("is no ONNX model, or was cut short: {} at byte {}", problem, at.data() - file_.data()),
                  "get the file again");
}

std::uint64_t FieldReader::takeVarint(std::span<const std::byte>& rest) const {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 10 && i < rest.size(); ++i) {
    const auto byte = std::to_integer<std::uint64_t>(rest[i]);
    value |= (byte & 0x7f) << (7 * i);
    if ((byte & 0x80) == 0) {
      rest = rest.subspan(i + 1);
      return value;
    }
  }
  fail(rest, "a number does not end");
}

std::span<const std::byte> FieldReader::takeBytes(std::span<const std::byte>& rest, std::uint64_t count) const {
  if (count > rest.size()) fail(rest, fmt::format("a field of {} bytes passes the end of what holds it", count));
  const auto taken = rest.first(static_cast<std::size_t>(count));
  rest = rest.subspan(taken.size());
  return taken;
}

Field FieldReader::take(std::span<const std::byte>& rest) {
  if (++fields_ > kMaxFields) fail(rest, fmt::format("more than {} fields", kMaxFields));
  const auto start = rest;
  const std::uint64_t tag = takeVarint(rest);
  if ((tag >> 3) == 0 || (tag >> 3) > 0x1fffffff) fail(start, "a field without a valid number");
  Field field;
  field.number = static_cast<std::uint32_t>(tag >> 3);
  field.wireType = static_cast<int>(tag & 7);
  switch (field.wireType) {
    case 0:
      field.varint = takeVarint(rest);
      break;
    case 1:
      takeBytes(rest, 8);
      break;
    case 2: {
      const std::uint64_t length = takeVarint(rest);
      field.content = takeBytes(rest, length);
      break;
    }
    case 5:
      takeBytes(rest, 4);
      break;
    default:
      fail(start, fmt::format("a field of wire type {}, which ONNX does not use,", field.wireType));
  }
  field.whole = start.first(start.size() - rest.size());
  return field;
}

}  // namespace tasoscope::wire
