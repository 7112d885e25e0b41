#pragma once
// From a changed graph to the ModelProto that says it: kept nodes as they were read, in their order; new nodes where
// they are first needed; only the initializers and value infos that still mean something. Private to engine/onnx.

#include <onnx/onnx_pb.h>

#include "onnx/model_impl.h"
#include "onnx/write_model.h"

namespace tasoscope {

/// The graph with every device's fusion replaced by what it was fused from.
Graph withoutFusions(const Graph& graph, const WriteOptions& options);
/// The same, and every call of a function of the model put back whose nodes no step has changed.
Graph expandedForFile(const Model& model, const Graph& graph, const WriteOptions& options);

struct WrittenProto {
  onnx::ModelProto proto;                      ///< payloads that were read still have their markers
  std::map<std::string, ConstantPtr> weights;  ///< data of initializers that hold none, by name
  int newNodes = 0;
  int newInitializers = 0;
};

/// `region`: only that part; null: the whole graph.
WrittenProto protoOf(const Model& model, const Graph& graph, const Region* region, const WriteOptions& options,
                     const Progress& progress);

}  // namespace tasoscope
