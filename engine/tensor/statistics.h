#pragma once
// What the numbers of a constant look like: range, mean, spread, zeros, NaNs, a histogram, the first of them.
//
// Problem: weights may be large, lie in a mapped file or not exist yet (the zoo's are made when asked for), and someone
// only looks at them. Idea: a bounded number of elements from the start is read, in blocks, in two passes: the range
// and the moments first, then the histogram over that range. The answer says how many elements it is about.

#include <cstdint>
#include <string>
#include <vector>

#include "tensor/constant.h"
#include "tensor/progress.h"

namespace tasoscope {

struct StatisticsOptions {
  std::int64_t mostElements = std::int64_t{4} << 20;
  int bins = 32;
  int firstValues = 12;
};

struct TensorStatistics {
  std::int64_t elements = 0;  ///< of the whole tensor
  std::int64_t read = 0;      ///< how many of them, from the start, all that follows is about
  bool hasNumbers = true;     ///< false: strings and complex numbers, of which only the first values are told
  std::int64_t zeros = 0, nans = 0, infinities = 0;
  /// Over the finite elements; meaningless when there are none. The deviation is that of the elements themselves
  /// (divided by their number).
  double least = 0, most = 0, mean = 0, deviation = 0;
  /// Finite elements in equal bins from `least` to `most`; one bin when all are equal, none when none is finite.
  std::vector<std::int64_t> histogram;
  std::vector<std::string> firstValues;

  std::int64_t finite() const { return read - nans - infinities; }
  bool isCut() const { return read < elements; }
};

/// Throws Cancelled, and what reading the constant throws.
TensorStatistics statisticsOf(const Constant& constant, const StatisticsOptions& options = {},
                              const Progress& progress = {});

}  // namespace tasoscope
