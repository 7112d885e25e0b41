#pragma once
// Whether two graphs compute the same function, tried on numbers: both are evaluated in float64 on the same inputs and
// their outputs compared. One input proves nothing in general, but a wrong substitution is wrong almost everywhere, and
// float64 leaves no room for a difference to hide in rounding.
//
// * What both graphs compute in the same way is computed once; an output that both compute in the same way is equal
//   without any numbers (`isSameComputation`).
// * Ops without a definition are cuts. No step ever changes them, so the check goes through them: their inputs must
//   agree, and then both graphs continue from the same random results. A shared part that a definition cannot compute
//   is taken likewise, and so are loops and branches if what is inside them cannot be computed. The report names them
//   (`assumed`).
// * What cannot bear witness is no evidence: an output that is nowhere finite, or has one value everywhere, makes the
//   verdict inconclusive, not equivalent.
//
// Tolerance, relative to the largest magnitude of the output (a difference in a small element of a large output is
// rounding; relative to the element itself it would be noise). Two graphs of one space differ by float64 rounding only,
// which grew to no more than about 1e-12 in networks of a hundred layers: 1e-8 leaves four decades and still sees an
// ignored epsilon of 1e-5. Where results pass through narrower types (casts, quantization), or the graphs lie in two
// spaces (a written file read again), constants and results were rounded to the narrowest floating-point type in use,
// of unit roundoff u; such errors are independent and grew to tens of u: 160 u, which is 1e-5 for float32, at most
// 0.05.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "execution/body_evaluation.h"
#include "execution/evaluator.h"
#include "tensor/symbol_values.h"

namespace tasoscope {

struct EquivalenceOptions {
  std::uint64_t seed = 1;
  /// Random inputs to try; 0: two for small models, one where one evaluation takes more than 2e9 operations; none when
  /// inputs are given.
  int randomInputs = 0;
  std::optional<double> tolerance;  ///< relative; else as described above
  /// A type that constants were rounded to before a step replaced them by exact ones (0.7979 by the root of 2 / pi).
  ElementType roundedConstants = ElementType::kFloat64;
  std::vector<std::map<std::string, Value>>
      givenInputs;       ///< each names every input (those with defaults may be left out)
  SymbolValues symbols;  ///< for symbolic dimensions; the others are chosen
  /// What takes the places of graphs inside ops that both graphs share: those ops are evaluated in both ways, all
  /// branches of an If that can be.
  BodyGraphs optimizedBody;
};

enum class Verdict : std::uint8_t { kEquivalent, kDifferent, kInconclusive };
std::string_view nameOf(Verdict verdict);

/// One output, or one input of a cut op.
struct ComparedValue {
  std::string name;
  Verdict verdict = Verdict::kInconclusive;
  bool isSameComputation = false;
  double maxAbsError = 0;
  double maxRelError = 0;       ///< maxAbsError / largestMagnitude
  double largestMagnitude = 0;  ///< of the original's values
  std::string note;             ///< why it is different or inconclusive, for people
};

struct EquivalenceReport {
  Verdict verdict = Verdict::kInconclusive;
  double maxAbsError = 0, maxRelError = 0;  ///< the largest of all rows; infinite where finite meets not finite
  double tolerance = 0;
  /// The type whose rounding the tolerance allows for: the narrowest that values pass through; kUndefined when the
  /// tolerance was given.
  ElementType toleranceType = ElementType::kFloat64;
  int inputsTried = 0;
  std::uint64_t seed = 0;
  SymbolValues symbols;  ///< the extents that were tried
  std::vector<ComparedValue> rows;
  std::vector<std::string> assumed;  ///< ops whose results were taken to be equal because their inputs are
  std::string note;                  ///< one sentence on the verdict
};

/// Graphs of one space, or of two with the same names of inputs and outputs. Throws Cancelled.
EquivalenceReport checkEquivalence(const Graph& original, const Graph& optimized,
                                   const EquivalenceOptions& options = {}, const Progress& progress = {});

}  // namespace tasoscope
