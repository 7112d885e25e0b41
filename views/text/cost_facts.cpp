#include "views/text/cost_facts.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <iterator>

namespace tasoscope {
namespace {

constexpr const char* kLimits = "tasoscope::Report";  // a report has the same words
constexpr const char* kFacts = "tasoscope::CostFacts";

// What the cost model says, in parts.
constexpr const char* kSaid[] = {
    QT_TRANSLATE_NOOP("tasoscope::CostFacts", "a kernel without tiles"),
    QT_TRANSLATE_NOOP("tasoscope::CostFacts", "its operands fit in the cache"),
    QT_TRANSLATE_NOOP("tasoscope::CostFacts", "what its dearer branch takes"),
    QT_TRANSLATE_NOOP("tasoscope::CostFacts",
                      "the program has no definition of this operator, so its cost is not counted"),
    QT_TRANSLATE_NOOP("tasoscope::CostFacts", "computed once, before any run, because its inputs are constant"),
    QT_TRANSLATE_NOOP("tasoscope::CostFacts", "its shapes are not known, so only a launch is counted"),
    QT_TRANSLATE_NOOP("tasoscope::CostFacts", "The operator is not defined here: its cost is unknown and counts as 0."),
};

}  // namespace

QString limitText(const std::string& limit) {
  return limit.empty() ? QString() : QCoreApplication::translate(kLimits, limit.c_str());
}

QString costFactText(const std::string& fact) {
  const QString separator = QStringLiteral("; ");
  QStringList parts = QString::fromStdString(fact).split(separator);
  for (QString& part : parts)
    if (const auto said = std::ranges::find_if(kSaid, [&](const char* text) { return part == QLatin1String(text); });
        said != std::end(kSaid))
      part = QCoreApplication::translate(kFacts, *said);
  return parts.join(separator);
}

}  // namespace tasoscope
