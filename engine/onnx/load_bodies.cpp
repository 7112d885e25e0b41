#include "onnx/load_bodies.h"

#include <fmt/format.h>

#include <algorithm>

#include "onnx/function_graph.h"
#include "onnx/names.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::size_t kDeepestCalls = 32;
constexpr std::int64_t kNodesOfAModel = 16;  // what a model takes at least, counted in nodes
constexpr int kFirstOpsetOfScan = 9;         // before, it ran over a batch
constexpr std::int64_t kMostInlinedBytes = std::int64_t{1} << 20;

/// What both types say.
TensorType common(const TensorType& a, const TensorType& b) {
  TensorType type;
  if (a.isTensor != b.isTensor) return type;
  type.isTensor = a.isTensor;
  if (a.element == b.element) type.element = a.element;
  if (!a.shape.hasRank() || !b.shape.hasRank() || a.shape.rank() != b.shape.rank()) return type;
  type.shape = Shape();
  for (int i = 0; i < a.shape.rank(); ++i) type.shape.append(a.shape[i] == b.shape[i] ? a.shape[i] : Dim::unknown());
  return type;
}

/// The type of what turns of a loop give, joined along an axis.
TensorType stacked(const TensorType& turn, std::int64_t axis, const Dim& turns) {
  TensorType type{turn.element, Shape::unknownRank()};
  if (!turn.isTensor || !turn.shape.hasRank()) return type;
  if (axis < 0) axis += turn.shape.rank() + 1;
  if (axis < 0 || axis > turn.shape.rank()) return type;
  type.shape = Shape();
  for (int i = 0; i <= turn.shape.rank(); ++i) {
    if (i == axis) type.shape.append(turns);
    if (i < turn.shape.rank()) type.shape.append(turn.shape[i]);
  }
  return type;
}

const TensorType& typeOf(const Body& body, std::size_t output) { return body.space->tensor(body.outputs[output]).type; }

}  // namespace

BodyLoader::BodyLoader(Model::Impl& outer, const onnx::NodeProto& node, int ordinal, std::span<const TensorId> inputs,
                       std::span<const std::string> capturedNames, std::span<const TensorId> captured)
    : outer_(outer),
      node_(node),
      ordinal_(ordinal),
      inputs_(inputs),
      captured_names_(capturedNames),
      captured_(captured) {}

void BodyLoader::remark(const std::string& text) { outer_.remarks.push_back({describeNode(node_, ordinal_), text}); }

CapturedTensor BodyLoader::capturedAs(std::string name, TensorId id) const {
  const Tensor& tensor = outer_.space->tensor(id);
  const bool isConstant = tensor.origin == TensorOrigin::kConstant;
  return {std::move(name), tensor.type, tensor.elements, isConstant ? tensor.constant : nullptr};
}

std::unique_ptr<Model> BodyLoader::load(onnx::GraphProto graph, const std::vector<OpsetImport>& opsets,
                                        Surroundings around, const onnx::FunctionProto* function) {
  const std::int64_t size = graph.node_size() + kNodesOfAModel;
  if (*outer_.nodesLeft < size) throw ModelError("the model has too many nodes inside others");
  *outer_.nodesLeft -= size;
  auto impl = std::make_unique<Model::Impl>();
  auto proto = std::make_shared<onnx::ModelProto>();
  // Bodies may hold initializers that are no inputs, whatever the version.
  proto->set_ir_version(std::max<std::int64_t>(outer_.proto->ir_version(), 4));
  for (const OpsetImport& opset : opsets) {
    auto& import = *proto->add_opset_import();
    import.set_domain(opset.domain);
    import.set_version(opset.version);
  }
  *proto->mutable_graph() = std::move(graph);
  impl->proto = proto;
  impl->root = outer_.root;
  impl->functions = outer_.functions;
  impl->nodesLeft = outer_.nodesLeft;
  impl->callers = outer_.callers;
  if (function) impl->callers.push_back(function);
  impl->store = outer_.store;
  impl->path = outer_.path;
  impl->options = outer_.options;
  impl->options.overridableInitializersAreConstant |= outer_.proto->ir_version() < 4;
  loadGraph(*impl, {}, around);
  for (const Remark& remark : impl->remarks)
    outer_.remarks.push_back({describeNode(node_, ordinal_) + ", " + remark.place, remark.text});
  return std::make_unique<Model>(std::move(impl));
}

Body BodyLoader::bodyOf(const Model& model, std::string name) const {
  Body body{std::move(name), &model.space(), model.inputs(), {}, model.outputs()};
  for (const TensorId id : model.impl().captured)
    body.captured.push_back(model.space().tensor(id).origin == TensorOrigin::kInput ? id : TensorId{});
  return body;
}

/// Loop gives the turn's number, a condition and what is carried; Scan what is carried and slices; If gives nothing.
std::vector<TensorType> BodyLoader::inputTypes() const {
  std::vector<TensorType> types;
  const auto elementOf = [&](TensorId id) {
    return TensorType{id.isValid() ? outer_.space->tensor(id).type.element : ElementType::kUndefined,
                      Shape::unknownRank(), !id.isValid() || outer_.space->tensor(id).type.isTensor};
  };
  std::size_t first = 0;
  if (node_.op_type() == "Loop") {
    types = {{ElementType::kInt64, Shape()}, {ElementType::kBool, Shape()}};
    first = 2;
  }
  for (std::size_t i = first; i < inputs_.size(); ++i) types.push_back(elementOf(inputs_[i]));
  if (node_.op_type() == "SequenceMap")
    for (TensorType& type : types) type.isTensor = true;
  return types;
}

LoadedBodies BodyLoader::loadGraphs() {
  LoadedBodies loaded;
  const std::string& name = node_.op_type();
  std::int64_t opset = 0;
  for (const OpsetImport& import : outer_.opsets)
    if (import.domain.empty()) opset = import.version;
  const bool isKnown = name == "If" || name == "Loop" || name == "SequenceMap" || name == "Scan";
  if (!isKnown || !canonicalDomain(node_.domain()).empty()) return {};
  if (name == "Scan" && opset < kFirstOpsetOfScan) {
    remark("is carried as it is, because before opset 9 a Scan runs over a batch");
    return {};
  }
  Surroundings around;
  for (std::size_t i = 0; i < captured_.size(); ++i)
    around.captured.push_back(capturedAs(captured_names_[i], captured_[i]));
  around.inputTypes = inputTypes();
  auto bodies = std::make_shared<OpBodies>();
  bodies->firstCaptured = inputs_.size();
  try {
    for (const auto& attribute : node_.attribute()) {
      if (!attribute.has_g()) continue;
      if (name == "If" && attribute.g().input_size() > 0) throw ModelError("a branch of If takes no inputs");
      ModelBody body{OpId{}, attribute.name(), load(attribute.g(), outer_.opsets, around, nullptr)};
      bodies->graphs.push_back(bodyOf(*body.model, body.name));
      loaded.models.push_back(std::move(body));
    }
  } catch (const Error& error) {
    if (dynamic_cast<const Cancelled*>(&error)) throw;
    remark(fmt::format("is carried as it is, because of a graph inside it: {}", error.what()));
    return {};
  }
  loaded.outputTypes = outputTypes(*bodies);
  loaded.bodies = std::move(bodies);
  return loaded;
}

std::vector<TensorType> BodyLoader::outputTypes(const OpBodies& bodies) const {
  std::vector<TensorType> types(static_cast<std::size_t>(node_.output_size()));
  if (bodies.graphs.empty()) return types;
  const Body& body = bodies.graphs[0];
  if (node_.op_type() == "Loop") return loopTypes(body);
  if (node_.op_type() == "Scan") return scanTypes(body);
  const bool isMap = node_.op_type() == "SequenceMap";
  for (std::size_t i = 0; i < types.size() && i < body.outputs.size(); ++i) {
    types[i] = typeOf(body, i);
    if (isMap) types[i] = {types[i].element, Shape::unknownRank(), false};
    for (const Body& other : bodies.graphs)
      if (!isMap && i < other.outputs.size()) types[i] = common(types[i], typeOf(other, i));
  }
  return types;
}

std::vector<TensorType> BodyLoader::loopTypes(const Body& body) const {
  std::vector<TensorType> types;
  const std::size_t carried = inputs_.size() < 2 ? 0 : inputs_.size() - 2;
  for (std::size_t i = 0; i + 1 < body.outputs.size(); ++i) {
    const TensorType& turn = typeOf(body, i + 1);
    const bool isCarried = i < carried && inputs_[i + 2].isValid();
    types.push_back(isCarried ? common(turn, outer_.space->tensor(inputs_[i + 2]).type)
                              : stacked(turn, 0, Dim::unknown()));
  }
  return types;
}

std::vector<TensorType> BodyLoader::scanTypes(const Body& body) const {
  const auto integer = [&](std::string_view name) {
    for (const auto& attribute : node_.attribute())
      if (attribute.name() == name) return attribute.i();
    return std::int64_t{0};
  };
  const auto axisOf = [&](std::string_view name, std::size_t i) {
    for (const auto& attribute : node_.attribute())
      if (attribute.name() == name && static_cast<int>(i) < attribute.ints_size())
        return attribute.ints(static_cast<int>(i));
    return std::int64_t{0};
  };
  const std::int64_t scans = integer("num_scan_inputs");
  if (scans < 1 || scans > static_cast<std::int64_t>(inputs_.size())) return {};
  const std::size_t states = inputs_.size() - static_cast<std::size_t>(scans);
  Dim turns = Dim::unknown();
  if (inputs_[states].isValid()) {
    const Shape& shape = outer_.space->tensor(inputs_[states]).type.shape;
    std::int64_t axis = axisOf("scan_input_axes", 0);
    if (shape.hasRank() && axis < 0) axis += shape.rank();
    if (shape.hasRank() && axis >= 0 && axis < shape.rank()) turns = shape[static_cast<int>(axis)];
  }
  std::vector<TensorType> types;
  for (std::size_t i = 0; i < body.outputs.size(); ++i) {
    const TensorType& turn = typeOf(body, i);
    if (i >= states) {
      types.push_back(stacked(turn, axisOf("scan_output_axes", i - states), turns));
    } else {
      types.push_back(inputs_[i].isValid() ? common(turn, outer_.space->tensor(inputs_[i]).type) : turn);
    }
  }
  return types;
}

LoadedBodies BodyLoader::loadFunction(const onnx::FunctionProto& function) {
  LoadedBodies loaded;
  auto bodies = std::make_shared<OpBodies>();
  bodies->isFunction = true;
  try {
    if (std::ranges::count(outer_.callers, &function) > 0) throw ModelError("it calls itself");
    if (outer_.callers.size() >= kDeepestCalls) throw ModelError("functions call each other too deep");
    Surroundings around;
    for (int i = 0; i < function.input_size() && i < static_cast<int>(inputs_.size()); ++i)
      if (inputs_[static_cast<std::size_t>(i)].isValid())
        around.captured.push_back(capturedAs(function.input(i), inputs_[static_cast<std::size_t>(i)]));
    ModelBody body{OpId{}, function.name(),
                   load(graphOfCall(function, node_), opsetsOf(function, outer_.opsets), around, &function)};
    Body graph = bodyOf(*body.model, body.name);
    std::vector<TensorId> captured;  // by the call's inputs
    for (std::size_t i = 0, next = 0; i < inputs_.size(); ++i) {
      const bool isRead = inputs_[i].isValid() && next < graph.captured.size();
      captured.push_back(isRead ? graph.captured[next++] : TensorId{});
    }
    graph.captured = std::move(captured);
    for (std::size_t i = 0; i < graph.outputs.size(); ++i) loaded.outputTypes.push_back(typeOf(graph, i));
    bodies->graphs.push_back(std::move(graph));
    inlineCall(*body.model, loaded);
    loaded.models.push_back(std::move(body));
  } catch (const Error& error) {
    if (dynamic_cast<const Cancelled*>(&error)) throw;
    remark(fmt::format("is carried as it is, because of the function that it calls: {}", error.what()));
    return {};
  }
  loaded.bodies = std::move(bodies);
  return loaded;
}

/// Makes the function's ops in the space of the call, if all of them are defined, so that rules see through it.
void BodyLoader::inlineCall(const Model& function, LoadedBodies& loaded) {
  Graph graph = function.loadedGraph();
  for (const Inlining& inner : function.inlinings()) graph.apply(inner.facts);
  const Space& from = function.space();
  const std::vector<OpId> order = graph.liveOps();
  for (const OpId id : order)
    if (from.op(id).isOpaque() || !from.op(id).definition->isDeterministic) return;
  absl::flat_hash_map<TensorId, TensorId> here;
  std::size_t next = 0;
  for (const TensorId input : inputs_)
    if (input.isValid() && next < function.impl().captured.size()) here[function.impl().captured[next++]] = input;
  for (const TensorId id : graph.liveTensors()) {
    const Tensor& tensor = from.tensor(id);
    if (tensor.origin == TensorOrigin::kComputed || here.contains(id)) continue;
    if (!tensor.constant || tensor.type.bytes().value_or(kMostInlinedBytes + 1) > kMostInlinedBytes) return;
    here[id] = outer_.space->internConstant(tensor.constant->value());
  }
  for (const OpId id : order) {
    const Op& op = from.op(id);
    OpRequest request{op.definition, op.attributes, {}, static_cast<int>(op.outputs.size())};
    for (const TensorId input : op.inputs)
      request.inputs.push_back(input.isValid() ? here.at(graph.representative(input)) : TensorId{});
    const OpId made = outer_.space->intern(std::move(request));
    for (std::size_t i = 0; i < op.outputs.size(); ++i) here[op.outputs[i]] = outer_.space->op(made).outputs[i];
    for (const TensorId chosen : graph.chosenBy(id))
      here[chosen] = outer_.space->op(made).outputs[graph.choice(chosen).output];
  }
  for (std::size_t i = 0; i < graph.outputs().size(); ++i) {
    const TensorId made = here.at(graph.representative(graph.outputs()[i]));
    const Tensor& tensor = outer_.space->tensor(made);
    Fact fact;
    fact.choice = tensor.op.isValid() ? Choice{tensor.op, tensor.output, {}} : Choice{{}, 0, made};
    loaded.inlined.push_back(fact);
    loaded.outputTypes[i] = tensor.type;
  }
}

}  // namespace tasoscope
