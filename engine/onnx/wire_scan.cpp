#include "onnx/wire_scan.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "onnx/wire_fields.h"

namespace tasoscope {
namespace {

using namespace wire;

constexpr int kMaxDepth = 98;  // protobuf itself stops at 100

class Scanner {
 public:
  Scanner(std::span<const std::byte> file, const std::string& name) : file_(file), reader_(file, name) {}

  ScannedModel run() {
    ScannedModel result;
    payloads_ = &result.payloads;
    result.skeleton = skeletonOf(file_, Kind::kModel, 0);
    return result;
  }

 private:
  static void append(std::string& out, std::span<const std::byte> bytes) {
    out.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }

  std::string skeletonOf(std::span<const std::byte> message, Kind kind, int depth) {
    if (depth > kMaxDepth) reader_.fail(message, fmt::format("messages nest deeper than {} levels", kMaxDepth));
    if (kind == Kind::kTensor) return tensorSkeleton(message);
    std::string out;
    for (auto rest = message; !rest.empty();) {
      const Field field = reader_.take(rest);
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
      const Field field = reader_.take(rest);
      if (field.number == static_cast<std::uint32_t>(kPayloadMarker)) reader_.fail(field.whole, "an unexpected field");
      if (isPayload(field.number)) ++runs[field.number];
    }
    std::string out;
    for (auto rest = message; !rest.empty();) {
      const Field field = reader_.take(rest);
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
  FieldReader reader_;
  std::vector<PayloadField>* payloads_ = nullptr;
};

}  // namespace

ScannedModel scanModel(std::span<const std::byte> file, const std::string& name) { return Scanner(file, name).run(); }

}  // namespace tasoscope
