#include "views/canvas/frames.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>

#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

constexpr double kPadding = 7;        // of the innermost frame
constexpr double kNesting = 5;        // more for each frame inside
constexpr TextLength kTitleRoom{13};  // over the boxes
constexpr double kRadius = 9;
constexpr std::size_t kMostInHalo = 400;  // boxes; more are framed by a rectangle in any case
constexpr double kLeastFrame = 24;        // screen pixels
constexpr float kFillOpacity = 0.45F;
constexpr double kTitleScale = 0.3;  // below, the title could not be read

/// Around a box of the frame; every frame inside has a title of its own.
QRectF padded(const QRectF& rect, const PictureFrame& frame) {
  const double padding = kPadding + kNesting * frame.inner;
  return rect.adjusted(-padding, -padding - kTitleRoom * (frame.inner + 1), padding, padding);
}

const QRectF& rectOf(const Picture& picture, int box) { return picture.boxes[static_cast<std::size_t>(box)].rect; }

/// Around each of the boxes that can be seen; made as it is painted, as most steps change frames that are not seen.
QPainterPath haloOf(const PictureFrame& frame, const Picture& picture, const QRectF& area) {
  QPainterPath halo;
  halo.setFillRule(Qt::WindingFill);
  for (const int box : frame.boxes) {
    const QRectF piece = padded(rectOf(picture, box), frame);
    if (piece.intersects(area)) halo.addRoundedRect(piece, kRadius, kRadius);
  }
  return halo;
}

}  // namespace

QRectF boundsOf(const PictureFrame& frame, const Picture& picture) {
  QRectF around;
  for (const int box : frame.boxes) around |= rectOf(picture, box);
  return padded(around, frame);
}

void finish(PictureFrame& frame, const Picture& picture) {
  frame.isAmongOthers = false;
  if (frame.boxes.size() <= kMostInHalo) {
    const std::vector<int> inside = picture.boxesIn(frame.bounds);
    frame.isAmongOthers = !std::includes(frame.boxes.begin(), frame.boxes.end(), inside.begin(), inside.end());
  }
  QRectF first = frame.bounds;
  if (frame.isAmongOthers) {
    const auto highest =
        std::ranges::min_element(frame.boxes, {}, [&](int box) { return padded(rectOf(picture, box), frame).top(); });
    first = padded(rectOf(picture, *highest), frame);
  }
  frame.titleAt = first.topLeft() + QPointF(kRadius, kTitleRoom);
}

void paintFrames(QPainter& painter, const Picture& picture, const QRectF& area, const PaintOptions& options) {
  const Theme& theme = *options.theme;
  for (const PictureFrame& frame : picture.frames) {
    const bool isSmall = frame.bounds.width() * options.scale < kLeastFrame;
    if (isSmall || !frame.bounds.intersects(area)) continue;
    QColor fill = frame.repetition >= 0 ? theme.repetition(frame.repetition).fill : theme.family(Family::kView).fill;
    fill.setAlphaF(kFillOpacity);
    painter.setBrush(fill);
    if (!frame.isAmongOthers) {
      painter.setPen(QPen(theme.outline, std::max(0.8, 0.8 / options.scale), Qt::DotLine));
      painter.drawRoundedRect(frame.bounds, kRadius, kRadius);
    } else {
      painter.setPen(Qt::NoPen);
      painter.drawPath(haloOf(frame, picture, area));
    }
    if (options.scale < kTitleScale) continue;
    painter.setFont(lineFont());
    painter.setPen(theme.secondaryText);
    // A title that would begin outside of what is seen begins at its edge.
    const double width = QFontMetricsF(lineFont()).horizontalAdvance(frame.title);
    const double last = std::max(frame.titleAt.x(), frame.bounds.right() - kRadius - width);
    const double x =
        frame.isAmongOthers ? frame.titleAt.x() : std::clamp(area.left() + kRadius, frame.titleAt.x(), last);
    painter.drawText(QPointF(x, frame.titleAt.y()), frame.title);
  }
}

}  // namespace tasoscope
