#include "views/canvas/picture_metrics.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace tasoscope {
namespace {

constexpr TextLength kLeastWidth{104};
constexpr TextLength kAboveAndBelow{14};
constexpr TextLength kCopiesPadding{6};

}  // namespace

QFont titleFont() {
  QFont font;
  font.setPixelSize(scaled(13));
  font.setBold(true);
  return font;
}

QFont lineFont() {
  QFont font;
  font.setPixelSize(scaled(11));
  return font;
}

QString copiesText(const PictureBox& box) { return QChar(0xd7) + QString::number(box.copies); }

QRectF copiesRect(const PictureBox& box) {
  const double width = QFontMetricsF(lineFont()).horizontalAdvance(copiesText(box)) + 2 * kCopiesPadding;
  const double above = kTitleHeight + kLineHeight * static_cast<double>(std::max<qsizetype>(box.lines.size() - 1, 0));
  return {box.rect.right() - kBoxPadding - width, box.rect.top() + 7 + above, width, kLineHeight};
}

QSizeF sizeOf(const PictureBox& box) {
  const QFontMetricsF title(titleFont()), line(lineFont());
  double width = title.horizontalAdvance(box.title);
  if (!box.cost.isEmpty()) width += kCostGap + line.horizontalAdvance(box.cost);
  for (const QString& text : box.lines) width = std::max(width, line.horizontalAdvance(text));
  if (box.copies > 1 && !box.lines.isEmpty())
    width = std::max(width, line.horizontalAdvance(box.lines.back()) + kCostGap +
                                line.horizontalAdvance(copiesText(box)) + 2 * kCopiesPadding);
  const double sides = box.shape == BoxShape::kTerminal ? 4 * kBoxPadding : 2 * kBoxPadding + kAccentWidth;
  const double height = kTitleHeight + kLineHeight * static_cast<double>(box.lines.size()) + kAboveAndBelow;
  return {std::max<double>(kLeastWidth, std::ceil(width + sides)), std::ceil(height)};
}

}  // namespace tasoscope
