#include "views/canvas/box_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "views/canvas/box_marks.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr double kCornerRadius = 6;
constexpr double kStackOffset = 3;
constexpr double kHeatGap = 2.5;  // of the canvas between an outline and a heat: neither hides the other
constexpr int kCentred = static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine | Qt::TextDontClip;

double radiusOf(const PictureBox& box) {
  return box.shape == BoxShape::kTerminal ? box.rect.height() / 2 : kCornerRadius;
}

const FamilyColours& coloursOf(const PictureBox& box, const Theme& theme) {
  return box.repetition >= 0 ? theme.repetition(box.repetition) : theme.family(box.family);
}

}  // namespace

BoxPainter::BoxPainter(QPainter& painter, const PaintOptions& options)
    : m_titleFont(titleFont()),
      m_lineFont(lineFont()),
      m_titleMetrics(m_titleFont),
      m_lineMetrics(m_lineFont),
      m_painter(painter),
      m_options(options),
      m_theme(*options.theme),
      m_detail(detailAt(options.scale)) {}

void BoxPainter::paint(const PictureBox& box, int index) {
  const Look look = lookOf(box);
  paintShape(box, look);
  if (box.state == DiffState::kRemoved) paintHatch(m_painter, box.rect, m_theme.state(box.state), atLeast(1, 0.7));
  const bool isBlock = m_detail == DetailLevel::kBlocks;
  if (!isBlock && !isHeat() && box.shape != BoxShape::kTerminal) paintAccent(box);
  if (m_detail == DetailLevel::kFull) {
    paintTexts(box, look);
    if (box.copies > 1) paintCopies(box);
  }
  if (m_detail == DetailLevel::kTitles) paintLargeTitle(box, look);
  if (box.state != DiffState::kContext) paintBadge(m_painter, box, m_theme, m_options.scale);
  paintRings(box, index);
}

BoxPainter::Look BoxPainter::lookOf(const PictureBox& box) const {
  const FamilyColours& colours = coloursOf(box, m_theme);
  if (!isHeat()) {
    const bool isBlock = m_detail == DetailLevel::kBlocks;
    return {isBlock ? colours.accent : colours.fill, m_theme.text, m_theme.secondaryText};
  }
  const QColor fill = m_options.heat->fillOf(box, m_theme);
  return {fill, textOn(fill), textOn(fill)};
}

void BoxPainter::paintShape(const PictureBox& box, const Look& look) {
  const bool isBlock = m_detail == DetailLevel::kBlocks, isPlainBlock = isBlock && box.state == DiffState::kContext;
  m_painter.setPen(isPlainBlock && !isHeat() ? QPen(Qt::NoPen) : outlineOf(box));
  if (isBlock) {
    m_painter.setBrush(look.fill);
    m_painter.drawRect(box.rect);
    return;
  }
  const double radius = radiusOf(box);
  if (box.shape == BoxShape::kGroup) paintStack(box, look);
  m_painter.setBrush(isHeat() ? m_theme.canvas : look.fill);
  m_painter.drawRoundedRect(box.rect, radius, radius);
  if (!isHeat()) return;
  const double gap = box.state == DiffState::kContext ? 0.5 : kHeatGap;
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(look.fill);
  m_painter.drawRoundedRect(box.rect.adjusted(gap, gap, -gap, -gap), radius - gap, radius - gap);
}

/// The edges of two sheets behind a collapsed group: there is more in it.
void BoxPainter::paintStack(const PictureBox& box, const Look& look) {
  m_painter.save();
  m_painter.setPen(QPen(m_theme.outline, atLeast(1, 0.8)));
  m_painter.setBrush(isHeat() ? m_theme.canvas : look.fill);
  for (const double offset : {2 * kStackOffset, kStackOffset})
    m_painter.drawRoundedRect(box.rect.translated(offset, offset), kCornerRadius, kCornerRadius);
  m_painter.restore();
}

/// How many groups are like this one, at the lower right.
void BoxPainter::paintCopies(const PictureBox& box) {
  const QRectF badge = copiesRect(box);
  const QColor fill = coloursOf(box, m_theme).accent;
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(fill);
  m_painter.drawRoundedRect(badge, badge.height() / 2, badge.height() / 2);
  m_painter.setFont(m_lineFont);
  m_painter.setPen(textOn(fill));
  m_painter.drawText(badge, kCentred, copiesText(box));
}

QPen BoxPainter::outlineOf(const PictureBox& box) const {
  const QColor& colour = m_theme.state(box.state);
  switch (box.state) {
    case DiffState::kRemoved: {
      QPen pen(colour, atLeast(2, 1.5));
      pen.setDashPattern({4, 3});
      return pen;
    }
    case DiffState::kAdded:
      return QPen(colour, atLeast(3, 2));
    case DiffState::kChanged:
      return QPen(colour, atLeast(2, 1.5), Qt::DotLine);
    case DiffState::kContext:
    case DiffState::kMatched:
      break;
  }
  return QPen(m_theme.outline, atLeast(1, 0.8));
}

void BoxPainter::paintAccent(const PictureBox& box) {
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(coloursOf(box, m_theme).accent);
  const QRectF bar(box.rect.left() + 3.5, box.rect.top() + 5, kAccentWidth - 1.5, box.rect.height() - 10);
  m_painter.drawRoundedRect(bar, 1.5, 1.5);
}

void BoxPainter::paintTexts(const PictureBox& box, const Look& look) {
  const bool isTerminal = box.shape == BoxShape::kTerminal;
  const double left = isTerminal ? 2 * kBoxPadding : kAccentWidth + kBoxPadding;
  QRectF row = box.rect.adjusted(left, 7, isTerminal ? -2 * kBoxPadding : -kBoxPadding, 0);
  const QStringList lines = linesOf(box, m_options.labels, m_lineMetrics, row.width());
  const Qt::Alignment side = isTerminal ? Qt::AlignHCenter : Qt::AlignLeft;
  const int flags = static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip;
  row.translate(0, kLineHeight * static_cast<double>(box.lines.size() - lines.size()) / 2);
  row.setHeight(kTitleHeight);
  m_painter.setFont(m_titleFont);
  m_painter.setPen(look.text);
  m_painter.drawText(row, flags, box.title);
  m_painter.setFont(m_lineFont);
  m_painter.setPen(look.secondaryText);
  if (!box.cost.isEmpty() && m_options.labels != LabelMode::kNone) {
    m_painter.drawText(row, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip,
                       box.cost);
  }
  row.moveTop(row.bottom());
  row.setHeight(kLineHeight);
  for (const QString& line : lines) {
    m_painter.drawText(row, flags, line);
    row.moveTop(row.bottom());
  }
}

/// Zoomed out, the operator's name fills the box: what the small texts say would not be legible.
void BoxPainter::paintLargeTitle(const PictureBox& box, const Look& look) {
  const double width = titleWidth(box.title), plainSize = m_titleFont.pixelSize();
  const double room = box.rect.width() - 2 * kAccentWidth - kBoxPadding;
  const double wanted = std::min(box.rect.height() * 0.66, plainSize * room / std::max(width, 1.0));
  if (wanted * m_options.scale < 5) return;
  const int size = std::max(1, static_cast<int>(wanted));
  QFont font = m_titleFont;
  font.setPixelSize(size);
  m_painter.setFont(font);
  m_painter.setPen(look.text);
  // Placed by hand: laying out text in a rectangle takes several times as long as painting it.
  const double larger = size / plainSize;
  const QPointF centre = box.rect.center() + QPointF(kAccentWidth / 2.0, 0);
  const double baseline = (m_titleMetrics.ascent() - m_titleMetrics.descent()) / 2;
  m_painter.drawText(centre + QPointF(-width / 2, baseline) * larger, box.title);
}

double BoxPainter::titleWidth(const QString& title) {
  auto known = m_titleWidths.constFind(title);
  if (known == m_titleWidths.constEnd()) known = m_titleWidths.insert(title, m_titleMetrics.horizontalAdvance(title));
  return *known;
}

void BoxPainter::paintRings(const PictureBox& box, int index) {
  m_painter.setBrush(Qt::NoBrush);
  const double radius = radiusOf(box);
  const auto ring = [&](double distance, const QPen& pen) {
    m_painter.setPen(pen);
    const double offset = distance / std::min(m_options.scale, 1.0);
    m_painter.drawRoundedRect(box.rect.adjusted(-offset, -offset, offset, offset), radius + offset, radius + offset);
  };
  if (std::binary_search(m_options.matched.begin(), m_options.matched.end(), index)) {
    const QPen pen(m_theme.state(DiffState::kMatched), atLeast(1.5, 1.2));
    ring(2.5, pen);
    ring(6, pen);
  }
  const bool isChosen = std::binary_search(m_options.chosen.begin(), m_options.chosen.end(), index);
  if (index == m_options.hovered && index != m_options.selected && !isChosen)
    ring(1.5, QPen(m_theme.secondaryText, atLeast(1, 1)));
  if (index == m_options.selected)
    ring(3.5, QPen(m_theme.focus, atLeast(m_options.hasFocus ? 3 : 2, 1.6)));
  else if (isChosen)
    ring(3.5, QPen(m_theme.focus, atLeast(1.6, 1.3)));
}

}  // namespace tasoscope
