#pragma once
// The numeric test of a rule: instances of its left side are made at random (shapes, attribute values, numbers of
// operands, optional inputs), the matcher finds the rule there and makes its right side, and both graphs are evaluated
// in float64 on random tensors. Nothing is assumed of the rule but its text, so parser, conditions, matcher and target
// are tested together. A rule for which too few instances are found fails: a test that sees nothing shows nothing.

#include <cstdint>
#include <set>
#include <string>

#include "rules/rule.h"

namespace tasoscope {

struct NumericTestResult {
  int wanted = 0;
  int instances = 0;                        ///< different ones in which the rule was applied and both sides agree
  int tries = 0;                            ///< sampled ones, the fitting and the others
  std::set<int> ranks;                      ///< of the first root, over the instances
  double worstError = 0;                    ///< relative to the largest element
  std::string counterexample;               ///< the graph, and how its sides differ; empty: none was found
  std::int64_t counterexampleElements = 0;  ///< of its inputs: the fewer, the smaller
  bool passed() const { return counterexample.empty() && instances >= wanted; }
};

/// Looks for `instances` different instances, each with numbers of its own.
NumericTestResult testRule(const Rule& rule, std::uint64_t seed = 1, int instances = 30);

}  // namespace tasoscope
