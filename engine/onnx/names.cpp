#include "onnx/names.h"

#include <fmt/format.h>

#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMaxShown = 80;

/// The length of the valid UTF-8 sequence at the start of `text`, or 0.
std::size_t sequenceLength(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  const unsigned second = byte(1);
  const bool isOverlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  const bool isOutside = (first == 0xed && second > 0x9f) || (first == 0xf4 && second > 0x8f);
  return isOverlong || isOutside ? 0 : length;
}

void require(const std::string& name, std::string_view what) {
  if (!isUtf8(name)) {
    throw ModelError(Position{.field = fmt::format("{} \"{}\"", what, shown(name))}, "is not written in UTF-8",
                     "the file is damaged");
  }
}

void requireUtf8Dims(const onnx::ValueInfoProto& value) {
  for (const auto& dim : value.type().tensor_type().shape().dim()) {
    if (dim.has_dim_param()) require(dim.dim_param(), "the dimension");
  }
}

}  // namespace

std::string shown(std::string_view name) {
  const auto cleaned = [](std::string_view part) {
    std::string out;
    while (!part.empty()) {
      const std::size_t length = sequenceLength(part);
      const bool isControl = length == 1 && (static_cast<unsigned char>(part[0]) < 0x20 || part[0] == 0x7f);
      out += length == 0 || isControl ? "?" : part.substr(0, length);
      part.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
  };
  if (name.size() <= kMaxShown) return cleaned(name);
  return cleaned(name.substr(0, kMaxShown / 2)) + "..." + cleaned(name.substr(name.size() - kMaxShown / 2));
}

bool isUtf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequenceLength(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

void requireUtf8Names(const onnx::GraphProto& graph) {
  require(graph.name(), "the graph");
  for (const auto& input : graph.input()) require(input.name(), "the input"), requireUtf8Dims(input);
  for (const auto& output : graph.output()) require(output.name(), "the output"), requireUtf8Dims(output);
  for (const auto& value : graph.value_info()) require(value.name(), "the tensor"), requireUtf8Dims(value);
  for (const auto& tensor : graph.initializer()) require(tensor.name(), "the initializer");
  for (const auto& node : graph.node()) {
    require(node.name(), "the node");
    require(node.op_type(), "the operator");
    require(node.domain(), "the domain");
    for (const auto& name : node.input()) require(name, "the tensor");
    for (const auto& name : node.output()) require(name, "the tensor");
    for (const auto& attribute : node.attribute()) {
      require(attribute.name(), "the attribute");
      if (attribute.has_g()) requireUtf8Names(attribute.g());
      for (const auto& body : attribute.graphs()) requireUtf8Names(body);
    }
  }
}

}  // namespace tasoscope
