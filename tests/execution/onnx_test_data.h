#pragma once
// ONNX's own single-node cases (Debian's libonnx-testdata): models with inputs and expected outputs.

#include <onnx/onnx-data_pb.h>
#include <onnx/onnx_pb.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "graph/attributes.h"
#include "tensor/constant.h"

namespace tasoscope::testing {

/// Why a case cannot be run here.
struct NotRunnable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <typename Message>
Message readMessage(const std::filesystem::path& path) {
  Message message;
  std::ifstream stream(path, std::ios::binary);
  if (!message.ParseFromIstream(&stream)) throw NotRunnable("cannot parse " + path.filename().string());
  return message;
}

template <typename To, typename Field>
std::vector<std::byte> packed(const Field& field) {
  std::vector<std::byte> bytes;
  for (const auto number : field) {
    const To converted = static_cast<To>(number);
    const auto* first = reinterpret_cast<const std::byte*>(&converted);
    bytes.insert(bytes.end(), first, first + sizeof(To));
  }
  return bytes;
}

inline std::vector<std::byte> bytesOf(const onnx::TensorProto& tensor, int bits) {
  if (!tensor.raw_data().empty()) {
    std::vector<std::byte> bytes(tensor.raw_data().size());
    std::memcpy(bytes.data(), tensor.raw_data().data(), bytes.size());
    return bytes;
  }
  if (tensor.float_data_size() > 0) return packed<float>(tensor.float_data());
  if (tensor.double_data_size() > 0) return packed<double>(tensor.double_data());
  if (tensor.int64_data_size() > 0) return packed<std::int64_t>(tensor.int64_data());
  if (tensor.uint64_data_size() > 0)
    return bits == 32 ? packed<std::uint32_t>(tensor.uint64_data()) : packed<std::uint64_t>(tensor.uint64_data());
  if (bits == 8) return packed<std::int8_t>(tensor.int32_data());
  if (bits == 16) return packed<std::int16_t>(tensor.int32_data());
  return packed<std::int32_t>(tensor.int32_data());
}

inline Value valueOf(const onnx::TensorProto& tensor) {
  const ElementType element = elementTypeFromOnnx(tensor.data_type());
  std::vector<std::int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  if (element == ElementType::kString)
    return Value::ofStrings(shape, {tensor.string_data().begin(), tensor.string_data().end()});
  if (bitsOf(element) == 0 || element == ElementType::kComplex64 || element == ElementType::kComplex128)
    throw NotRunnable("a tensor of the type " + std::string(nameOf(element)));
  const TensorType type{.element = element, .shape = Shape(std::span<const std::int64_t>(shape)), .isTensor = true};
  return decode(type, bytesOf(tensor, bitsOf(element)));
}

inline AttributeValue attributeOf(const onnx::AttributeProto& attribute) {
  switch (attribute.type()) {
    case onnx::AttributeProto::INT:
      return attribute.i();
    case onnx::AttributeProto::FLOAT:
      return static_cast<double>(attribute.f());
    case onnx::AttributeProto::STRING:
      return attribute.s();
    case onnx::AttributeProto::INTS:
      return std::vector<std::int64_t>(attribute.ints().begin(), attribute.ints().end());
    case onnx::AttributeProto::FLOATS:
      return std::vector<double>(attribute.floats().begin(), attribute.floats().end());
    case onnx::AttributeProto::STRINGS:
      return std::vector<std::string>(attribute.strings().begin(), attribute.strings().end());
    default:
      throw NotRunnable("an attribute that is a tensor or a graph");
  }
}

inline Value valueOf(const onnx::SequenceProto& sequence, ElementType element);
inline Value valueOf(const onnx::OptionalProto& optional, ElementType element);

inline Value valueOf(const onnx::SequenceProto& sequence, ElementType element) {
  std::vector<Value> items;
  for (const auto& tensor : sequence.tensor_values()) items.push_back(valueOf(tensor));
  for (const auto& inner : sequence.sequence_values()) items.push_back(valueOf(inner, element));
  return Value::sequenceOf(element, std::move(items));
}

inline Value valueOf(const onnx::OptionalProto& optional, ElementType element) {
  if (optional.has_tensor_value()) return Value::optionalOf(element, valueOf(optional.tensor_value()));
  if (optional.has_sequence_value()) return Value::optionalOf(element, valueOf(optional.sequence_value(), element));
  return Value::optionalOf(element, std::nullopt);
}

/// The element type of the tensors inside.
inline ElementType elementOf(const onnx::TypeProto& type) {
  if (type.has_sequence_type()) return elementOf(type.sequence_type().elem_type());
  if (type.has_optional_type()) return elementOf(type.optional_type().elem_type());
  return elementTypeFromOnnx(type.tensor_type().elem_type());
}

/// What a file holds: a value of the declared type.
inline Value readValue(const std::filesystem::path& path, const onnx::TypeProto& declared) {
  if (declared.has_sequence_type()) return valueOf(readMessage<onnx::SequenceProto>(path), elementOf(declared));
  if (declared.has_optional_type()) return valueOf(readMessage<onnx::OptionalProto>(path), elementOf(declared));
  auto tensor = readMessage<onnx::TensorProto>(path);
  const int type = declared.tensor_type().elem_type();
  if (type == onnx::TensorProto::BFLOAT16 && tensor.data_type() == onnx::TensorProto::UINT16)
    tensor.set_data_type(type);
  return valueOf(tensor);
}

/// The tensors input_0.pb, input_1.pb, ... (or output_...) of a folder, of the declared types: the data has bfloat16 as
/// the bits in uint16.
template <typename Declared>
std::vector<Value> readTensors(const std::filesystem::path& folder, const std::string& stem, const Declared& declared) {
  std::vector<Value> values;
  for (const onnx::ValueInfoProto& info : declared) {
    const std::string name = stem + "_" + std::to_string(values.size()) + ".pb";
    values.push_back(readValue(folder / name, info.type()));
  }
  return values;
}

/// The sorted subfolders whose name starts with `prefix`.
inline std::vector<std::filesystem::path> foldersIn(const std::filesystem::path& folder, const std::string& prefix) {
  std::vector<std::filesystem::path> folders;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.is_directory() && entry.path().filename().string().starts_with(prefix)) folders.push_back(entry.path());
  std::ranges::sort(folders);
  return folders;
}

}  // namespace tasoscope::testing
