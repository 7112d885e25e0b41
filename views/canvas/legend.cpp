#include "views/canvas/legend.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLinearGradient>
#include <QLocale>
#include <QPainter>
#include <array>

#include "views/canvas/box_marks.h"
#include "views/canvas/picture_metrics.h"
#include "views/text/cost_text.h"

namespace tasoscope {
namespace {

constexpr TextLength kRow{18};
constexpr TextLength kSwatch{12};
constexpr double kSwatchGap = 6;
constexpr double kEntryGap = 18;
constexpr double kRamp = 120;
constexpr int kTextFlags = static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip;

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

QString nameOf(ElementClass type) {
  switch (type) {
    case ElementClass::kSingle:
      return Legend::tr("float32, float64");
    case ElementClass::kHalf:
      return Legend::tr("float16");
    case ElementClass::kBrain:
      return Legend::tr("bfloat16");
    case ElementClass::kInteger:
      return Legend::tr("integers");
    case ElementClass::kBool:
      return Legend::tr("bool");
    case ElementClass::kOther:
      return Legend::tr("other types");
  }
  return {};
}

QString nameOf(HeatMode mode) {
  switch (mode) {
    case HeatMode::kOperator:
      return Legend::tr("operator");
    case HeatMode::kCost:
      return Legend::tr("cost");
    case HeatMode::kChange:
      return Legend::tr("cost change");
    case HeatMode::kElementType:
      return Legend::tr("element type");
    case HeatMode::kMemory:
      return Legend::tr("memory");
  }
  return {};
}

Legend::Legend(const std::vector<const Picture*>& pictures, const Theme& theme, const Heat& heat)
    : m_theme(theme), m_mode(heat.mode()), m_most(heat.most()), m_total(heat.total()) {
  addStates(pictures);
  if (heat.isScale())
    addRamp();
  else
    addFills(pictures);
}

void Legend::addStates(const std::vector<const Picture*>& pictures) {
  std::array<bool, kDiffStateCount> states{};
  for (const Picture* picture : pictures) {
    if (!picture) continue;
    for (const PictureBox& box : picture->boxes) states[static_cast<std::size_t>(box.state)] = true;
  }
  for (int i = 1; i < kDiffStateCount; ++i) {
    if (states[static_cast<std::size_t>(i)]) {
      m_entries.push_back({Kind::kState, i, nameOf(static_cast<DiffState>(i)), {}, {}});
    }
  }
}

void Legend::addFills(const std::vector<const Picture*>& pictures) {
  std::array<bool, kFamilyCount> families{};
  std::array<bool, kElementClassCount> types{};
  for (const Picture* picture : pictures) {
    if (!picture) continue;
    for (const PictureBox& box : picture->boxes) {
      families[static_cast<std::size_t>(box.family)] |= box.family != Family::kTerminal;
      types[static_cast<std::size_t>(box.elementClass)] = true;
    }
  }
  if (m_mode == HeatMode::kElementType) {
    for (int i = 0; i < kElementClassCount; ++i) {
      if (!types[static_cast<std::size_t>(i)]) continue;
      m_entries.push_back({Kind::kElementClass, i, nameOf(static_cast<ElementClass>(i)), {}, {}});
    }
    return;
  }
  for (int i = 0; i < kFamilyCount; ++i) {
    if (!families[static_cast<std::size_t>(i)]) continue;
    m_entries.push_back({Kind::kFamily, i, nameOf(static_cast<Family>(i)), {}, {}});
  }
}

/// Unit and range are in the texts before and after the ramp.
void Legend::addRamp() {
  Entry entry{Kind::kRamp, static_cast<int>(m_mode), {}, {}, {}};
  const auto most = static_cast<std::int64_t>(m_most);
  const double share = m_total > 0 ? 100 * m_most / m_total : 0;
  const QString percent = QLocale().toString(share, 'f', share >= 10 ? 0 : 1);
  switch (m_mode) {
    case HeatMode::kChange:
      entry.text = m_most == 0 ? tr("nothing changes the cost") : tr("cost change of each place");
      if (m_most == 0) break;
      entry.low = tr("%1 faster").arg(shortChangeText(-most));
      entry.high = tr("%1 slower").arg(shortChangeText(most));
      break;
    case HeatMode::kMemory:
      entry.text = tr("memory of the outputs");
      entry.low = QLocale().toString(0);
      entry.high = byteText(most);
      break;
    default:
      entry.text = tr("time");
      entry.low = QLocale().toString(0);
      entry.high = tr("%1 (%2 % of all)").arg(costText(most), percent);
  }
  m_entries.push_back(std::move(entry));
}

QStringList Legend::texts() const {
  QStringList texts;
  for (const Entry& entry : m_entries) {
    texts << (entry.low.isEmpty() ? entry.text : tr("%1: %2 to %3").arg(entry.text, entry.low, entry.high));
  }
  return texts;
}

double Legend::widthOf(const Entry& entry) const {
  const QFontMetricsF metrics(lineFont());
  const double text = metrics.horizontalAdvance(entry.text);
  if (entry.kind != Kind::kRamp) return kSwatch + kSwatchGap + text;
  return text + metrics.horizontalAdvance(QChar(':') + entry.low + entry.high) + kRamp + 3 * kSwatchGap;
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
  if (entry.kind == Kind::kState) {
    paintBadgeAt(painter, static_cast<DiffState>(entry.value), swatch.center(), kSwatch / 2, m_theme);
    return;
  }
  if (entry.kind == Kind::kElementClass) {
    painter.setPen(QPen(m_theme.outline, 1));
    painter.setBrush(m_theme.elementClass(static_cast<ElementClass>(entry.value)));
    painter.drawRoundedRect(swatch, 2, 2);
    return;
  }
  const FamilyColours& colours = m_theme.family(static_cast<Family>(entry.value));
  painter.setPen(QPen(colours.accent, 1));
  painter.setBrush(colours.fill);
  painter.drawRoundedRect(swatch, 2, 2);
  painter.fillRect(QRectF(swatch.left(), swatch.top() + 1, 4, kSwatch - 2), colours.accent);
}

void Legend::paintRamp(QPainter& painter, const Entry& entry, QPointF at) const {
  const QFontMetricsF metrics(lineFont());
  const auto write = [&](const QString& text) {
    const double wide = metrics.horizontalAdvance(text);
    painter.setPen(m_theme.secondaryText);
    painter.drawText(QRectF(at, QSizeF(wide, kRow)), kTextFlags, text);
    at.rx() += wide + kSwatchGap;
  };
  write(entry.low.isEmpty() ? entry.text : entry.text + QChar(':'));
  if (!entry.low.isEmpty()) write(entry.low);
  const QRectF ramp(at.x(), at.y() + (kRow - kSwatch) / 2, kRamp, kSwatch);
  const std::span<const QColor> colours = Heat::rampOf(static_cast<HeatMode>(entry.value), m_theme);
  QLinearGradient gradient(ramp.topLeft(), ramp.topRight());
  for (std::size_t i = 0; i < colours.size(); ++i) {
    gradient.setColorAt(static_cast<double>(i) / static_cast<double>(colours.size() - 1), colours[i]);
  }
  painter.setPen(QPen(m_theme.outline, 1));
  painter.setBrush(gradient);
  painter.drawRect(ramp);
  at.rx() += kRamp + kSwatchGap;
  if (!entry.high.isEmpty()) write(entry.high);
}

void Legend::paint(QPainter& painter, QPointF topLeft, double width) const {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setFont(lineFont());
  const std::vector<QPointF> corners = places(width);
  for (std::size_t i = 0; i < m_entries.size(); ++i) {
    const QPointF at = topLeft + corners[i];
    if (m_entries[i].kind == Kind::kRamp) {
      paintRamp(painter, m_entries[i], at);
      continue;
    }
    const QRectF swatch(at.x(), at.y() + (kRow - kSwatch) / 2, kSwatch, kSwatch);
    paintSwatch(painter, m_entries[i], swatch);
    painter.setPen(m_theme.secondaryText);
    painter.drawText(QRectF(swatch.right() + kSwatchGap, at.y(), widthOf(m_entries[i]), kRow), kTextFlags,
                     m_entries[i].text);
  }
  painter.restore();
}

}  // namespace tasoscope
