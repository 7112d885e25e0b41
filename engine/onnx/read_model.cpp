#include <fmt/format.h>
#include <google/protobuf/io/coded_stream.h>

#include "onnx/model_impl.h"
#include "onnx/model_proto.h"
#include "onnx/names.h"
#include "onnx/wire_scan.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

/// Errors from inside the model are told with the file's name before them.
template <typename Work>
auto withPlace(const std::filesystem::path& path, const Work& work) {
  try {
    return work();
  } catch (const ModelError& error) {
    throw within(error, {.file = path.string()});
  } catch (const FileError& error) {
    throw within(error, {.file = path.string()});
  }
}

std::shared_ptr<const onnx::ModelProto> parse(const std::string& skeleton, const std::filesystem::path& path) {
  auto proto = std::make_shared<onnx::ModelProto>();
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const std::uint8_t*>(skeleton.data()),
                                            static_cast<int>(skeleton.size()));
  if (!proto->ParsePartialFromCodedStream(&in) || !in.ConsumedEntireMessage()) {
    throw FileError(Position{.file = path.string()}, "is no ONNX model, or is damaged", "get the file again");
  }
  return proto;
}

}  // namespace

Model readModel(const std::filesystem::path& path, const ReadOptions& options, const Progress& progress) {
  return withPlace(path, [&] {
    const auto file = MappedFile::open(path);
    if (file->bytes().empty()) throw FileError(Position{.file = path.string()}, "is empty");
    progress.report("reading the model", 0, 0);
    ScannedModel scanned = scanModel(file->bytes(), path.string());
    if (scanned.skeleton.size() > INT32_MAX) {
      throw FileError(Position{.file = path.string()}, "has more than 2 GB besides its weights");
    }
    auto impl = std::make_unique<Model::Impl>();
    impl->path = path;
    impl->options = options;
    impl->proto = parse(scanned.skeleton, path);
    impl->store = std::make_shared<PayloadStore>();
    impl->store->file = file;
    impl->store->fields = std::move(scanned.payloads);
    impl->store->folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    loadGraph(*impl, progress);
    return Model(std::move(impl));
  });
}

Model modelFromProto(onnx::ModelProto proto, std::map<std::string, ConstantPtr> weights, const ReadOptions& options,
                     const Progress& progress) {
  auto impl = std::make_unique<Model::Impl>();
  impl->options = options;
  impl->proto = std::make_shared<const onnx::ModelProto>(std::move(proto));
  impl->store = std::make_shared<PayloadStore>();
  impl->store->generated = std::move(weights);
  loadGraph(*impl, progress);
  return Model(std::move(impl));
}

}  // namespace tasoscope
