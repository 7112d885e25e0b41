#pragma once
// The functions that graphs of a few operators compute, each once: a term is known by the fingerprint of its elements,
// and keeps the smallest graph that was found for it. Larger graphs are built of terms only, so that what equals
// something smaller is never built upon.

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "discovery/vocabulary.h"

namespace tasoscope::discovery {

using TermId = std::uint32_t;
constexpr TermId kNoTerm = 0xffffffff;
constexpr int kMostOps = 6;

/// An operator on terms.
struct Application {
  std::uint32_t form = 0;  ///< in the vocabulary
  std::array<TermId, 2> operands{kNoTerm, kNoTerm};
  friend auto operator<=>(const Application&, const Application&) = default;
};

struct Term {
  FieldTensor value;
  std::uint32_t op = kNoTerm;                 ///< that makes it; none: a variable
  std::uint8_t output = 0;                    ///< which of the op's results
  std::uint8_t size = 0;                      ///< operators in its graph, shared ones once
  std::array<std::uint32_t, kMostOps> ops{};  ///< the first `size`, sorted
  std::span<const std::uint32_t> opSpan() const { return {ops.data(), size}; }
};

/// Of extents, cuts and elements.
std::uint64_t fingerprintOf(const FieldShape& shape, std::span<const Element> elements);

class TermTable {
 public:
  explicit TermTable(const Vocabulary& vocabulary);

  const Vocabulary& vocabulary() const { return vocabulary_; }
  TermId size() const { return static_cast<TermId>(terms_.size()); }
  const Term& operator[](TermId id) const { return terms_[id]; }
  const Application& op(std::uint32_t id) const { return ops_[id]; }
  /// The results of an op that are terms; kNoTerm for one that equals an earlier term.
  const std::array<TermId, 2>& resultsOf(std::uint32_t op) const { return results_[op]; }
  TermId find(std::uint64_t fingerprint) const;

  /// What the operands' graphs and one more operator come to; the operators in `ops`.
  int unite(const Application& application, std::array<std::uint32_t, kMostOps>& ops) const;
  /// Elements of a result of an op that is not in the table.
  std::vector<Element> evaluate(const Application& application, int output) const;

  std::uint32_t addOp(const Application& application);
  TermId addResult(std::uint32_t op, int output, FieldShape shape, std::vector<Element> elements,
                   std::uint64_t fingerprint);

 private:
  const Vocabulary& vocabulary_;
  std::vector<Term> terms_;
  std::vector<Application> ops_;
  std::vector<std::array<TermId, 2>> results_;
  absl::flat_hash_map<std::uint64_t, TermId> known_;
};

}  // namespace tasoscope::discovery
