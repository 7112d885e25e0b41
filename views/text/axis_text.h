#pragma once
// Costs at the ticks of an axis, and how fast a device is: the words of cost_text.h where several stand together.

#include <QString>

namespace tasoscope {

/// The cost at a tick, in picoseconds, of an axis that goes up to `most`: all in one unit, and no two the same.
QString costTextOnAxis(double cost, double step, double most);

/// "66.9 TFLOP/s", "3.35 TB/s".
QString workRateText(double operationsPerSecond);
QString sizeRateText(double bytesPerSecond);

}  // namespace tasoscope
