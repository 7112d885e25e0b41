#pragma once
// What the engine says of a node's cost, in the language of the window.

#include <QString>
#include <string>

namespace tasoscope {

/// "limited by memory".
QString limitText(const std::string& limit);
/// A line about the cost: what has no translation, such as sizes and names, stays as it is.
QString costFactText(const std::string& fact);

}  // namespace tasoscope
