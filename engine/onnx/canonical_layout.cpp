// Operators that move elements: attributes that became inputs, sizes that were implied.

#include <numeric>

#include "onnx/canonical_table.h"
#include "onnx/tensor_data.h"

namespace tasoscope::canonical {
namespace {

using Integers = std::vector<std::int64_t>;

void rename(NodeInProgress& node, const char* from, const char* to) {
  if (const AttributeValue* value = node.attributes.find(from)) {
    AttributeValue kept = *value;
    node.attributes.erase(from);
    node.attributes.set(to, std::move(kept));
  }
}

/// Parts of equal size, the last one smaller if need be.
Integers evenParts(std::int64_t total, std::int64_t count) {
  if (count < 1) throw NotExpressible{"it makes no parts"};
  const std::int64_t size = (total + count - 1) / count;
  Integers parts(static_cast<std::size_t>(count), size);
  parts.back() = total - size * (count - 1);
  if (parts.back() < 0) throw NotExpressible{"it makes more parts than there are elements"};
  return parts;
}

/// The value of a small tensor attribute with one element.
std::optional<Value> singleElement(const onnx::TensorProto& tensor) {
  const auto copy = std::make_shared<const onnx::TensorProto>(tensor);
  const ConstantPtr constant = constantOf(copy, std::make_shared<PayloadStore>(), "its value");
  if (constant->type().shape.elementCount() != 1 || constant->type().element == ElementType::kString)
    return std::nullopt;
  return constant->value();
}

}  // namespace

void pad(NodeInProgress& node) {
  rename(node, "paddings", "pads");
  if (node.opset < 11) {
    rename(node, "value", "constant_value");
    if (!node.attributes.has("constant_value")) node.attributes.set("constant_value", 0.0);
  }
}

void split(NodeInProgress& node) {
  const std::int64_t axis = node.attributes.integer("axis", 0);
  node.attributes.set("axis", axis);
  const std::int64_t parts = node.attributes.integer("num_outputs", node.node.output_size());
  node.attributes.erase("num_outputs");
  node.outputCount = node.node.output_size();
  if (parts != node.outputCount) throw NotExpressible{"its num_outputs differs from its outputs"};
  if (node.attributes.has("split") || node.has(1)) return;
  const auto rank = node.rank(0);
  const std::int64_t positive = axis < 0 && rank ? axis + *rank : axis;
  if (!rank || positive < 0 || positive >= *rank) return;
  const auto extent = node.type(0).shape[static_cast<int>(positive)].known();
  if (!extent) return;
  if (node.opset < 18 && *extent % parts != 0) throw NotExpressible{"its parts are not of equal size"};
  node.attributes.set("split", evenParts(*extent, parts));
}

/// Without axes every axis of extent 1 goes: known when all extents are.
void squeeze(NodeInProgress& node) {
  if (node.attributes.has("axes") || node.has(1)) return;
  const auto extents = node.extents(0);
  if (!extents) return;
  Integers axes;
  for (std::size_t i = 0; i < extents->size(); ++i) {
    if ((*extents)[i] == 1) axes.push_back(static_cast<std::int64_t>(i));
  }
  node.attributes.set("axes", std::move(axes));
}

/// Without axes the first ones, as many as there are starts; without steps each element.
void slice(NodeInProgress& node) {
  const auto starts = node.constant(1);
  const std::int64_t count = node.attributes.has("starts")
                                 ? static_cast<std::int64_t>(node.attributes.integers("starts").size())
                             : starts ? starts->size()
                                      : 0;
  if (count == 0) return;
  Integers axes(static_cast<std::size_t>(count));
  std::iota(axes.begin(), axes.end(), 0);
  if (!node.attributes.has("axes") && !node.has(3)) node.attributes.set("axes", axes);
  if (!node.attributes.has("steps") && !node.has(4)) node.attributes.set("steps", Integers(axes.size(), 1));
}

/// No axes means all axes, unless noop_with_empty_axes.
void reduce(NodeInProgress& node) {
  const AttributeValue* axes = node.attributes.find("axes");
  const auto* list = axes ? std::get_if<Integers>(axes) : nullptr;
  if (list && list->empty()) node.attributes.erase("axes");
}

/// The default permutation reverses the axes.
void transpose(NodeInProgress& node) {
  const auto rank = node.rank(0);
  if (node.attributes.has("perm") || !rank) return;
  Integers perm;
  for (int i = *rank - 1; i >= 0; --i) perm.push_back(i);
  node.attributes.set("perm", std::move(perm));
}

void concat(NodeInProgress& node) {
  if (node.opset < 4 && !node.attributes.has("axis")) node.attributes.set("axis", std::int64_t{1});
}

/// The number was an attribute once, and is a tensor with one element now.
void topK(NodeInProgress& node) {
  const AttributeValue* k = node.attributes.find("k");
  if (const auto* number = k ? std::get_if<std::int64_t>(k) : nullptr) node.attributes.set("k", Integers{*number});
}

void tile(NodeInProgress& node) {
  if (node.opset < 6) throw NotExpressible{"it repeats along one axis, as only opset 1 does"};
}

/// The value is a tensor with one element, which an attribute of the space cannot be.
void constantOfShape(NodeInProgress& node) {
  double number = 0;
  auto type = ElementType::kFloat32;
  for (const auto& attribute : node.node.attribute()) {
    if (attribute.name() != "value") throw NotExpressible{"it has an attribute that ConstantOfShape has not"};
    const auto value = singleElement(attribute.t());
    if (!value) throw NotExpressible{"its value is not one number"};
    number = value->at(0);
    type = value->element();
  }
  node.attributes = Attributes{{"value", number}, {"element_type", static_cast<std::int64_t>(type)}};
}

void scatter(NodeInProgress& node) { node.definition = findOperator("ScatterElements"); }

/// Upsample is Resize that takes whole steps back: coordinates are divided by the scale and rounded down.
void upsample(NodeInProgress& node) {
  node.definition = findOperator("Resize");
  const std::string mode = node.attributes.string("mode", "nearest");
  node.attributes.set("mode", mode == "bilinear" ? std::string("linear") : mode);
  node.attributes.set("coordinate_transformation_mode", std::string("asymmetric"));
  node.attributes.set("nearest_mode", std::string("floor"));
  if (node.attributes.has("height_scale")) {
    node.attributes.set(
        "scales", std::vector<double>{1, 1, node.attributes.real("height_scale"), node.attributes.real("width_scale")});
    node.attributes.erase("height_scale");
    node.attributes.erase("width_scale");
  }
  if (node.has(1)) {
    node.setInput(2, node.inputs[1]);
    node.inputs[1] = TensorId{};
  }
}

/// Opset 10 left open how it rounds; enlarging by asymmetric coordinates is what runtimes do.
void resize(NodeInProgress& node) {
  if (node.opset >= 11) return;
  const auto scales = node.constant(1);
  const bool enlarges = scales && scales->isFloat() &&
                        std::all_of(scales->floats().begin(), scales->floats().end(), [](double s) { return s >= 1; });
  if (!enlarges) throw NotExpressible{"opset 10 does not say how it makes images smaller"};
  upsample(node);
}

}  // namespace tasoscope::canonical
