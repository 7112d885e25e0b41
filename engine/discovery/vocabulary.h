#pragma once
// What discovery builds graphs of: variables with small shapes and random elements, and operators.

#include <string>
#include <vector>

#include "discovery/field_tensor.h"

namespace tasoscope::discovery {

struct Vocabulary {
  std::vector<FieldTensor> variables;  ///< graphs are built of the first `builtOf`; the others are to generalize with
  std::size_t builtOf = 0;
  std::vector<OperatorForm> operators;
  /// Tensors above this are not made.
  int mostElements = 512;
  /// The data of convolutions is at least so high and wide: on less, borders are all there is, and much seems equal.
  int leastImage = 5;
};

/// The operators and constants of TASO's generator (generator.cc of jiazhihao/TASO) on such tensors as it has: three
/// matrices each of 6x5 and 5x5, images of 2x4x5x5, kernels of 3x3, 1x3 and 3x1, a grouped kernel, and a number. Its
/// matrices are smaller; where few elements have a sign each, Relu makes much equal by chance.
/// `names` chooses among the operators: "matmul", "scalar-mul", ...; empty: all. Throws UsageError for a name that is
/// none, with those that there are.
Vocabulary tasoVocabulary(const std::vector<std::string>& names = {});

/// A foreign operator as a form; constants have the vocabulary's shapes.
OperatorForm formOf(const exchange::ForeignOp& op, const Vocabulary& vocabulary);

/// Of everything that results depend on, for files that are resumed or merged.
std::uint64_t digestOf(const Vocabulary& vocabulary);

}  // namespace tasoscope::discovery
