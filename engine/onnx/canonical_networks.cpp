// Normalizations, softmax, dropout and recurrent layers: training forms and old meanings.

#include "onnx/canonical_table.h"

namespace tasoscope::canonical {

/// Inference only: the identity. The ratio means nothing then.
void dropout(NodeInProgress& node) {
  if (node.opset < 7 && node.attributes.integer("is_test", 0) == 0) throw NotExpressible{"it is in training mode"};
  if (node.opset >= 12 && node.has(2)) {
    const auto training = node.constant(2, 1);
    if (!training || training->size() != 1 || training->at(0) != 0) throw NotExpressible{"it may be in training mode"};
  }
  if (node.outputCount > 1 && node.opset < 10) throw NotExpressible{"its mask has the type of opsets before 10"};
  for (const char* name : {"is_test", "ratio", "seed"}) node.attributes.erase(name);
  node.inputs.resize(1);
}

/// The axis was an attribute before opset 20, and the first behind the batch by default.
void fourierTransform(NodeInProgress& node) {
  if (node.opset < 20 && !node.attributes.has("axis")) node.attributes.set("axis", std::int64_t{1});
}

/// Before opset 13 the input was flattened to a matrix at `axis` (1 by default) and each row normalized as a whole.
void softmax(NodeInProgress& node) {
  if (node.opset >= 13) return;
  const std::int64_t axis = node.attributes.integer("axis", 1);
  node.attributes.set("axis", axis);
  const auto rank = node.rank(0);
  if (rank && (axis == *rank - 1 || axis == -1)) return;
  node.attributes.set("flatten", std::int64_t{1});
}

void batchNormalization(NodeInProgress& node) {
  if (node.attributes.integer("spatial", 1) == 0)
    throw NotExpressible{"it keeps statistics for each element (spatial = 0)"};
  if (node.opset < 7 && node.attributes.integer("is_test", 0) == 0) throw NotExpressible{"it is in training mode"};
  if (node.attributes.integer("training_mode", 0) != 0 || node.outputCount > 1)
    throw NotExpressible{"it is in training mode"};
  for (const char* name : {"spatial", "is_test", "training_mode", "momentum"}) node.attributes.erase(name);
}

/// Opset 18 scaled groups, opset 21 scales channels.
void groupNormalization(NodeInProgress& node) {
  if (node.opset >= 21) return;
  const auto scale = node.extents(1);
  const auto rank = node.rank(0);
  const auto channels = rank && *rank > 1 ? node.type(0).shape[1].known() : std::nullopt;
  if (scale && channels && scale->size() == 1 && scale->front() == *channels) return;
  throw NotExpressible{"it scales groups instead of channels, as only opsets before 21 do"};
}

void recurrent(NodeInProgress& node) {
  if (node.opset < 7) throw NotExpressible{"its outputs have the forms of opsets before 7"};
}

}  // namespace tasoscope::canonical
