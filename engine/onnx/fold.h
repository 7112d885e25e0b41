#pragma once
// Folding: what steps computed from constants becomes constants in the file. Private to engine/onnx.

#include <absl/container/flat_hash_map.h>

#include "onnx/written_values.h"
#include "tensor/progress.h"

namespace tasoscope {

/// The constants, by value, that replace outputs of ops made by steps over constants: those that something else than
/// another such op reads. An op whose result is larger than `maxBytes`, or that cannot be evaluated, stays an op. Each
/// chain is computed in float64 and rounded once.
absl::flat_hash_map<TensorId, ConstantPtr> foldConstants(const Graph& graph, const WrittenValues& values,
                                                         std::int64_t maxBytes, const Progress& progress);

}  // namespace tasoscope
