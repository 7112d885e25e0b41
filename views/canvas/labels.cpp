#include "views/canvas/labels.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

struct Labels {
  Q_DECLARE_TR_FUNCTIONS(tasoscope::Labels)
};

/// As many characters of `text` as fit.
qsizetype fitting(const QString& text, const QFontMetricsF& metrics, double width) {
  qsizetype count = text.size();
  while (count > 1 && metrics.horizontalAdvance(text.left(count)) > width) --count;
  return count;
}

QStringList wrapped(const QString& text, qsizetype lineCount, const QFontMetricsF& metrics, double width) {
  QStringList lines;
  QString rest = text;
  while (lines.size() + 1 < lineCount && metrics.horizontalAdvance(rest) > width) {
    const qsizetype count = fitting(rest, metrics, width);
    lines << rest.left(count);
    rest = rest.mid(count);
  }
  if (!rest.isEmpty()) lines << metrics.elidedText(rest, Qt::ElideLeft, width);
  return lines;
}

/// What the corner of the box, which has the time, does not say.
QString costLine(const PictureBox& box) {
  if (box.shape == BoxShape::kTerminal || !box.cost.isEmpty()) return {};
  return box.isPriced ? Labels::tr("no cost") : Labels::tr("cost unknown");
}

}  // namespace

QString nameOf(LabelMode mode) {
  switch (mode) {
    case LabelMode::kShape:
      return Labels::tr("shapes");
    case LabelMode::kName:
      return Labels::tr("names");
    case LabelMode::kCost:
      return Labels::tr("costs and sizes");
    case LabelMode::kNone:
      return Labels::tr("none");
  }
  return {};
}

QStringList linesOf(const PictureBox& box, LabelMode mode, const QFontMetricsF& metrics, double width) {
  switch (mode) {
    case LabelMode::kShape:
      return box.lines;
    case LabelMode::kName:
      // The title of a terminal is its name.
      return box.shape == BoxShape::kTerminal ? QStringList() : wrapped(box.name, box.lines.size(), metrics, width);
    case LabelMode::kCost: {
      QStringList lines{costLine(box), box.bytes > 0 ? byteText(box.bytes) : QString()};
      lines.removeAll(QString());
      return lines.mid(0, box.lines.size());
    }
    case LabelMode::kNone:
      return {};
  }
  return {};
}

QString labelOf(const PictureEdge& edge, const PictureBox& from, LabelMode mode) {
  switch (mode) {
    case LabelMode::kShape:
      return from.shape == BoxShape::kTerminal || from.lines.join(QChar(' ')).contains(edge.shape) ? QString()
                                                                                                   : edge.shape;
    case LabelMode::kName:
      return edge.label;
    case LabelMode::kCost:
      return edge.bytes > 0 ? byteText(edge.bytes) : QString();
    case LabelMode::kNone:
      break;
  }
  return {};
}

}  // namespace tasoscope
