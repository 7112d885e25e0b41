#include "views/canvas/legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <array>

#include "views/canvas/box_marks.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr double kRow = 17;
constexpr double kSwatch = 12;
constexpr double kPad = 8;

}  // namespace

QString nameOf(Family family) {
  switch (family) {
    case Family::kMatrix:
      return Legend::tr("convolution, product");
    case Family::kElementwise:
      return Legend::tr("elementwise");
    case Family::kReduction:
      return Legend::tr("reduction");
    case Family::kPool:
      return Legend::tr("pooling");
    case Family::kNormalization:
      return Legend::tr("normalization");
    case Family::kMove:
      return Legend::tr("data movement");
    case Family::kView:
      return Legend::tr("view, no cost");
    case Family::kRecurrent:
      return Legend::tr("recurrent");
    case Family::kOther:
      return Legend::tr("other, opaque");
    case Family::kTerminal:
      return Legend::tr("input, output");
  }
  return {};
}

QString nameOf(DiffState state) {
  switch (state) {
    case DiffState::kContext:
      return Legend::tr("unchanged");
    case DiffState::kRemoved:
      return Legend::tr("removed");
    case DiffState::kAdded:
      return Legend::tr("added");
    case DiffState::kChanged:
      return Legend::tr("changed");
    case DiffState::kMatched:
      return Legend::tr("candidate");
  }
  return {};
}

Legend::Legend(const Picture& picture, const Theme& theme) : m_theme(theme) {
  std::array<bool, kFamilyCount> families{};
  std::array<bool, kDiffStateCount> states{};
  for (const PictureBox& box : picture.boxes) {
    families[static_cast<std::size_t>(box.family)] = true;
    states[static_cast<std::size_t>(box.state)] = true;
  }
  for (int i = 1; i < kDiffStateCount; ++i) {
    const auto state = static_cast<DiffState>(i);
    if (states[static_cast<std::size_t>(i)]) m_entries.push_back({true, Family::kOther, state, nameOf(state)});
  }
  for (int i = 0; i < kFamilyCount; ++i) {
    const auto family = static_cast<Family>(i);
    if (family == Family::kTerminal || !families[static_cast<std::size_t>(i)]) continue;
    m_entries.push_back({false, family, DiffState::kContext, nameOf(family)});
  }
}

double Legend::widthOf(const Entry& entry) const {
  return kSwatch + 6 + QFontMetricsF(lineFont()).horizontalAdvance(entry.text);
}

QSizeF Legend::size() const {
  double width = 0;
  for (const Entry& entry : m_entries) width = std::max(width, widthOf(entry));
  return {width + 2 * kPad, kRow * static_cast<double>(m_entries.size()) + 2 * kPad - 4};
}

void Legend::paint(QPainter& painter, QPointF topLeft) const {
  if (m_entries.empty()) return;
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  QColor chip = m_theme.chip;
  chip.setAlphaF(0.92F);
  painter.setPen(QPen(m_theme.outline, 0.5));
  painter.setBrush(chip);
  painter.drawRoundedRect(QRectF(topLeft, size()), 6, 6);
  painter.setFont(lineFont());
  QPointF at = topLeft + QPointF(kPad, kPad - 2);
  for (const Entry& entry : m_entries) {
    const QRectF swatch(at.x(), at.y() + (kRow - kSwatch) / 2, kSwatch, kSwatch);
    if (entry.isState) {
      paintBadgeAt(painter, entry.state, swatch.center(), kSwatch / 2, m_theme);
    } else {
      painter.setPen(QPen(m_theme.family(entry.family).accent, 1));
      painter.setBrush(m_theme.family(entry.family).fill);
      painter.drawRoundedRect(swatch, 2, 2);
      painter.fillRect(QRectF(swatch.left(), swatch.top() + 1, 4, kSwatch - 2), m_theme.family(entry.family).accent);
    }
    painter.setPen(m_theme.secondaryText);
    painter.drawText(QRectF(swatch.right() + 6, at.y(), size().width(), kRow),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, entry.text);
    at.ry() += kRow;
  }
  painter.restore();
}

}  // namespace tasoscope
