#include "views/canvas/painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "views/canvas/box_marks.h"
#include "views/canvas/far_painter.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr double kCornerRadius = 6;
constexpr double kArrowLength = 7;
constexpr double kArrowWidth = 6;
constexpr double kFullDetail = 0.5;
constexpr double kTitleDetail = 0.16;

class PicturePainter {
 public:
  PicturePainter(QPainter& painter, const Picture& picture, const PaintOptions& options)
      : m_painter(painter),
        m_picture(picture),
        m_options(options),
        m_theme(*options.theme),
        m_detail(detailAt(options.scale)) {}

  void paint() {
    const QRectF area = m_options.visible.isNull() ? m_picture.bounds : m_options.visible;
    m_painter.setRenderHint(QPainter::Antialiasing, m_detail != DetailLevel::kBlocks);
    std::vector<int> plain, marked;  // over the others, so that the lines of a step are not crossed by grey ones
    for (const int i : m_picture.edgesIn(area)) (isMarked(edge(i)) ? marked : plain).push_back(i);
    if (m_detail == DetailLevel::kBlocks) {
      paintFarEdges(m_painter, m_picture, plain, m_options);
    } else {
      for (const int i : plain) paintEdge(edge(i), false);
    }
    for (const int i : marked) paintEdge(edge(i), true);
    paintBoxes(m_picture.boxesIn(area));
  }

 private:
  const PictureEdge& edge(int i) const { return m_picture.edges[static_cast<std::size_t>(i)]; }

  bool isMarked(const PictureEdge& edge) const {
    return edge.state != DiffState::kContext || edge.from == m_options.selected || edge.to == m_options.selected;
  }

  bool isMarked(int index) const {
    return m_picture.boxes[static_cast<std::size_t>(index)].state != DiffState::kContext ||
           index == m_options.selected || index == m_options.hovered ||
           std::binary_search(m_options.matched.begin(), m_options.matched.end(), index);
  }

  void paintBoxes(std::vector<int> boxes) {
    if (m_detail == DetailLevel::kBlocks) {
      const auto marked = std::stable_partition(boxes.begin(), boxes.end(), [&](int i) { return !isMarked(i); });
      paintFarBoxes(m_painter, m_picture, {boxes.begin(), marked}, m_options);
      boxes.erase(boxes.begin(), marked);
    }
    for (const int i : boxes) paintBox(i);
  }

  /// A width that does not fall under `least` screen pixels.
  double atLeast(double width, double least) const { return std::max(width, least / m_options.scale); }

  void paintEdge(const PictureEdge& edge, bool isMarked) {
    QColor colour = m_theme.edge;
    double width = atLeast(1.2, m_detail == DetailLevel::kBlocks ? 0.6 : 1);
    if (edge.state != DiffState::kContext) {
      colour = m_theme.state(edge.state);
      width = atLeast(2.2, 1.2);
    } else if (isMarked) {
      colour = m_theme.focus;
      width = atLeast(2, 1.2);
    }
    QPen pen(colour, width, edge.state == DiffState::kRemoved ? Qt::DashLine : Qt::SolidLine, Qt::FlatCap);
    if (edge.state == DiffState::kRemoved) pen.setDashPattern({4, 3});
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(edge.path);
    if (edge.arrival.isEmpty()) {
      paintArrow(edge.path, colour);
      return;
    }
    m_painter.drawPath(edge.arrival);
    paintArrow(edge.arrival, colour);
    paintStubLabels(edge, colour);
  }

  void paintArrow(const QPainterPath& path, const QColor& colour) {
    if (m_detail == DetailLevel::kBlocks || path.isEmpty()) return;
    const QPointF tip = path.currentPosition();
    const double size = std::min(atLeast(1, 0.6), 1.6);
    const QPointF left = tip + QPointF(-kArrowWidth / 2, -kArrowLength) * size;
    const QPointF right = tip + QPointF(kArrowWidth / 2, -kArrowLength) * size;
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawPolygon(QPolygonF({tip, left, right}));
  }

  void paintStubLabels(const PictureEdge& edge, const QColor& colour) {
    if (m_detail != DetailLevel::kFull) return;
    const QPointF leaving = edge.path.currentPosition();
    const QPointF arriving = edge.arrival.elementAt(0);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(colour);
    m_painter.drawEllipse(leaving, 3, 3);
    m_painter.drawEllipse(arriving, 3, 3);
    if (edge.label.isEmpty()) return;
    m_painter.setFont(lineFont());
    m_painter.setPen(m_theme.secondaryText);
    const QFontMetricsF metrics(lineFont());
    const QString text = metrics.elidedText(edge.label, Qt::ElideMiddle, 110);
    m_painter.drawText(QPointF(arriving.x() + 6, arriving.y() + 4), text);
  }

  void paintBox(int index) {
    const PictureBox& box = m_picture.boxes[static_cast<std::size_t>(index)];
    const FamilyColours& colours = m_theme.family(box.family);
    const double radius = box.shape == BoxShape::kTerminal ? box.rect.height() / 2 : kCornerRadius;
    const bool isBlock = m_detail == DetailLevel::kBlocks;
    m_painter.setPen(outlineOf(box));
    m_painter.setBrush(isBlock ? colours.accent : colours.fill);
    if (isBlock && box.state == DiffState::kContext) m_painter.setPen(Qt::NoPen);
    if (isBlock)
      m_painter.drawRect(box.rect);
    else
      m_painter.drawRoundedRect(box.rect, radius, radius);
    if (box.state == DiffState::kRemoved) paintHatch(m_painter, box.rect, m_theme.state(box.state), atLeast(1, 0.7));
    if (!isBlock && box.shape == BoxShape::kOperator) paintAccent(box, colours.accent);
    if (m_detail == DetailLevel::kFull) paintTexts(box);
    if (m_detail == DetailLevel::kTitles) paintLargeTitle(box);
    if (box.state != DiffState::kContext) paintBadge(m_painter, box, m_theme, m_options.scale);
    paintRings(index, box, radius);
  }

  QPen outlineOf(const PictureBox& box) const {
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

  void paintAccent(const PictureBox& box, const QColor& accent) {
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(accent);
    const QRectF bar(box.rect.left() + 3.5, box.rect.top() + 5, kAccentWidth - 1.5, box.rect.height() - 10);
    m_painter.drawRoundedRect(bar, 1.5, 1.5);
  }

  void paintTexts(const PictureBox& box) {
    const bool isTerminal = box.shape == BoxShape::kTerminal;
    const double left = isTerminal ? 2 * kBoxPadding : kAccentWidth + kBoxPadding;
    QRectF row = box.rect.adjusted(left, 7, isTerminal ? -2 * kBoxPadding : -kBoxPadding, 0);
    const Qt::Alignment side = isTerminal ? Qt::AlignHCenter : Qt::AlignLeft;
    row.setHeight(kTitleHeight);
    m_painter.setFont(titleFont());
    m_painter.setPen(m_theme.text);
    m_painter.drawText(row, static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip,
                       box.title);
    m_painter.setFont(lineFont());
    m_painter.setPen(m_theme.secondaryText);
    if (!box.cost.isEmpty()) {
      m_painter.drawText(
          row, static_cast<int>(Qt::AlignRight | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip, box.cost);
    }
    row.moveTop(row.bottom());
    row.setHeight(kLineHeight);
    for (const QString& line : box.lines) {
      m_painter.drawText(row, static_cast<int>(side | Qt::AlignVCenter) | Qt::TextSingleLine | Qt::TextDontClip, line);
      row.moveTop(row.bottom());
    }
  }

  /// Zoomed out, the operator's name fills the box: what the small texts say would not be legible.
  void paintLargeTitle(const PictureBox& box) {
    QFont font = titleFont();
    const double width = QFontMetricsF(font).horizontalAdvance(box.title);
    const double room = box.rect.width() - 2 * kAccentWidth - kBoxPadding;
    const double size = std::min(box.rect.height() * 0.66, font.pixelSize() * room / std::max(width, 1.0));
    if (size * m_options.scale < 5) return;
    font.setPixelSize(std::max(1, static_cast<int>(size)));
    m_painter.setFont(font);
    m_painter.setPen(m_theme.text);
    m_painter.drawText(box.rect.adjusted(kAccentWidth, 0, 0, 0),
                       static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine | Qt::TextDontClip, box.title);
  }

  void paintRings(int index, const PictureBox& box, double radius) {
    m_painter.setBrush(Qt::NoBrush);
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
    if (index == m_options.hovered && index != m_options.selected)
      ring(1.5, QPen(m_theme.secondaryText, atLeast(1, 1)));
    if (index == m_options.selected) ring(3.5, QPen(m_theme.focus, atLeast(m_options.hasFocus ? 3 : 2, 1.6)));
  }

  QPainter& m_painter;
  const Picture& m_picture;
  const PaintOptions& m_options;
  const Theme& m_theme;
  DetailLevel m_detail;
};

}  // namespace

DetailLevel detailAt(double scale) {
  if (scale >= kFullDetail) return DetailLevel::kFull;
  return scale >= kTitleDetail ? DetailLevel::kTitles : DetailLevel::kBlocks;
}

void paintPicture(QPainter& painter, const Picture& picture, const PaintOptions& options) {
  painter.save();
  PicturePainter(painter, picture, options).paint();
  painter.restore();
}

}  // namespace tasoscope
