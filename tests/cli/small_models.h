#pragma once
// Models of one node, and stored inputs for them.

#include <onnx/onnx_pb.h>

#include <fstream>
#include <string>

namespace tasoscope::testing {

/// output = op(input), of float32 elements in a batch of symbolic size, which is not known where the symbol is empty.
inline void writeOneNode(const std::string& path, const std::string& op, const std::string& symbol = "batch") {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.set_name("one");
  auto declare = [&symbol](onnx::ValueInfoProto& info, const std::string& name) {
    info.set_name(name);
    onnx::TypeProto::Tensor& type = *info.mutable_type()->mutable_tensor_type();
    type.set_elem_type(onnx::TensorProto::FLOAT);
    onnx::TensorShapeProto::Dimension& batch = *type.mutable_shape()->add_dim();
    if (!symbol.empty()) batch.set_dim_param(symbol);
    type.mutable_shape()->add_dim()->set_dim_value(4);
  };
  declare(*graph.add_input(), "x");
  declare(*graph.add_output(), "y");
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type(op);
  node.add_input("x");
  node.add_output("y");
  std::ofstream file(path, std::ios::binary);
  model.SerializeToOstream(&file);
}

/// input_0.pb: two rows of four numbers.
inline void writeInput(const std::string& folder) {
  onnx::TensorProto tensor;
  tensor.set_name("x");
  tensor.set_data_type(onnx::TensorProto::FLOAT);
  tensor.add_dims(2);
  tensor.add_dims(4);
  for (float number : {-3.0F, -2.0F, -1.0F, 0.0F, 1.0F, 2.0F, 3.0F, 4.0F}) tensor.add_float_data(number);
  std::ofstream file(folder + "/input_0.pb", std::ios::binary);
  tensor.SerializeToOstream(&file);
}

}  // namespace tasoscope::testing
