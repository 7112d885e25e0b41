#pragma once
// Costs in words, the same on every screen and in every report.

#include <cstdint>
#include <string>

namespace tasoscope {

/// "1.234 ms", "56.7 µs", "2.3 ns", "0 ms": two to four significant digits.
std::string timeText(std::int64_t picoseconds);
/// The same at a tick of an axis up to `most`: in one unit, with as many digits as tell ticks apart that are `step`
/// apart.
std::string timeTextOnAxis(std::int64_t picoseconds, double step, std::int64_t most);
/// "-0.120 ms (-3.1 %), faster", "+4.2 µs (+0.1 %), slower", "no change": `delta` of something that cost `base`.
std::string costText(std::int64_t deltaPicoseconds, std::int64_t basePicoseconds);
/// "4.1 GFLOP", "12.5 MB", "640 kB".
std::string operationsText(double flops);
std::string bytesText(double bytes);

}  // namespace tasoscope
