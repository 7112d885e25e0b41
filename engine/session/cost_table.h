#pragma once
// The ops of a graph as a table for other programs: comma-separated values as RFC 4180 has them, in UTF-8.

#include <string>

#include "session/session.h"

namespace tasoscope {

/// A line of titles and one for each node, in topological order. Times are in microseconds, shares in percent of the
/// graph's sum; what is not known is empty.
std::string costTableCsv(const GraphView& graph);

/// A field in quotes where it needs them.
std::string csvField(std::string_view text);

}  // namespace tasoscope
