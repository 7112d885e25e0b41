#pragma once
// Models as exporters leave them, built op by op: each op gives the name of its result.

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "../onnx/model_building.h"

namespace tasoscope::testing {

using Names = std::vector<std::string>;

class ExportedModel : public ModelBuilder {
 public:
  explicit ExportedModel(int opset) : ModelBuilder(opset, opset > 22 ? 10 : 8) {}

  std::string x(const Extents& shape, int element = onnx::TensorProto::FLOAT, const std::string& name = "x") {
    input(name, shape, element);
    return name;
  }
  /// An input whose first extent is a symbol.
  std::string batch(const Extents& rest, const std::string& name = "x") {
    Extents shape{1};
    shape.insert(shape.end(), rest.begin(), rest.end());
    input(name, shape);
    auto& type = *graph().mutable_input(graph().input_size() - 1)->mutable_type()->mutable_tensor_type();
    type.mutable_shape()->mutable_dim(0)->set_dim_param("batch");
    return name;
  }
  /// Names a result "y" and makes it an output.
  void y(const std::string& result, const Extents& shape, int element = onnx::TensorProto::FLOAT,
         const std::string& name = "y") {
    for (auto& node : *graph().mutable_node())
      for (auto& output : *node.mutable_output())
        if (output == result) output = name;
    for (auto& node : *graph().mutable_node())
      for (auto& input : *node.mutable_input())
        if (input == result) input = name;
    output(name, shape, element);
  }
  /// The output's first extent is the symbol of batch().
  void yOfBatch(const std::string& result, const Extents& rest) {
    Extents shape{1};
    shape.insert(shape.end(), rest.begin(), rest.end());
    y(result, shape);
    auto& type = *graph().mutable_output(graph().output_size() - 1)->mutable_type()->mutable_tensor_type();
    type.mutable_shape()->mutable_dim(0)->set_dim_param("batch");
  }

  std::string op(const std::string& type, const Names& inputs) { return built(type, inputs).proto().output(0); }
  std::string op(const std::string& type, const Names& inputs, const std::string& attribute, const Extents& list) {
    return built(type, inputs).integers(attribute, list).proto().output(0);
  }
  std::string op(const std::string& type, const Names& inputs, const std::string& attribute, std::int64_t number) {
    return built(type, inputs).integer(attribute, number).proto().output(0);
  }
  NodeBuilder built(const std::string& type, const Names& inputs) { return node(type, inputs, {fresh()}); }

  std::string number(float value) {
    const std::string name = fresh();
    floats(name, {}, {value});
    return name;
  }
  std::string list(const Extents& values) {
    const std::string name = fresh();
    integers(name, {static_cast<std::int64_t>(values.size())}, values);
    return name;
  }
  std::string index(std::int64_t value) {
    const std::string name = fresh();
    integers(name, {}, {value});
    return name;
  }
  /// Numbers between `low` and `high`, the same each time.
  std::string weights(const Extents& shape, float low = -1, float high = 1) {
    std::int64_t count = 1;
    for (const auto extent : shape) count *= extent;
    std::vector<float> values;
    for (std::int64_t i = 0; i < count; ++i) {
      state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
      values.push_back(low + (high - low) * static_cast<float>(state_ >> 40) / static_cast<float>(1 << 24));
    }
    const std::string name = fresh();
    floats(name, shape, values);
    return name;
  }
  /// Integers of a quantized type, one for each value.
  std::string bytes(int type, const Extents& shape, const std::vector<int>& values) {
    const std::string name = fresh();
    auto& tensor = initializer(name, shape, type);
    for (const int value : values) tensor.add_int32_data(value);
    return name;
  }

  std::string mean(const std::string& of, std::int64_t axis) {
    return model().opset_import(0).version() < 18 ? op("ReduceMean", {of}, "axes", Extents{axis})
                                                  : op("ReduceMean", {of, list({axis})});
  }
  std::string batchNormalization(const std::string& of, std::int64_t channels) {
    return op("BatchNormalization", {of, weights({channels}, 0.5F, 2), weights({channels}), weights({channels}),
                                     weights({channels}, 0.5F, 2)});
  }

 private:
  std::string fresh() { return "t" + std::to_string(++names_); }
  int names_ = 0;
  std::uint64_t state_ = 1;
};

}  // namespace tasoscope::testing
