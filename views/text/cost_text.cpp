#include "views/text/cost_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <cmath>
#include <cstdlib>

#include "cost/cost_text.h"

namespace tasoscope {
namespace {

struct CostWords {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::CostWords)
};

QString amount(std::int64_t picoseconds) {
  return QString::fromStdString(timeText(std::abs(picoseconds))).replace(QChar(' '), QChar(QChar::Nbsp));
}

QString signOf(std::int64_t delta) { return delta < 0 ? QString(QChar(0x2212)) : QStringLiteral("+"); }

}  // namespace

QString costText(std::int64_t picoseconds) {
  return (picoseconds < 0 ? signOf(picoseconds) : QString()) + amount(picoseconds);
}

QString shortChangeText(std::int64_t delta) {
  if (delta == 0) return QString(QChar(0xb1)) + QLocale().toString(0);
  return signOf(delta) + amount(delta);
}

QString changeText(std::int64_t delta, std::int64_t before) {
  if (delta == 0) return CostWords::tr("no change");
  const QString word = delta < 0 ? CostWords::tr("faster") : CostWords::tr("slower");
  if (before == 0) return QStringLiteral("%1 %2").arg(shortChangeText(delta), word);
  const double share = std::abs(static_cast<double>(delta) / static_cast<double>(before)) * 100;
  const int decimals = share >= 10 ? 0 : share >= 0.095 ? 1 : 2;
  const QString percent =
      signOf(delta) + QLocale().toString(share, 'f', decimals) + QChar(QChar::Nbsp) + QLocale().percent();
  return QStringLiteral("%1 (%2) %3").arg(shortChangeText(delta), percent, word);
}

QString spokenChangeText(std::int64_t delta) {
  if (delta == 0) return CostWords::tr("no change");
  return QStringLiteral("%1 %2").arg(amount(delta), delta < 0 ? CostWords::tr("faster") : CostWords::tr("slower"));
}

QString byteText(std::int64_t bytes) {
  return QString::fromStdString(bytesText(static_cast<double>(bytes))).replace(QChar(' '), QChar(QChar::Nbsp));
}

QString glyphOf(Provenance provenance) {
  switch (provenance) {
    case Provenance::kMeasured:
      return QString(QChar(0x25cf));
    case Provenance::kRecorded:
      return QString(QChar(0x25d0));
    case Provenance::kEstimated:
      break;
  }
  return QString(QChar(0x25cb));
}

QString wordOf(Provenance provenance) {
  switch (provenance) {
    case Provenance::kMeasured:
      return CostWords::tr("measured here");
    case Provenance::kRecorded:
      return CostWords::tr("recorded");
    case Provenance::kEstimated:
      break;
  }
  return CostWords::tr("estimated");
}

QString unknownCostGlyph() { return QStringLiteral("?"); }

QString wordOf(Standing standing) {
  switch (standing) {
    case Standing::kProved:
      return CostWords::tr("proved");
    case Standing::kTested:
      return CostWords::tr("tested");
    case Standing::kAssumed:
      return CostWords::tr("assumed");
    case Standing::kRefuted:
      break;
  }
  return CostWords::tr("refuted");
}

}  // namespace tasoscope
