#pragma once
// How costs are written, the same everywhere: amount, unit, sign, share and word; a glyph for where a number comes
// from.

#include <QString>
#include <cstdint>

#include "session/session.h"

namespace tasoscope {

/// "7.82 ms", "41.3 µs", "0": three digits that count, in the unit that suits the amount.
QString costText(std::int64_t picoseconds);

/// "−0.12 ms (−3.1 %) faster", "+41 µs (+0.5 %) slower", "no change"; without the share when `before` is 0.
QString changeText(std::int64_t delta, std::int64_t before);

/// "−0.12 ms": the amount alone, for narrow columns.
QString shortChangeText(std::int64_t delta);

/// "0.12 ms faster", "41 µs slower", "no change": said aloud, where a sign would only be in the way.
QString spokenChangeText(std::int64_t delta);

/// "12.5 MB".
QString byteText(std::int64_t bytes);

/// Filled: measured here; half: recorded earlier on that device; hollow: estimated.
QString glyphOf(Provenance provenance);
/// "measured here", "recorded", "estimated".
QString wordOf(Provenance provenance);
/// What stands where a cost is not known.
QString unknownCostGlyph();

/// "proved", "tested", "assumed", "refuted".
QString wordOf(Standing standing);

}  // namespace tasoscope
