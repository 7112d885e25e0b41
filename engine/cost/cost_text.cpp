#include "cost/cost_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace tasoscope {

namespace {

constexpr double kPicosecondsPerNanosecond = 1e3;
constexpr double kPicosecondsPerMicrosecond = 1e6;
constexpr double kPicosecondsPerMillisecond = 1e9;
constexpr double kPicosecondsPerSecond = 1e12;
constexpr double kLeastInMicroseconds = 9'950;  // less has no two digits there

std::string withDigits(double number) {
  if (number >= 100) return fmt::format("{:.0f}", number);
  if (number >= 10) return fmt::format("{:.1f}", number);
  return fmt::format("{:.2f}", number);
}

/// `number` with the largest of the units that are a factor of 1000 apart and not above it.
std::string withUnit(double number, std::array<const char*, 5> units) {
  std::size_t unit = 0;
  while (number >= 999.5 && unit + 1 < units.size()) {
    number /= 1000;
    ++unit;
  }
  return fmt::format("{} {}", unit == 0 ? fmt::format("{:.0f}", number) : withDigits(number), units[unit]);
}

}  // namespace

std::string timeText(std::int64_t picoseconds) {
  const auto time = static_cast<double>(picoseconds);
  const double magnitude = std::abs(time);
  const std::string sign = time < 0 ? "-" : "";
  if (picoseconds == 0) return "0 ms";
  if (magnitude >= kPicosecondsPerSecond) return fmt::format("{}{:.3f} s", sign, magnitude / kPicosecondsPerSecond);
  if (magnitude >= kPicosecondsPerMillisecond / 10)
    return fmt::format("{}{:.3f} ms", sign, magnitude / kPicosecondsPerMillisecond);
  if (magnitude >= kLeastInMicroseconds)
    return fmt::format("{}{} \u00b5s", sign, withDigits(magnitude / kPicosecondsPerMicrosecond));
  return fmt::format("{}{:.2g} ns", sign, magnitude / kPicosecondsPerNanosecond);
}

std::string timeTextOnAxis(std::int64_t picoseconds, double step, std::int64_t most) {
  const auto magnitude = static_cast<double>(most);
  const auto [unit, name] = magnitude >= kPicosecondsPerSecond             ? std::pair(kPicosecondsPerSecond, "s")
                            : magnitude >= kPicosecondsPerMillisecond / 10 ? std::pair(kPicosecondsPerMillisecond, "ms")
                            : magnitude >= kLeastInMicroseconds ? std::pair(kPicosecondsPerMicrosecond, "\u00b5s")
                                                                : std::pair(kPicosecondsPerNanosecond, "ns");
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)), 0, 9);
  return fmt::format("{:.{}f} {}", static_cast<double>(picoseconds) / unit, decimals, name);
}

std::string costText(std::int64_t deltaPicoseconds, std::int64_t basePicoseconds) {
  if (deltaPicoseconds == 0) return "no change";
  const char* sign = deltaPicoseconds > 0 ? "+" : "-";
  const std::string time = timeText(std::abs(deltaPicoseconds));
  const char* word = deltaPicoseconds > 0 ? "slower" : "faster";
  if (basePicoseconds <= 0) return fmt::format("{}{}, {}", sign, time, word);
  const double percent = 100 * std::abs(static_cast<double>(deltaPicoseconds)) / static_cast<double>(basePicoseconds);
  const std::string share = percent < 0.05 ? "less than 0.1 %" : fmt::format("{}{:.1f} %", sign, percent);
  return fmt::format("{}{} ({}), {}", sign, time, share, word);
}

std::string operationsText(double flops) { return withUnit(flops, {"FLOP", "kFLOP", "MFLOP", "GFLOP", "TFLOP"}); }
std::string bytesText(double bytes) { return withUnit(bytes, {"B", "kB", "MB", "GB", "TB"}); }

}  // namespace tasoscope
