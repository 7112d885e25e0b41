#include "views/canvas/edge_painter.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <set>

#include "views/canvas/picture_metrics.h"
#include "views/canvas/stubs.h"

namespace tasoscope {
namespace {

constexpr double kArrowLength = 7;
constexpr double kArrowWidth = 6;
constexpr double kLabelDetail = 0.8;  // the scale from which edges have labels
constexpr double kLongestLabel = 150;
constexpr double kLabelHeight = 14;

}  // namespace

EdgePainter::EdgePainter(QPainter& painter, const Picture& picture, const PaintOptions& options)
    : m_painter(painter),
      m_picture(picture),
      m_options(options),
      m_theme(*options.theme),
      m_detail(detailAt(options.scale)) {}

void EdgePainter::paint(const PictureEdge& edge, bool isMarked) {
  QColor colour = m_theme.edge;
  double width = atLeast(1.2, m_detail == DetailLevel::kBlocks ? 0.6 : 1);
  if (edge.state != DiffState::kContext) {
    colour = m_theme.state(edge.state);
    width = atLeast(2.2, 1.2);
  } else if (isMarked) {
    colour = m_theme.focus;
    width = atLeast(2, 1.2);
  }
  QPen pen(colour, width, Qt::SolidLine, Qt::FlatCap);
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

void EdgePainter::paintArrow(const QPainterPath& path, const QColor& colour) {
  if (m_detail == DetailLevel::kBlocks || path.isEmpty()) return;
  const QPointF tip = path.currentPosition();
  const double size = std::min(atLeast(1, 0.6), 1.6);
  const QPointF left = tip + flowed(QPointF(-kArrowWidth / 2, -kArrowLength), m_picture.flow) * size;
  const QPointF right = tip + flowed(QPointF(kArrowWidth / 2, -kArrowLength), m_picture.flow) * size;
  m_painter.setPen(Qt::NoPen);
  m_painter.setBrush(colour);
  m_painter.drawPolygon(QPolygonF({tip, left, right}));
}

void EdgePainter::paintStubLabels(const PictureEdge& edge, const QColor& colour) {
  if (m_detail != DetailLevel::kFull) return;
  m_painter.setFont(lineFont());
  for (const Stub& stub : stubsOf(edge, m_picture.flow)) {
    m_painter.setPen(QPen(colour, 1));
    m_painter.setBrush(m_theme.chip);
    m_painter.drawRoundedRect(stub.place, stub.place.height() / 2, stub.place.height() / 2);
    m_painter.setPen(m_theme.secondaryText);
    m_painter.drawText(stub.place, static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine | Qt::TextDontClip,
                       stub.text);
  }
}

bool EdgePainter::isFree(const QRectF& place) const {
  if (!m_picture.boxesIn(place).empty()) return false;
  return std::none_of(m_taken.begin(), m_taken.end(), [&](const QRectF& other) { return other.intersects(place); });
}

void EdgePainter::paintLabels(const std::vector<int>& edges) {
  if (m_options.scale < kLabelDetail || m_options.labels == LabelMode::kNone) return;
  m_painter.setFont(lineFont());
  const QFontMetricsF metrics(lineFont());
  std::set<std::pair<int, std::uint64_t>> named;
  for (const int i : edges) {
    const PictureEdge& edge = m_picture.edges[static_cast<std::size_t>(i)];
    if (!edge.arrival.isEmpty() || named.contains({edge.from, edge.value})) continue;
    const QString label = labelOf(edge, m_picture.boxes[static_cast<std::size_t>(edge.from)], m_options.labels);
    if (label.isEmpty()) continue;
    const QString text = metrics.elidedText(label, Qt::ElideLeft, kLongestLabel);
    const QSizeF size(metrics.horizontalAdvance(text) + 8, kLabelHeight);
    const QRectF place(edge.path.pointAtPercent(0.5) - QPointF(size.width() / 2, size.height() / 2), size);
    if (!isFree(place)) continue;
    named.insert({edge.from, edge.value});
    m_taken.push_back(place);
    m_painter.setPen(Qt::NoPen);
    m_painter.setBrush(m_theme.canvas);
    m_painter.drawRoundedRect(place, 3, 3);
    m_painter.setPen(m_theme.secondaryText);
    m_painter.drawText(place, static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine | Qt::TextDontClip, text);
  }
}

}  // namespace tasoscope
