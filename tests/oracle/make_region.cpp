// Makes what a region of a model is checked with: make_region MODEL START STEPS REGION WHOLE
// takes STEPS substitutions, the cheapest first, writes the nodes whose names begin with START as the model REGION, and
// the whole graph as WHOLE, which gives out every tensor at the border of the region too.

#include <onnx/onnx_pb.h>

#include <fstream>
#include <iostream>
#include <set>
#include <string>

#include "session/session.h"
#include "tensor/error.h"

using namespace tasoscope;

namespace {

onnx::ModelProto readProto(const std::string& path) {
  onnx::ModelProto model;
  std::ifstream file(path, std::ios::binary);
  if (!model.ParseFromIstream(&file)) throw FileError(path + ": cannot be read");
  return model;
}

std::vector<OpId> opsNamed(const GraphView& view, const std::string& start) {
  std::vector<OpId> ops;
  for (const NodeView& node : view.nodes)
    if (node.name.starts_with(start)) ops.push_back(node.op);
  return ops;
}

/// The inputs and outputs of the region are outputs of the whole, unless it has them as inputs or outputs already.
void giveOutBorder(const std::string& whole, const std::string& region) {
  onnx::ModelProto model = readProto(whole);
  const onnx::ModelProto part = readProto(region);
  std::set<std::string> known;
  for (const auto& input : model.graph().input()) known.insert(input.name());
  for (const auto& output : model.graph().output()) known.insert(output.name());
  for (const auto* list : {&part.graph().input(), &part.graph().output()})
    for (const onnx::ValueInfoProto& value : *list)
      if (known.insert(value.name()).second) *model.mutable_graph()->add_output() = value;
  std::ofstream file(whole, std::ios::binary);
  if (!model.SerializeToOstream(&file)) throw FileError(whole + ": cannot be written");
}

}  // namespace

int main(int count, char** arguments) {
  try {
    if (count != 6) throw UsageError("usage: make_region MODEL START STEPS REGION WHOLE");
    const std::string model = arguments[1], start = arguments[2], region = arguments[4], whole = arguments[5];
    const std::unique_ptr<Session> session = Session::open(model, {});
    StepId step = 0;
    for (int i = 0; i < std::stoi(arguments[3]); ++i) step = session->apply(session->candidates().front().match);
    ExportOptions options;
    options.verify = false;
    session->exportOnnx(step, whole, options);
    const std::vector<OpId> ops = opsNamed(session->view(step), start);
    const RegionReport report = session->exportRegion(step, ops, region);
    std::cout << report.nodes << " nodes, " << report.inputs.size() << " inputs, " << report.outputs.size()
              << " outputs\n";
    giveOutBorder(whole, region);
    return 0;
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
