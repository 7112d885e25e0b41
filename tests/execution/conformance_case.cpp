#include "conformance_case.h"

#include <cmath>
#include <map>
#include <set>

#include "execution/evaluator.h"
#include "graph/operator.h"
#include "onnx/model.h"
#include "onnx_test_data.h"
#include "tensor/error.h"

namespace tasoscope::testing {
namespace {

/// Cases whose expected numbers are written with four decimals or computed with a coarse pi.
bool hasCoarseNumbers(const std::string& name) {
  return name == "test_gridsample_bicubic" || name.starts_with("test_roialign_") ||
         name.find("window") != std::string::npos;
}

/// Where two values differ by more than `leastTolerance` or their type's rounding; empty when they agree.
std::string difference(const Value& expected, const Value& actual, double leastTolerance) {
  if (expected.kind() != actual.kind()) return "another kind of value";
  if (!expected.isTensor()) {
    if (expected.items().size() != actual.items().size()) return "another number of tensors";
    for (std::size_t i = 0; i < expected.items().size(); ++i)
      if (const auto found = difference(expected.items()[i], actual.items()[i], leastTolerance); !found.empty())
        return "tensor " + std::to_string(i) + ": " + found;
    return "";
  }
  if (expected.element() != actual.element())
    return "type " + std::string(nameOf(actual.element())) + " instead of " + std::string(nameOf(expected.element()));
  if (expected.shape() != actual.shape())
    return "shape " + actual.type().shape.text() + " instead of " + expected.type().shape.text();
  if (expected.element() == ElementType::kString)
    return std::ranges::equal(expected.strings(), actual.strings()) ? "" : "other strings";
  const double tolerance = std::max(leastTolerance, 16 * unitRoundoff(expected.element()));
  for (std::int64_t i = 0; i < expected.size(); ++i) {
    const double wanted = expected.at(i);
    const double got = actual.at(i);
    if (wanted == got || (std::isnan(wanted) && std::isnan(got))) continue;
    if (expected.isFloat() && std::abs(got - wanted) <= tolerance * (1 + std::abs(wanted))) continue;
    return "element " + std::to_string(i) + " is " + std::to_string(got) + " instead of " + std::to_string(wanted);
  }
  return "";
}

std::vector<double> reals(const Value& value) {
  std::vector<double> numbers;
  for (std::int64_t i = 0; i < value.size(); ++i) numbers.push_back(value.at(i));
  return numbers;
}

/// Turns the inputs that the definition absorbs into attributes.
void absorb(const OperatorDefinition& definition, Attributes& attributes, std::vector<Value>& inputs) {
  for (const AbsorbedInput& absorbed : definition.absorbed) {
    const auto i = static_cast<std::size_t>(absorbed.input);
    if (i >= inputs.size() || inputs[i].element() == ElementType::kUndefined) continue;
    const Value& value = inputs[i];
    if (value.isFloat() && value.rank() == 0)
      attributes.set(absorbed.attribute, value.at(0));
    else if (value.isFloat())
      attributes.set(absorbed.attribute, reals(value));
    else if (value.rank() == 0)
      attributes.set(absorbed.attribute, value.integers()[0]);
    else
      attributes.set(absorbed.attribute, std::vector<std::int64_t>(value.integers().begin(), value.integers().end()));
    inputs[i] = Value();
  }
  while (static_cast<int>(inputs.size()) > definition.minInputs && inputs.back().element() == ElementType::kUndefined)
    inputs.pop_back();
}

/// What inference says of a node must hold for what evaluation gives.
void checkInference(const OperatorDefinition& definition, const Attributes& attributes,
                    const std::vector<Value>& inputs, const std::vector<Value>& outputs, int outputCount) {
  std::vector<InputFact> facts(inputs.size());
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    facts[i].isPresent = inputs[i].element() != ElementType::kUndefined;
    if (facts[i].isPresent) facts[i].type = inputs[i].type();
  }
  const auto types = definition.infer({.attributes = attributes, .inputs = facts, .outputCount = outputCount});
  for (std::size_t i = 0; i < types.size() && i < outputs.size(); ++i) {
    const Shape& shape = types[i].type.shape;
    const bool isSaid = types[i].type.element != ElementType::kUndefined;
    if (isSaid && types[i].type.element != outputs[i].element())
      throw ModelError("inference gives another element type");
    if (!shape.hasRank()) continue;
    if (shape.rank() != outputs[i].rank()) throw ModelError("inference gives another rank");
    for (int axis = 0; axis < shape.rank(); ++axis)
      if (shape[axis].isKnown() && shape[axis].value() != outputs[i].shape()[static_cast<std::size_t>(axis)])
        throw ModelError("inference gives another shape");
  }
}

/// The tensor of a Constant node.
Value constantOf(const onnx::NodeProto& node) {
  const onnx::AttributeProto& attribute = node.attribute(0);
  if (attribute.name() == "value") return testing::valueOf(attribute.t());
  if (attribute.name() == "value_float") return Value::scalar(ElementType::kFloat32, attribute.f());
  if (attribute.name() == "value_int") return Value::scalar(ElementType::kInt64, static_cast<double>(attribute.i()));
  if (attribute.name() == "value_ints")
    return Value::ofIntegers(ElementType::kInt64, {attribute.ints_size()},
                             {attribute.ints().begin(), attribute.ints().end()});
  if (attribute.name() == "value_floats")
    return Value::ofFloats(ElementType::kFloat32, {attribute.floats_size()},
                           {attribute.floats().begin(), attribute.floats().end()});
  throw NotRunnable("a Constant with the attribute " + attribute.name());
}

/// Operators of old opsets that the space has under another name, and those with tensors for attributes: only the
/// reader knows how to take them.
bool isRewrittenByTheReader(const onnx::NodeProto& node) {
  return node.op_type() == "Upsample" || node.op_type() == "Scatter" || node.op_type() == "ConstantOfShape";
}

/// Whether the definitions alone can compute a node: graphs inside nodes and functions only the reader knows.
bool hasDefinition(const onnx::NodeProto& node) {
  return !isRewrittenByTheReader(node) && (node.op_type() == "Constant" || findOperator(node.op_type(), node.domain()));
}

bool isConstantNode(const onnx::NodeProto& node) { return node.op_type() == "Constant" && node.attribute_size() == 1; }

std::vector<Value> evaluateNode(const onnx::NodeProto& node, std::vector<Value> inputs) {
  const OperatorDefinition* definition = findOperator(node.op_type(), node.domain());
  if (!definition) throw NotRunnable("no definition of " + node.op_type());
  if (!definition->evaluate) throw NotRunnable("no evaluation of " + node.op_type());
  Attributes attributes;
  for (const AttributeSpec& spec : definition->attributes)
    if (spec.otherwise) attributes.set(spec.name, *spec.otherwise);
  for (const onnx::AttributeProto& attribute : node.attribute())
    attributes.set(attribute.name(), attributeOf(attribute));
  absorb(*definition, attributes, inputs);
  const std::vector<TensorType> outputs(static_cast<std::size_t>(node.output_size()));
  auto values = definition->evaluate({.attributes = attributes, .inputs = inputs, .outputs = outputs});
  checkInference(*definition, attributes, inputs, values, node.output_size());
  return values;
}

using NamedValues = std::map<std::string, Value>;

/// The graph's outputs by the definitions alone, node after node, with absorbed inputs.
NamedValues runNodes(const onnx::GraphProto& graph, NamedValues values) {
  values[""] = Value();
  for (const onnx::TensorProto& tensor : graph.initializer()) values[tensor.name()] = testing::valueOf(tensor);
  for (const onnx::NodeProto& node : graph.node()) {
    if (isConstantNode(node)) {
      values[node.output(0)] = constantOf(node);
      continue;
    }
    std::vector<Value> operands;
    for (const std::string& name : node.input()) operands.push_back(values[name]);
    const auto results = evaluateNode(node, std::move(operands));
    for (int i = 0; i < node.output_size(); ++i)
      if (!node.output(i).empty()) values[node.output(i)] = results.at(static_cast<std::size_t>(i));
  }
  return values;
}

/// The graph's outputs as the program computes them.
NamedValues runModel(const Model& model, const onnx::GraphProto& graph, const NamedValues& inputs) {
  TensorValues given;
  for (const TensorId id : model.inputs()) given[id] = inputs.at(model.space().tensor(id).name);
  const auto results = evaluate(model.loadedGraph(), given);
  NamedValues values;
  for (int i = 0; i < graph.output_size(); ++i)
    values[graph.output(i).name()] = results.at(static_cast<std::size_t>(i));
  return values;
}

std::string differences(const onnx::GraphProto& graph, const std::vector<Value>& expected, const NamedValues& actual,
                        double leastTolerance) {
  for (int i = 0; i < graph.output_size(); ++i) {
    const std::string found =
        difference(expected[static_cast<std::size_t>(i)], actual.at(graph.output(i).name()), leastTolerance);
    if (!found.empty()) return graph.output(i).name() + ": " + found;
  }
  return "";
}

/// Inputs that are not also initializers, as files before IR version 4 list these.
std::vector<onnx::ValueInfoProto> trueInputs(const onnx::ModelProto& model) {
  std::set<std::string> constants;
  if (model.ir_version() < 4)
    for (const onnx::TensorProto& tensor : model.graph().initializer()) constants.insert(tensor.name());
  std::vector<onnx::ValueInfoProto> inputs;
  for (const onnx::ValueInfoProto& input : model.graph().input())
    if (!constants.contains(input.name())) inputs.push_back(input);
  return inputs;
}

/// Whether the definitions alone know the meaning of its nodes: older opsets are brought to theirs by the reader.
bool isModern(const onnx::ModelProto& model) {
  return std::ranges::all_of(model.opset_import(), [](const onnx::OperatorSetIdProto& opset) {
    return !opset.domain().empty() || opset.version() >= 13;
  });
}

}  // namespace

std::string runCase(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.parent_path();
  const auto proto = readMessage<onnx::ModelProto>(file);
  const onnx::GraphProto& graph = proto.graph();
  const Model model = readModel(file);
  for (const Remark& remark : model.remarks()) throw NotRunnable("opaque: " + remark.text);
  const double tolerance = hasCoarseNumbers(folder.filename().string()) ? 1e-4 : 1e-5;
  const auto sets = foldersIn(folder, "test_data_set_");
  if (sets.empty()) throw NotRunnable("no stored inputs and outputs");
  for (const auto& data : sets) {
    const auto expected = readTensors(data, "output", graph.output());
    const auto declared = trueInputs(proto);
    const auto tensors = readTensors(data, "input", declared);
    NamedValues inputs;
    for (std::size_t i = 0; i < declared.size(); ++i) inputs[declared[i].name()] = tensors[i];
    if (const auto found = differences(graph, expected, runModel(model, graph, inputs), tolerance); !found.empty())
      return found;
    if (!isModern(proto) || !std::ranges::all_of(graph.node(), hasDefinition)) continue;
    if (const auto found = differences(graph, expected, runNodes(graph, inputs), tolerance); !found.empty())
      return found + " (with absorbed inputs)";
  }
  return "";
}

}  // namespace tasoscope::testing
