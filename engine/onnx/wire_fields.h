#pragma once
// Protobuf's wire format as far as it leads to the tensors of a model: which fields hold messages that can hold them,
// and a reader of fields. For the scan (wire_scan.h) and the weave (wire_weave.h). Private to engine/onnx.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tasoscope::wire {

enum class Kind { kModel, kGraph, kNode, kAttribute, kTensor, kSparseTensor, kTraining, kFunction };

/// The kind of message that a field holds, if tensors can lie inside it.
std::optional<Kind> childKind(Kind parent, std::uint32_t field);
/// Fields of TensorProto that hold elements in one run of bytes.
bool isPayload(std::uint32_t field);
void appendVarint(std::string& out, std::uint64_t value);

struct Field {
  std::uint32_t number = 0;
  int wireType = 0;
  std::span<const std::byte> whole;
  std::span<const std::byte> content;  ///< of length-delimited fields
  std::uint64_t varint = 0;            ///< of varint fields
};

/// Takes fields off messages that lie in a file. Throws FileError with the byte position at which the file stops making
/// sense.
class FieldReader {
 public:
  /// `name` names the file in messages.
  FieldReader(std::span<const std::byte> file, const std::string& name) : file_(file), name_(name) {}
  Field take(std::span<const std::byte>& rest);
  [[noreturn]] void fail(std::span<const std::byte> at, std::string_view problem) const;

 private:
  std::uint64_t takeVarint(std::span<const std::byte>& rest) const;
  std::span<const std::byte> takeBytes(std::span<const std::byte>& rest, std::uint64_t count) const;

  std::span<const std::byte> file_;
  const std::string& name_;
  std::size_t fields_ = 0;
};

}  // namespace tasoscope::wire
