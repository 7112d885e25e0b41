#include "exchange/taso_file.h"

#include <google/protobuf/stubs/logging.h>

#include "taso_rules.pb.h"
#include "tensor/error.h"

namespace tasoscope::exchange {
namespace {

ForeignOp opOf(const taso::Operator& read) {
  ForeignOp op;
  op.kind = static_cast<ForeignKind>(read.type());
  for (const taso::Operand& operand : read.operands())
    op.inputs.push_back({operand.operator_index(), operand.output_index()});
  for (const taso::Parameter& parameter : read.parameters())
    op.parameters.emplace_back(parameter.key(), parameter.value());
  return op;
}

void write(const ForeignOp& op, taso::Operator& into) {
  into.set_type(static_cast<int>(op.kind));
  for (const ForeignTensor& input : op.inputs) {
    taso::Operand& operand = *into.add_operands();
    operand.set_operator_index(input.op);
    operand.set_output_index(input.output);
  }
  for (const auto& [key, value] : op.parameters) {
    taso::Parameter& parameter = *into.add_parameters();
    parameter.set_key(key);
    parameter.set_value(value);
  }
}

}  // namespace

std::vector<ForeignRule> readTaso(std::string_view bytes, const std::string& name) {
  google::protobuf::LogSilencer silence;  // what is wrong is said by the exception
  taso::Collection collection;
  if (!collection.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())))
    throw FileError(Position{.file = name}, "is no rule file of TASO: it cannot be decoded");
  std::vector<ForeignRule> rules;
  for (const taso::Substitution& substitution : collection.substitutions()) {
    ForeignRule& rule = rules.emplace_back();
    for (const taso::Operator& op : substitution.source()) rule.source.push_back(opOf(op));
    for (const taso::Operator& op : substitution.target()) rule.target.push_back(opOf(op));
    for (const taso::MappedOutput& output : substitution.mapped_outputs())
      rule.outputs.push_back(
          {output.source_operator(), output.target_operator(), output.source_output(), output.target_output()});
  }
  return rules;
}

std::string writeTaso(const std::vector<ForeignRule>& rules) {
  taso::Collection collection;
  for (const ForeignRule& rule : rules) {
    taso::Substitution& substitution = *collection.add_substitutions();
    for (const ForeignOp& op : rule.source) write(op, *substitution.add_source());
    for (const ForeignOp& op : rule.target) write(op, *substitution.add_target());
    for (const ForeignOutput& output : rule.outputs) {
      taso::MappedOutput& mapped = *substitution.add_mapped_outputs();
      mapped.set_source_operator(output.sourceOp);
      mapped.set_target_operator(output.targetOp);
      mapped.set_source_output(output.sourceOutput);
      mapped.set_target_output(output.targetOutput);
    }
  }
  return collection.SerializeAsString();
}

}  // namespace tasoscope::exchange
