#include "onnx/tensor_data.h"

#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/unknown_field_set.h>

#include <cstring>

#include "tensor/error.h"
#include "tensor/partly_readable.h"

namespace tasoscope {
namespace {

constexpr int kFloatData = 4, kInt32Data = 5, kStringData = 6, kInt64Data = 7, kRawData = 9, kDoubleData = 10,
              kUint64Data = 11;

std::span<const std::byte> bytesOf(const std::string& text) {
  return std::as_bytes(std::span<const char>(text.data(), text.size()));
}

/// The field of TensorProto that holds elements of this type when raw_data does not.
int listFieldFor(ElementType type) {
  switch (type) {
    case ElementType::kFloat32:
    case ElementType::kComplex64:
      return kFloatData;
    case ElementType::kFloat64:
    case ElementType::kComplex128:
      return kDoubleData;
    case ElementType::kInt64:
      return kInt64Data;
    case ElementType::kUint32:
    case ElementType::kUint64:
      return kUint64Data;
    case ElementType::kString:
      return kStringData;
    default:
      return kInt32Data;
  }
}

/// How many entries of the list field `count` elements take.
std::int64_t listEntries(ElementType type, std::int64_t count) {
  const int bits = bitsOf(type);
  if (type == ElementType::kComplex64 || type == ElementType::kComplex128) return 2 * count;
  if (bits > 0 && bits < 8) return (count * bits + 7) / 8;
  return count;
}

std::int64_t rawBytes(ElementType type, std::int64_t count) { return (count * bitsOf(type) + 7) / 8; }

std::int64_t countVarints(std::span<const std::byte> content) {
  return std::count_if(content.begin(), content.end(),
                       [](std::byte b) { return (b & std::byte{0x80}) == std::byte{0}; });
}

std::int64_t listLength(const onnx::TensorProto& tensor, int field) {
  switch (field) {
    case kFloatData:
      return tensor.float_data_size();
    case kInt32Data:
      return tensor.int32_data_size();
    case kStringData:
      return tensor.string_data_size();
    case kInt64Data:
      return tensor.int64_data_size();
    case kDoubleData:
      return tensor.double_data_size();
    case kUint64Data:
      return tensor.uint64_data_size();
    default:
      return 0;
  }
}

std::int64_t entriesIn(const PayloadField& payload, const std::string& place) {
  const std::size_t size = payload.content.size();
  const std::size_t width = payload.number == kFloatData ? 4 : payload.number == kDoubleData ? 8 : 0;
  if (width == 0) return countVarints(payload.content);
  if (size % width != 0) throw ModelError(Position{.field = place}, "its data ends within an element");
  return static_cast<std::int64_t>(size / width);
}

/// Where a tensor's elements lie, after all checks.
struct DataPlace {
  bool isRaw = false;  ///< `raw` has them as raw_data does
  std::span<const std::byte> raw;
  std::shared_ptr<const MappedFile> file;  ///< what keeps `raw` mapped; null: the message or the store does
};

DataPlace externalPlace(const onnx::TensorProto& tensor, PayloadStore& store, std::int64_t expected,
                        const std::string& place) {
  const ExternalRange range = externalRangeOf(tensor, place);
  auto& file = store.external[range.location];
  if (!file) file = MappedFile::open(resolveExternal(store.folder, range.location, place));
  const std::uint64_t size = file->bytes().size();
  const auto wanted = static_cast<std::uint64_t>(expected);
  if (range.length && *range.length != wanted) {
    throw ModelError(Position{.field = place},
                     fmt::format("its external data has {} bytes where its type needs {}", *range.length, expected));
  }
  if (range.offset > size || wanted > size - range.offset) {
    throw FileError(Position{.field = place}, fmt::format("its external data passes the end of \"{}\"", range.location),
                    "the file was cut short");
  }
  return {true, file->bytes().subspan(static_cast<std::size_t>(range.offset), static_cast<std::size_t>(wanted)), file};
}

void requireBytes(std::size_t found, std::int64_t expected, const TensorType& type, const std::string& place) {
  if (static_cast<std::int64_t>(found) == expected) return;
  throw ModelError(Position{.field = place},
                   fmt::format("holds {} bytes where {} needs {}", found, type.text(), expected));
}

/// Finds a tensor's elements and checks their number.
DataPlace placeOf(const onnx::TensorProto& tensor, const TensorType& type, PayloadStore& store,
                  const std::string& place) {
  const std::int64_t count = *type.shape.elementCount();
  const ElementType element = type.element;
  if (tensor.has_data_location() && tensor.data_location() == onnx::TensorProto::EXTERNAL) {
    if (element == ElementType::kString) throw ModelError(Position{.field = place}, "strings cannot be external data");
    return externalPlace(tensor, store, rawBytes(element, count), place);
  }
  const int listField = listFieldFor(element);
  std::int64_t entries = listLength(tensor, listField);
  std::optional<std::span<const std::byte>> raw;
  if (tensor.has_raw_data()) raw = bytesOf(tensor.raw_data());
  for (const PayloadField* payload : payloadsOf(tensor, store)) {
    if (payload->number == kRawData) {
      if (raw) throw ModelError(Position{.field = place}, "holds its data twice");
      raw = payload->content;
    } else if (payload->number == listField) {
      entries += entriesIn(*payload, place);
    } else {
      throw ModelError(Position{.field = place}, fmt::format("holds data of another type than {}", nameOf(element)));
    }
  }
  if (raw && entries > 0) throw ModelError(Position{.field = place}, "holds its data twice, raw and as a list");
  if (raw) {
    if (element == ElementType::kString) throw ModelError(Position{.field = place}, "strings cannot be raw data");
    requireBytes(raw->size(), rawBytes(element, count), type, place);
    return {true, *raw, nullptr};
  }
  if (entries != listEntries(element, count)) {
    throw ModelError(Position{.field = place},
                     fmt::format("holds {} elements where {} needs {}", entries, type.text(), count));
  }
  return {};
}

template <typename Element, typename List>
void packList(const List& list, std::vector<std::byte>& out) {
  out.resize(static_cast<std::size_t>(list.size()) * sizeof(Element));
  std::byte* to = out.data();
  for (const auto entry : list) {
    const auto element = static_cast<Element>(entry);
    std::memcpy(to, &element, sizeof(Element));
    to += sizeof(Element);
  }
}

/// The bytes that raw_data would hold for a tensor whose elements are in a list field.
std::vector<std::byte> packed(const onnx::TensorProto& tensor, ElementType element) {
  std::vector<std::byte> out;
  switch (listFieldFor(element)) {
    case kFloatData:
      packList<float>(tensor.float_data(), out);
      break;
    case kDoubleData:
      packList<double>(tensor.double_data(), out);
      break;
    case kInt64Data:
      packList<std::int64_t>(tensor.int64_data(), out);
      break;
    case kUint64Data:
      if (element == ElementType::kUint32) {
        packList<std::uint32_t>(tensor.uint64_data(), out);
      } else {
        packList<std::uint64_t>(tensor.uint64_data(), out);
      }
      break;
    default:
      switch (bitsOf(element)) {
        case 32:
          packList<std::int32_t>(tensor.int32_data(), out);
          break;
        case 16:
          packList<std::uint16_t>(tensor.int32_data(), out);
          break;
        default:
          packList<std::uint8_t>(tensor.int32_data(), out);
          break;
      }
  }
  return out;
}

/// Elements that lie as raw bytes in a mapped file or in the message.
class RawConstant final : public Constant, public PartlyReadable {
 public:
  RawConstant(TensorType type, DataPlace place, std::shared_ptr<const void> owner)
      : Constant(std::move(type)), place_(std::move(place)), owner_(std::move(owner)) {}
  Bytes bytes() const override {
    return std::make_shared<const std::vector<std::byte>>(place_.raw.begin(), place_.raw.end());
  }
  Value value() const override { return decodeLater(type(), place_.raw, owner()); }
  void visitBytes(const std::function<void(std::span<const std::byte>)>& visit) const override { visit(place_.raw); }
  Bytes firstBytes(std::int64_t count) const override {
    const auto bytes = static_cast<std::size_t>((count * bitsOf(type().element) + 7) / 8);
    const auto part = place_.raw.first(std::min(bytes, place_.raw.size()));
    return std::make_shared<const std::vector<std::byte>>(part.begin(), part.end());
  }

 private:
  std::shared_ptr<const void> owner() const {
    if (place_.file) return place_.file;
    return owner_;
  }

  DataPlace place_;
  std::shared_ptr<const void> owner_;
};

/// Elements in a list field of the message, or in a packed payload of the file.
class ListConstant final : public Constant {
 public:
  ListConstant(TensorType type, std::shared_ptr<const onnx::TensorProto> tensor,
               std::shared_ptr<const PayloadStore> store)
      : Constant(std::move(type)), tensor_(std::move(tensor)), store_(std::move(store)) {}
  Bytes bytes() const override {
    if (type().element == ElementType::kString) throw std::logic_error("strings have no raw bytes");
    if (payloadsOf(*tensor_, *store_).empty()) {
      return std::make_shared<const std::vector<std::byte>>(packed(*tensor_, type().element));
    }
    onnx::TensorProto whole = *tensor_;
    restorePayloads(whole, *store_);
    return std::make_shared<const std::vector<std::byte>>(packed(whole, type().element));
  }
  Value value() const override {
    if (type().element != ElementType::kString) return decode(type(), *bytes());
    return Value::ofStrings(type().shape.extents(), {tensor_->string_data().begin(), tensor_->string_data().end()});
  }

 private:
  std::shared_ptr<const onnx::TensorProto> tensor_;
  std::shared_ptr<const PayloadStore> store_;
};

void visitParts(onnx::SparseTensorProto& sparse, const std::function<void(onnx::TensorProto&)>& visit) {
  if (sparse.has_values()) visit(*sparse.mutable_values());
  if (sparse.has_indices()) visit(*sparse.mutable_indices());
}

bool holdsNoData(const onnx::TensorProto& tensor, const PayloadStore& store) {
  return !tensor.has_raw_data() && !tensor.has_data_location() && payloadsOf(tensor, store).empty() &&
         listLength(tensor, kFloatData) + listLength(tensor, kInt32Data) + listLength(tensor, kStringData) +
                 listLength(tensor, kInt64Data) + listLength(tensor, kDoubleData) + listLength(tensor, kUint64Data) ==
             0;
}

}  // namespace

std::vector<const PayloadField*> payloadsOf(const onnx::TensorProto& tensor, const PayloadStore& store) {
  std::vector<const PayloadField*> found;
  const auto& unknown = tensor.unknown_fields();
  for (int i = 0; i < unknown.field_count(); ++i) {
    const auto& field = unknown.field(i);
    if (field.number() != kPayloadMarker || field.type() != google::protobuf::UnknownField::TYPE_VARINT) continue;
    if (field.varint() < store.fields.size()) found.push_back(&store.fields[static_cast<std::size_t>(field.varint())]);
  }
  return found;
}

void restorePayloads(onnx::TensorProto& tensor, const PayloadStore& store) {
  const auto payloads = payloadsOf(tensor, store);
  if (payloads.empty()) return;
  tensor.mutable_unknown_fields()->DeleteByNumber(kPayloadMarker);
  for (const PayloadField* payload : payloads) {
    const auto bytes = payload->whole;
    google::protobuf::io::CodedInputStream in(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                              static_cast<int>(std::min<std::size_t>(bytes.size(), INT32_MAX)));
    if (!tensor.MergePartialFromCodedStream(&in)) {
      throw FileError(fmt::format("tensor {}: its data is malformed", tensor.name()));
    }
  }
}

void forEachTensor(onnx::NodeProto& node, const std::function<void(onnx::TensorProto&)>& visit) {
  for (auto& attribute : *node.mutable_attribute()) {
    if (attribute.has_t()) visit(*attribute.mutable_t());
    for (auto& tensor : *attribute.mutable_tensors()) visit(tensor);
    if (attribute.has_sparse_tensor()) visitParts(*attribute.mutable_sparse_tensor(), visit);
    for (auto& sparse : *attribute.mutable_sparse_tensors()) visitParts(sparse, visit);
    if (attribute.has_g()) forEachTensor(*attribute.mutable_g(), visit);
    for (auto& graph : *attribute.mutable_graphs()) forEachTensor(graph, visit);
  }
}

void forEachTensor(onnx::GraphProto& graph, const std::function<void(onnx::TensorProto&)>& visit) {
  for (auto& tensor : *graph.mutable_initializer()) visit(tensor);
  for (auto& sparse : *graph.mutable_sparse_initializer()) visitParts(sparse, visit);
  for (auto& node : *graph.mutable_node()) forEachTensor(node, visit);
}

void forEachTensor(onnx::ModelProto& model, const std::function<void(onnx::TensorProto&)>& visit) {
  if (model.has_graph()) forEachTensor(*model.mutable_graph(), visit);
  for (auto& training : *model.mutable_training_info()) {
    if (training.has_initialization()) forEachTensor(*training.mutable_initialization(), visit);
    if (training.has_algorithm()) forEachTensor(*training.mutable_algorithm(), visit);
  }
  for (auto& function : *model.mutable_functions()) {
    for (auto& node : *function.mutable_node()) forEachTensor(node, visit);
  }
}

TensorType typeOf(const onnx::TensorProto& tensor, const std::string& place) {
  TensorType type;
  type.element = elementTypeFromOnnx(tensor.data_type());
  if (type.element == ElementType::kUndefined) {
    throw ModelError(Position{.field = place},
                     fmt::format("has element type {}, which ONNX does not define", tensor.data_type()));
  }
  type.shape = Shape();
  for (const std::int64_t extent : tensor.dims()) {
    if (extent < 0) throw ModelError(Position{.field = place}, fmt::format("has the negative dimension {}", extent));
    type.shape.append(extent);
  }
  if (const auto count = type.shape.elementCount(); !count || *count > (std::int64_t{1} << 50)) {
    throw ModelError(Position{.field = place},
                     fmt::format("the product of its dimensions {} is out of range", type.shape.text()));
  }
  return type;
}

ConstantPtr constantOf(std::shared_ptr<const onnx::TensorProto> tensor, const std::shared_ptr<PayloadStore>& store,
                       const std::string& place) {
  TensorType type = typeOf(*tensor, place);
  if (tensor->has_segment())
    throw ModelError(Position{.field = place}, "is stored in segments, which no ONNX version defines");
  if (const auto weight = store->generated.find(tensor->name());
      weight != store->generated.end() && holdsNoData(*tensor, *store)) {
    if (weight->second->type() != type) {
      throw ModelError(Position{.field = place},
                       fmt::format("is declared as {} but made as {}", type.text(), weight->second->type().text()));
    }
    return weight->second;
  }
  DataPlace where = placeOf(*tensor, type, *store, place);
  if (!where.isRaw) return std::make_shared<ListConstant>(std::move(type), std::move(tensor), store);
  struct Owners {
    std::shared_ptr<const onnx::TensorProto> tensor;
    std::shared_ptr<PayloadStore> store;
  };
  auto owner = std::make_shared<const Owners>(Owners{std::move(tensor), store});
  return std::make_shared<RawConstant>(std::move(type), std::move(where), std::move(owner));
}

}  // namespace tasoscope
