#pragma once
// Bringing a node, whatever its opset, to the one form that the space has for its operator. Private to engine/onnx.
//
// Each operator's history is a list of small changes (an attribute became an input, a default or a meaning changed).
// Idea: the general part copies attributes in the kinds the definition wants, fills defaults, absorbs constant inputs
// and normalizes axes; what is special to an operator stands in one function of a table (canonical_*.cpp). What cannot
// be said exactly is left opaque, with the reason.

#include <onnx/onnx_pb.h>

#include <optional>
#include <string>
#include <vector>

#include "graph/space.h"

namespace tasoscope {

/// A node on its way to an op. The functions of the table change `attributes` and `inputs`.
struct NodeInProgress {
  const onnx::NodeProto& node;
  int opset = 0;  ///< of the node's domain
  const Space& space;
  const OperatorDefinition* definition = nullptr;
  Attributes attributes;
  std::vector<TensorId> inputs;  ///< omitted ones are invalid
  int outputCount = 1;           ///< up to the last that something reads

  bool has(std::size_t i) const { return i < inputs.size() && inputs[i].isValid(); }
  const TensorType& type(std::size_t i) const { return space.tensor(inputs[i]).type; }
  std::optional<int> rank(std::size_t i) const;
  /// The extents of an input if all are known.
  std::optional<std::vector<std::int64_t>> extents(std::size_t i) const;
  /// The value of a constant input with at most `maxElements` elements.
  std::optional<Value> constant(std::size_t i, std::int64_t maxElements = 4096) const;
  void setInput(std::size_t i, TensorId tensor);
};

/// Thrown by the functions of the table: the node has no exact canonical form, because ...
struct NotExpressible {
  std::string why;
};

struct Canonical {
  std::optional<OpRequest> request;  ///< nothing: opaque
  std::string whyOpaque;             ///< a sentence's end; empty when the operator simply has no definition
};

/// The canonical form of a node whose operator has `definition`.
Canonical canonicalize(NodeInProgress node);

using Canonicalizer = void (*)(NodeInProgress&);
/// The special part for an operator, or nullptr.
Canonicalizer canonicalizerOf(std::string_view opType);

/// The attribute as the space holds it; nothing for tensors, graphs and types.
std::optional<AttributeValue> attributeValueOf(const onnx::AttributeProto& attribute);
/// All simple attributes of a node, and a few words for the others: what an opaque op shows.
Attributes attributesForDisplay(const onnx::NodeProto& node);

}  // namespace tasoscope
