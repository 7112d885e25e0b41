#include "session/cost_table.h"

#include <fmt/format.h>

namespace tasoscope {
namespace {

constexpr double kPicosecondsPerMicrosecond = 1e6;

std::string costFields(const NodeView& node, std::int64_t total) {
  if (node.isCostUnknown) return ",,";
  const auto time = static_cast<double>(node.picoseconds);
  const double share = total > 0 ? 100 * time / static_cast<double>(total) : 0;
  return fmt::format("{:.6f},{:.4f},{}", time / kPicosecondsPerMicrosecond, share, nameOf(node.provenance));
}

}  // namespace

std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string costTableCsv(const GraphView& graph) {
  std::string table = "operator,name,output,time_us,share_percent,provenance,limit,flops,bytes_read,bytes_written\r\n";
  for (const NodeView& node : graph.nodes) {
    const std::string output = node.outputs.empty() ? "" : node.outputs.front().type;
    table += fmt::format("{},{},{},{},{},{:.0f},{:.0f},{:.0f}\r\n", csvField(node.operatorName), csvField(node.name),
                         csvField(output), costFields(node, graph.price.picoseconds), csvField(node.limit), node.flops,
                         node.bytesRead, node.bytesWritten);
  }
  return table;
}

}  // namespace tasoscope
