#include "discovery/equations.h"

#include <absl/strings/str_cat.h>

#include <algorithm>
#include <map>
#include <set>

namespace tasoscope::discovery {

using exchange::ForeignKind;
using exchange::ForeignOp;
using exchange::ForeignRule;
using exchange::ForeignTensor;

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// One side of a rule, its operators in order.
struct Side {
  std::vector<ForeignOp> ops;
  std::vector<ForeignTensor> roots;
};

class SideWriter {
 public:
  explicit SideWriter(const TermTable& table) : table_(table) {}

  Side write(const std::vector<TermRef>& refs) {
    for (const TermRef& ref : refs) {
      if (ref.term != kNoTerm) {
        side_.roots.push_back(tensorOf(ref.term));
      } else {
        const auto [place, isNew] = made_.try_emplace(ref.application, 0);
        if (isNew) place->second = opOf(ref.application);
        side_.roots.push_back({place->second, ref.output});
      }
    }
    return std::move(side_);
  }
  bool hasGroups() const { return hasGroups_; }

 private:
  ForeignTensor tensorOf(TermId id) {
    const Term& term = table_[id];
    if (term.op == kNoTerm) return {-1 - static_cast<int>(id), 0};
    const Application application = table_.op(term.op);
    const auto known = made_.find(application);
    const int op = known != made_.end() ? known->second : opOf(application);
    made_[application] = op;
    return {op, term.output};
  }

  int opOf(const Application& application) {
    const OperatorForm& form = table_.vocabulary().operators[application.form];
    ForeignOp op = form.foreign();
    for (const TermId operand : application.operands)
      if (operand != kNoTerm) op.inputs.push_back(tensorOf(operand));
    if (form.kind == ForeignKind::kConv)
      hasGroups_ |= table_[application.operands[0]].value.shape.extents[1] !=
                    table_[application.operands[1]].value.shape.extents[1];
    side_.ops.push_back(std::move(op));
    return static_cast<int>(side_.ops.size()) - 1;
  }

  const TermTable& table_;
  Side side_;
  std::map<Application, int> made_;
  bool hasGroups_ = false;
};

std::set<int> variablesOf(const Side& side) {
  std::set<int> variables = externalsOf(side.ops);
  for (const ForeignTensor& root : side.roots)
    if (root.isExternal()) variables.insert(root.op);
  return variables;
}

/// What must be told by the other side of a rule.
bool isMadeOfConstants(const ForeignOp& op) { return op.inputs.empty() || op.kind == ForeignKind::kEnlarge; }

ForeignRule joined(const Side& source, const Side& target) {
  ForeignRule rule{source.ops, target.ops, {}};
  std::set<ForeignTensor> mapped;  // results of one operator may equal each other
  for (std::size_t i = 0; i < source.roots.size(); ++i)
    if (mapped.insert(source.roots[i]).second)
      rule.outputs.push_back({source.roots[i].op, target.roots[i].op, source.roots[i].output, target.roots[i].output});
  return rule;
}

/// kPlain: without constants and enlarged kernels.
enum class SourceKind : std::uint8_t { kPlain, kAny };

bool canBeSource(const Side& source, const std::set<int>& needed, bool hasGroups, SourceKind kind) {
  const bool readsAll = std::ranges::includes(variablesOf(source), needed);
  const bool isPlain = kind == SourceKind::kAny || std::ranges::none_of(source.ops, isMadeOfConstants);
  const bool isMade = std::ranges::none_of(source.roots, &ForeignTensor::isExternal) && !variablesOf(source).empty();
  return readsAll && isPlain && isMade && !hasGroups;
}

/// Texts of tensors without the names of variables, to order the operands of commutative operators.
std::string shapeText(const std::vector<ForeignOp>& ops, const ForeignTensor& tensor) {
  if (tensor.isExternal()) return "x";
  const ForeignOp& op = ops[at(tensor.op)];
  std::vector<std::string> operands;
  for (const ForeignTensor& input : op.inputs) operands.push_back(shapeText(ops, input));
  if (op.kind == ForeignKind::kAdd || op.kind == ForeignKind::kMul) std::ranges::sort(operands);
  std::string text = absl::StrCat(static_cast<int>(op.kind), ".", tensor.output, "(");
  for (const std::string& operand : operands) absl::StrAppend(&text, operand, ",");
  return text + ")";
}

class CanonicalWriter {
 public:
  void write(const std::vector<ForeignOp>& ops, const ForeignTensor& tensor) {
    if (tensor.isExternal()) {
      const auto [place, isNew] = names_.try_emplace(tensor.op, names_.size());
      absl::StrAppend(&text_, "x", place->second);
      return;
    }
    const ForeignOp& op = ops[at(tensor.op)];
    absl::StrAppend(&text_, static_cast<int>(op.kind), ".", tensor.output, "{");
    for (const auto& [key, value] : op.parameters) absl::StrAppend(&text_, key, "=", value, " ");
    absl::StrAppend(&text_, "}(");
    std::vector<ForeignTensor> inputs = op.inputs;
    if (op.kind == ForeignKind::kAdd || op.kind == ForeignKind::kMul)
      std::ranges::stable_sort(inputs, {}, [&](const ForeignTensor& input) { return shapeText(ops, input); });
    for (const ForeignTensor& input : inputs) {
      write(ops, input);
      text_ += ',';
    }
    text_ += ')';
  }
  std::string text_;

 private:
  std::map<int, std::size_t> names_;
};

}  // namespace

std::optional<ForeignRule> ruleOf(const TermTable& table, const Equation& equation) {
  SideWriter madeWriter(table), equalWriter(table);
  const Side made = madeWriter.write(equation.made), equal = equalWriter.write(equation.equal);
  const bool isMerge = equation.made.size() > 1;  // several results become those of one operator
  for (const SourceKind kind : {SourceKind::kPlain, SourceKind::kAny}) {
    const bool madeFits = canBeSource(made, variablesOf(equal), madeWriter.hasGroups(), kind);
    const bool equalFits = canBeSource(equal, variablesOf(made), equalWriter.hasGroups(), kind);
    if (equalFits && (isMerge || !madeFits || equal.ops.size() > made.ops.size())) return joined(equal, made);
    if (madeFits) return joined(made, equal);
  }
  return std::nullopt;
}

std::string canonicalText(const ForeignRule& rule) {
  CanonicalWriter writer;
  for (const auto& output : rule.outputs) {
    writer.write(rule.source, {output.sourceOp, output.sourceOutput});
    writer.text_ += "=>";
    writer.write(rule.target, {output.targetOp, output.targetOutput});
    writer.text_ += ';';
  }
  return writer.text_;
}

std::size_t variableCount(const ForeignRule& rule) { return externalsOf(rule.source).size(); }

}  // namespace tasoscope::discovery
