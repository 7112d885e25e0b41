#include "views/text/cost_text.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "cost/cost_text.h"

namespace tasoscope {
namespace {

struct CostWords {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::CostWords)
};

/// An amount and its unit stay on one line.
QString unbroken(const std::string& text) {
  return QString::fromStdString(text).replace(QChar(' '), QChar(QChar::Nbsp));
}

QString amount(std::int64_t picoseconds) { return unbroken(timeText(std::abs(picoseconds))); }

QString percentText(double share, int decimals) {
  return QLocale().toString(share, 'f', decimals) + QChar(QChar::Nbsp) + QLocale().percent();
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

QString changeText(std::int64_t delta, std::int64_t before, std::int64_t noise) {
  if (delta == 0) return CostWords::tr("no change");
  QString amounts = shortChangeText(delta);
  if (before != 0) {
    const double share = std::abs(static_cast<double>(delta) / static_cast<double>(before)) * 100;
    const int decimals = share >= 10 ? 0 : share >= 0.095 ? 1 : 2;
    const QString percent =
        share >= 0.005 ? signOf(delta) + percentText(share, decimals) : QStringLiteral("< ") + percentText(0.01, 2);
    amounts += QStringLiteral(" (%1)").arg(percent);
  }
  if (std::abs(delta) <= noise) return CostWords::tr("%1 within noise").arg(amounts);
  const QString arrow = QChar(delta < 0 ? 0x25bc : 0x25b2) + QString(QChar(QChar::Nbsp));
  return QStringLiteral("%1 %2").arg(amounts, arrow + (delta < 0 ? CostWords::tr("faster") : CostWords::tr("slower")));
}

QString spokenChangeText(std::int64_t delta) {
  if (delta == 0) return CostWords::tr("no change");
  return QStringLiteral("%1 %2").arg(amount(delta), delta < 0 ? CostWords::tr("faster") : CostWords::tr("slower"));
}

QString shareText(std::int64_t part, std::int64_t whole) {
  return whole <= 0 ? QString() : percentText(100.0 * static_cast<double>(part) / static_cast<double>(whole), 1);
}

QString workText(double operations) { return unbroken(operationsText(operations)); }
QString sizeText(double bytes) { return unbroken(bytesText(bytes)); }
QString byteText(std::int64_t bytes) { return sizeText(static_cast<double>(bytes)); }

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

CostMix mixOf(const GraphView& graph) {
  CostMix mix;
  for (const NodeView& node : graph.nodes) {
    if (node.isCostUnknown)
      ++mix.unknown;
    else if (node.provenance == Provenance::kMeasured)
      ++mix.measured;
    else if (node.provenance == Provenance::kRecorded)
      ++mix.recorded;
    else
      ++mix.estimated;
  }
  return mix;
}

QString mixText(const CostMix& mix) {
  const std::pair<Provenance, std::size_t> known[] = {{Provenance::kMeasured, mix.measured},
                                                      {Provenance::kRecorded, mix.recorded},
                                                      {Provenance::kEstimated, mix.estimated}};
  const bool isOfOneKind = std::ranges::count_if(known, [](const auto& entry) { return entry.second > 0; }) == 1;
  QStringList parts;
  for (const auto& [provenance, count] : known) {
    if (count == 0) continue;
    const QString number = isOfOneKind ? QString() : QLocale().toString(static_cast<qulonglong>(count)) + QChar(' ');
    parts << glyphOf(provenance) + QChar(' ') + number + wordOf(provenance);
  }
  if (mix.unknown > 0)
    parts << unknownCostGlyph() + QChar(' ') +
                 CostWords::tr("%n ops without a price", nullptr, static_cast<int>(mix.unknown));
  return parts.join(QStringLiteral(", "));
}

QString scopeText(const QString& device) { return CostWords::tr("sum of kernels on %1").arg(device); }

QString costOf(const NodeView& node) {
  return node.isCostUnknown ? unknownCostGlyph() : glyphOf(node.provenance) + QChar(' ') + costText(node.picoseconds);
}

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
