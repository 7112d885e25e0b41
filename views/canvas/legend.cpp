#include "views/canvas/legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <array>

#include "views/canvas/box_marks.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr double kRow = 18;
constexpr double kSwatch = 12;
constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 18;

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

Legend::Legend(const std::vector<const Picture*>& pictures, const Theme& theme) : m_theme(theme) {
  std::array<bool, kFamilyCount> families{};
  std::array<bool, kDiffStateCount> states{};
  for (const Picture* picture : pictures) {
    if (!picture) continue;
    for (const PictureBox& box : picture->boxes) {
      families[static_cast<std::size_t>(box.family)] = true;
      states[static_cast<std::size_t>(box.state)] = true;
    }
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

QStringList Legend::texts() const {
  QStringList texts;
  for (const Entry& entry : m_entries) texts << entry.text;
  return texts;
}

double Legend::widthOf(const Entry& entry) const {
  return kSwatch + kSwatchGap + QFontMetricsF(lineFont()).horizontalAdvance(entry.text);
}

std::vector<QPointF> Legend::places(double width) const {
  std::vector<QPointF> places;
  QPointF at;
  for (const Entry& entry : m_entries) {
    const double wide = widthOf(entry);
    if (at.x() > 0 && at.x() + wide > width) at = QPointF(0, at.y() + kRow);
    places.push_back(at);
    at.rx() += wide + kEntryGap;
  }
  return places;
}

double Legend::heightFor(double width) const { return m_entries.empty() ? 0 : places(width).back().y() + kRow; }

void Legend::paintSwatch(QPainter& painter, const Entry& entry, const QRectF& swatch) const {
  if (entry.isState) {
    paintBadgeAt(painter, entry.state, swatch.center(), kSwatch / 2, m_theme);
    return;
  }
  const FamilyColours& colours = m_theme.family(entry.family);
  painter.setPen(QPen(colours.accent, 1));
  painter.setBrush(colours.fill);
  painter.drawRoundedRect(swatch, 2, 2);
  painter.fillRect(QRectF(swatch.left(), swatch.top() + 1, 4, kSwatch - 2), colours.accent);
}

void Legend::paint(QPainter& painter, QPointF topLeft, double width) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(lineFont());
  const std::vector<QPointF> corners = places(width);
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const QPointF at = topLeft + corners[i];
    const QRectF swatch(at.x(), at.y() + (kRow - kSwatch) / 2, kSwatch, kSwatch);
    paintSwatch(painter, m_entries[i], swatch);
    painter.setPen(m_theme.secondaryText);
    painter.drawText(QRectF(swatch.right() + kSwatchGap, at.y(), widthOf(m_entries[i]), kRow),
                     static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip,
                     m_entries[i].text);
  }
  painter.restore();
}

}  // namespace tasoscope
