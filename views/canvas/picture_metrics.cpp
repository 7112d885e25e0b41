#include "views/canvas/picture_metrics.h"

#include <algorithm>
#include <cmath>

namespace tasoscope {
namespace {

constexpr TextLength kLeastWidth{104}, kLeastTerminalWidth{52};
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

BoxMeasure::BoxMeasure() : m_title(titleFont()), m_line(lineFont()) {}

double BoxMeasure::widthOf(const QString& text, Widths& widths) {
  const auto known = widths.known.constFind(text);
  if (known != widths.known.constEnd()) return *known;
  return *widths.known.insert(text, widths.metrics.horizontalAdvance(text));
}

QSizeF BoxMeasure::sizeOf(const PictureBox& box) {
  double width = widthOf(box.title, m_title);
  if (!box.cost.isEmpty()) width += kCostGap + widthOf(box.cost, m_line);
  for (const QString& text : box.lines) width = std::max(width, widthOf(text, m_line));
  if (box.copies > 1 && !box.lines.isEmpty()) {
    const double copies = widthOf(copiesText(box), m_line) + 2 * kCopiesPadding;
    width = std::max(width, widthOf(box.lines.back(), m_line) + kCostGap + copies);
  }
  const double sides = box.shape == BoxShape::kTerminal ? 4 * kBoxPadding : 2 * kBoxPadding + kAccentWidth;
  const double height = kTitleHeight + kLineHeight * static_cast<double>(box.lines.size()) + kAboveAndBelow;
  const double least = box.shape == BoxShape::kTerminal ? kLeastTerminalWidth : kLeastWidth;
  return {std::max(least, std::ceil(width + sides)), std::ceil(height)};
}

QSizeF sizeOf(const PictureBox& box) { return BoxMeasure().sizeOf(box); }

}  // namespace tasoscope
