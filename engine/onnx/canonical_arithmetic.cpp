// Arithmetic: broadcasting before opset 7, bounds and types that were attributes once.

#include <cmath>
#include <limits>

#include "onnx/canonical_table.h"

namespace tasoscope::canonical {
namespace {

constexpr int kNumpyBroadcast = 7;  // the opset from which operands broadcast as in NumPy

bool isOneElement(const NodeInProgress& node, std::size_t i) {
  const auto extents = node.extents(i);
  return extents && std::all_of(extents->begin(), extents->end(), [](auto extent) { return extent == 1; });
}

}  // namespace

/// Before opset 7 the second operand was matched to the first from `axis` on; from the last axis it is the same today.
void oldBroadcast(NodeInProgress& node) {
  if (node.opset >= kNumpyBroadcast) return;
  const auto axis = node.attributes.integer("axis", -1);
  const bool hasAxis = node.attributes.has("axis");
  const bool broadcasts = node.attributes.integer("broadcast", 0) != 0;
  node.attributes.erase("axis");
  node.attributes.erase("broadcast");
  if (!broadcasts || !hasAxis) return;
  const auto a = node.rank(0), b = node.rank(1);
  if (a && b && axis >= 0 && axis + *b == *a) return;
  if (b && (*b == 0 || (*b == 1 && isOneElement(node, 1)))) return;
  throw NotExpressible{"it broadcasts along an axis in the middle, as only opsets before 7 do"};
}

/// Before opset 7 a slope with one element per channel went along axis 1 without being shaped so.
void prelu(NodeInProgress& node) {
  if (node.opset >= kNumpyBroadcast || isOneElement(node, 1)) return;
  const auto x = node.rank(0), slope = node.rank(1);
  if (x && slope && (*x == *slope || *x == 2)) return;
  throw NotExpressible{"its slope goes along the channels, as only opsets before 7 do"};
}

/// Absent bounds and the largest finite numbers (the old defaults) are one.
void clip(NodeInProgress& node) {
  const auto normalize = [&](const char* name, double unbounded) {
    if (node.attributes.has(name) && node.attributes.real(name) == unbounded) node.attributes.erase(name);
  };
  constexpr double kLargest = 3.4028234663852886e+38;  // of float32, as its shortest decimal reads
  constexpr double kLargestAsWritten = 3.4028235e+38;
  if (node.opset >= 11) return;
  for (const double largest : {kLargest, kLargestAsWritten}) {
    normalize("min", -largest);
    normalize("max", largest);
  }
}

/// Opset 1 named the type in words.
void cast(NodeInProgress& node) {
  const AttributeValue* to = node.attributes.find("to");
  const auto* word = to ? std::get_if<std::string>(to) : nullptr;
  if (!word) return;
  onnx::TensorProto::DataType type{};
  if (!onnx::TensorProto::DataType_Parse(*word, &type)) throw NotExpressible{"it casts to a type with an unknown name"};
  node.attributes.set("to", static_cast<std::int64_t>(type));
}

void gemm(NodeInProgress& node) {
  if (node.opset < kNumpyBroadcast) node.attributes.erase("broadcast");
}

/// Opset 1 had rounded constants.
void selu(NodeInProgress& node) {
  if (node.opset >= 6) return;
  if (!node.attributes.has("alpha")) node.attributes.set("alpha", 1.6732);
  if (!node.attributes.has("gamma")) node.attributes.set("gamma", 1.0507);
}

}  // namespace tasoscope::canonical
