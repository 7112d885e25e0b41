#include "onnx/function_graph.h"

#include <google/protobuf/unknown_field_set.h>

#include <map>
#include <set>
#include <string>

#include "onnx/model_impl.h"

namespace tasoscope {
namespace {

constexpr int kDefaultsField = 11;  // FunctionProto.attribute_proto, of IR version 9

using AttributeMap = std::map<std::string, onnx::AttributeProto>;

AttributeMap attributesOf(const onnx::FunctionProto& function, const onnx::NodeProto& call) {
  AttributeMap attributes;
  const auto& unknown = function.GetReflection()->GetUnknownFields(function);
  for (int i = 0; i < unknown.field_count(); ++i) {
    const auto& field = unknown.field(i);
    if (field.number() != kDefaultsField || field.type() != google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED)
      continue;
    onnx::AttributeProto attribute;
    if (attribute.ParsePartialFromString(field.length_delimited())) attributes[attribute.name()] = attribute;
  }
  for (const auto& attribute : call.attribute()) attributes[attribute.name()] = attribute;
  return attributes;
}

class CallMaker {
 public:
  CallMaker(AttributeMap attributes, std::set<std::string> omitted)
      : attributes_(std::move(attributes)), omitted_(std::move(omitted)) {}

  void fill(onnx::NodeProto& node) const {
    for (auto& input : *node.mutable_input())
      if (omitted_.contains(input)) input.clear();
    onnx::NodeProto filled = node;
    filled.clear_attribute();
    for (auto& attribute : *node.mutable_attribute()) {
      if (attribute.ref_attr_name().empty()) {
        if (attribute.has_g())
          for (auto& inner : *attribute.mutable_g()->mutable_node()) fill(inner);
        *filled.add_attribute() = std::move(attribute);
        continue;
      }
      const auto given = attributes_.find(attribute.ref_attr_name());
      if (given == attributes_.end()) continue;  // then the operator's own default holds
      auto& place = *filled.add_attribute();
      place = given->second;
      place.set_name(attribute.name());
    }
    node = std::move(filled);
  }

 private:
  AttributeMap attributes_;
  std::set<std::string> omitted_;
};

}  // namespace

onnx::GraphProto graphOfCall(const onnx::FunctionProto& function, const onnx::NodeProto& call) {
  onnx::GraphProto graph;
  graph.set_name(function.name());
  *graph.mutable_node() = function.node();
  for (const auto& output : function.output()) graph.add_output()->set_name(output);
  std::set<std::string> omitted;
  for (int i = 0; i < function.input_size(); ++i)
    if (i >= call.input_size() || call.input(i).empty()) omitted.insert(function.input(i));
  const CallMaker maker(attributesOf(function, call), std::move(omitted));
  for (auto& node : *graph.mutable_node()) maker.fill(node);
  return graph;
}

std::vector<OpsetImport> opsetsOf(const onnx::FunctionProto& function, const std::vector<OpsetImport>& model) {
  std::vector<OpsetImport> opsets;
  std::set<std::string> known;
  for (const auto& import : function.opset_import()) {
    opsets.push_back({std::string(canonicalDomain(import.domain())), import.version()});
    known.insert(opsets.back().domain);
  }
  for (const OpsetImport& import : model)
    if (known.insert(import.domain).second) opsets.push_back(import);
  return opsets;
}

}  // namespace tasoscope
