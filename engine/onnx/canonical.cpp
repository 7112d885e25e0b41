#include "onnx/canonical.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "onnx/names.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr int kFirstOpsetWithoutConsumedInputs = 6;
constexpr double kMaxExactInteger = 9007199254740992.0;  // 2^53

/// The decimal number that people meant: the shortest that rounds to this float32.
double shortestDecimal(float number) {
  if (!std::isfinite(number)) return number;
  return std::strtod(fmt::format("{}", number).c_str(), nullptr);
}

std::vector<double> shortestDecimals(std::span<const double> numbers, ElementType type) {
  std::vector<double> out(numbers.begin(), numbers.end());
  if (type != ElementType::kFloat32) return out;
  for (double& number : out) number = shortestDecimal(static_cast<float>(number));
  return out;
}

onnx::AttributeProto::AttributeType kindOf(const onnx::AttributeProto& attribute) {
  if (attribute.has_type() && attribute.type() != onnx::AttributeProto::UNDEFINED) return attribute.type();
  if (attribute.has_f()) return onnx::AttributeProto::FLOAT;
  if (attribute.has_i()) return onnx::AttributeProto::INT;
  if (attribute.has_s()) return onnx::AttributeProto::STRING;
  if (attribute.floats_size() > 0) return onnx::AttributeProto::FLOATS;
  if (attribute.ints_size() > 0) return onnx::AttributeProto::INTS;
  if (attribute.strings_size() > 0) return onnx::AttributeProto::STRINGS;
  if (attribute.has_t()) return onnx::AttributeProto::TENSOR;
  return onnx::AttributeProto::UNDEFINED;
}

void copyAttributes(NodeInProgress& node) {
  absl::flat_hash_set<std::string> seen;
  for (const auto& attribute : node.node.attribute()) {
    const std::string& name = attribute.name();
    if (!seen.insert(name).second) throw NotExpressible{fmt::format("its attribute {} is given twice", shown(name))};
    if (!attribute.ref_attr_name().empty()) throw NotExpressible{"it takes an attribute from a function around it"};
    if (name == "consumed_inputs" && node.opset < kFirstOpsetWithoutConsumedInputs) continue;
    if (auto value = attributeValueOf(attribute)) {
      node.attributes.set(name, std::move(*value));
    } else if (!canonicalizerOf(node.node.op_type())) {
      throw NotExpressible{fmt::format("its attribute {} is of a kind that is not understood", shown(name))};
    }
  }
}

/// Bounds and fill values are one number, whichever shape the tensor has that gives it.
bool isSingleNumber(std::string_view attribute) {
  return attribute == "min" || attribute == "max" || attribute == "constant_value";
}

std::optional<AttributeValue> absorbedValue(const Value& value, std::string_view attribute) {
  if (isSingleNumber(attribute)) {
    if (value.size() != 1 || value.element() == ElementType::kString) return std::nullopt;
    if (value.isFloat()) return shortestDecimals(value.floats(), value.element()).front();
    const double number = value.at(0);
    if (std::abs(number) > kMaxExactInteger) return std::nullopt;
    return number;
  }
  if (value.isFloat()) {
    std::vector<double> numbers = shortestDecimals(value.floats(), value.element());
    if (value.rank() == 0) return numbers.front();
    return numbers;
  }
  if (!isInteger(value.element()) && value.element() != ElementType::kBool) return std::nullopt;
  if (attribute == "training_mode")
    return value.size() == 1 ? std::optional<AttributeValue>(value.integers()[0]) : std::nullopt;
  return std::vector<std::int64_t>(value.integers().begin(), value.integers().end());
}

void absorbInputs(NodeInProgress& node) {
  for (const AbsorbedInput& absorbed : node.definition->absorbed) {
    const auto i = static_cast<std::size_t>(absorbed.input);
    if (!node.has(i)) continue;
    const auto value = node.constant(i);
    if (!value) continue;
    if (auto attribute = absorbedValue(*value, absorbed.attribute)) {
      node.attributes.set(absorbed.attribute, std::move(*attribute));
      node.inputs[i] = TensorId{};
    }
  }
}

bool isAbsorbed(const OperatorDefinition& definition, std::string_view name) {
  return std::any_of(definition.absorbed.begin(), definition.absorbed.end(),
                     [&](const AbsorbedInput& a) { return a.attribute == name; });
}

void checkAttributes(const NodeInProgress& node) {
  const auto& specs = node.definition->attributes;
  for (const auto& [name, value] : node.attributes) {
    const auto spec = std::find_if(specs.begin(), specs.end(),
                                   [key = std::string_view(name)](const AttributeSpec& s) { return s.name == key; });
    if (spec == specs.end() && !isAbsorbed(*node.definition, name)) {
      throw NotExpressible{
          fmt::format("its attribute {} is none that {} is known to have", shown(name), node.definition->name)};
    }
    if (spec != specs.end() && spec->otherwise && spec->otherwise->index() != value.index()) {
      throw NotExpressible{fmt::format("its attribute {} is of another kind than {} has", name, node.definition->name)};
    }
  }
}

void fillDefaults(NodeInProgress& node) {
  for (const AttributeSpec& spec : node.definition->attributes) {
    if (spec.otherwise && !node.attributes.has(spec.name)) node.attributes.set(spec.name, *spec.otherwise);
  }
}

std::int64_t normalized(std::int64_t axis, int rank) { return axis < 0 ? axis + rank : axis; }

void normalizeAxes(NodeInProgress& node) {
  const std::string& name = node.definition->name;
  auto rank = node.rank(0);
  if (!rank || name == "OneHot") return;
  const AttributeValue* axes = node.attributes.find("axes");
  if (const auto* list = axes ? std::get_if<std::vector<std::int64_t>>(axes) : nullptr) {
    std::vector<std::int64_t> positive = *list;
    const int span = name == "Unsqueeze" ? *rank + static_cast<int>(list->size()) : *rank;
    for (auto& axis : positive) axis = normalized(axis, span);
    // The order of axes has a meaning where other lists go with them.
    if (name != "Slice" && name != "Pad" && name != "Resize") std::sort(positive.begin(), positive.end());
    node.attributes.set("axes", std::move(positive));
  }
  const AttributeValue* axis = node.attributes.find("axis");
  if (const auto* number = axis ? std::get_if<std::int64_t>(axis) : nullptr) {
    node.attributes.set("axis", normalized(*number, *rank));
  }
}

}  // namespace

std::optional<int> NodeInProgress::rank(std::size_t i) const {
  if (!has(i) || !type(i).isTensor || !type(i).shape.hasRank()) return std::nullopt;
  return type(i).shape.rank();
}

std::optional<std::vector<std::int64_t>> NodeInProgress::extents(std::size_t i) const {
  if (!rank(i) || !type(i).shape.isStatic()) return std::nullopt;
  return type(i).shape.extents();
}

std::optional<Value> NodeInProgress::constant(std::size_t i, std::int64_t maxElements) const {
  if (!has(i)) return std::nullopt;
  const Tensor& tensor = space.tensor(inputs[i]);
  if (!tensor.constant || tensor.type.shape.elementCount().value_or(maxElements + 1) > maxElements) return std::nullopt;
  return tensor.constant->value();
}

void NodeInProgress::setInput(std::size_t i, TensorId tensor) {
  if (inputs.size() <= i) inputs.resize(i + 1);
  inputs[i] = tensor;
}

std::optional<AttributeValue> attributeValueOf(const onnx::AttributeProto& attribute) {
  switch (kindOf(attribute)) {
    case onnx::AttributeProto::INT:
      return attribute.i();
    case onnx::AttributeProto::FLOAT:
      return shortestDecimal(attribute.f());
    case onnx::AttributeProto::STRING:
      return attribute.s();
    case onnx::AttributeProto::INTS:
      return std::vector<std::int64_t>(attribute.ints().begin(), attribute.ints().end());
    case onnx::AttributeProto::STRINGS:
      return std::vector<std::string>(attribute.strings().begin(), attribute.strings().end());
    case onnx::AttributeProto::FLOATS: {
      std::vector<double> numbers;
      for (const float number : attribute.floats()) numbers.push_back(shortestDecimal(number));
      return numbers;
    }
    default:
      return std::nullopt;
  }
}

Attributes attributesForDisplay(const onnx::NodeProto& node) {
  Attributes attributes;
  for (const auto& attribute : node.attribute()) {
    auto value = attributeValueOf(attribute);
    if (const auto* text = value ? std::get_if<std::string>(&*value) : nullptr; text && !isUtf8(*text)) {
      value = fmt::format("({} bytes)", text->size());
    }
    if (!value && attribute.has_g()) value = fmt::format("(a body of {} nodes)", attribute.g().node_size());
    if (!value && attribute.has_t()) {
      value = fmt::format("(a tensor of {} axes)", attribute.t().dims_size());
    }
    attributes.set(attribute.name(), value ? std::move(*value) : AttributeValue("(not shown)"));
  }
  return attributes;
}

Canonical canonicalize(NodeInProgress node) {
  try {
    copyAttributes(node);
    if (const Canonicalizer special = canonicalizerOf(node.node.op_type())) special(node);
    if (!node.definition) return {};
    absorbInputs(node);
    checkAttributes(node);
    fillDefaults(node);
    normalizeAxes(node);
    while (!node.inputs.empty() && !node.inputs.back().isValid()) node.inputs.pop_back();
    return {OpRequest{node.definition, std::move(node.attributes), std::move(node.inputs), node.outputCount}, {}};
  } catch (const NotExpressible& reason) {
    return {std::nullopt, reason.why};
  } catch (const ModelError& error) {
    return {std::nullopt, error.what()};
  }
}

}  // namespace tasoscope
