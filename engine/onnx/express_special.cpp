#include "onnx/express_special.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numbers>

#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr int kNumpyBroadcast = 7;

// Activations.

void hardSwish(const std::string& x, const std::string& y, Expression& out) {
  if (out.opset() >= firstOpsetOf("HardSwish")) {
    out.add("HardSwish", {x}, {y});
    return;
  }
  const std::string gate = out.freshTensor("gate");
  auto& node = out.add("HardSigmoid", {x}, {gate});
  setAttribute(node, "alpha", 1.0 / 6.0);
  setAttribute(node, "beta", 0.5);
  out.add("Mul", {x, gate}, {y});
}

void mish(const std::string& x, const std::string& y, Expression& out) {
  if (out.opset() >= firstOpsetOf("Mish")) {
    out.add("Mish", {x}, {y});
    return;
  }
  out.add("Mul", {x, out.apply("Tanh", {out.apply("Softplus", {x})})}, {y});
}

/// x * (1 + erf(x / sqrt 2)) / 2, or with tanh for the approximation.
void gelu(const std::string& x, const std::string& y, bool byTanh, ElementType type, Expression& out) {
  if (out.opset() >= firstOpsetOf("Gelu")) {
    auto& node = out.add("Gelu", {x}, {y});
    if (byTanh) setAttribute(node, "approximate", std::string("tanh"));
    return;
  }
  const auto number = [&](const char* what, double value) { return out.scalar(what, type, value); };
  std::string inner;
  if (byTanh) {
    const std::string cube = out.apply("Mul", {out.apply("Mul", {x, x}), x});
    const std::string sum = out.apply("Add", {x, out.apply("Mul", {cube, number("cubic", 0.044715)})});
    inner = out.apply("Tanh", {out.apply("Mul", {sum, number("scale", std::sqrt(2 / std::numbers::pi))})});
  } else {
    inner = out.apply("Erf", {out.apply("Div", {x, number("sqrt_two", std::numbers::sqrt2)})});
  }
  const std::string half = out.apply("Mul", {x, number("half", 0.5)});
  out.add("Mul", {half, out.apply("Add", {inner, number("one", 1)})}, {y});
}

void clip(const std::string& x, const std::string& y, ElementType type, std::optional<double> low,
          std::optional<double> high, Expression& out) {
  if (out.opset() >= 11) {
    Expression::Names inputs{x, low ? out.scalar("min", type, *low) : "", high ? out.scalar("max", type, *high) : ""};
    while (inputs.back().empty()) inputs.pop_back();
    out.add("Clip", inputs, {y});
    return;
  }
  auto& node = out.add("Clip", {x}, {y});
  if (low) setAttribute(node, "min", *low);
  if (high) setAttribute(node, "max", *high);
}

std::optional<double> finite(double bound) { return std::isfinite(bound) ? std::optional(bound) : std::nullopt; }

/// The activation that an op was fused with, as nodes from `x` to `y`.
void activation(const NamedOp& op, const std::string& x, const std::string& y, Expression& out) {
  const std::string name = op.op.attributes.string("activation", "none");
  const auto* found = op.op.attributes.find("activation_params");
  const auto* listed = found ? std::get_if<std::vector<double>>(found) : nullptr;
  const std::vector<double> parameters = listed ? *listed : std::vector<double>{};
  const auto parameter = [&](std::size_t i, double otherwise) {
    return i < parameters.size() ? parameters[i] : otherwise;
  };
  const ElementType type = op.outputType().element;
  if (name == "relu") {
    out.add("Relu", {x}, {y});
  } else if (name == "sigmoid") {
    out.add("Sigmoid", {x}, {y});
  } else if (name == "tanh") {
    out.add("Tanh", {x}, {y});
  } else if (name == "leaky_relu") {
    setAttribute(out.add("LeakyRelu", {x}, {y}), "alpha", parameter(0, 0.01));
  } else if (name == "elu") {
    setAttribute(out.add("Elu", {x}, {y}), "alpha", parameter(0, 1.0));
  } else if (name == "hard_sigmoid") {
    auto& node = out.add("HardSigmoid", {x}, {y});
    setAttribute(node, "alpha", parameter(0, 0.2));
    setAttribute(node, "beta", parameter(1, 0.5));
  } else if (name == "clip") {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    clip(x, y, type, finite(parameter(0, -kInfinity)), finite(parameter(1, kInfinity)), out);
  } else if (name == "hard_swish") {
    hardSwish(x, y, out);
  } else if (name == "gelu_none" || name == "gelu_tanh") {
    gelu(x, y, name == "gelu_tanh", type, out);
  } else {
    throw ModelError(fmt::format("the fused activation {} cannot be written as ONNX", name));
  }
}

bool hasActivation(const NamedOp& op) { return op.op.attributes.string("activation", "none") != "none"; }

/// Writes an op and then its fused activation.
template <typename Write>
void withActivation(const NamedOp& op, Expression& out, const Write& write) {
  if (!hasActivation(op)) return write(op.outputs[0]);
  const std::string before = out.freshTensor("before_activation");
  write(before);
  activation(op, before, op.outputs[0], out);
}

void convolution(const NamedOp& op, Expression& out) {
  withActivation(op, out, [&](const std::string& y) { expressAsItIs(op, out, {y}); });
}

void matMul(const NamedOp& op, Expression& out) {
  withActivation(op, out, [&](const std::string& y) {
    if (op.inputs.size() < 3 || op.inputs[2].empty()) {
      out.add("MatMul", {op.inputs[0], op.inputs[1]}, {y});
    } else {
      const std::string product = out.apply("MatMul", {op.inputs[0], op.inputs[1]});
      out.add("Add", {product, op.inputs[2]}, {y});
    }
  });
}

/// Before opset 11 the third operand was required; before 7 it had to be told to broadcast.
void gemm(const NamedOp& op, Expression& out) {
  withActivation(op, out, [&](const std::string& y) {
    NamedOp complete = op;
    if (out.opset() < 11 && (op.inputs.size() < 3 || op.inputs[2].empty())) {
      complete.inputs.resize(3);
      complete.inputs[2] = out.initializer("zero", Value::zeros(op.outputType().element, {1}));
    }
    expressAsItIs(complete, out, {y});
    if (out.opset() < kNumpyBroadcast) setAttribute(out.nodes().back(), "broadcast", std::int64_t{1});
  });
}

// Elementwise.

/// Before opset 7 the second operand had to be told to broadcast, and could only be the end of the first one's shape.
void broadcasting(const NamedOp& op, Expression& out) {
  if (out.opset() >= kNumpyBroadcast) return expressAsItIs(op, out, op.outputs);
  const Shape& a = op.inputType(0).shape;
  const Shape& b = op.inputType(1).shape;
  if (a == b && a.hasRank()) return expressAsItIs(op, out, op.outputs);
  const bool fits = a.hasRank() && b.hasRank() && b.rank() <= a.rank() &&
                    std::equal(b.dims().begin(), b.dims().end(), a.dims().end() - b.rank());
  if (!fits) {
    throw ModelError(
        fmt::format("the result needs {} to broadcast, which the model's operators (opset {}) cannot say; "
                    "convert the model to opset 7 or newer first",
                    op.op.definition->name, out.opset()));
  }
  expressAsItIs(op, out, op.outputs);
  setAttribute(out.nodes().back(), "broadcast", std::int64_t{1});
}

void hardSwishOp(const NamedOp& op, Expression& out) { hardSwish(op.inputs[0], op.outputs[0], out); }
void mishOp(const NamedOp& op, Expression& out) { mish(op.inputs[0], op.outputs[0], out); }
void geluOp(const NamedOp& op, Expression& out) {
  gelu(op.inputs[0], op.outputs[0], op.op.attributes.string("approximate", "none") == "tanh", op.inputType(0).element,
       out);
}

void cast(const NamedOp& op, Expression& out) {
  expressAsItIs(op, out, op.outputs, {"to"});
  const std::int64_t to = op.op.attributes.integer("to");
  if (out.opset() >= 6) {
    setAttribute(out.nodes().back(), "to", to);
  } else {
    setAttribute(out.nodes().back(), "to",
                 onnx::TensorProto::DataType_Name(static_cast<onnx::TensorProto::DataType>(to)));
  }
}

/// Before opset 8 the operands had to have one shape.
void sameShapes(const NamedOp& op, Expression& out) {
  for (std::size_t i = 1; i < op.inputs.size() && out.opset() < 8; ++i) {
    if (op.inputType(i).shape != op.inputType(0).shape) {
      throw ModelError(
          fmt::format("the result needs {} to broadcast, which opset {} cannot say; convert the model to "
                      "opset 8 or newer first",
                      op.op.definition->name, out.opset()));
    }
  }
  expressAsItIs(op, out, op.outputs);
}

// Normalizations.

std::vector<std::int64_t> swapped(int rank, std::int64_t axis) {
  std::vector<std::int64_t> perm;
  for (int i = 0; i < rank; ++i) perm.push_back(i);
  std::swap(perm[static_cast<std::size_t>(axis)], perm.back());
  return perm;
}

/// Before opset 13 everything from the axis on was one row: an axis that is not the last is brought there.
void softmax(const NamedOp& op, Expression& out) {
  const bool flattens = op.op.attributes.integer("flatten", 0) != 0;
  const Shape& shape = op.inputType(0).shape;
  std::int64_t axis = op.op.attributes.integer("axis", -1);
  if (flattens ? out.opset() < 13 : out.opset() >= 13) {
    expressAsItIs(op, out, op.outputs, {"axis"});
    return setAttribute(out.nodes().back(), "axis", axis);
  }
  if (flattens || !shape.hasRank()) {
    throw ModelError(
        fmt::format("the result needs {} in a form that opset {} cannot say", op.op.definition->name, out.opset()));
  }
  if (axis < 0) axis += shape.rank();
  const auto last = std::int64_t{shape.rank() - 1};
  if (axis == last) {
    return setAttribute(out.add(op.op.definition->name, {op.inputs[0]}, op.outputs), "axis", last);
  }
  const auto perm = swapped(shape.rank(), axis);
  const std::string turned = out.freshTensor("turned"), rows = out.freshTensor("rows");
  setAttribute(out.add("Transpose", {op.inputs[0]}, {turned}), "perm", perm);
  setAttribute(out.add(op.op.definition->name, {turned}, {rows}), "axis", last);
  setAttribute(out.add("Transpose", {rows}, op.outputs), "perm", perm);
}

void batchNormalization(const NamedOp& op, Expression& out) {
  expressAsItIs(op, out, op.outputs, {"training_mode"});
  if (out.opset() < kNumpyBroadcast) setAttribute(out.nodes().back(), "is_test", std::int64_t{1});
}

std::string meanOverAxes(const std::string& x, const std::vector<std::int64_t>& axes, Expression& out) {
  const std::string mean = out.freshTensor("mean");
  if (out.opset() >= 18) {
    const auto count = static_cast<std::int64_t>(axes.size());
    out.add("ReduceMean", {x, out.initializer("axes", Value::ofIntegers(ElementType::kInt64, {count}, axes))}, {mean});
  } else {
    setAttribute(out.add("ReduceMean", {x}, {mean}), "axes", axes);
  }
  return mean;
}

/// Before opset 17: means, differences and a quotient.
void layerNormalization(const NamedOp& op, Expression& out) {
  if (out.opset() >= firstOpsetOf("LayerNormalization")) return expressAsItIs(op, out, op.outputs);
  const Shape& shape = op.inputType(0).shape;
  if (!shape.hasRank() || op.outputs.size() > 1) {
    throw ModelError(fmt::format(
        "the result needs LayerNormalization, which opset {} lacks; convert the model to opset 17", out.opset()));
  }
  std::int64_t first = op.op.attributes.integer("axis", -1);
  if (first < 0) first += shape.rank();
  std::vector<std::int64_t> axes;
  for (std::int64_t axis = first; axis < shape.rank(); ++axis) axes.push_back(axis);
  const ElementType type = op.inputType(0).element;
  const std::string centred = out.apply("Sub", {op.inputs[0], meanOverAxes(op.inputs[0], axes, out)});
  const std::string variance = meanOverAxes(out.apply("Mul", {centred, centred}), axes, out);
  const std::string epsilon = out.scalar("epsilon", type, op.op.attributes.real("epsilon", 1e-5));
  const std::string deviation = out.apply("Sqrt", {out.apply("Add", {variance, epsilon})});
  const std::string normal = out.apply("Div", {centred, deviation});
  const bool hasBias = op.inputs.size() > 2 && !op.inputs[2].empty();
  if (!hasBias) {
    out.add("Mul", {normal, op.inputs[1]}, op.outputs);
  } else {
    out.add("Add", {out.apply("Mul", {normal, op.inputs[1]}), op.inputs[2]}, op.outputs);
  }
}

// Constants and layout.

void constantOfShape(const NamedOp& op, Expression& out) {
  auto& node = out.add("ConstantOfShape", {op.inputs[0]}, op.outputs);
  const auto type = elementTypeFromOnnx(static_cast<int>(op.op.attributes.integer("element_type", 1)));
  auto& attribute = *node.add_attribute();
  attribute.set_name("value");
  attribute.set_type(onnx::AttributeProto::TENSOR);
  const auto bytes = encode(Value::scalar(type, op.op.attributes.real("value", 0)));
  attribute.mutable_t()->set_data_type(static_cast<int>(type));
  attribute.mutable_t()->add_dims(1);
  attribute.mutable_t()->set_raw_data(bytes.data(), bytes.size());
}

/// Zeros and Ones too large to be stored.
void filled(const NamedOp& op, Expression& out) {
  const auto type = elementTypeFromOnnx(static_cast<int>(op.op.attributes.integer("element_type", 1)));
  const auto& shape = op.op.attributes.integers("shape");
  const auto rank = static_cast<std::int64_t>(shape.size());
  const std::string extents = out.initializer("shape", Value::ofIntegers(ElementType::kInt64, {rank}, shape));
  auto& node = out.add("ConstantOfShape", {extents}, op.outputs);
  auto& attribute = *node.add_attribute();
  attribute.set_name("value");
  attribute.set_type(onnx::AttributeProto::TENSOR);
  const auto bytes = encode(Value::scalar(type, op.op.definition->name == "Ones" ? 1 : 0));
  attribute.mutable_t()->set_data_type(static_cast<int>(type));
  attribute.mutable_t()->add_dims(1);
  attribute.mutable_t()->set_raw_data(bytes.data(), bytes.size());
}

void slice(const NamedOp& op, Expression& out) {
  const AttributeValue* steps = op.op.attributes.find("steps");
  if (out.opset() >= 10) return expressAsItIs(op, out, op.outputs);
  const auto* list = steps ? std::get_if<std::vector<std::int64_t>>(steps) : nullptr;
  const bool single = !steps || (list && std::all_of(list->begin(), list->end(), [](auto s) { return s == 1; }));
  if (!single) {
    throw ModelError(fmt::format(
        "the result needs Slice with steps, which opset {} cannot say; convert the model to opset 10", out.opset()));
  }
  expressAsItIs(op, out, op.outputs, {"steps"});
}

bool isEmptyList(const AttributeValue* value) {
  const auto* list = value ? std::get_if<std::vector<double>>(value) : nullptr;
  return !list || list->empty();
}

/// Opsets 11 and 12 want every input; before, there were fixed ways to enlarge: Resize in opset 10, Upsample earlier.
void resize(const NamedOp& op, Expression& out) {
  const Attributes& attributes = op.op.attributes;
  if (out.opset() >= 13) return expressAsItIs(op, out, op.outputs);
  if (out.opset() >= 11) {
    expressAsItIs(op, out, op.outputs);
    auto& node = out.nodes().back();
    const auto nothing = [&] { return out.initializer("unused", Value::ofFloats(ElementType::kFloat32, {0}, {})); };
    while (node.input_size() < 3) node.add_input("");
    for (int i = 1; i < 3; ++i) {
      if (node.input(i).empty()) node.set_input(i, nothing());
    }
    return;
  }
  const AttributeValue* found = attributes.find("scales");
  const std::string mode = attributes.string("mode", "nearest");
  const bool isOldWay = attributes.string("coordinate_transformation_mode", "half_pixel") == "asymmetric" &&
                        attributes.string("nearest_mode", "round_prefer_floor") == "floor" && mode != "cubic" &&
                        !attributes.has("axes") && !attributes.has("sizes") && !isEmptyList(found);
  const auto scales = isOldWay ? std::get<std::vector<double>>(*found) : std::vector<double>{};
  if (!isOldWay || std::any_of(scales.begin(), scales.end(), [](double s) { return s < 1; }) || out.opset() < 7) {
    throw ModelError(fmt::format(
        "the result needs Resize in a form that opset {} cannot say; convert the model to opset 13", out.opset()));
  }
  const auto count = static_cast<std::int64_t>(scales.size());
  if (out.opset() < 9) {
    auto& node = out.add("Upsample", {op.inputs[0]}, op.outputs);
    setAttribute(node, "mode", mode);
    return setAttribute(node, "scales", scales);
  }
  const std::string factors = out.initializer("scales", Value::ofFloats(ElementType::kFloat32, {count}, scales));
  setAttribute(out.add(out.opset() < 10 ? "Upsample" : "Resize", {op.inputs[0], factors}, op.outputs), "mode", mode);
}

void split(const NamedOp& op, Expression& out) {
  expressAsItIs(op, out, op.outputs);
  auto& node = out.nodes().back();
  if (out.opset() < 18 || op.op.attributes.has("split") || node.input_size() > 1) return;
  setAttribute(node, "num_outputs", static_cast<std::int64_t>(op.outputs.size()));
}

void concat(const NamedOp& op, Expression& out) {
  expressAsItIs(op, out, op.outputs, {"axis"});
  setAttribute(out.nodes().back(), "axis", op.op.attributes.integer("axis"));
}

}  // namespace

Expresser expresserOf(std::string_view opType) {
  static const std::map<std::string_view, Expresser> kTable = {
      {"Add", broadcasting},
      {"And", broadcasting},
      {"BatchNormalization", batchNormalization},
      {"Cast", cast},
      {"Concat", concat},
      {"ConstantOfShape", constantOfShape},
      {"Conv", convolution},
      {"ConvTranspose", convolution},
      {"Div", broadcasting},
      {"Equal", broadcasting},
      {"Gelu", geluOp},
      {"Gemm", gemm},
      {"Greater", broadcasting},
      {"HardSwish", hardSwishOp},
      {"LayerNormalization", layerNormalization},
      {"Less", broadcasting},
      {"LogSoftmax", softmax},
      {"MatMul", matMul},
      {"Max", sameShapes},
      {"Mean", sameShapes},
      {"Min", sameShapes},
      {"Mish", mishOp},
      {"Mul", broadcasting},
      {"Ones", filled},
      {"Or", broadcasting},
      {"Pow", broadcasting},
      {"Resize", resize},
      {"Slice", slice},
      {"Softmax", softmax},
      {"Split", split},
      {"Sub", broadcasting},
      {"Sum", sameShapes},
      {"Xor", broadcasting},
      {"Zeros", filled},
  };
  const auto found = kTable.find(opType);
  return found == kTable.end() ? nullptr : found->second;
}

}  // namespace tasoscope
