#pragma once
// Builds an ONNX model node by node: names as exporters give them, shapes tracked, weights made lazily.
//
// Problem: a deep network of random weights explodes or dies out, and then no comparison of outputs proves anything.
// Idea: each tensor carries an estimate of its power (the mean square of its elements), each operator says what it
// makes of it, and a weight is scaled so that what it produces has the power asked for, usually 1. Residual sums grow
// linearly and are divided out by the next weight, however often a block is repeated.

#include <onnx/onnx_pb.h>

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "onnx/zoo/seeded_weights.h"
#include "onnx/zoo/zoo.h"

namespace tasoscope::zoo {

using Extents = std::vector<std::int64_t>;

struct Tensor {
  std::string name;
  Extents shape;
  double power = 1;  ///< estimated mean square of the elements

  std::int64_t rank() const { return static_cast<std::int64_t>(shape.size()); }
  std::int64_t dim(std::int64_t axis) const { return shape[static_cast<std::size_t>(axis < 0 ? axis + rank() : axis)]; }
};

struct Attribute {
  std::string name;
  std::variant<std::int64_t, float, Extents> value;
};
using Attributes = std::vector<Attribute>;

struct BuiltModel {
  onnx::ModelProto model;
  std::map<std::string, ConstantPtr> weights;  ///< of the initializers without data
};

class Builder {
 public:
  Builder(const ZooEntry& entry, const ZooOptions& options);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  std::int64_t batch() const { return options_.batch; }
  /// How often the network has a block that the published one has `count` times.
  std::int64_t repeated(std::int64_t count) const { return count * options_.repeat; }
  /// A width or an extent: of the published network, or of the small one.
  std::int64_t size(std::int64_t published, std::int64_t small) const { return options_.small ? small : published; }

  /// A part of the network, such as "layer1.0": prefixes the names of what is built while it lives.
  class Scope {
   public:
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;
    ~Scope() { builder_.path_.pop_back(); }

   private:
    friend class Builder;
    Scope(Builder& builder, std::string name) : builder_(builder) { builder.path_.push_back(std::move(name)); }
    Builder& builder_;
  };
  [[nodiscard]] Scope scope(std::string_view name) { return Scope(*this, std::string(name)); }

  /// Inputs of float32 are taken to be uniform on [-1, 1).
  Tensor input(const std::string& name, Extents shape);
  Tensor integerInput(const std::string& name, Extents shape);
  /// Declares an output and gives the tensor this name.
  void output(const Tensor& tensor, const std::string& name);

  /// A seeded weight of float32, named after the scope: "layer1.0.conv1.weight".
  Tensor weight(std::string_view name, Extents shape, Uniform distribution);
  /// A weight that gets the power it needs for `fanIn` products with elements of power `inputPower` to sum up to
  /// `outputPower`.
  Tensor scaledWeight(std::string_view name, Extents shape, double fanIn, double inputPower, double outputPower = 1);
  /// Constants are shared by value, whatever asks for them.
  Tensor integers(const Extents& values);
  Tensor scalar(float value);
  /// Constants that are shared by name.
  Tensor integers(const std::string& name, const Extents& shape, const Extents& values);
  Tensor booleans(const std::string& name, const Extents& shape, const std::vector<bool>& values);

  /// Adds a node. An empty name among the inputs leaves that input out.
  Tensor node(std::string_view op, const std::vector<Tensor>& inputs, const Extents& shape, double power,
              const Attributes& attributes = {});
  /// Adds a node with several outputs, one for each shape, all of the same power.
  std::vector<Tensor> nodes(std::string_view op, const std::vector<Tensor>& inputs, const std::vector<Extents>& shapes,
                            double power, const Attributes& attributes = {});

  BuiltModel finish() &&;

 private:
  std::string scoped(std::string_view name) const;
  std::string nodeName(std::string_view op);
  onnx::TensorProto& initializer(const std::string& name, const Extents& shape, int type);

  std::string network_;
  ZooOptions options_;
  BuiltModel built_;
  onnx::GraphProto& graph_;
  std::vector<std::string> path_;
  std::map<std::string, int> names_used_;
  std::map<std::string, Tensor> constants_;
};

}  // namespace tasoscope::zoo
