#pragma once
// All graphs of a given number of operators over the terms of a table.

#include <functional>

#include "discovery/term_table.h"

namespace tasoscope::discovery {

/// An operator on terms whose graph has the wanted size, with the shapes of its results.
using Visit = std::function<void(const Application&, const std::vector<FieldShape>&)>;

class Enumeration {
 public:
  /// Of graphs with `size` operators; the table must hold all terms of smaller ones, and none larger.
  Enumeration(const TermTable& table, int size);

  /// Operators without operands, for size 1.
  void forEachConstant(const Visit& visit) const;
  /// Those of which `major` is the larger operand, or the later one of two of a size.
  void forEachWith(TermId major, const Visit& visit);

 private:
  using ShapeId = std::uint32_t;

  void visitUnary(TermId operand, const Visit& visit);
  void visitPair(TermId major, TermId minor, const Visit& visit);
  void visitForms(TermId a, TermId b, bool isSwapped, const Visit& visit);
  const std::vector<std::uint32_t>& formsFor(ShapeId a, ShapeId b);

  const TermTable& table_;
  int size_;
  std::vector<ShapeId> shapeIds_;   ///< by term
  std::vector<FieldShape> shapes_;  ///< by id
  std::vector<std::vector<TermId>> bySize_;
  /// By shape of two operands: the binary forms that fit them.
  absl::flat_hash_map<std::uint64_t, std::vector<std::uint32_t>> fitting_;
};

}  // namespace tasoscope::discovery
