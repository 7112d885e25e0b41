#pragma once
// Models with graphs inside nodes, written as files.

#include <onnx/onnx_pb.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace tasoscope::testing {

class BodyBuilder {
 public:
  explicit BodyBuilder(onnx::GraphProto& graph) : graph_(graph) { graph_.set_name("body"); }
  BodyBuilder& input(const std::string& name, const std::vector<std::int64_t>& shape,
                     int element = onnx::TensorProto::FLOAT) {
    declare(*graph_.add_input(), name, shape, element);
    return *this;
  }
  BodyBuilder& output(const std::string& name, const std::vector<std::int64_t>& shape,
                      int element = onnx::TensorProto::FLOAT) {
    declare(*graph_.add_output(), name, shape, element);
    return *this;
  }
  onnx::NodeProto& node(const std::string& type, const std::vector<std::string>& inputs,
                        const std::vector<std::string>& outputs) {
    onnx::NodeProto& node = *graph_.add_node();
    node.set_op_type(type);
    for (const std::string& name : inputs) node.add_input(name);
    for (const std::string& name : outputs) node.add_output(name);
    return node;
  }
  void floats(const std::string& name, const std::vector<std::int64_t>& shape, const std::vector<float>& values) {
    onnx::TensorProto& tensor = *graph_.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::FLOAT);
    for (const std::int64_t extent : shape) tensor.add_dims(extent);
    for (const float value : values) tensor.add_float_data(value);
  }
  void integer(const std::string& name, std::int64_t value) {
    onnx::TensorProto& tensor = *graph_.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(onnx::TensorProto::INT64);
    tensor.add_int64_data(value);
  }

 private:
  static void declare(onnx::ValueInfoProto& info, const std::string& name, const std::vector<std::int64_t>& shape,
                      int element) {
    info.set_name(name);
    auto& type = *info.mutable_type()->mutable_tensor_type();
    type.set_elem_type(element);
    type.mutable_shape();
    for (const std::int64_t extent : shape) type.mutable_shape()->add_dim()->set_dim_value(extent);
  }
  onnx::GraphProto& graph_;
};

inline onnx::GraphProto& bodyOf(onnx::NodeProto& node, const std::string& attribute) {
  onnx::AttributeProto& place = *node.add_attribute();
  place.set_name(attribute);
  place.set_type(onnx::AttributeProto::GRAPH);
  return *place.mutable_g();
}

inline void setInteger(onnx::NodeProto& node, const std::string& name, std::int64_t value) {
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(onnx::AttributeProto::INT);
  attribute.set_i(value);
}

inline onnx::ModelProto emptyModel() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(16);
  return model;
}

/// Two transpositions that cancel each other, inside of which `middle` is what they give.
inline void addTranspositions(BodyBuilder& body, const std::string& from, const std::string& to) {
  body.node("Transpose", {from}, {to + "_turned"});
  body.node("Transpose", {to + "_turned"}, {to});
}

/// y = x @ w five times: a loop whose body captures w from around it and transposes twice for nothing.
inline onnx::ModelProto loopModel(std::int64_t trips = 5) {
  onnx::ModelProto model = emptyModel();
  BodyBuilder graph(*model.mutable_graph());
  graph.input("x", {4, 4}).output("y", {4, 4});
  graph.integer("trips", trips);
  std::vector<float> weight(16);
  for (std::size_t i = 0; i < weight.size(); ++i) weight[i] = 0.1F * static_cast<float>(i % 5) - 0.15F;
  graph.floats("w", {4, 4}, weight);
  onnx::NodeProto& loop = graph.node("Loop", {"trips", "", "x"}, {"y"});
  loop.set_name("loop_1");
  BodyBuilder body(bodyOf(loop, "body"));
  body.input("turn", {}, onnx::TensorProto::INT64).input("goes_on", {}, onnx::TensorProto::BOOL).input("v", {4, 4});
  body.node("Identity", {"goes_on"}, {"goes_on_out"});
  addTranspositions(body, "v", "same");
  body.node("MatMul", {"same", "w"}, {"v_out"}).set_name("product");
  body.output("goes_on_out", {}, onnx::TensorProto::BOOL).output("v_out", {4, 4});
  return model;
}

/// y = c ? x + 1 : x @ x @ x, each branch with transpositions for nothing.
inline onnx::ModelProto ifModel() {
  onnx::ModelProto model = emptyModel();
  BodyBuilder graph(*model.mutable_graph());
  graph.input("c", {}, onnx::TensorProto::BOOL).input("x", {4, 4}).output("y", {4, 4});
  onnx::NodeProto& choice = graph.node("If", {"c"}, {"y"});
  choice.set_name("choice");
  BodyBuilder yes(bodyOf(choice, "then_branch"));
  addTranspositions(yes, "x", "x_then");
  yes.floats("one", {}, {1});
  yes.node("Add", {"x_then", "one"}, {"y_then"});
  yes.output("y_then", {4, 4});
  BodyBuilder no(bodyOf(choice, "else_branch"));
  addTranspositions(no, "x", "x_else");
  no.node("MatMul", {"x_else", "x"}, {"square"});
  no.node("MatMul", {"square", "x"}, {"y_else"});
  no.output("y_else", {4, 4});
  return model;
}

/// y = scaled(transposed x), z = scaled(v), with scaled a function of the model that transposes and doubles: in y the
/// two transpositions cancel each other.
inline onnx::ModelProto functionModel() {
  onnx::ModelProto model = emptyModel();
  onnx::OperatorSetIdProto& own = *model.add_opset_import();
  own.set_domain("own");
  own.set_version(1);
  onnx::FunctionProto& function = *model.add_functions();
  function.set_name("scaled");
  function.set_domain("own");
  function.add_input("a");
  function.add_input("factor");
  function.add_output("b");
  function.add_opset_import()->set_version(16);
  const auto add = [&](const std::string& type, const std::vector<std::string>& inputs, const std::string& output) {
    onnx::NodeProto& node = *function.add_node();
    node.set_op_type(type);
    for (const std::string& name : inputs) node.add_input(name);
    node.add_output(output);
  };
  add("Transpose", {"a"}, "turned");
  add("Mul", {"turned", "factor"}, "b");
  BodyBuilder graph(*model.mutable_graph());
  graph.input("x", {4, 4}).input("v", {4, 4}).output("y", {4, 4}).output("z", {4, 4});
  graph.floats("two", {}, {2});
  graph.node("Transpose", {"x"}, {"x_turned"});
  for (const auto& [from, to] : {std::pair{"x_turned", "y"}, std::pair{"v", "z"}}) {
    onnx::NodeProto& call = graph.node("scaled", {from, "two"}, {to});
    call.set_domain("own");
    call.set_name(std::string("call_") + to);
  }
  return model;
}

inline void write(const onnx::ModelProto& model, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  model.SerializeToOstream(&file);
}

inline onnx::ModelProto parse(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  onnx::ModelProto model;
  model.ParseFromIstream(&file);
  return model;
}

}  // namespace tasoscope::testing
