#include "proof/terms.h"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "rules/rule_operators.h"

namespace tasoscope {
namespace {

void fillDefaults(SymbolicOp& op) {
  const OperatorDefinition* definition = findRuleOperator(op.name);
  if (!definition) return;
  for (const AttributeSpec& spec : definition->attributes)
    if (spec.otherwise && !find(op.attributes, spec.name)) set(op.attributes, spec.name, symbolicOf(*spec.otherwise));
}

/// One way to write what has several: views are Reshape with the shape that comes out, axes count from the front.
void canonicalize(SymbolicOp& op, const SymbolicType& input, const SymbolicType& result) {
  static const std::set<std::string_view> kViews{"Reshape", "Squeeze", "Unsqueeze", "Flatten"};
  if (kViews.contains(op.name)) op = {"Reshape", {{"allowzero", Polynomial(0)}, {"shape", result.shape}}};
  static const std::set<std::string_view> kWindowed{"Conv", "MaxPool", "AveragePool"};
  if (kWindowed.contains(op.name)) {
    const auto axes = static_cast<std::size_t>(input.rank() - 2);
    for (const auto& [name, count, otherwise] :
         {std::tuple("strides", axes, 1), std::tuple("dilations", axes, 1), std::tuple("pads", 2 * axes, 0)}) {
      const Symbolic* given = find(op.attributes, name);
      const auto* list = given ? std::get_if<Integers>(given) : nullptr;
      if (!given || (list && list->empty())) set(op.attributes, name, Integers(count, Polynomial(otherwise)));
    }
  }
  const Symbolic* axis = find(op.attributes, "axis");
  const auto* number = axis ? std::get_if<Polynomial>(axis) : nullptr;
  if (number && number->number() && *number->number() < 0) set(op.attributes, "axis", *number + input.rank());
}

}  // namespace

Terms::Terms(Demands& demands) : demands_(demands) {
  add(intern({.op = {"absent", {}}, .isLeaf = true}), {}, std::nullopt);
}

EGraph::Label Terms::intern(TermLabel label) {
  std::string key = fmt::format("{} {} {} {}", label.op.name, label.isLeaf, label.outputCount, label.output);
  for (const auto& [name, value] : label.op.attributes) key += " " + name + "=" + textOf(value, demands_.arithmetic());
  const auto [found, isNew] = known_.emplace(std::move(key), static_cast<EGraph::Label>(labels_.size()));
  if (isNew) labels_.push_back(std::move(label));
  return found->second;
}

TermId Terms::add(EGraph::Label label, const std::vector<TermId>& operands, std::optional<SymbolicType> type) {
  const TermId id = graph_.add({label, {operands.begin(), operands.end()}});
  if (id == types_.size()) {
    types_.push_back(std::move(type));
    results_.emplace_back();
  }
  return id;
}

TermId Terms::leaf(const std::string& name, SymbolicType type) {
  return add(intern({.op = {name, {}}, .isLeaf = true}), {}, std::move(type));
}

std::vector<TermId> Terms::make(SymbolicOp op, const std::vector<TermId>& operands, int outputCount) {
  fillDefaults(op);
  SymbolicAttributes attributes;
  for (auto& [name, value] : op.attributes)
    if (!isUnknown(value)) set(attributes, name, normal(value, arithmetic()));
  op.attributes = std::move(attributes);
  std::vector<std::optional<SymbolicType>> inputs;
  for (const TermId operand : operands) inputs.push_back(operand == absent() ? std::nullopt : typeOf(operand));
  std::vector<SymbolicType> types = typesOf(op, inputs, outputCount, demands_);
  if (!inputs.empty() && inputs[0]) canonicalize(op, *inputs[0], types[0]);
  const EGraph::Label label = intern({.op = std::move(op), .outputCount = outputCount});
  if (outputCount == 1) return {add(label, operands, std::move(types[0]))};
  const TermId tuple = add(label, operands, std::nullopt);
  results_[tuple] = std::move(types);
  std::vector<TermId> results;
  for (int i = 0; i < outputCount; ++i) results.push_back(result(tuple, i));
  return results;
}

TermId Terms::result(TermId op, int output) {
  const EGraph::Label label = intern({.op = {"result", {}}, .output = output});
  return add(label, {op}, results_[op][static_cast<std::size_t>(output)]);
}

TermId Terms::withOperands(TermId id, const std::vector<TermId>& operands) {
  const TermLabel label = labelOf(id);
  if (label.isLeaf) return id;
  if (label.output >= 0) return result(operands[0], label.output);
  const std::vector<TermId> results = make(label.op, operands, label.outputCount);
  return label.outputCount == 1 ? results[0] : graph_.node(results[0]).operands[0];
}

std::string Terms::text(TermId id) const {
  const TermLabel& label = labelOf(id);
  const EGraph::Node& node = graph_.node(id);
  if (label.isLeaf) return label.op.name;
  if (label.output >= 0) return fmt::format("{}[{}]", text(node.operands[0]), label.output);
  std::string result = label.op.name + "(";
  for (std::size_t i = 0; i < node.operands.size(); ++i) result += (i == 0 ? "" : ", ") + text(node.operands[i]);
  result += ")";
  const OperatorDefinition* definition = findRuleOperator(label.op.name);
  std::string attributes;
  for (const auto& [name, value] : label.op.attributes) {
    bool isDefault = false;
    for (std::size_t i = 0; definition && i < definition->attributes.size(); ++i) {
      const AttributeSpec& spec = definition->attributes[i];
      isDefault = isDefault || (spec.name == name && spec.otherwise && symbolicOf(*spec.otherwise) == value);
    }
    if (isDefault) continue;
    attributes += (attributes.empty() ? "" : ", ") + name + " = " + textOf(value, demands_.arithmetic());
  }
  return attributes.empty() ? result : result + " {" + attributes + "}";
}

int Terms::sizeOf(TermId id) const {
  int size = labelOf(id).isLeaf ? 0 : 1;
  for (const TermId operand : graph_.node(id).operands) size += sizeOf(operand);
  return size;
}

}  // namespace tasoscope
