#include "onnx/express.h"

#include <fmt/format.h>

#include <map>

#include "onnx/express_special.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

/// Attributes and their kinds that came after the operator itself.
const std::map<std::pair<std::string_view, std::string_view>, int>& attributeSince() {
  static const std::map<std::pair<std::string_view, std::string_view>, int> kSince = {
      {{"ArgMax", "select_last_index"}, 12},
      {{"ArgMin", "select_last_index"}, 12},
      {{"AveragePool", "ceil_mode"}, 10},
      {{"AveragePool", "count_include_pad"}, 7},
      {{"AveragePool", "dilations"}, 19},
      {{"Cast", "round_mode"}, 24},
      {{"Cast", "saturate"}, 19},
      {{"DepthToSpace", "mode"}, 11},
      {{"GatherND", "batch_dims"}, 12},
      {{"GroupNormalization", "stash_type"}, 21},
      {{"LpPool", "ceil_mode"}, 18},
      {{"LpPool", "dilations"}, 18},
      {{"MaxPool", "ceil_mode"}, 10},
      {{"MaxPool", "dilations"}, 10},
      {{"MaxPool", "storage_order"}, 8},
      {{"Reshape", "allowzero"}, 14},
      {{"Resize", "antialias"}, 18},
      {{"Resize", "keep_aspect_ratio_policy"}, 18},
      {{"ScatterElements", "reduction"}, 16},
      {{"ScatterND", "reduction"}, 16},
      {{"Shape", "end"}, 15},
      {{"Shape", "start"}, 15},
      {{"TopK", "largest"}, 11},
      {{"TopK", "sorted"}, 11},
  };
  return kSince;
}

/// The opset from which an absorbed attribute is an input of the operator; before, it was an attribute.
int inputSince(std::string_view opType, std::string_view attribute) {
  if (opType == "Squeeze" || opType == "Unsqueeze" || opType == "Split" || opType == "ReduceSum") return 13;
  if (opType.starts_with("Reduce")) return 18;
  if (opType == "Pad" || opType == "Clip" || opType == "Resize") return attribute == "axes" ? 18 : 11;
  if (opType == "Slice" || opType == "TopK") return 10;
  if (opType == "Dropout") return 12;
  return 1;
}

/// The name the attribute had when it was one.
std::string oldAttributeName(std::string_view opType, const std::string& attribute) {
  return opType == "Pad" && attribute == "constant_value" ? "value" : attribute;
}

bool isAllOnes(const AttributeValue& value) {
  const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
  return list && std::all_of(list->begin(), list->end(), [](std::int64_t x) { return x == 1; });
}

bool isDefault(const OperatorDefinition& definition, const std::string& name, const AttributeValue& value, int opset) {
  if (name == "dilations") {
    const auto since = attributeSince().find({definition.name, name});
    return since != attributeSince().end() && opset < since->second && isAllOnes(value);
  }
  for (const AttributeSpec& spec : definition.attributes) {
    if (spec.name == name) return spec.otherwise && *spec.otherwise == value;
  }
  return false;
}

bool isSpaceOnly(std::string_view attribute) {
  return attribute == "activation" || attribute == "activation_params" || attribute == "flatten";
}

ModelError cannotSay(const std::string& what, int opset) {
  return ModelError({},
                    fmt::format("the result needs {}, which the model's operators (opset {}) cannot say", what, opset),
                    "convert the model to a newer opset first");
}

Value valueOfAttribute(const NamedOp& op, const std::string& attribute, const AttributeValue& value) {
  const auto data = [&] {
    if (attribute == "scales" || attribute == "roi" || attribute == "ratio") return ElementType::kFloat32;
    if (op.inputType(0).element != ElementType::kUndefined) return op.inputType(0).element;
    throw ModelError(fmt::format("the result needs {} on a tensor whose element type the model does not say",
                                 op.op.definition->name));
  };
  const auto extent = [](const auto& list) { return std::vector{static_cast<std::int64_t>(list.size())}; };
  if (const auto* number = std::get_if<double>(&value)) return Value::scalar(data(), *number);
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
    return Value::ofFloats(data(), extent(*numbers), *numbers);
  }
  if (const auto* number = std::get_if<std::int64_t>(&value)) {
    const bool isFlag = attribute == "training_mode";
    return isFlag ? Value::ofIntegers(ElementType::kBool, {}, {*number})
                  : Value::ofIntegers(ElementType::kInt64, {1}, {*number});
  }
  if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&value)) {
    return Value::ofIntegers(ElementType::kInt64, extent(*numbers), *numbers);
  }
  throw ModelError(Position{.field = op.op.definition->name},
                   fmt::format("its attribute {} cannot be an input", attribute));
}

}  // namespace

onnx::NodeProto& Expression::add(const std::string& opType, const Names& inputs, const Names& outputs) {
  if (opset_ < firstOpsetOf(opType)) throw cannotSay(opType, opset_);
  onnx::NodeProto& node = nodes_.emplace_back();
  node.set_op_type(opType);
  node.set_name(freshName_(stem_ + "_" + opType));
  for (const auto& input : inputs) node.add_input(input);
  for (const auto& output : outputs) node.add_output(output);
  return node;
}

std::string Expression::apply(const std::string& opType, const Names& inputs) {
  const std::string output = freshTensor(opType + "_out");
  add(opType, inputs, {output});
  return output;
}

std::string Expression::scalar(const std::string& what, ElementType type, double number) {
  if (type == ElementType::kUndefined) {
    throw ModelError("the result needs a number of an element type that the model does not say");
  }
  return initializer(what, Value::scalar(type, number));
}

void setAttribute(onnx::NodeProto& node, const std::string& name, const AttributeValue& value) {
  auto& attribute = *node.add_attribute();
  attribute.set_name(name);
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    attribute.set_type(onnx::AttributeProto::INT);
    attribute.set_i(*integer);
  } else if (const auto* real = std::get_if<double>(&value)) {
    attribute.set_type(onnx::AttributeProto::FLOAT);
    attribute.set_f(static_cast<float>(*real));
  } else if (const auto* text = std::get_if<std::string>(&value)) {
    attribute.set_type(onnx::AttributeProto::STRING);
    attribute.set_s(*text);
  } else if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&value)) {
    attribute.set_type(onnx::AttributeProto::INTS);
    attribute.mutable_ints()->Add(integers->begin(), integers->end());
  } else if (const auto* reals = std::get_if<std::vector<double>>(&value)) {
    attribute.set_type(onnx::AttributeProto::FLOATS);
    for (const double number : *reals) attribute.add_floats(static_cast<float>(number));
  } else {
    attribute.set_type(onnx::AttributeProto::STRINGS);
    for (const auto& word : std::get<std::vector<std::string>>(value)) attribute.add_strings(word);
  }
}

void expressAsItIs(const NamedOp& op, Expression& out, const std::vector<std::string>& outputs,
                   const std::vector<std::string>& leftOut) {
  const OperatorDefinition& definition = *op.op.definition;
  if (!definition.domain.empty()) throw cannotSay(definition.name, out.opset());
  auto inputs = op.inputs;
  Attributes attributes;
  const auto isLeftOut = [&](const std::string& name) {
    return isSpaceOnly(name) || std::find(leftOut.begin(), leftOut.end(), name) != leftOut.end();
  };
  for (const auto& [name, value] : op.op.attributes) {
    if (isLeftOut(name)) continue;
    const auto absorbed = std::find_if(definition.absorbed.begin(), definition.absorbed.end(),
                                       [&, key = std::string_view(name)](const auto& a) { return a.attribute == key; });
    if (absorbed != definition.absorbed.end()) {
      if (out.opset() < inputSince(definition.name, name)) {
        attributes.set(oldAttributeName(definition.name, name), value);
        continue;
      }
      const auto i = static_cast<std::size_t>(absorbed->input);
      if (inputs.size() <= i) inputs.resize(i + 1);
      inputs[i] = out.initializer(name, valueOfAttribute(op, name, value));
    } else if (!isDefault(definition, name, value, out.opset())) {
      const auto since = attributeSince().find({definition.name, name});
      if (since != attributeSince().end() && out.opset() < since->second) {
        throw cannotSay(fmt::format("{} with {}", definition.name, name), out.opset());
      }
      attributes.set(name, value);
    }
  }
  while (!inputs.empty() && inputs.back().empty()) inputs.pop_back();
  auto& node = out.add(definition.name, inputs, outputs);
  for (const auto& [name, value] : attributes) setAttribute(node, name, value);
}

int firstOpsetOf(std::string_view opType) {
  static const std::map<std::string_view, int> kFirst = {
      {"Acosh", 9},
      {"Asinh", 9},
      {"Atanh", 9},
      {"Attention", 23},
      {"BitShift", 11},
      {"BitwiseAnd", 18},
      {"BitwiseNot", 18},
      {"BitwiseOr", 18},
      {"BitwiseXor", 18},
      {"Celu", 12},
      {"ConstantOfShape", 9},
      {"Cos", 7},
      {"Cosh", 9},
      {"CumSum", 11},
      {"Einsum", 12},
      {"Erf", 9},
      {"Expand", 8},
      {"EyeLike", 9},
      {"Gelu", 20},
      {"GatherElements", 11},
      {"GatherND", 11},
      {"GreaterOrEqual", 12},
      {"GroupNormalization", 21},
      {"HardSwish", 14},
      {"IsInf", 10},
      {"IsNaN", 9},
      {"LayerNormalization", 17},
      {"LessOrEqual", 12},
      {"MeanVarianceNormalization", 9},
      {"Mish", 18},
      {"Mod", 10},
      {"NonZero", 9},
      {"OneHot", 9},
      {"Range", 11},
      {"Resize", 10},
      {"RMSNormalization", 23},
      {"Round", 11},
      {"ScatterElements", 11},
      {"ScatterND", 11},
      {"Shrink", 9},
      {"Sign", 9},
      {"Sin", 7},
      {"Sinh", 9},
      {"Swish", 24},
      {"Tan", 7},
      {"ThresholdedRelu", 10},
      {"Trilu", 14},
      {"Where", 9},
  };
  const auto found = kFirst.find(opType);
  return found == kFirst.end() ? 1 : found->second;
}

void express(const NamedOp& op, Expression& out) {
  if (const Expresser special = expresserOf(op.op.definition->name)) return special(op, out);
  expressAsItIs(op, out, op.outputs);
}

}  // namespace tasoscope
