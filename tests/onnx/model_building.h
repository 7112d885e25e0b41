#pragma once
// Small ONNX models for tests, built and put into files.

#include <onnx/onnx_pb.h>

#include <QTemporaryDir>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "onnx/model.h"
#include "onnx/model_proto.h"
#include "tensor/error.h"

namespace tasoscope::testing {

using Extents = std::vector<std::int64_t>;

inline void setType(onnx::ValueInfoProto& info, const std::string& name, const Extents& shape,
                    int element = onnx::TensorProto::FLOAT) {
  info.set_name(name);
  auto& tensor = *info.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(element);
  for (const auto extent : shape) tensor.mutable_shape()->add_dim()->set_dim_value(extent);
}

/// A node under construction: ModelBuilder::node(...).integers("axes", {0}).
class NodeBuilder {
 public:
  explicit NodeBuilder(onnx::NodeProto& node) : node_(node) {}
  NodeBuilder& integer(const std::string& name, std::int64_t value) {
    auto& a = attribute(name, onnx::AttributeProto::INT);
    a.set_i(value);
    return *this;
  }
  NodeBuilder& real(const std::string& name, float value) {
    auto& a = attribute(name, onnx::AttributeProto::FLOAT);
    a.set_f(value);
    return *this;
  }
  NodeBuilder& string(const std::string& name, const std::string& value) {
    auto& a = attribute(name, onnx::AttributeProto::STRING);
    a.set_s(value);
    return *this;
  }
  NodeBuilder& integers(const std::string& name, const Extents& values) {
    auto& a = attribute(name, onnx::AttributeProto::INTS);
    a.mutable_ints()->Add(values.begin(), values.end());
    return *this;
  }
  onnx::NodeProto& proto() { return node_; }

 private:
  onnx::AttributeProto& attribute(const std::string& name, onnx::AttributeProto::AttributeType type) {
    auto& attribute = *node_.add_attribute();
    attribute.set_name(name);
    attribute.set_type(type);
    return attribute;
  }
  onnx::NodeProto& node_;
};

class ModelBuilder {
 public:
  explicit ModelBuilder(int opset = 17, int irVersion = 8) {
    model_.set_ir_version(irVersion);
    model_.add_opset_import()->set_version(opset);
    graph().set_name("test");
  }
  onnx::ModelProto& model() { return model_; }
  onnx::GraphProto& graph() { return *model_.mutable_graph(); }
  ModelBuilder& input(const std::string& name, const Extents& shape, int element = onnx::TensorProto::FLOAT) {
    setType(*graph().add_input(), name, shape, element);
    return *this;
  }
  ModelBuilder& output(const std::string& name, const Extents& shape, int element = onnx::TensorProto::FLOAT) {
    setType(*graph().add_output(), name, shape, element);
    return *this;
  }
  NodeBuilder node(const std::string& opType, const std::vector<std::string>& inputs,
                   const std::vector<std::string>& outputs) {
    auto& node = *graph().add_node();
    node.set_op_type(opType);
    for (const auto& name : inputs) node.add_input(name);
    for (const auto& name : outputs) node.add_output(name);
    return NodeBuilder(node);
  }
  onnx::TensorProto& floats(const std::string& name, const Extents& shape, const std::vector<float>& values) {
    auto& tensor = initializer(name, shape, onnx::TensorProto::FLOAT);
    tensor.set_raw_data(values.data(), values.size() * sizeof(float));
    return tensor;
  }
  onnx::TensorProto& integers(const std::string& name, const Extents& shape, const Extents& values) {
    auto& tensor = initializer(name, shape, onnx::TensorProto::INT64);
    tensor.mutable_int64_data()->Add(values.begin(), values.end());
    return tensor;
  }
  onnx::TensorProto& initializer(const std::string& name, const Extents& shape, int type) {
    auto& tensor = *graph().add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(type);
    for (const auto extent : shape) tensor.add_dims(extent);
    return tensor;
  }
  Model build() const { return modelFromProto(model_); }

 private:
  onnx::ModelProto model_;
};

/// A folder that goes with the test.
class Folder {
 public:
  std::filesystem::path operator/(const std::string& name) const { return path() / name; }
  std::filesystem::path path() const { return dir_.path().toStdString(); }
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    std::ofstream(path() / name, std::ios::binary) << content;
    return path() / name;
  }

 private:
  QTemporaryDir dir_;
};

inline std::string contentOf(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline onnx::ModelProto parsed(const std::filesystem::path& path) {
  onnx::ModelProto model;
  model.ParseFromString(contentOf(path));
  return model;
}

/// The sentence with which reading is refused; empty when the model is read.
inline std::string refusal(const std::filesystem::path& path) {
  try {
    readModel(path);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

/// The only node's op.
inline const Op& onlyOp(const Model& model) { return model.space().op(*model.opOfNode(0)); }

}  // namespace tasoscope::testing
