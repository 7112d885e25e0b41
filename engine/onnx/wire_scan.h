#pragma once
// A scan of a model's protobuf wire format that finds the payloads of its tensors (raw_data, and packed element lists),
// so that they can stay in the mapped file while protobuf parses the rest.
//
// Problem: protobuf copies every weight, refuses more than 2 GB, and believes lengths. Idea: walk the few message kinds
// that lead to tensors (model, graph, node, attribute, function, training), copy their bytes to a skeleton, and replace
// each large payload field by a marker, a varint field with a number that ONNX does not use, whose value is the
// payload's index. Invariants: no byte outside the file is read; the walk is no deeper than kMaxDepth; the skeleton is
// no longer than the file plus a few bytes a payload; putting the payloads back gives the message that was read.
// Complexity: linear in the bytes that are no payload, times the depth at which they lie.
// Reference: protobuf's encoding guide, https://protobuf.dev/programming-guides/encoding/

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tasoscope {

/// One field of a TensorProto that stayed in the file.
struct PayloadField {
  int number = 0;                    ///< TensorProto's field number: 9 is raw_data, 4 float_data, ...
  std::span<const std::byte> whole;  ///< tag, length and content: merging it into a TensorProto restores the field
  std::span<const std::byte> content;
};

struct ScannedModel {
  std::string skeleton;  ///< a serialized ModelProto with markers
  std::vector<PayloadField> payloads;
};

/// The number of the marker field inside TensorProto.
inline constexpr int kPayloadMarker = 190'000'017;
/// Payloads shorter than this stay in the skeleton.
inline constexpr std::size_t kMinPayloadBytes = 256;

/// Throws FileError with the byte position at which the file stops making sense. `name` names the file in messages.
ScannedModel scanModel(std::span<const std::byte> file, const std::string& name);

}  // namespace tasoscope
