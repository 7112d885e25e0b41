#include "onnx/write_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "onnx/external_writer.h"
#include "onnx/graph_writer.h"
#include "onnx/model_impl.h"
#include "onnx/names.h"
#include "onnx/output_file.h"
#include "onnx/wire_fields.h"
#include "onnx/wire_weave.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::size_t kMinExternalBytes = 4096;
constexpr int kRawData = 9;  // TensorProto's field

/// Every live tensor is produced by what produced it in the file.
bool isAsLoaded(const Model& model, const Graph& graph) {
  if (graph.outputs() != model.outputs()) return false;
  const Space& space = model.space();
  for (const TensorId id : graph.liveTensors()) {
    const Choice choice = graph.choice(id);
    const Tensor& tensor = space.tensor(id);
    if (choice.isAlias() || choice.op != tensor.op || (choice.isOp() && choice.output != tensor.output)) return false;
    if (tensor.op.isValid() && space.op(tensor.op).ordinal < 0) return false;
  }
  return true;
}

void setMetadata(onnx::ModelProto& proto, const std::string& key, const std::string& value) {
  auto& entries = *proto.mutable_metadata_props();
  const auto found = std::ranges::find_if(entries, [&](const auto& entry) { return entry.key() == key; });
  onnx::StringStringEntryProto& entry = found != entries.end() ? *found : *entries.Add();
  entry.set_key(key);
  entry.set_value(value);
}

/// What one write needs; the parts are used in the order of run().
class ModelWriter {
 public:
  /// `region`: only that part of the graph; null: all of it.
  ModelWriter(const Model& model, const Region* region, const std::filesystem::path& path, const WriteOptions& options,
              const Progress& progress)
      : model_(model),
        region_(region),
        store_(*model.impl().store),
        path_(path),
        options_(options),
        progress_(progress),
        external_(path, store_, progress),
        file_(path) {}

  WrittenModel run(const Graph& graph) {
    if (!region_ && options_.bodies.empty() && isAsLoaded(model_, graph)) {
      writeUnchanged();
    } else {
      written_ = protoOf(model_, graph, region_, options_, progress_);
      for (const auto& [key, value] : options_.metadata) setMetadata(written_.proto, key, value);
      carryExternal();
      writeProto();
      check();
    }
    progress_.throwIfCancelled();
    file_.commit();
    external_.keep();
    WrittenModel result{external_.files(), isCopy_, written_.newNodes, written_.newInitializers};
    result.files.push_back(path_);
    return result;
  }

 private:
  void writeUnchanged() {
    written_.proto = *model_.impl().proto;
    written_.weights = store_.generated;
    const bool sameNames = !carryExternal();
    if (!store_.file || !sameNames) return writeProto();
    isCopy_ = true;
    writePart(store_.file->bytes(), store_.file->bytes().size());
    file_.finish();
  }

  /// True if a name changed.
  bool carryExternal() {
    bool changed = false;
    forEachTensor(written_.proto, [&](onnx::TensorProto& tensor) {
      if (tensor.data_location() != onnx::TensorProto::EXTERNAL) return;
      carriesExternal_ = true;
      changed |= external_.carry(tensor);
    });
    return changed;
  }

  std::int64_t totalBytes() {
    auto total = static_cast<std::int64_t>(written_.proto.ByteSizeLong());
    forEachTensor(written_.proto, [&](onnx::TensorProto& tensor) {
      for (const PayloadField* payload : payloadsOf(tensor, store_))
        total += static_cast<std::int64_t>(payload->whole.size());
    });
    for (const auto& [name, constant] : written_.weights) total += constant->type().bytes().value_or(0);
    return total;
  }

  void writeProto() {
    for (const PayloadField& field : store_.fields) {
      payloads_.push_back({field.whole.size(), [&field](const ByteSink& sink) { sink(field.whole); }});
    }
    placeWeights();
    external_.finish();
    if (written_.proto.ByteSizeLong() > INT32_MAX) throw tooLarge();
    const std::string skeleton = written_.proto.SerializePartialAsString();
    const Weave weave(std::as_bytes(std::span(skeleton)), payloads_);
    if (weave.size() > INT32_MAX) throw tooLarge();
    weave.write([&](std::span<const std::byte> bytes) { writePart(bytes, weave.size()); });
    file_.finish();
  }

  /// What protobuf's readers refuse; the weights that can lie outside of the file do so already.
  FileError tooLarge() const {
    return FileError(
        fmt::format("{}: would have more than 2 GB besides the weights that can be external data; turn large constants "
                    "inside of nodes into initializers",
                    path_.string()));
  }

  void placeWeights() {
    const bool movesOut = totalBytes() > options_.maxFileBytes;
    for (auto& tensor : *written_.proto.mutable_graph()->mutable_initializer()) {
      progress_.throwIfCancelled();
      const auto weight = written_.weights.find(tensor.name());
      if (weight != written_.weights.end()) {
        place(tensor, weight->second, movesOut || carriesExternal_);
      } else if (movesOut) {
        moveOut(tensor);
      }
    }
  }

  /// Gives an initializer the data that is not in the message yet: inside it, moved out, or woven in when it is
  /// written.
  void place(onnx::TensorProto& tensor, const ConstantPtr& weight, bool movesOut) {
    const auto size = static_cast<std::uint64_t>(weight->type().bytes().value_or(0));
    if (movesOut && size >= kMinExternalBytes) return external_.moveOut(tensor, *weight);
    if (size < kMinPayloadBytes) {
      const auto bytes = weight->bytes();
      tensor.set_raw_data(bytes->data(), bytes->size());
      return;
    }
    std::string prefix;
    wire::appendVarint(prefix, (std::uint64_t{kRawData} << 3) | 2);
    wire::appendVarint(prefix, size);
    tensor.mutable_unknown_fields()->AddVarint(kPayloadMarker, payloads_.size());
    payloads_.push_back({prefix.size() + size, [prefix, weight](const ByteSink& sink) {
                           sink(std::as_bytes(std::span(prefix)));
                           weight->visitBytes(sink);
                         }});
  }

  /// Moves a payload that was read out of the message.
  void moveOut(onnx::TensorProto& tensor) {
    const auto payloads = payloadsOf(tensor, store_);
    if (payloads.size() != 1 || payloads[0]->number != kRawData || payloads[0]->content.size() < kMinExternalBytes)
      return;
    const auto content = payloads[0]->content;
    tensor.mutable_unknown_fields()->DeleteByNumber(kPayloadMarker);
    external_.moveOut(tensor, content);
  }

  void writePart(std::span<const std::byte> bytes, std::uint64_t total) {
    inParts(bytes, [&](std::span<const std::byte> part) {
      progress_.throwIfCancelled();
      progress_.report("writing", static_cast<double>(file_.size()), static_cast<double>(total));
      file_.write(part);
    });
  }

  /// The written file must read as a model with the same inputs and outputs, in which every new node is understood.
  void check() const {
    progress_.report("checking what was written", 0, 0);
    const Model again = readAgain();
    if (!region_) {
      compare(model_.inputs(), again, again.inputs(), "input");
      compare(model_.outputs(), again, again.outputs(), "output");
    }
    if (again.remarks().size() > model_.remarks().size()) {
      const Remark& last = again.remarks().back();
      throw ModelError(Position{.file = path_.string()},
                       fmt::format("the result was not written, because in it {} {}", last.place, last.text));
    }
  }

  Model readAgain() const {
    try {
      return readModel(file_.temporary(), model_.impl().options, progress_);
    } catch (const ModelError& error) {
      throw ModelError(Position{.file = path_.string()},
                       fmt::format("the result was not written, because it does not read: {}", error.what()));
    }
  }

  void compare(const std::vector<TensorId>& before, const Model& again, const std::vector<TensorId>& after,
               std::string_view what) const {
    const auto differs = [&](const std::string& which) {
      return ModelError(
          Position{.file = path_.string()},
          fmt::format("the result was not written, because its {} {} differs from the model's", what, which));
    };
    if (before.size() != after.size()) throw differs("list");
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Tensor& a = model_.space().tensor(before[i]);
      const Tensor& b = again.space().tensor(after[i]);
      if (a.name != b.name || !agree(a.type, b.type)) throw differs(shown(a.name));
    }
  }

  /// Known facts must not contradict each other.
  static bool agree(const TensorType& a, const TensorType& b) {
    const bool known = a.element != ElementType::kUndefined && b.element != ElementType::kUndefined;
    if (a.isTensor != b.isTensor || (known && a.element != b.element)) return false;
    if (!a.shape.hasRank() || !b.shape.hasRank()) return true;
    if (a.shape.rank() != b.shape.rank()) return false;
    for (int i = 0; i < a.shape.rank(); ++i) {
      if (a.shape[i].isKnown() && b.shape[i].isKnown() && a.shape[i] != b.shape[i]) return false;
    }
    return true;
  }

  const Model& model_;
  const Region* region_;
  const PayloadStore& store_;
  const std::filesystem::path& path_;
  const WriteOptions& options_;
  const Progress& progress_;
  ExternalWriter external_;
  OutputFile file_;
  WrittenProto written_;
  std::vector<WovenPayload> payloads_;  ///< those that were read, then those of new weights
  bool carriesExternal_ = false;        ///< some tensor of the model is external data already
  bool isCopy_ = false;
};

}  // namespace

std::string metadataOf(const Model& model, std::string_view key) {
  for (const auto& entry : model.impl().proto->metadata_props())
    if (entry.key() == key) return entry.value();
  return {};
}

WrittenModel writeModel(const Model& model, const Graph& graph, const std::filesystem::path& path,
                        const WriteOptions& options, const Progress& progress) {
  return ModelWriter(model, nullptr, path, options, progress).run(expandedForFile(model, graph, options));
}

WrittenModel writeRegion(const Model& model, const Graph& graph, const Region& region,
                         const std::filesystem::path& path, const WriteOptions& options, const Progress& progress) {
  return ModelWriter(model, &region, path, options, progress).run(withoutFusions(graph, options));
}

}  // namespace tasoscope
