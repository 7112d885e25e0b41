#include "exchange/foreign_rule.h"

#include <fmt/format.h>

#include <set>

namespace tasoscope::exchange {
namespace {

constexpr int kMostOutputs = 6;  // of a Split
constexpr std::size_t kMostOps = 16;

std::string whyMalformed(const std::vector<ForeignOp>& side, std::string_view name) {
  if (side.size() > kMostOps) return fmt::format("the {} has {} operators; {} are read", name, side.size(), kMostOps);
  for (std::size_t i = 0; i < side.size(); ++i) {
    const ForeignOp& op = side[i];
    if (nameOf(op.kind).empty())
      return fmt::format("operator {} of the {} has type {}, which no rule of TASO's generator holds", i, name,
                         static_cast<int>(op.kind));
    if (op.outputCount() < 1 || op.outputCount() > kMostOutputs)
      return fmt::format("operator {} of the {} has {} outputs", i, name, op.outputCount());
    for (const ForeignTensor& input : op.inputs) {
      if (input.isExternal()) {
        if (input.output != 0)
          return fmt::format("operator {} of the {} reads output {} of an external tensor", i, name, input.output);
        continue;
      }
      if (static_cast<std::size_t>(input.op) >= i)
        return fmt::format("operator {} of the {} reads operator {}, which does not come before it", i, name, input.op);
      if (input.output < 0 || input.output >= side[static_cast<std::size_t>(input.op)].outputCount())
        return fmt::format("operator {} of the {} reads output {} of operator {}", i, name, input.output, input.op);
    }
  }
  return {};
}

bool has(const std::vector<ForeignOp>& side, int op, int output) {
  return op >= 0 && static_cast<std::size_t>(op) < side.size() && output >= 0 &&
         output < side[static_cast<std::size_t>(op)].outputCount();
}

}  // namespace

std::string_view nameOf(ForeignKind kind) {
  switch (kind) {
    case ForeignKind::kConv:
      return "Conv";
    case ForeignKind::kMaxPool:
      return "MaxPool";
    case ForeignKind::kAveragePool:
      return "AveragePool";
    case ForeignKind::kRelu:
      return "Relu";
    case ForeignKind::kSigmoid:
      return "Sigmoid";
    case ForeignKind::kTanh:
      return "Tanh";
    case ForeignKind::kConcat:
      return "Concat";
    case ForeignKind::kSplit:
      return "Split";
    case ForeignKind::kTranspose:
      return "Transpose";
    case ForeignKind::kAdd:
      return "Add";
    case ForeignKind::kMul:
      return "Mul";
    case ForeignKind::kMatMul:
      return "MatMul";
    case ForeignKind::kScalarMul:
      return "scalar Mul";
    case ForeignKind::kEnlarge:
      return "Enlarge";
    case ForeignKind::kIdentityMatrix:
      return "IdentityMatrix";
    case ForeignKind::kIdentityKernel:
      return "IdentityKernel";
    case ForeignKind::kOnes:
      return "Ones";
    case ForeignKind::kPoolKernel:
      return "pool kernel";
  }
  return {};
}

std::optional<int> ForeignOp::parameter(int key) const {
  for (const auto& [name, value] : parameters)
    if (name == key) return value;
  return std::nullopt;
}

int ForeignOp::outputCount() const { return kind == ForeignKind::kSplit ? parameter(kOutputCount, 2) : 1; }

std::string whyMalformed(const ForeignRule& rule) {
  if (rule.source.empty()) return "it has no source";
  if (rule.outputs.empty()) return "it maps no output";
  std::string reason = whyMalformed(rule.source, "source");
  if (reason.empty()) reason = whyMalformed(rule.target, "target");
  if (!reason.empty()) return reason;
  std::set<std::pair<int, int>> mapped;
  for (const ForeignOutput& output : rule.outputs) {
    if (!mapped.insert({output.sourceOp, output.sourceOutput}).second) return "it maps an output of the source twice";
    if (!has(rule.source, output.sourceOp, output.sourceOutput)) return "it maps an output that the source has not";
    if (output.targetOp >= 0 && !has(rule.target, output.targetOp, output.targetOutput))
      return "it maps an output that the target has not";
  }
  return {};
}

std::set<int> externalsOf(const std::vector<ForeignOp>& ops) {
  std::set<int> externals;
  for (const ForeignOp& op : ops)
    for (const ForeignTensor& input : op.inputs)
      if (input.isExternal()) externals.insert(input.op);
  return externals;
}

std::string namesOf(const std::vector<ForeignOp>& ops) {
  std::string text;
  for (const ForeignOp& op : ops) text += (text.empty() ? "" : ", ") + std::string(nameOf(op.kind));
  return text;
}

}  // namespace tasoscope::exchange
