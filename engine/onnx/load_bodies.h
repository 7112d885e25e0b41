#pragma once
// Reading the graphs inside a node: each becomes a model of its own, whose space holds what it takes from the graph
// around it as inputs, or as constants where they are constant there. Private to engine/onnx.
//
// Limits: functions call each other at most 32 deep, and a file's bodies and calls come to at most 1,000,000 nodes;
// what lies beyond is carried as it is.

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/body.h"
#include "onnx/model_impl.h"

namespace tasoscope {

/// A tensor of the graph around a body, under the name by which the body reads it.
struct CapturedTensor {
  std::string name;
  TensorType type;
  std::optional<KnownElements> elements;
  ConstantPtr constant;
};

/// What the graph around says about a body's inputs.
struct Surroundings {
  std::vector<CapturedTensor> captured;
  std::vector<TensorType> inputTypes;  ///< of the body's own inputs, for those that declare none
};

struct LoadedBodies {
  std::shared_ptr<const OpBodies> bodies;  ///< null: carried as they are
  std::vector<TensorType> outputTypes;     ///< of the node, as far as its graphs say
  std::vector<ModelBody> models;           ///< in the order of `bodies`; their op is not known yet
  std::vector<Fact> inlined;  ///< for a call whose nodes are all ops here: see Inlining; its tensors are not known yet
};

/// A node with bodies, or a call of a function of the model. `inputs` are those of the node, `captured` what its bodies
/// capture besides.
class BodyLoader {
 public:
  BodyLoader(Model::Impl& outer, const onnx::NodeProto& node, int ordinal, std::span<const TensorId> inputs,
             std::span<const std::string> capturedNames, std::span<const TensorId> captured);

  /// Adds remarks to the outer model where something is carried as it is.
  LoadedBodies loadGraphs();
  LoadedBodies loadFunction(const onnx::FunctionProto& function);

 private:
  std::unique_ptr<Model> load(onnx::GraphProto graph, const std::vector<OpsetImport>& opsets, Surroundings around,
                              const onnx::FunctionProto* function);
  Body bodyOf(const Model& model, std::string name) const;
  CapturedTensor capturedAs(std::string name, TensorId tensor) const;
  std::vector<TensorType> inputTypes() const;
  std::vector<TensorType> outputTypes(const OpBodies& bodies) const;
  std::vector<TensorType> loopTypes(const Body& body) const;
  std::vector<TensorType> scanTypes(const Body& body) const;
  void inlineCall(const Model& function, LoadedBodies& loaded);
  void remark(const std::string& text);

  Model::Impl& outer_;
  const onnx::NodeProto& node_;
  int ordinal_;
  std::span<const TensorId> inputs_;
  std::span<const std::string> captured_names_;
  std::span<const TensorId> captured_;
};

/// The function of the root model that a node calls, or null.
const onnx::FunctionProto* functionOf(const Model::Impl& model, const onnx::NodeProto& node);

}  // namespace tasoscope
