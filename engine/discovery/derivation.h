#pragma once
// Whether rules derive another: its sides are put into an e-graph, the rules are applied both ways, within a bound, and
// each of its outputs' two terms must come to be equal.

#include <map>
#include <string>
#include <vector>

#include "discovery/field_tensor.h"
#include "discovery/vocabulary.h"
#include "graph/egraph.h"

namespace tasoscope::discovery {

struct DerivationLimits {
  int rounds = 4;
  std::size_t nodes = 2500;
};

class Derivation {
 public:
  explicit Derivation(const Vocabulary& vocabulary) : vocabulary_(vocabulary) {}

  /// From now on the rule derives others.
  void add(const exchange::ForeignRule& rule);
  std::size_t ruleCount() const { return ruleCount_; }
  /// The variables of the rule are those of the vocabulary, by number. False: not within the limits.
  bool derives(const exchange::ForeignRule& rule, const DerivationLimits& limits = {}) const;

 private:
  friend class Saturation;
  /// One direction of one output of a rule.
  struct Rewrite {
    std::vector<exchange::ForeignOp> from, to;
    exchange::ForeignTensor fromRoot, toRoot;
  };
  void addRewrite(const std::vector<exchange::ForeignOp>& from, const exchange::ForeignTensor& fromRoot,
                  const std::vector<exchange::ForeignOp>& to, const exchange::ForeignTensor& toRoot);

  const Vocabulary& vocabulary_;
  std::vector<Rewrite> rewrites_;
  std::size_t ruleCount_ = 0;
};

}  // namespace tasoscope::discovery
