#pragma once
// How costs are written, the same everywhere: sign, amount, unit, share, arrow and word; a glyph for where a number
// comes from; and for a total what it is the sum of, on which device.

#include <QString>
#include <cstdint>

#include "session/session.h"

namespace tasoscope {

/// "7.82 ms", "41.3 µs", "0 ms": three digits that count, in the unit that suits the amount.
QString costText(std::int64_t picoseconds);

/// "−0.12 ms (−3.1 %) ▼ faster", "+41 µs (+0.5 %) ▲ slower", "no change"; without the share when `before` is 0. Up to
/// `noise`, which is what measuring again may change, it is no gain and no loss: "−0.12 ms (−3.1 %) within noise".
QString changeText(std::int64_t delta, std::int64_t before, std::int64_t noise = 0);

/// "−0.12 ms": the amount alone, for narrow columns.
QString shortChangeText(std::int64_t delta);

/// "0.12 ms faster", "41 µs slower", "no change": said aloud, where a sign would only be in the way.
QString spokenChangeText(std::int64_t delta);

/// "12.5 %" of `whole`; empty when that is 0.
QString shareText(std::int64_t part, std::int64_t whole);
/// "4.1 GFLOP", "12.5 MB".
QString workText(double operations);
QString sizeText(double bytes);
QString byteText(std::int64_t bytes);

/// Filled: measured here; half: recorded earlier on that device; hollow: estimated.
QString glyphOf(Provenance provenance);
/// "measured here", "recorded", "estimated".
QString wordOf(Provenance provenance);
/// What stands where a cost is not known.
QString unknownCostGlyph();

/// Where the costs of a graph's nodes come from.
struct CostMix {
  std::size_t measured = 0, recorded = 0, estimated = 0, unknown = 0;
};
CostMix mixOf(const GraphView& graph);
/// "○ estimated" where all come from one place; else "● 12 measured here, ○ 3 estimated"; and ", ? 2 ops without a
/// price".
QString mixText(const CostMix& mix);
/// "sum of kernels on h100": what a total says.
QString scopeText(const QString& device);
/// "○ 41.3 µs", or the sign for an unknown cost.
QString costOf(const NodeView& node);

/// "proved", "tested", "assumed", "refuted".
QString wordOf(Standing standing);

}  // namespace tasoscope
