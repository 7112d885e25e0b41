#pragma once
// The special parts of canonicalization, one function for each operator (or family) with a history. Private to
// canonical*.cpp.

#include "onnx/canonical.h"

namespace tasoscope::canonical {

// canonical_windows.cpp
void convolution(NodeInProgress& node);
void transposedConvolution(NodeInProgress& node);
void pool(NodeInProgress& node);

// canonical_layout.cpp
void pad(NodeInProgress& node);
void slice(NodeInProgress& node);
void split(NodeInProgress& node);
void squeeze(NodeInProgress& node);
void reduce(NodeInProgress& node);
void transpose(NodeInProgress& node);
void concat(NodeInProgress& node);
void topK(NodeInProgress& node);
void fourierTransform(NodeInProgress& node);
void tile(NodeInProgress& node);
void constantOfShape(NodeInProgress& node);
void scatter(NodeInProgress& node);
void upsample(NodeInProgress& node);
void resize(NodeInProgress& node);

// canonical_arithmetic.cpp
void oldBroadcast(NodeInProgress& node);
void prelu(NodeInProgress& node);
void clip(NodeInProgress& node);
void cast(NodeInProgress& node);
void gemm(NodeInProgress& node);
void selu(NodeInProgress& node);

// canonical_networks.cpp
void dropout(NodeInProgress& node);
void softmax(NodeInProgress& node);
void batchNormalization(NodeInProgress& node);
void groupNormalization(NodeInProgress& node);
void recurrent(NodeInProgress& node);

}  // namespace tasoscope::canonical
