#include "views/text/axis_text.h"

#include <cmath>

#include "cost/cost_text.h"
#include "views/text/cost_text.h"

namespace tasoscope {

QString costTextOnAxis(double cost, double step, double most) {
  const QString text = QString::fromStdString(timeTextOnAxis(std::llround(cost), step, std::llround(most)));
  return QString(text).replace(QChar(' '), QChar(QChar::Nbsp));
}

QString workRateText(double operationsPerSecond) { return workText(operationsPerSecond) + QStringLiteral("/s"); }
QString sizeRateText(double bytesPerSecond) { return sizeText(bytesPerSecond) + QStringLiteral("/s"); }

}  // namespace tasoscope
