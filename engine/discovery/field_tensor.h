#pragma once
// Small tensors over the field, and the operators of TASO's generator on them.

#include <array>
#include <optional>
#include <vector>

#include "discovery/field.h"
#include "exchange/foreign_rule.h"

namespace tasoscope::discovery {

/// Extents, and where a tensor was joined last along its first two axes: that is where a Split may cut it.
struct FieldShape {
  int rank = 0;
  std::array<int, 4> extents{1, 1, 1, 1};
  std::array<int, 2> cuts{0, 0};  ///< the extent of the first part; 0: not joined along this axis

  int size() const { return extents[0] * extents[1] * extents[2] * extents[3]; }
  friend auto operator<=>(const FieldShape&, const FieldShape&) = default;
};

struct FieldTensor {
  FieldShape shape;
  std::vector<Element> elements;
};

/// An operator with all its parameters but no operands.
struct OperatorForm {
  exchange::ForeignKind kind = exchange::ForeignKind::kRelu;
  std::vector<std::pair<int, int>> parameters;
  std::vector<int> constantExtents;  ///< of a nullary operator: its shape

  int arity() const;
  bool isCommutative() const;
  int parameter(int key, int otherwise) const;
  exchange::ForeignOp foreign() const;
};

/// The shapes of the results, or nothing where the operands do not fit. What has more than `mostElements` does not.
std::optional<std::vector<FieldShape>> shapesOf(const OperatorForm& form, const FieldShape* a, const FieldShape* b,
                                                int mostElements);
/// The elements of one result; operands must fit.
std::vector<Element> evaluate(const OperatorForm& form, int result, const FieldTensor* a, const FieldTensor* b);

}  // namespace tasoscope::discovery
