#pragma once
// Writing a graph of a model's space back as ONNX. What no step changed is written as it was read: when nothing changed
// the file's bytes are copied; otherwise kept nodes keep their fields and their order, and new nodes use the model's
// own opset. Forms that ONNX lacks are expanded; ops over constants that steps made are folded into new initializers.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "onnx/model.h"

namespace tasoscope {

struct WriteOptions;

/// A graph inside a node, as it is to be written. What is pointed to must outlive the writing.
struct ChangedBody {
  OpId op;           ///< in the space around it
  std::string name;  ///< of ModelBody
  const Model* model = nullptr;
  const Graph* graph = nullptr;
  const WriteOptions* options = nullptr;
};

struct WriteOptions {
  /// The stem of the names of what this op (made by a step) becomes in the file, such as its rule's name. By default
  /// the operator's name.
  std::function<std::string(OpId)> stemOf;
  /// Facts to apply before writing that replace an op by those it was fused from, so that nodes which a device's fusion
  /// joined are written as they were; empty when the op is no such fusion.
  std::function<std::vector<Fact>(OpId)> expansionOf;
  /// Entries of metadata_props, in place of those of the same keys; not when nothing was changed.
  std::vector<std::pair<std::string, std::string>> metadata;
  /// The graphs inside nodes that are not as they were read.
  std::vector<ChangedBody> bodies;
  /// Folded results above this many bytes each are written as the nodes that compute them.
  std::int64_t maxFoldedBytes = std::int64_t{512} << 20;
  /// Models above this many bytes get their large initializers in a file of external data beside them.
  std::int64_t maxFileBytes = (std::int64_t{2} << 30) - (std::int64_t{16} << 20);
};

/// The value of an entry of the model's metadata_props; empty when it has none of this key.
std::string metadataOf(const Model& model, std::string_view key);

struct WrittenModel {
  std::vector<std::filesystem::path> files;  ///< the .onnx last
  bool isCopy = false;                       ///< nothing was changed: the bytes are those that were read
  int newNodes = 0;
  int newInitializers = 0;
};

/// A part of a graph that can be a model of its own: what computes `outputs` from `inputs`.
struct Region {
  std::vector<TensorId> inputs, outputs;
};

/// Why the model's opset cannot say this op of its space, as one sentence; nothing when it can. Loaded ops always can.
std::optional<std::string> whyNotWritable(const Model& model, OpId op);

/// Writes beside `path` first, checks what was written by reading it again, syncs, and renames. Throws ModelError when
/// an operator cannot be said in the model's opset, FileError when the file cannot be written; `path` is then
/// untouched.
WrittenModel writeModel(const Model& model, const Graph& graph, const std::filesystem::path& path,
                        const WriteOptions& options = {}, const Progress& progress = {});

/// The same for a part of the graph: its border becomes the inputs and outputs of the file, with the types that are
/// known, the weights that it reads go with it, opset imports and functions stay. Throws ModelError also when the type
/// of a tensor at the border is not known.
WrittenModel writeRegion(const Model& model, const Graph& graph, const Region& region,
                         const std::filesystem::path& path, const WriteOptions& options = {},
                         const Progress& progress = {});

}  // namespace tasoscope
