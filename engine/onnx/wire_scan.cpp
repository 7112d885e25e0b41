#include "onnx/wire_scan.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr int kMaxDepth = 98;  // protobuf itself stops at 100
constexpr std::size_t kMaxFields = 20'000'000;

enum class Kind { kModel, kGraph, kNode, kAttribute, kTensor, kSparseTensor, kTraining, kFunction };

/// The kind of message that a field holds, if tensors can lie inside it.
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

/// Fields of TensorProto that hold elements in one run of bytes.
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

struct Field {
  std::uint32_t number = 0;
  int wireType = 0;
  std::span<const std::byte> whole;
  std::span<const std::byte> content;  // of length-delimited fields
};

class Scanner {
 public:
  Scanner(std::span<const std::byte> file, const std::string& name) : file_(file), name_(name) {}

  ScannedModel run() {
    ScannedModel result;
    payloads_ = &result.payloads;
    result.skeleton = skeletonOf(file_, Kind::kModel, 0);
    return result;
  }

 private:
  [[noreturn]] void fail(std::span<const std::byte> at, std::string_view problem) const {
    throw FileError(fmt::format("{}: is no ONNX model, or was cut short: {} at byte {}; get the file again", name_,
                                problem, at.data() - file_.data()));
  }

  std::uint64_t takeVarint(std::span<const std::byte>& rest) const {
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

  std::span<const std::byte> take(std::span<const std::byte>& rest, std::uint64_t count) const {
    if (count > rest.size()) fail(rest, fmt::format("a field of {} bytes passes the end of what holds it", count));
    const auto taken = rest.first(static_cast<std::size_t>(count));
    rest = rest.subspan(taken.size());
    return taken;
  }

  Field takeField(std::span<const std::byte>& rest) {
    if (++fields_ > kMaxFields) fail(rest, fmt::format("more than {} fields", kMaxFields));
    const auto start = rest;
    const std::uint64_t tag = takeVarint(rest);
    if ((tag >> 3) == 0 || (tag >> 3) > 0x1fffffff) fail(start, "a field without a valid number");
    Field field;
    field.number = static_cast<std::uint32_t>(tag >> 3);
    field.wireType = static_cast<int>(tag & 7);
    switch (field.wireType) {
      case 0:
        takeVarint(rest);
        break;
      case 1:
        take(rest, 8);
        break;
      case 2: {
        const std::uint64_t length = takeVarint(rest);
        field.content = take(rest, length);
        break;
      }
      case 5:
        take(rest, 4);
        break;
      default:
        fail(start, fmt::format("a field of wire type {}, which ONNX does not use,", field.wireType));
    }
    field.whole = start.first(start.size() - rest.size());
    return field;
  }

  static void append(std::string& out, std::span<const std::byte> bytes) {
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  std::string skeletonOf(std::span<const std::byte> message, Kind kind, int depth) {
    if (depth > kMaxDepth) fail(message, fmt::format("messages nest deeper than {} levels", kMaxDepth));
    if (kind == Kind::kTensor) return tensorSkeleton(message);
    std::string out;
    for (auto rest = message; !rest.empty();) {
      const Field field = takeField(rest);
      const auto child = field.wireType == 2 ? childKind(kind, field.number) : std::nullopt;
      if (!child) {
        append(out, field.whole);
        continue;
      }
      const std::string inner = skeletonOf(field.content, *child, depth + 1);
      appendVarint(out, (std::uint64_t{field.number} << 3) | 2);
      appendVarint(out, inner.size());
      out += inner;
    }
    return out;
  }

  /// A list in several runs is left to protobuf, which joins them; so is a repeated raw_data.
  std::string tensorSkeleton(std::span<const std::byte> message) {
    std::array<int, 16> runs{};
    for (auto rest = message; !rest.empty();) {
      const Field field = takeField(rest);
      if (field.number == static_cast<std::uint32_t>(kPayloadMarker)) fail(field.whole, "an unexpected field");
      if (isPayload(field.number)) ++runs[field.number];
    }
    std::string out;
    for (auto rest = message; !rest.empty();) {
      const Field field = takeField(rest);
      const bool stays = field.wireType == 2 && isPayload(field.number) && runs[field.number] == 1 &&
                         field.content.size() >= kMinPayloadBytes;
      if (!stays) {
        append(out, field.whole);
        continue;
      }
      appendVarint(out, std::uint64_t{kPayloadMarker} << 3);
      appendVarint(out, payloads_->size());
      payloads_->push_back({static_cast<int>(field.number), field.whole, field.content});
    }
    return out;
  }

  std::span<const std::byte> file_;
  const std::string& name_;
  std::vector<PayloadField>* payloads_ = nullptr;
  std::size_t fields_ = 0;
};

}  // namespace

ScannedModel scanModel(std::span<const std::byte> file, const std::string& name) { return Scanner(file, name).run(); }

}  // namespace tasoscope
