#pragma once
// What a test may compare about speed: the processor time of two runs of one program, as a ratio. Other programs on the
// machine do not count in it.

#include <ctime>
#include <limits>

namespace tasoscope {

/// Seconds of processor time that this thread needs for `work`, the least of `runs`.
template <typename Work>
double processorTime(int runs, Work work) {
  const auto now = [] {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0; i < runs; ++i) {
    const double start = now();
    work();
    const double needed = now() - start;
    if (needed < best) best = needed;
  }
  return best;
}

}  // namespace tasoscope
