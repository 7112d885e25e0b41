// From a parsed ModelProto to a space: structural checks, then tensors and ops in topological order.

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <queue>

#include "onnx/bodies.h"
#include "onnx/canonical.h"
#include "onnx/declared_types.h"
#include "onnx/load_bodies.h"
#include "onnx/model_impl.h"
#include "onnx/names.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr int kMaxOutputs = 10'000;
constexpr std::int64_t kMostNodesInside = 1'000'000;  // of bodies and functions, over the whole file
constexpr std::int64_t kFirstIrVersionWithOpsets = 3;
constexpr std::int64_t kFirstIrVersionWithOverridableInitializers = 4;

class Loader {
 public:
  Loader(Model::Impl& impl, const Surroundings& around, const Progress& progress)
      : impl_(impl), around_(around), graph_(impl.graph()), space_(*impl.space), progress_(progress) {}

  void run() {
    if (!impl_.proto->has_graph()) throw ModelError("the model holds no graph; is this an ONNX model?");
    requireUtf8Names(graph_);
    readOpsets();
    readDeclaredTypes();
    addCaptured();
    addInitializers();
    addInputs();
    addNodes();
    bindOutputs();
    collectSymbols();
  }

 private:
  void readOpsets() {
    for (const auto& import : impl_.proto->opset_import()) {
      if (import.version() <= 0) continue;
      const std::string domain(canonicalDomain(import.domain()));
      for (const OpsetImport& known : impl_.opsets) {
        if (known.domain == domain && known.version != import.version()) {
          throw ModelError(
              fmt::format("the model imports versions {} and {} of the operators of \"{}\"; it must choose one",
                          known.version, import.version(), domain.empty() ? "ai.onnx" : shown(domain)));
        }
      }
      impl_.opsets.push_back({domain, import.version()});
    }
    if (!impl_.opsets.empty()) return;
    if (impl_.proto->ir_version() >= kFirstIrVersionWithOpsets) {
      throw ModelError("the model imports no operators (opset_import is empty); export it again");
    }
    impl_.opsets.push_back({"", 1});
  }

  std::int64_t opsetOf(std::string_view domain) const {
    for (const OpsetImport& import : impl_.opsets) {
      if (import.domain == domain) return import.version;
    }
    return 0;
  }

  void readDeclaredTypes() {
    for (const auto& value : graph_.value_info()) declared_.try_emplace(value.name(), &value.type());
    for (const auto& value : graph_.output()) {
      if (value.has_type()) declared_.insert_or_assign(value.name(), &value.type());
    }
  }

  TensorType declaredType(const std::string& name) const {
    const auto found = declared_.find(name);
    return found == declared_.end() ? TensorType{} : typeFromProto(*found->second, "tensor " + shown(name));
  }

  void define(const std::string& name, TensorId tensor, std::string_view what) {
    if (!impl_.tensorByName.try_emplace(name, tensor).second) {
      throw ModelError(Position{.field = fmt::format("{} \"{}\"", what, shown(name))}, "the name is defined twice",
                       "each tensor of a graph needs a name of its own");
    }
  }

  void addCaptured() {
    for (const CapturedTensor& captured : around_.captured) {
      const TensorId tensor = captured.constant ? space_.addConstant(captured.name, captured.constant)
                                                : space_.addInput(captured.name, captured.type, captured.elements);
      define(captured.name, tensor, "tensor");
      impl_.captured.push_back(tensor);
    }
  }

  bool canBeOverridden(const std::string& initializer) const {
    return impl_.proto->ir_version() >= kFirstIrVersionWithOverridableInitializers &&
           !impl_.options.overridableInitializersAreConstant && inputNames_.contains(initializer);
  }

  void addInitializers() {
    for (const auto& input : graph_.input()) inputNames_.insert(input.name());
    for (const auto& tensor : graph_.initializer()) {
      progress_.throwIfCancelled();
      const std::string place = "initializer " + shown(tensor.name());
      if (tensor.name().empty()) throw ModelError("an initializer has no name; export the model again");
      auto constant = constantOf({impl_.proto, &tensor}, impl_.store, place);
      const bool isDefault = canBeOverridden(tensor.name());
      define(tensor.name(),
             isDefault ? space_.addInput(tensor.name(), constant->type()) : space_.addConstant(tensor.name(), constant),
             "initializer");
      initializers_.insert(tensor.name());
    }
    for (const auto& sparse : graph_.sparse_initializer()) addSparse(sparse);
  }

  /// A sparse initializer is carried: a dense tensor of its type about which nothing else is known.
  void addSparse(const onnx::SparseTensorProto& sparse) {
    const std::string& name = sparse.values().name();
    const std::string place = "sparse initializer " + shown(name);
    onnx::TensorProto dense;
    dense.set_data_type(sparse.values().data_type());
    *dense.mutable_dims() = sparse.dims();
    define(name, space_.addInput(name, typeOf(dense, place)), "sparse initializer");
    initializers_.insert(name);
    impl_.remarks.push_back({place, "is sparse and is carried as it is"});
  }

  void addInputs() {
    absl::flat_hash_set<std::string> seen;
    for (const auto& input : graph_.input()) {
      const std::string place = "input " + shown(input.name());
      if (!seen.insert(input.name()).second) throw ModelError(Position{.field = place}, "is listed twice");
      if (initializers_.contains(input.name())) continue;
      if (input.name().empty()) throw ModelError("an input of the model has no name; export the model again");
      const TensorId tensor = space_.addInput(input.name(), typeOfInput(input, impl_.inputs.size(), place));
      define(input.name(), tensor, "input");
      impl_.inputs.push_back(tensor);
    }
  }

  TensorType typeOfInput(const onnx::ValueInfoProto& input, std::size_t position, const std::string& place) const {
    if (input.has_type()) return typeFromProto(input.type(), place);
    if (position < around_.inputTypes.size()) return around_.inputTypes[position];
    throw ModelError(Position{.field = place}, "has no type", "export the model again");
  }

  /// The positions of the nodes in an order in which each comes after those it reads from: the file's, if that is one.
  std::vector<int> topologicalOrder() {
    absl::flat_hash_map<std::string, int> producer;
    const int count = graph_.node_size();
    for (int i = 0; i < count; ++i) {
      for (const auto& name : graph_.node(i).output()) {
        if (name.empty()) continue;
        if (impl_.tensorByName.contains(name) || !producer.try_emplace(name, i).second) {
          throw ModelError(Position{.node = describeNode(graph_.node(i), i)},
                           fmt::format("its output \"{}\" is defined elsewhere as well", shown(name)),
                           "each tensor needs one definition");
        }
      }
    }
    std::vector<std::vector<int>> readers(static_cast<std::size_t>(count));
    std::vector<int> missing(static_cast<std::size_t>(count), 0);
    const auto read = [&](int reader, const std::string& name) {
      if (name.empty()) return;
      readNames_.insert(name);
      if (impl_.tensorByName.contains(name)) return;
      const auto found = producer.find(name);
      if (found == producer.end()) {
        throw ModelError(Position{.node = describeNode(graph_.node(reader), reader)},
                         fmt::format("reads \"{}\", which no input, initializer or node gives", shown(name)));
      }
      readers[static_cast<std::size_t>(found->second)].push_back(reader);
      ++missing[static_cast<std::size_t>(reader)];
    };
    for (int i = 0; i < count; ++i) {
      for (const auto& name : graph_.node(i).input()) read(i, name);
      for (const auto& name : capturedNames(graph_.node(i))) read(i, name);
    }
    std::priority_queue<int, std::vector<int>, std::greater<>> ready;
    for (int i = 0; i < count; ++i) {
      if (missing[static_cast<std::size_t>(i)] == 0) ready.push(i);
    }
    std::vector<int> order;
    while (!ready.empty()) {
      const int node = ready.top();
      ready.pop();
      order.push_back(node);
      for (const int reader : readers[static_cast<std::size_t>(node)]) {
        if (--missing[static_cast<std::size_t>(reader)] == 0) ready.push(reader);
      }
    }
    if (static_cast<int>(order.size()) == count) return order;
    const auto stuck = std::find_if(missing.begin(), missing.end(), [](int m) { return m > 0; }) - missing.begin();
    throw ModelError(Position{.node = describeNode(graph_.node(static_cast<int>(stuck)), static_cast<int>(stuck))},
                     "depends on its own output", "a graph must not have cycles");
  }

  void addNodes() {
    for (const auto& output : graph_.output()) readNames_.insert(output.name());
    const std::vector<int> order = topologicalOrder();
    impl_.opOfNode.assign(static_cast<std::size_t>(graph_.node_size()), OpId{});
    double done = 0;
    for (const int ordinal : order) {
      progress_.throwIfCancelled();
      addNode(ordinal);
      if (++done; static_cast<int>(done) % 1024 == 0) {
        progress_.report("reading nodes", done, static_cast<double>(order.size()));
      }
    }
  }

  void addNode(int ordinal) {
    const auto& node = graph_.node(ordinal);
    if (node.op_type().empty()) {
      throw ModelError(Position{.node = describeNode(node, ordinal)}, "names no operator", "the file is damaged");
    }
    if (node.output_size() > kMaxOutputs) {
      throw ModelError(Position{.node = describeNode(node, ordinal)},
                       fmt::format("has {} outputs; at most {} are read", node.output_size(), kMaxOutputs));
    }
    if (node.output_size() == 0) {
      remark(ordinal, "has no outputs and is left aside");
      return;
    }
    if (!addConstantNode(node, ordinal) && !addDefined(node, ordinal)) addOpaque(node, ordinal);
  }

  void remark(int ordinal, std::string text) {
    impl_.remarks.push_back({describeNode(graph_.node(ordinal), ordinal), std::move(text)});
  }

  /// Whether the model defines the operator itself, as a function.
  bool isOfModel(const onnx::NodeProto& node) const { return functionOf(impl_, node) != nullptr; }

  bool isOfOnnx(const onnx::NodeProto& node) const {
    return canonicalDomain(node.domain()).empty() && !isOfModel(node);
  }

  /// A Constant node becomes a constant tensor. False when it is none, or holds what is no dense tensor.
  bool addConstantNode(const onnx::NodeProto& node, int ordinal) {
    if (node.op_type() != "Constant" || !isOfOnnx(node) || node.output_size() != 1 || node.attribute_size() != 1)
      return false;
    const auto constant = constantOfNode(node.attribute(0), describeNode(node, ordinal));
    if (!constant) return false;
    define(node.output(0), space_.addConstant(node.output(0), constant), "tensor");
    return true;
  }

  ConstantPtr constantOfNode(const onnx::AttributeProto& attribute, const std::string& place) const {
    if (attribute.name() == "value" && attribute.has_t())
      return constantOf({impl_.proto, &attribute.t()}, impl_.store, place);
    const auto value = attributeValueOf(attribute);
    if (!value || attribute.name().rfind("value_", 0) != 0) return nullptr;
    if (const auto* number = std::get_if<std::int64_t>(&*value)) {
      return makeConstant(Value::ofIntegers(ElementType::kInt64, {}, {*number}));
    }
    if (const auto* number = std::get_if<double>(&*value))
      return makeConstant(Value::scalar(ElementType::kFloat32, *number));
    if (const auto* text = std::get_if<std::string>(&*value)) return makeConstant(Value::ofStrings({}, {*text}));
    const auto list = [](const auto& elements) { return std::vector{static_cast<std::int64_t>(elements.size())}; };
    if (const auto* numbers = std::get_if<std::vector<std::int64_t>>(&*value)) {
      return makeConstant(Value::ofIntegers(ElementType::kInt64, list(*numbers), *numbers));
    }
    if (const auto* numbers = std::get_if<std::vector<double>>(&*value)) {
      return makeConstant(Value::ofFloats(ElementType::kFloat32, list(*numbers), *numbers));
    }
    const auto& texts = std::get<std::vector<std::string>>(*value);
    return makeConstant(Value::ofStrings(list(texts), texts));
  }

  /// How many outputs a node has up to the last one that something reads: masks and indices often go unread.
  int readOutputCount(const onnx::NodeProto& node) const {
    int count = node.output_size();
    while (count > 1 && !readNames_.contains(node.output(count - 1))) --count;
    return count;
  }

  std::vector<TensorId> inputsOf(const onnx::NodeProto& node) const {
    std::vector<TensorId> inputs;
    for (const auto& name : node.input()) inputs.push_back(name.empty() ? TensorId{} : impl_.tensorByName.at(name));
    return inputs;
  }

  std::vector<TensorType> outputTypesOf(const onnx::NodeProto& node) const {
    std::vector<TensorType> types;
    for (const auto& name : node.output()) types.push_back(name.empty() ? TensorType{} : declaredType(name));
    return types;
  }

  static std::vector<std::string> outputNamesOf(const onnx::NodeProto& node) {
    return {node.output().begin(), node.output().end()};
  }

  void bindOp(const onnx::NodeProto& node, int ordinal, OpId op) {
    impl_.opOfNode[static_cast<std::size_t>(ordinal)] = op;
    const auto& outputs = space_.op(op).outputs;
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      const std::string& name = node.output(static_cast<int>(i));
      if (!name.empty()) define(name, outputs[i], "tensor");
    }
  }

  /// False when the node has no definition or no exact canonical form.
  bool addDefined(const onnx::NodeProto& node, int ordinal) {
    const std::string_view domain = canonicalDomain(node.domain());
    if (isOfModel(node) || domain == "tasoscope" || hasBodies(node)) return false;
    const OperatorDefinition* definition = findOperator(node.op_type(), domain);
    if (!definition && (!domain.empty() || !canonicalizerOf(node.op_type()))) return false;
    const auto opset = opsetOf(domain);
    if (opset <= 0) {
      remark(ordinal, fmt::format("is carried as it is, because the model imports no version of {}",
                                  domain.empty() ? "ai.onnx" : domain));
      return false;
    }
    auto canonical = canonicalize({.node = node,
                                   .opset = static_cast<int>(std::min<std::int64_t>(opset, 1000)),
                                   .space = space_,
                                   .definition = definition,
                                   .attributes = {},
                                   .inputs = inputsOf(node),
                                   .outputCount = readOutputCount(node)});
    if (!canonical.request) {
      if (!canonical.whyOpaque.empty()) remark(ordinal, "is carried as it is, because " + canonical.whyOpaque);
      return false;
    }
    try {
      bindOp(node, ordinal,
             space_.addLoaded(std::move(*canonical.request), outputNamesOf(node), outputTypesOf(node), ordinal));
      return true;
    } catch (const ModelError& error) {
      remark(ordinal, fmt::format("is carried as it is, because it does not fit its operator: {}", error.what()));
      return false;
    }
  }

  void addOpaque(const onnx::NodeProto& node, int ordinal) {
    const std::vector<std::string> names = capturedNames(node);
    std::vector<TensorId> captured;
    for (const auto& name : names) captured.push_back(impl_.tensorByName.at(name));
    const std::vector<TensorId> inputs = inputsOf(node);
    BodyLoader loader(impl_, node, ordinal, inputs, names, captured);
    const onnx::FunctionProto* function = functionOf(impl_, node);
    LoadedBodies loaded = function ? loader.loadFunction(*function) : loader.loadGraphs();
    const auto domain = canonicalDomain(node.domain());
    const std::string name = domain.empty() ? node.op_type() : fmt::format("{}.{}", domain, node.op_type());
    const OpId op = space_.addOpaque(name, attributesForDisplay(node), inputs, captured, outputNamesOf(node),
                                     refined(outputTypesOf(node), loaded), ordinal, loaded.bodies);
    bindOp(node, ordinal, op);
    keepBodies(op, std::move(loaded));
  }

  /// What the model declares, and what its graphs say where it does not. What is inlined must be of the same type.
  static std::vector<TensorType> refined(std::vector<TensorType> types, const LoadedBodies& loaded) {
    for (std::size_t i = 0; i < types.size() && i < loaded.outputTypes.size(); ++i) {
      const bool says = types[i].element != ElementType::kUndefined && types[i].shape.hasRank();
      if (!says || !loaded.inlined.empty()) types[i] = loaded.outputTypes[i];
    }
    return types;
  }

  void keepBodies(OpId op, LoadedBodies loaded) {
    for (ModelBody& body : loaded.models) body.op = op;
    auto& place = loaded.bodies && loaded.bodies->isFunction ? impl_.calls : impl_.bodies;
    std::move(loaded.models.begin(), loaded.models.end(), std::back_inserter(place));
    if (loaded.inlined.empty()) return;
    Inlining inlining{op, {}};
    const auto& outputs = space_.op(op).outputs;
    for (std::size_t i = 0; i < outputs.size() && i < loaded.inlined.size(); ++i) {
      inlining.facts.push_back(loaded.inlined[i]);
      inlining.facts.back().tensor = outputs[i];
    }
    impl_.inlinings.push_back(std::move(inlining));
  }

  void bindOutputs() {
    for (const auto& output : graph_.output()) {
      const auto found = impl_.tensorByName.find(output.name());
      if (found == impl_.tensorByName.end()) {
        throw ModelError(Position{.field = fmt::format("output \"{}\"", shown(output.name()))},
                         "no input, initializer or node gives it");
      }
      impl_.outputs.push_back(found->second);
    }
  }

  void collectSymbols() {
    absl::flat_hash_set<std::string> seen;
    const auto collect = [&](TensorId id) {
      const Shape& shape = space_.tensor(id).type.shape;
      if (!shape.hasRank()) return;
      for (const Dim& dim : shape.dims()) {
        dim.forEachSymbol([&](std::string_view symbol) {
          if (!symbol.starts_with('?') && seen.insert(std::string(symbol)).second) impl_.symbols.emplace_back(symbol);
        });
      }
    };
    for (const TensorId id : impl_.inputs) collect(id);
    for (const TensorId id : impl_.outputs) collect(id);
  }

  Model::Impl& impl_;
  const Surroundings& around_;
  const onnx::GraphProto& graph_;
  Space& space_;
  const Progress& progress_;
  absl::flat_hash_set<std::string> inputNames_, initializers_, readNames_;
  absl::flat_hash_map<std::string, const onnx::TypeProto*> declared_;
};

FunctionTable tableOf(const Model::Impl& impl) {
  FunctionTable table;
  for (const auto& function : impl.proto->functions())
    table[std::string(canonicalDomain(function.domain())) + ":" + function.name()] = &function;
  return table;
}

}  // namespace

const onnx::FunctionProto* functionOf(const Model::Impl& model, const onnx::NodeProto& node) {
  if (model.functions->empty()) return nullptr;
  const auto found = model.functions->find(fmt::format("{}:{}", canonicalDomain(node.domain()), node.op_type()));
  return found == model.functions->end() ? nullptr : found->second;
}

std::string describeNode(const onnx::NodeProto& node, int ordinal) {
  const std::string name = node.name().empty() ? std::to_string(ordinal) : shown(node.name());
  return fmt::format("node {} ({})", name, shown(node.op_type()));
}

std::string_view canonicalDomain(std::string_view domain) { return domain == "ai.onnx" ? std::string_view() : domain; }

void loadGraph(Model::Impl& impl, const Progress& progress) {
  impl.root = impl.proto;
  impl.nodesLeft = std::make_shared<std::int64_t>(kMostNodesInside);
  impl.functions = std::make_shared<const FunctionTable>(tableOf(impl));
  loadGraph(impl, progress, Surroundings());
}

void loadGraph(Model::Impl& impl, const Progress& progress, const Surroundings& around) {
  Loader(impl, around, progress).run();
}

}  // namespace tasoscope
