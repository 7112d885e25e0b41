#pragma once
// What a Model holds. Private to engine/onnx.

#include <absl/container/flat_hash_map.h>
#include <onnx/onnx_pb.h>

#include <memory>
#include <string>
#include <vector>

#include "onnx/model.h"
#include "onnx/tensor_data.h"

namespace tasoscope {

/// The functions of a file by "domain:name".
using FunctionTable = absl::flat_hash_map<std::string, const onnx::FunctionProto*>;

struct Model::Impl {
  std::shared_ptr<const onnx::ModelProto> proto;  ///< as read, with markers in place of large payloads
  std::shared_ptr<PayloadStore> store;
  std::unique_ptr<Space> space = std::make_unique<Space>();
  std::vector<TensorId> inputs, outputs;
  std::filesystem::path path;
  mutable std::string digest;
  std::vector<OpsetImport> opsets;
  std::vector<std::string> symbols;
  std::vector<OpId> opOfNode;  ///< by position in the file; invalid for Constant nodes and nodes without outputs
  absl::flat_hash_map<std::string, TensorId> tensorByName;
  std::vector<Remark> remarks;
  ReadOptions options;
  std::vector<ModelBody> bodies, calls;  ///< graphs inside nodes; functions as called
  std::vector<Inlining> inlinings;
  std::vector<TensorId> captured;                ///< of a body: what it takes from around it, in order
  std::shared_ptr<const onnx::ModelProto> root;  ///< the file's, which holds the functions
  std::shared_ptr<const FunctionTable> functions;
  std::shared_ptr<std::int64_t> nodesLeft;          ///< how many nodes bodies may still have, over the whole file
  std::vector<const onnx::FunctionProto*> callers;  ///< the functions that a body is inside of

  const onnx::GraphProto& graph() const { return proto->graph(); }
};

/// "node conv1 (Conv)", "node 17 (Conv)".
std::string describeNode(const onnx::NodeProto& node, int ordinal);
/// "" for ai.onnx, whichever way it is written.
std::string_view canonicalDomain(std::string_view domain);

struct Surroundings;  // load_bodies.h

/// Checks the model's structure and fills its space; impl.proto, store, path and options are set, for a body root,
/// functions, nodesLeft and callers too. Throws ModelError.
void loadGraph(Model::Impl& impl, const Progress& progress);
void loadGraph(Model::Impl& impl, const Progress& progress, const Surroundings& around);

}  // namespace tasoscope
