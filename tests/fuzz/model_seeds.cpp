#include "model_seeds.h"

#include "../onnx/model_building.h"

namespace tasoscope::fuzz {
namespace {

using testing::ModelBuilder;

std::string serialized(const ModelBuilder& builder) {
  ModelBuilder copy = builder;
  return copy.model().SerializeAsString();
}

/// A convolution, its normalization and activation, with all the words that a model may carry.
ModelBuilder network() {
  ModelBuilder b;
  b.input("x", {1, 2, 5, 5}).output("y", {1, 3, 3, 3});
  b.floats("w", {3, 2, 3, 3}, std::vector<float>(54, 0.25f));
  for (const char* name : {"scale", "shift", "mean", "variance"}) b.floats(name, {3}, {0.5f, 1, 2});
  b.node("Conv", {"x", "w"}, {"c"}).integers("kernel_shape", {3, 3}).integers("pads", {0, 0, 0, 0});
  b.node("BatchNormalization", {"c", "scale", "shift", "mean", "variance"}, {"n"}).real("epsilon", 1e-3f);
  b.node("Relu", {"n"}, {"y"}).proto().set_doc_string("the last");
  b.model().set_producer_name("seed");
  b.model().set_doc_string("a network");
  auto& entry = *b.model().add_metadata_props();
  entry.set_key("key");
  entry.set_value("value");
  return b;
}

/// Shapes computed in the graph, with symbols in the inputs.
ModelBuilder shapes() {
  ModelBuilder b;
  b.input("x", {1, 1, 8}).output("y", {1, 1, 8});
  auto& dims = *b.graph().mutable_input(0)->mutable_type()->mutable_tensor_type()->mutable_shape();
  dims.mutable_dim(0)->set_dim_param("batch");
  dims.mutable_dim(1)->set_dim_param("length");
  b.integers("zero", {}, {0}).set_name("zero");
  b.integers("rest", {1}, {-1});
  b.integers("axes", {1}, {0});
  b.node("Shape", {"x"}, {"s"});
  b.node("Gather", {"s", "zero"}, {"n"}).integer("axis", 0);
  b.node("Unsqueeze", {"n", "axes"}, {"u"});
  b.node("Concat", {"u", "rest"}, {"target"}).integer("axis", 0);
  b.node("Reshape", {"x", "target"}, {"r"});
  b.node("Reshape", {"r", "s"}, {"y"});
  return b;
}

onnx::GraphProto& body(onnx::NodeProto& node, const std::string& name) {
  auto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::GRAPH);
  attribute.mutable_g()->set_name(name);
  return *attribute.mutable_g();
}

void addNode(onnx::GraphProto& graph, const std::string& type, const std::vector<std::string>& inputs,
             const std::string& output) {
  auto& node = *graph.add_node();
  node.set_op_type(type);
  for (const std::string& input : inputs) node.add_input(input);
  node.add_output(output);
}

/// An If whose branches read a tensor from outside, and a Loop that carries a value.
ModelBuilder bodies() {
  ModelBuilder b;
  b.input("x", {4}).input("flag", {}, onnx::TensorProto::BOOL).output("y", {4}).output("z", {4});
  b.node("Relu", {"x"}, {"r"});
  auto& choose = b.node("If", {"flag"}, {"y"}).proto();
  for (const char* name : {"then_branch", "else_branch"}) {
    auto& graph = body(choose, name);
    addNode(graph, "Neg", {"r"}, std::string(name) + "_y");
    testing::setType(*graph.add_output(), std::string(name) + "_y", {4});
  }
  b.integers("trips", {}, {3});
  auto& loop = b.node("Loop", {"trips", "", "x"}, {"z"}).proto();
  auto& graph = body(loop, "body");
  testing::setType(*graph.add_input(), "i", {}, onnx::TensorProto::INT64);
  testing::setType(*graph.add_input(), "go", {}, onnx::TensorProto::BOOL);
  testing::setType(*graph.add_input(), "carried", {4});
  addNode(graph, "Identity", {"go"}, "on");
  addNode(graph, "Add", {"carried", "r"}, "next");
  testing::setType(*graph.add_output(), "on", {}, onnx::TensorProto::BOOL);
  testing::setType(*graph.add_output(), "next", {4});
  return b;
}

/// A function of the model's own domain, called twice, with an attribute that the caller sets.
ModelBuilder functions() {
  ModelBuilder b;
  b.input("x", {2, 3}).output("y", {2, 3});
  auto& domain = *b.model().add_opset_import();
  domain.set_domain("own");
  domain.set_version(1);
  auto& function = *b.model().add_functions();
  function.set_name("Leak");
  function.set_domain("own");
  function.add_input("a");
  function.add_output("b");
  function.add_attribute("slope");
  function.add_opset_import()->set_version(17);
  auto& node = *function.add_node();
  node.set_op_type("LeakyRelu");
  node.add_input("a");
  node.add_output("b");
  auto& attribute = *node.add_attribute();
  attribute.set_name("alpha");
  attribute.set_ref_attr_name("slope");
  attribute.set_type(onnx::AttributeProto::FLOAT);
  b.node("Leak", {"x"}, {"h"}).real("slope", 0.5f).proto().set_domain("own");
  b.node("Leak", {"h"}, {"y"}).real("slope", 0.25f).proto().set_domain("own");
  return b;
}

/// Quantized weights, an annotation, a sparse initializer, and an operator of a domain that nobody knows.
ModelBuilder quantized() {
  ModelBuilder b(19, 9);
  b.input("x", {2, 4}).output("y", {2, 2}).output("u", {2, 4});
  auto& weights = b.initializer("w", {4, 2}, onnx::TensorProto::INT8);
  weights.set_raw_data(std::string("\1\2\3\4\5\6\7\10", 8));
  b.floats("s", {}, {0.5f});
  auto& zero = b.initializer("z", {}, onnx::TensorProto::INT8);
  zero.add_int32_data(0);
  b.node("QuantizeLinear", {"x", "s", "z"}, {"q"});
  b.node("DequantizeLinear", {"q", "s", "z"}, {"d"});
  b.node("DequantizeLinear", {"w", "s", "z"}, {"e"});
  b.node("MatMul", {"d", "e"}, {"m"});
  b.node("Add", {"m", "sparse"}, {"y"});
  b.node("Unknown", {"x"}, {"u"}).proto().set_domain("elsewhere");
  auto& domain = *b.model().add_opset_import();
  domain.set_domain("elsewhere");
  domain.set_version(1);
  auto& sparse = *b.graph().add_sparse_initializer();
  sparse.mutable_values()->set_name("sparse");
  sparse.mutable_values()->set_data_type(onnx::TensorProto::FLOAT);
  sparse.mutable_values()->add_dims(1);
  sparse.mutable_values()->add_float_data(2);
  sparse.mutable_indices()->set_data_type(onnx::TensorProto::INT64);
  sparse.mutable_indices()->add_dims(1);
  sparse.mutable_indices()->add_int64_data(1);
  sparse.add_dims(2);
  auto& annotation = *b.graph().add_quantization_annotation();
  annotation.set_tensor_name("x");
  return b;
}

/// Operators as they were long ago: attributes that became inputs, broadcasting that had to be asked for.
ModelBuilder old() {
  ModelBuilder b(6, 3);
  b.input("x", {2, 6}).output("y", {2, 3});
  b.floats("bias", {6}, {1, 2, 3, 4, 5, 6});
  b.node("Add", {"x", "bias"}, {"a"}).integer("broadcast", 1).integer("axis", 1);
  b.node("Clip", {"a"}, {"c"}).real("min", 0).real("max", 6);
  b.node("Slice", {"c"}, {"y"}).integers("axes", {1}).integers("starts", {0}).integers("ends", {3});
  return b;
}

/// Weights in another file, which is not there.
ModelBuilder external() {
  ModelBuilder b;
  b.input("x", {2}).output("y", {2});
  auto& weights = b.initializer("w", {2}, onnx::TensorProto::FLOAT);
  weights.set_data_location(onnx::TensorProto::EXTERNAL);
  for (const auto& [key, value] :
       {std::pair{"location", "weights.bin"}, std::pair{"offset", "0"}, std::pair{"length", "8"}}) {
    auto& entry = *weights.add_external_data();
    entry.set_key(key);
    entry.set_value(value);
  }
  b.node("Add", {"x", "w"}, {"y"});
  return b;
}

}  // namespace

std::vector<std::string> modelSeeds() {
  std::vector<std::string> models;
  for (const ModelBuilder& builder : {network(), shapes(), bodies(), functions(), quantized(), old(), external()})
    models.push_back(serialized(builder));
  return models;
}

}  // namespace tasoscope::fuzz
