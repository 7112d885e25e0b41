#pragma once
// How well a few typed letters fit a text: all of them must occur in order; starts of words and runs count more.

#include <QString>
#include <optional>

namespace tasoscope {

/// Larger is better; nothing when the letters do not occur. An empty pattern fits everything alike.
std::optional<int> fuzzyScore(const QString& pattern, const QString& text);

}  // namespace tasoscope
