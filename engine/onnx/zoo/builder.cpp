#include "onnx/zoo/builder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <cstring>

#include "tensor/partly_readable.h"

namespace tasoscope::zoo {
namespace {

constexpr int kOpset = 17;
constexpr int kIrVersion = 8;
constexpr double kUniformInputPower = 1.0 / 3;

void setAttribute(onnx::AttributeProto& proto, const Attribute& attribute) {
  proto.set_name(attribute.name);
  if (const auto* number = std::get_if<std::int64_t>(&attribute.value)) {
    proto.set_type(onnx::AttributeProto::INT);
    proto.set_i(*number);
  } else if (const auto* real = std::get_if<float>(&attribute.value)) {
    proto.set_type(onnx::AttributeProto::FLOAT);
    proto.set_f(*real);
  } else {
    proto.set_type(onnx::AttributeProto::INTS);
    for (std::int64_t extent : std::get<Extents>(attribute.value)) proto.add_ints(extent);
  }
}

template <typename T>
std::string rawData(const std::vector<T>& values) {
  std::string raw(values.size() * sizeof(T), '\0');
  if (!raw.empty()) std::memcpy(raw.data(), values.data(), raw.size());
  return raw;
}

void declare(onnx::ValueInfoProto& info, const std::string& name, const Extents& shape, int type) {
  info.set_name(name);
  auto* tensor = info.mutable_type()->mutable_tensor_type();
  tensor->set_elem_type(type);
  tensor->mutable_shape();  // a scalar has an empty shape, not none
  for (std::int64_t extent : shape) tensor->mutable_shape()->add_dim()->set_dim_value(extent);
}

}  // namespace

Builder::Builder(const ZooEntry& entry, const ZooOptions& options)
    : network_(entry.name), options_(options), graph_(*built_.model.mutable_graph()) {
  built_.model.set_ir_version(kIrVersion);
  built_.model.set_producer_name("tasoscope zoo");
  built_.model.set_doc_string(fmt::format("{}, with seeded weights. {}", entry.title, entry.citation));
  built_.model.add_opset_import()->set_version(kOpset);
  graph_.set_name(network_);
}

std::string Builder::scoped(std::string_view name) const {
  return path_.empty() ? std::string(name) : fmt::format("{}.{}", fmt::join(path_, "."), name);
}

std::string Builder::nodeName(std::string_view op) {
  std::string name = path_.empty() ? fmt::format("/{}", op) : fmt::format("/{}/{}", fmt::join(path_, "/"), op);
  int earlier = names_used_[name]++;
  return earlier == 0 ? name : fmt::format("{}_{}", name, earlier);
}

Tensor Builder::input(const std::string& name, Extents shape) {
  declare(*graph_.add_input(), name, shape, onnx::TensorProto::FLOAT);
  return {name, std::move(shape), kUniformInputPower};
}

Tensor Builder::integerInput(const std::string& name, Extents shape) {
  declare(*graph_.add_input(), name, shape, onnx::TensorProto::INT64);
  return {name, std::move(shape), 1};
}

void Builder::output(const Tensor& tensor, const std::string& name) {
  for (auto& node : *graph_.mutable_node()) {
    for (auto& input : *node.mutable_input())
      if (input == tensor.name) input = name;
    for (auto& output : *node.mutable_output())
      if (output == tensor.name) output = name;
  }
  declare(*graph_.add_output(), name, tensor.shape, onnx::TensorProto::FLOAT);
}

onnx::TensorProto& Builder::initializer(const std::string& name, const Extents& shape, int type) {
  auto& proto = *graph_.add_initializer();
  proto.set_name(name);
  proto.set_data_type(type);
  for (std::int64_t extent : shape) proto.add_dims(extent);
  return proto;
}

Tensor Builder::weight(std::string_view name, Extents shape, Uniform distribution) {
  std::string full = scoped(name);
  initializer(full, shape, onnx::TensorProto::FLOAT);
  TensorType type{ElementType::kFloat32, Shape(std::span<const std::int64_t>(shape))};
  std::uint64_t seed = seedOf(network_, full);
  built_.weights[full] = makeGrowingConstant(
      std::move(type), [seed, distribution](std::int64_t count) { return seededFloats(seed, count, distribution); });
  return {std::move(full), std::move(shape), distribution.power()};
}

Tensor Builder::scaledWeight(std::string_view name, Extents shape, double fanIn, double inputPower,
                             double outputPower) {
  return weight(name, std::move(shape), {.half = std::sqrt(3 * outputPower / (fanIn * inputPower))});
}

Tensor Builder::integers(const Extents& values) {
  return integers(fmt::format("integers_{}", fmt::join(values, "_")), {static_cast<std::int64_t>(values.size())},
                  values);
}

Tensor Builder::integers(const std::string& name, const Extents& shape, const Extents& values) {
  auto [known, isNew] = constants_.try_emplace(name, Tensor{name, shape, 1});
  if (isNew) initializer(name, shape, onnx::TensorProto::INT64).set_raw_data(rawData(values));
  return known->second;
}

Tensor Builder::scalar(float value) {
  std::string name = fmt::format("scalar_{}", value);
  auto [known, isNew] = constants_.try_emplace(name, Tensor{name, {}, double{value} * value});
  if (isNew) initializer(name, {}, onnx::TensorProto::FLOAT).set_raw_data(rawData(std::vector{value}));
  return known->second;
}

Tensor Builder::booleans(const std::string& name, const Extents& shape, const std::vector<bool>& values) {
  auto [known, isNew] = constants_.try_emplace(name, Tensor{name, shape, 1});
  if (isNew)
    initializer(name, shape, onnx::TensorProto::BOOL)
        .set_raw_data(rawData(std::vector<char>(values.begin(), values.end())));
  return known->second;
}

Tensor Builder::node(std::string_view op, const std::vector<Tensor>& inputs, const Extents& shape, double power,
                     const Attributes& attributes) {
  return nodes(op, inputs, {shape}, power, attributes).front();
}

std::vector<Tensor> Builder::nodes(std::string_view op, const std::vector<Tensor>& inputs,
                                   const std::vector<Extents>& shapes, double power, const Attributes& attributes) {
  auto& proto = *graph_.add_node();
  proto.set_op_type(std::string(op));
  proto.set_name(nodeName(op));
  for (const Tensor& tensor : inputs) proto.add_input(tensor.name);
  for (const Attribute& attribute : attributes) setAttribute(*proto.add_attribute(), attribute);
  std::vector<Tensor> outputs;
  for (const Extents& shape : shapes) {
    outputs.push_back({fmt::format("{}_output_{}", proto.name(), outputs.size()), shape, power});
    proto.add_output(outputs.back().name);
  }
  return outputs;
}

BuiltModel Builder::finish() && { return std::move(built_); }

}  // namespace tasoscope::zoo
