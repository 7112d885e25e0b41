#pragma once
// Saying an op that a step made in the operators of the model's own opset: the reverse of canonical.h. Private to
// engine/onnx.
//
// Idea: most operators are written as they are, with absorbed inputs as initializers (or as the attributes they were in
// older opsets) and attributes that equal their default left out. Fused activations and biases become nodes of their
// own. An operator that the opset lacks is said in older ones if that is exact; otherwise ModelError names it.

#include <onnx/onnx_pb.h>

#include <functional>
#include <string>
#include <vector>

#include "graph/space.h"

namespace tasoscope {

/// What an op becomes, and where it takes names from.
class Expression {
 public:
  using Names = std::vector<std::string>;

  /// `freshName` gives unused names for tensors and nodes; `addInitializer` stores a value and gives its name.
  Expression(int opset, std::string stem, std::function<std::string(const std::string&)> freshName,
             std::function<std::string(const std::string&, Value)> addInitializer)
      : opset_(opset),
        stem_(std::move(stem)),
        freshName_(std::move(freshName)),
        addInitializer_(std::move(addInitializer)) {}

  int opset() const { return opset_; }
  /// Adds a node that gives `outputs`; the reference is valid until the next one is added.
  onnx::NodeProto& add(const std::string& opType, const Names& inputs, const Names& outputs);
  /// Adds a node with one output of a new name, and gives the name.
  std::string apply(const std::string& opType, const Names& inputs);
  std::string freshTensor(const std::string& what) { return freshName_(stem_ + "_" + what); }
  std::string initializer(const std::string& what, Value value) {
    return addInitializer_(stem_ + "_" + what, std::move(value));
  }
  /// Throws ModelError when the type is not known.
  std::string scalar(const std::string& what, ElementType type, double number);
  std::vector<onnx::NodeProto>& nodes() { return nodes_; }

 private:
  int opset_;
  std::string stem_;
  std::function<std::string(const std::string&)> freshName_;
  std::function<std::string(const std::string&, Value)> addInitializer_;
  std::vector<onnx::NodeProto> nodes_;
};

/// An op with the names that its inputs and outputs have in the file; an omitted input is "".
struct NamedOp {
  const Space& space;
  const Op& op;
  std::vector<std::string> inputs, outputs;

  const TensorType& inputType(std::size_t i) const { return space.tensor(op.inputs[i]).type; }
  const TensorType& outputType() const { return space.tensor(op.outputs[0]).type; }
};

/// Adds the nodes for an op. Throws ModelError when the opset cannot say it.
void express(const NamedOp& op, Expression& out);

void setAttribute(onnx::NodeProto& node, const std::string& name, const AttributeValue& value);

/// The first opset of ai.onnx that has this operator.
int firstOpsetOf(std::string_view opType);

}  // namespace tasoscope
