#include "onnx/graph_writer.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include "onnx/bodies.h"
#include "onnx/declared_types.h"
#include "onnx/express.h"
#include "onnx/fold.h"
#include "onnx/names.h"
#include "onnx/written_values.h"
#include "tensor/error.h"

namespace tasoscope {
namespace {

constexpr std::int64_t kFirstIrVersionWithOverridableInitializers = 4;
constexpr int kOpsetWhenNoneIsImported = 17;

class GraphWriter {
 public:
  /// `names`: those that no new tensor or node may have, in the whole file.
  GraphWriter(const Model& model, const Graph& graph, const Region* region, const WriteOptions& options,
              absl::flat_hash_set<std::string>& names, const Progress& progress)
      : usedNames_(names),
        progress_(progress),
        impl_(model.impl()),
        read_(impl_.graph()),
        graph_(graph),
        space_(graph.space()),
        options_(options),
        values_(graph),
        folded_(foldConstants(graph, values_, options.maxFoldedBytes, progress)),
        region_(region),
        outputs_(region ? region->outputs : graph.outputs()) {
    if (region) {
      for (const TensorId input : region->inputs) cut_.insert(values_.valueOf(input));
    }
    const auto opset = static_cast<int>(model.opsetVersion());
    importsOpset_ = opset > 0;
    opset_ = importsOpset_ ? opset : kOpsetWhenNoneIsImported;
  }

  WrittenProto write() {
    findConstantNodes();
    collectUsedNames();
    rewriteBodies();
    findNeeded();
    emitAll();
    emitOutputs();
    result_.proto = *impl_.proto;
    auto& graph = *result_.proto.mutable_graph();
    graph.clear_node();
    for (auto& node : nodes_) *graph.add_node() = std::move(node);
    writeInitializers(graph);
    if (region_) writeBorder(graph);
    dropStale(graph);
    if (!importsOpset_ && result_.newNodes > 0) result_.proto.add_opset_import()->set_version(opset_);
    return std::move(result_);
  }

 private:
  // What is read from the model.

  void findConstantNodes() {
    for (int i = 0; i < read_.node_size(); ++i) {
      if (impl_.opOfNode[static_cast<std::size_t>(i)].isValid() || read_.node(i).output_size() != 1) continue;
      const auto found = impl_.tensorByName.find(read_.node(i).output(0));
      if (found != impl_.tensorByName.end()) constantNodes_[found->second] = i;
    }
  }

  void collectUsedNames() {
    forEachName(read_, [&](const std::string& name) { usedNames_.insert(name); });
    for (const auto& node : read_.node()) usedNames_.insert(node.name());
    for (const auto& value : read_.value_info()) usedNames_.insert(value.name());
  }

  // Nodes with changed graphs inside.

  void rewriteBodies() {
    for (const ChangedBody& body : options_.bodies) {
      const std::int32_t ordinal = space_.op(body.op).ordinal;
      onnx::NodeProto& node = changedNodes_.try_emplace(ordinal, read_.node(ordinal)).first->second;
      for (auto& attribute : *node.mutable_attribute())
        if (attribute.has_g() && attribute.name() == body.name) *attribute.mutable_g() = written(body);
    }
  }

  onnx::GraphProto written(const ChangedBody& body) {
    const Graph graph = expandedForFile(*body.model, *body.graph, *body.options);
    WrittenProto inner = GraphWriter(*body.model, graph, nullptr, *body.options, usedNames_, progress_).write();
    result_.newNodes += inner.newNodes;
    newInitializersInside_ += inner.newInitializers;
    for (auto& tensor : *inner.proto.mutable_graph()->mutable_initializer()) {
      const auto weight = inner.weights.find(tensor.name());
      if (weight == inner.weights.end()) continue;
      const auto bytes = weight->second->bytes();
      tensor.set_raw_data(bytes->data(), bytes->size());
    }
    return std::move(*inner.proto.mutable_graph());
  }

  const onnx::NodeProto& nodeAt(std::int32_t ordinal) const {
    const auto changed = changedNodes_.find(ordinal);
    return changed == changedNodes_.end() ? read_.node(ordinal) : changed->second;
  }

  std::string freshName(const std::string& stem) {
    std::string name = stem;
    for (int i = 1; !usedNames_.insert(name).second; ++i) name = fmt::format("{}_{}", stem, i);
    return name;
  }

  std::string stemOf(OpId op) const {
    std::string stem = options_.stemOf && op.isValid() ? options_.stemOf(op) : std::string();
    if (!stem.empty()) return stem;
    return op.isValid() ? space_.op(op).name() : std::string("constant");
  }

  bool isLoaded(OpId op) const { return space_.op(op).ordinal >= 0; }
  bool isFolded(TensorId value) const { return folded_.contains(value); }
  /// The op that the file computes a value with.
  OpId writtenProducer(TensorId value) const {
    return isFolded(value) || cut_.contains(value) ? OpId{} : values_.producerOf(value);
  }
  bool isOutput(TensorId tensor) const {
    return region_ ? std::ranges::count(outputs_, tensor) > 0 : graph_.isOutput(tensor);
  }

  /// The names that a node of the file reads, those that its bodies capture included.
  template <typename Visit>
  void forEachRead(const onnx::NodeProto& node, const Visit& visit) const {
    for (const auto& name : node.input()) {
      if (!name.empty()) visit(impl_.tensorByName.at(name));
    }
    for (const auto& name : capturedNames(node)) visit(impl_.tensorByName.at(name));
  }

  /// The values that an op reads in the file: a kept node also reads what the space absorbed as attributes.
  std::vector<TensorId> readBy(OpId id) const {
    std::vector<TensorId> read;
    const Op& op = space_.op(id);
    if (op.ordinal >= 0) {
      forEachRead(nodeAt(op.ordinal), [&](TensorId tensor) { read.push_back(values_.valueOf(tensor)); });
      return read;
    }
    for (const TensorId input : op.inputs) {
      if (input.isValid()) read.push_back(values_.valueOf(input));
    }
    return read;
  }

  void findNeeded() {
    std::vector<TensorId> pending;
    for (const TensorId output : outputs_) {
      pending.push_back(values_.valueOf(output));
      outputOf_.try_emplace(pending.back(), output);
    }
    while (!pending.empty()) {
      const TensorId value = pending.back();
      pending.pop_back();
      if (!needed_.insert(value).second) continue;
      const OpId op = writtenProducer(value);
      if (!op.isValid() || !neededOps_.insert(op).second) continue;
      for (const TensorId read : readBy(op)) pending.push_back(read);
    }
  }

  // Names.

  std::string nameOf(TensorId value) {
    const auto found = names_.find(value);
    if (found != names_.end()) return found->second;
    return names_.emplace(value, chooseName(value)).first->second;
  }

  std::string chooseName(TensorId value) {
    const auto& members = values_.membersOf(value);
    const Tensor& tensor = space_.tensor(value);
    const bool isSource = !writtenProducer(value).isValid();
    if (isSource && !isFolded(value) && !tensor.name.empty()) return tensor.name;
    if (const auto output = outputOf_.find(value); !isSource && output != outputOf_.end()) {
      const std::string& name = space_.tensor(output->second).name;
      if (!name.empty()) return name;  // tensors inside a graph may have none
    }
    const bool isOwn = std::binary_search(members.begin(), members.end(), value) || !graph_.isLive(value);
    if (isOwn && !tensor.name.empty() && !(isSource && isOutput(value))) return tensor.name;
    for (const TensorId member : members) {
      const bool isTaken = isOutput(member);  // its name is for the Identity that gives it
      if (!isTaken && !space_.tensor(member).name.empty()) return space_.tensor(member).name;
    }
    return freshName(stemOf(tensor.op) + (isFolded(value) ? "_folded" : "_out"));
  }

  // Nodes, each after what it reads.

  void emitAll() {
    for (int i = 0; i < read_.node_size(); ++i) {
      const OpId op = impl_.opOfNode[static_cast<std::size_t>(i)];
      if (op.isValid() && neededOps_.contains(op)) emitWithInputs(op);
      if (!op.isValid() && read_.node(i).output_size() == 1) emitConstantNode(i);
    }
    for (const TensorId output : outputs_) {
      const OpId op = writtenProducer(values_.valueOf(output));
      if (op.isValid()) emitWithInputs(op);
    }
  }

  void emitConstantNode(int ordinal) {
    const auto found = impl_.tensorByName.find(read_.node(ordinal).output(0));
    if (found != impl_.tensorByName.end() && needed_.contains(found->second)) emitConstant(found->second);
  }

  void emitConstant(TensorId value) {
    const auto node = constantNodes_.find(value);
    if (node != constantNodes_.end() && !isFolded(value) && emittedConstants_.insert(value).second) {
      nodes_.push_back(read_.node(node->second));
    }
  }

  void emitWithInputs(OpId root) {
    struct Frame {
      OpId op;
      std::vector<TensorId> reads;
      std::size_t next = 0;
    };
    std::vector<Frame> stack;
    const auto enter = [&](OpId op) {
      if (emitted_.insert(op).second) stack.push_back({op, readBy(op)});
    };
    enter(root);
    while (!stack.empty()) {
      Frame& frame = stack.back();
      if (frame.next == frame.reads.size()) {
        const OpId op = frame.op;
        stack.pop_back();
        emit(op);
        continue;
      }
      const TensorId value = frame.reads[frame.next++];
      emitConstant(value);
      if (const OpId op = writtenProducer(value); op.isValid()) enter(op);
    }
  }

  void emit(OpId op) {
    if (isLoaded(op)) {
      emitKept(op);
    } else {
      emitNew(op);
    }
  }

  std::string nameInFile(const std::string& readName) {
    return readName.empty() ? readName : nameOf(values_.valueOf(impl_.tensorByName.at(readName)));
  }

  /// A node as it was read; names change only where a tensor has become another's value.
  void emitKept(OpId id) {
    const Op& op = space_.op(id);
    onnx::NodeProto node = nodeAt(op.ordinal);
    for (auto& input : *node.mutable_input()) input = nameInFile(input);
    if (hasBodies(node)) renameCaptured(node, [&](const std::string& name) { return nameInFile(name); });
    for (std::size_t i = 0; i < op.outputs.size(); ++i) {
      auto& name = *node.mutable_output(static_cast<int>(i));
      const TensorId made = op.outputs[i];
      if (needed_.contains(made)) {
        name = nameOf(made);
      } else if (!name.empty() && graph_.isLive(made)) {
        name = freshName(name + "_unused");  // the name belongs to what replaced this output
      }
    }
    nodes_.push_back(std::move(node));
  }

  void emitNew(OpId id) {
    const Op& op = space_.op(id);
    NamedOp named{space_, op, {}, {}};
    for (const TensorId input : op.inputs)
      named.inputs.push_back(input.isValid() ? nameOf(values_.valueOf(input)) : "");
    const std::string stem = stemOf(id);
    for (const TensorId output : op.outputs) {
      named.outputs.push_back(needed_.contains(output) ? nameOf(output) : freshName(stem + "_unused"));
    }
    Expression out(
        opset_, stem, [&](const std::string& wanted) { return freshName(wanted); },
        [&](const std::string& wanted, Value value) { return addValue(wanted, std::move(value)); });
    express(named, out);
    addNewNodes(out.nodes());
  }

  void addNewNodes(std::vector<onnx::NodeProto>& nodes) {
    result_.newNodes += static_cast<int>(nodes.size());
    for (auto& node : nodes) nodes_.push_back(std::move(node));
  }

  /// Outputs that became one value, an input or a constant get an Identity.
  void emitOutputs() {
    absl::flat_hash_set<std::string> given;
    for (const TensorId output : outputs_) {
      const TensorId value = values_.valueOf(output);
      emitConstant(value);
      const std::string name = nameOf(value);
      const std::string wanted = space_.tensor(output).name.empty() ? name : space_.tensor(output).name;
      if (name == wanted || !given.insert(wanted).second) continue;
      onnx::NodeProto node;
      node.set_op_type("Identity");
      node.set_name(freshName(wanted + "_Identity"));
      node.add_input(name);
      node.add_output(wanted);
      nodes_.push_back(std::move(node));
      ++result_.newNodes;
    }
  }

  // Initializers.

  std::string addValue(const std::string& wanted, Value value) {
    const auto bytes = encode(value);
    std::string key = value.type().text() + ":";
    key.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    auto& name = valueNames_[key];
    if (name.empty()) {
      name = freshName(wanted);
      newInitializers_.emplace_back(name, makeConstant(std::move(value)));
    }
    return name;
  }

  bool isKept(const onnx::TensorProto& initializer) const {
    if (!region_ && !impl_.proto->training_info().empty()) return true;
    const TensorId tensor = impl_.tensorByName.at(initializer.name());
    if (region_ && !needed_.contains(tensor)) return false;
    return space_.tensor(tensor).origin == TensorOrigin::kInput || (needed_.contains(tensor) && !isFolded(tensor));
  }

  void writeInitializers(onnx::GraphProto& graph) {
    graph.clear_initializer();
    absl::flat_hash_set<std::string> dropped;
    for (const auto& initializer : read_.initializer()) {
      if (isKept(initializer)) {
        *graph.add_initializer() = initializer;
        const auto weight = impl_.store->generated.find(initializer.name());
        if (weight != impl_.store->generated.end()) result_.weights.insert(*weight);
      } else {
        dropped.insert(initializer.name());
      }
    }
    if (!dropped.empty()) {
      auto& inputs = *graph.mutable_input();
      inputs.erase(
          std::remove_if(inputs.begin(), inputs.end(), [&](const auto& i) { return dropped.contains(i.name()); }),
          inputs.end());
    }
    for (const TensorId value : sortedSources()) newInitializers_.emplace_back(nameOf(value), constantOfValue(value));
    for (const auto& [name, constant] : newInitializers_) addInitializer(graph, name, constant);
    result_.newInitializers = static_cast<int>(newInitializers_.size()) + newInitializersInside_;
  }

  ConstantPtr constantOfValue(TensorId value) const {
    const auto folded = folded_.find(value);
    return folded != folded_.end() ? folded->second : space_.tensor(value).constant;
  }

  /// Needed constants that the file did not hold, in order of id.
  std::vector<TensorId> sortedSources() const {
    std::vector<TensorId> sources;
    for (const TensorId value : needed_) {
      const Tensor& tensor = space_.tensor(value);
      const bool isRuleConstant = tensor.origin == TensorOrigin::kConstant && !impl_.tensorByName.contains(tensor.name);
      if (isFolded(value) || isRuleConstant) sources.push_back(value);
    }
    std::sort(sources.begin(), sources.end());
    return sources;
  }

  void addInitializer(onnx::GraphProto& graph, const std::string& name, const ConstantPtr& constant) {
    const TensorType& type = constant->type();
    auto& tensor = *graph.add_initializer();
    tensor.set_name(name);
    tensor.set_data_type(static_cast<int>(type.element));
    for (const std::int64_t extent : type.shape.extents()) tensor.add_dims(extent);
    if (type.element == ElementType::kString) {
      const Value value = constant->value();
      for (const auto& text : value.strings()) tensor.add_string_data(text);
    } else {
      result_.weights[name] = constant;
    }
    if (impl_.proto->ir_version() >= kFirstIrVersionWithOverridableInitializers) return;
    auto& input = *graph.add_input();
    input.set_name(name);
    *input.mutable_type() = protoFromType(type);
  }

  // The border of a region.

  void writeBorder(onnx::GraphProto& graph) {
    absl::flat_hash_set<std::string> initialized, atBorder;
    for (const auto& tensor : graph.initializer()) initialized.insert(tensor.name());
    auto& inputs = *graph.mutable_input();
    inputs.erase(
        std::remove_if(inputs.begin(), inputs.end(), [&](const auto& i) { return !initialized.contains(i.name()); }),
        inputs.end());
    for (const TensorId input : region_->inputs) {
      const TensorId value = values_.valueOf(input);
      const std::string name = nameOf(value);
      const bool isDefault = initialized.contains(name);
      if (!isDefault && atBorder.insert(name).second) *inputs.Add() = declarationOf(value, name);
    }
    graph.clear_output();
    for (const TensorId output : outputs_) {
      const TensorId value = values_.valueOf(output);
      const std::string name = nameOf(value);
      if (atBorder.insert(name).second) *graph.add_output() = declarationOf(value, name);
    }
    auto& infos = *graph.mutable_value_info();
    infos.erase(std::remove_if(infos.begin(), infos.end(), [&](const auto& v) { return atBorder.contains(v.name()); }),
                infos.end());
    auto& sparse = *graph.mutable_sparse_initializer();
    sparse.erase(std::remove_if(sparse.begin(), sparse.end(),
                                [&](const auto& s) {
                                  const auto tensor = impl_.tensorByName.find(s.values().name());
                                  return tensor == impl_.tensorByName.end() || !needed_.contains(tensor->second);
                                }),
                 sparse.end());
    result_.proto.clear_training_info();
  }

  onnx::ValueInfoProto declarationOf(TensorId value, const std::string& name) const {
    for (const auto* declared : {&read_.input(), &read_.output()}) {
      for (const auto& info : *declared)
        if (info.name() == name) return info;
    }
    const TensorType& type = space_.tensor(value).type;
    if (!type.isTensor || type.element == ElementType::kUndefined)
      throw ModelError(
          fmt::format("the type of {} is not known, so that it cannot be at the border of a model", shown(name)));
    onnx::ValueInfoProto info;
    info.set_name(name);
    *info.mutable_type() = protoFromType(type);
    return info;
  }

  // What tells about tensors that are gone.

  void dropStale(onnx::GraphProto& graph) const {
    absl::flat_hash_set<std::string> defined;
    for (const auto& input : graph.input()) defined.insert(input.name());
    for (const auto& tensor : graph.initializer()) defined.insert(tensor.name());
    for (const auto& tensor : graph.sparse_initializer()) defined.insert(tensor.values().name());
    for (const auto& node : graph.node()) defined.insert(node.output().begin(), node.output().end());
    auto& infos = *graph.mutable_value_info();
    infos.erase(std::remove_if(infos.begin(), infos.end(), [&](const auto& v) { return !defined.contains(v.name()); }),
                infos.end());
    auto& notes = *graph.mutable_quantization_annotation();
    notes.erase(
        std::remove_if(notes.begin(), notes.end(), [&](const auto& n) { return !defined.contains(n.tensor_name()); }),
        notes.end());
  }

  absl::flat_hash_set<std::string>& usedNames_;
  const Progress& progress_;
  const Model::Impl& impl_;
  const onnx::GraphProto& read_;
  const Graph& graph_;
  const Space& space_;
  const WriteOptions& options_;
  WrittenValues values_;
  absl::flat_hash_map<TensorId, ConstantPtr> folded_;
  const Region* region_;
  std::vector<TensorId> outputs_;
  absl::flat_hash_set<TensorId> cut_;  ///< the values that a region takes from outside
  int opset_ = 0;
  bool importsOpset_ = true;
  absl::flat_hash_map<TensorId, int> constantNodes_;
  absl::flat_hash_map<std::int32_t, onnx::NodeProto> changedNodes_;
  int newInitializersInside_ = 0;
  absl::flat_hash_set<TensorId> needed_, emittedConstants_;
  absl::flat_hash_set<OpId> neededOps_, emitted_;
  absl::flat_hash_map<TensorId, TensorId> outputOf_;  ///< the first output that gives a value
  absl::flat_hash_map<TensorId, std::string> names_;
  absl::flat_hash_map<std::string, std::string> valueNames_;
  std::vector<std::pair<std::string, ConstantPtr>> newInitializers_;
  std::vector<onnx::NodeProto> nodes_;
  WrittenProto result_;
};

}  // namespace

std::optional<std::string> whyNotWritable(const Model& model, OpId id) {
  const Op& op = model.space().op(id);
  if (op.ordinal >= 0 || op.isConstant) return std::nullopt;  // constants are folded
  const auto opset = static_cast<int>(model.opsetVersion());
  int names = 0;
  const auto fresh = [&](const std::string& stem) { return stem + std::to_string(names++); };
  Expression out(opset > 0 ? opset : kOpsetWhenNoneIsImported, "", fresh,
                 [&](const std::string& stem, const Value&) { return fresh(stem); });
  NamedOp named{model.space(), op, {}, {}};
  for (const TensorId input : op.inputs) named.inputs.push_back(input.isValid() ? fresh("x") : "");
  for (std::size_t i = 0; i < op.outputs.size(); ++i) named.outputs.push_back(fresh("y"));
  try {
    express(named, out);
    return std::nullopt;
  } catch (const ModelError& error) {
    return error.what();
  }
}

WrittenProto protoOf(const Model& model, const Graph& graph, const Region* region, const WriteOptions& options,
                     const Progress& progress) {
  absl::flat_hash_set<std::string> names;
  return GraphWriter(model, graph, region, options, names, progress).write();
}

}  // namespace tasoscope
