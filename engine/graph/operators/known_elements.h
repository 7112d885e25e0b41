#pragma once
// Shape arithmetic: what inference computes of the elements of small integer tensors (InputFact::elements), so that a
// chain Shape -> Gather -> Mul -> Concat -> Reshape gives a shape in the model's own symbols. Private to
// graph/operators/. An element that is not known is a nameless unknown dimension.

#include <functional>
#include <optional>
#include <vector>

#include "graph/operator.h"

namespace tasoscope::operators {

/// Whether an op on integers produces as few elements as inference keeps track of.
bool isTracked(const TensorType& type);
/// f of each element of input 0, when they are known.
std::optional<KnownElements> mapKnown(const InferenceContext& context, const std::function<Dim(const Dim&)>& f);
/// f of each pair of elements of inputs 0 and 1 under broadcasting to `result`, when both are known.
std::optional<KnownElements> zipKnown(const InferenceContext& context, const TensorType& result,
                                      const std::function<Dim(const Dim&, const Dim&)>& f);
/// Fills the elements of `outputs` for an operator that only moves elements of the inputs `moved`: runs its evaluation
/// on their positions. The other inputs must be known numbers; where something is not known, nothing is filled.
void moveKnown(const InferenceContext& context, const std::vector<std::size_t>& moved,
               const std::function<std::vector<Value>(const EvaluationContext&)>& evaluate,
               std::vector<OutputFact>& outputs);
/// Quotients as ONNX's Div has them (towards zero), or an unknown where floor and truncation might differ.
Dim truncatedQuotient(const Dim& a, const Dim& b);
/// Whether the dimension is provably not negative (symbols stand for extents; nameless unknowns may be anything).
bool isNonNegative(const Dim& dim);

}  // namespace tasoscope::operators
