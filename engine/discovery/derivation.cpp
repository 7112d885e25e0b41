#include "discovery/derivation.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <functional>
#include <set>

namespace tasoscope::discovery {

using exchange::ForeignKind;
using exchange::ForeignOp;
using exchange::ForeignRule;
using exchange::ForeignTensor;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// The parameters that say what an operator computes; files of rules hold others beside them.
std::vector<int> meaningOf(const ForeignOp& op) {
  switch (op.kind) {
    case ForeignKind::kConv:
      return {op.parameter(exchange::kStrideH, 1), op.parameter(exchange::kStrideW, 1),
              op.parameter(exchange::kPadding, 0), op.parameter(exchange::kActivation, 0)};
    case ForeignKind::kMaxPool:
    case ForeignKind::kAveragePool:
      return {op.parameter(exchange::kKernelH, 3), op.parameter(exchange::kKernelW, 3),
              op.parameter(exchange::kStrideH, 1), op.parameter(exchange::kStrideW, 1),
              op.parameter(exchange::kPadding, 0)};
    case ForeignKind::kConcat:
    case ForeignKind::kSplit:
      return {op.parameter(exchange::kAxis, 0)};
    case ForeignKind::kMatMul:
      return {op.parameter(exchange::kActivation, 0)};
    case ForeignKind::kEnlarge:
      return {op.parameter(exchange::kKernelH, 3), op.parameter(exchange::kKernelW, 3)};
    default:
      return {};
  }
}

std::set<int> variablesOf(const std::vector<ForeignOp>& ops, const ForeignTensor& tensor) {
  if (tensor.isExternal()) return {tensor.op};
  std::set<int> variables;
  for (const ForeignTensor& input : ops[at(tensor.op)].inputs) variables.merge(variablesOf(ops, input));
  return variables;
}

}  // namespace

/// One e-graph with the rules applied to it.
class Saturation {
 public:
  Saturation(const Derivation& derivation, const DerivationLimits& limits) : derivation_(derivation), limits_(limits) {}

  /// Nothing when the operators do not fit their operands.
  std::optional<EGraph::Id> put(const std::vector<ForeignOp>& ops, const ForeignTensor& tensor) {
    return build(ops, tensor, [this](int variable) -> std::optional<EGraph::Id> {
      const auto index = at(-1 - variable);
      if (index >= derivation_.vocabulary_.variables.size()) return std::nullopt;
      return add(absl::StrCat("v", index), {}, derivation_.vocabulary_.variables[index].shape);
    });
  }

  bool areEqual(EGraph::Id a, EGraph::Id b) const { return graph_.areEqual(a, b); }

  /// One round; false when nothing new came of it, or the limit is reached.
  bool round() {
    graph_.rebuild();
    classes_ = graph_.classes();
    const std::size_t before = graph_.size();
    bool hasMerged = false;
    std::vector<std::pair<EGraph::Id, EGraph::Id>> equal;
    swapOperands(equal);
    for (const Derivation::Rewrite& rewrite : derivation_.rewrites_) {
      for (EGraph::Id id = 0; id < before && graph_.size() < limits_.nodes; ++id) {
        if (graph_.find(id) != id) continue;
        Bindings bindings;
        match(rewrite.from, rewrite.fromRoot, id, bindings, [&] {
          const auto made = build(rewrite.to, rewrite.toRoot,
                                  [&](int variable) -> std::optional<EGraph::Id> { return bindings.at(variable); });
          if (made && shapes_[*made].extents == shapes_[id].extents) equal.emplace_back(id, *made);
        });
      }
    }
    for (const auto& [a, b] : equal) hasMerged |= graph_.merge(a, b, 0);
    graph_.rebuild();
    return (hasMerged || graph_.size() > before) && graph_.size() < limits_.nodes;
  }

 private:
  using Bindings = std::map<int, EGraph::Id>;
  using Variables = std::function<std::optional<EGraph::Id>(int)>;

  struct Label {
    ForeignOp op;  ///< without operands
    int output = 0;
    std::vector<int> meaning;
    bool isVariable = false;
  };

  EGraph::Id add(const std::string& key, absl::InlinedVector<EGraph::Id, 4> operands, const FieldShape& shape) {
    const auto [place, isNew] = labelIds_.try_emplace(key, static_cast<EGraph::Label>(labels_.size()));
    if (isNew) labels_.push_back({{}, 0, {}, true});
    const EGraph::Id id = graph_.add({place->second, std::move(operands)});
    if (id == shapes_.size()) shapes_.push_back(shape);
    return id;
  }

  std::optional<EGraph::Id> addOp(const ForeignOp& op, int output, const std::vector<EGraph::Id>& operands) {
    const OperatorForm form = formOf(op, derivation_.vocabulary_);
    if (operands.size() != at(form.arity())) return std::nullopt;
    const auto shapes = shapesOf(form, operands.empty() ? nullptr : &shapes_[operands[0]],
                                 operands.size() < 2 ? nullptr : &shapes_[operands[1]], 1 << 20);
    if (!shapes) return std::nullopt;
    const std::vector<int> meaning = meaningOf(op);
    std::string key = absl::StrCat("o", static_cast<int>(op.kind), ".", output);
    for (const int value : meaning) absl::StrAppend(&key, ",", value);
    const auto [place, isNew] = labelIds_.try_emplace(key, static_cast<EGraph::Label>(labels_.size()));
    if (isNew) labels_.push_back({{op.kind, {}, op.parameters}, output, meaning, false});
    const EGraph::Id id = graph_.add({place->second, {operands.begin(), operands.end()}});
    if (id == shapes_.size()) shapes_.push_back((*shapes)[at(output)]);
    return id;
  }

  std::optional<EGraph::Id> build(const std::vector<ForeignOp>& ops, const ForeignTensor& tensor,
                                  const Variables& variables) {
    if (tensor.isExternal()) return variables(tensor.op);
    const ForeignOp& op = ops[at(tensor.op)];
    std::vector<EGraph::Id> operands;
    for (const ForeignTensor& input : op.inputs) {
      const auto operand = build(ops, input, variables);
      if (!operand) return std::nullopt;
      operands.push_back(*operand);
    }
    return addOp(op, tensor.output, operands);
  }

  void swapOperands(std::vector<std::pair<EGraph::Id, EGraph::Id>>& equal) {
    const std::size_t count = graph_.size();
    for (EGraph::Id id = 0; id < count; ++id) {
      const EGraph::Node node = graph_.node(id);
      const Label& label = labels_[node.label];
      if (label.isVariable || (label.op.kind != ForeignKind::kAdd && label.op.kind != ForeignKind::kMul)) continue;
      const EGraph::Id swapped = graph_.add({node.label, {node.operands[1], node.operands[0]}});
      if (swapped == shapes_.size()) shapes_.push_back(shapes_[id]);
      equal.emplace_back(id, swapped);
    }
  }

  void match(const std::vector<ForeignOp>& ops, const ForeignTensor& tensor, EGraph::Id id, Bindings& bindings,
             const std::function<void()>& found) {
    id = graph_.find(id);
    if (tensor.isExternal()) {
      const auto [place, isNew] = bindings.try_emplace(tensor.op, id);
      if (isNew || graph_.find(place->second) == id) found();
      if (isNew) bindings.erase(tensor.op);
      return;
    }
    if (id >= classes_.size()) return;  // made in this round
    const ForeignOp& op = ops[at(tensor.op)];
    const std::vector<int> meaning = meaningOf(op);
    for (const EGraph::Id member : classes_[id]) {
      const Label& label = labels_[graph_.node(member).label];
      if (label.isVariable || label.op.kind != op.kind || label.output != tensor.output || label.meaning != meaning)
        continue;
      matchOperands(ops, op, member, 0, bindings, found);
    }
  }

  void matchOperands(const std::vector<ForeignOp>& ops, const ForeignOp& op, EGraph::Id member, std::size_t index,
                     Bindings& bindings, const std::function<void()>& found) {
    if (graph_.size() >= limits_.nodes) return;
    if (index == op.inputs.size()) return found();
    const EGraph::Id operand = graph_.node(member).operands[index];
    match(ops, op.inputs[index], operand, bindings,
          [&] { matchOperands(ops, op, member, index + 1, bindings, found); });
  }

  const Derivation& derivation_;
  const DerivationLimits limits_;
  EGraph graph_;
  std::vector<FieldShape> shapes_;  // by id
  std::vector<Label> labels_;
  std::map<std::string, EGraph::Label> labelIds_;
  std::vector<std::vector<EGraph::Id>> classes_;
};

void Derivation::add(const ForeignRule& rule) {
  ++ruleCount_;
  for (const auto& output : rule.outputs) {
    const ForeignTensor source{output.sourceOp, output.sourceOutput}, target{output.targetOp, output.targetOutput};
    addRewrite(rule.source, source, rule.target, target);
    addRewrite(rule.target, target, rule.source, source);
  }
}

void Derivation::addRewrite(const std::vector<ForeignOp>& from, const ForeignTensor& fromRoot,
                            const std::vector<ForeignOp>& to, const ForeignTensor& toRoot) {
  // From a mere variable everything would follow everywhere; and what is not bound cannot be made.
  if (fromRoot.isExternal() || !std::ranges::includes(variablesOf(from, fromRoot), variablesOf(to, toRoot))) return;
  rewrites_.push_back({from, to, fromRoot, toRoot});
}

bool Derivation::derives(const ForeignRule& rule, const DerivationLimits& limits) const {
  Saturation saturation(*this, limits);
  std::vector<std::pair<EGraph::Id, EGraph::Id>> wanted;
  for (const auto& output : rule.outputs) {
    const auto source = saturation.put(rule.source, {output.sourceOp, output.sourceOutput});
    const auto target = saturation.put(rule.target, {output.targetOp, output.targetOutput});
    if (!source || !target) return false;
    wanted.emplace_back(*source, *target);
  }
  const auto areAllEqual = [&] {
    return std::ranges::all_of(wanted, [&](const auto& pair) { return saturation.areEqual(pair.first, pair.second); });
  };
  for (int round = 0; round < limits.rounds; ++round) {
    if (areAllEqual()) return true;
    if (!saturation.round()) break;
  }
  return areAllEqual();
}

}  // namespace tasoscope::discovery
