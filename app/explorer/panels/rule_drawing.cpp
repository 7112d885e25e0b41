#include "panels/rule_drawing.h"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <limits>

#include "views/canvas/painter.h"

namespace tasoscope {
namespace {

constexpr double kMargin = 10, kArrow = 52;
constexpr double kLeastScale = 0.85;  // smaller than this side by side: one below the other, if that is larger
constexpr double kLeastLegible = 0.5, kWellLegible = 0.6;

QString namesIn(const Picture& picture) {
  QStringList names;
  for (const PictureBox& box : picture.boxes)
    if (box.shape == BoxShape::kOperator) names << box.title;
  return names.join(QStringLiteral(", "));
}

}  // namespace

RuleDrawing::RuleDrawing(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("ruleDrawing"));
  QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
  setEnlarges(true);
}

void RuleDrawing::setRule(const Rule& rule) {
  m_rule = rule;
  m_pictures = rulePicturesOf(rule);
  const QString target = namesIn(m_pictures.target);
  setAccessibleName(tr("%1 become %2").arg(namesIn(m_pictures.source), target.isEmpty() ? tr("nothing") : target));
  setVisible(!isEmpty());
  updateGeometry();
  update();
}

RuleDrawing::Arrangement RuleDrawing::arrangementFor(double width) const {
  const QSizeF source = m_pictures.source.bounds.size(), target = m_pictures.target.bounds.size();
  const double room = std::max(40.0, width - 2 * kMargin);
  const double most = m_mostHeight > 0 ? m_mostHeight - 2 * kMargin : std::numeric_limits<double>::infinity();
  const auto fitted = [&](bool isUpright, const QSizeF& size) {
    return Arrangement{isUpright, std::min({1.0, room / size.width(), most / size.height()}), size};
  };
  Arrangement result =
      fitted(false, QSizeF(source.width() + kArrow + target.width(), std::max(source.height(), target.height())));
  if (result.scale < kLeastScale) {
    const Arrangement below =
        fitted(true, QSizeF(std::max(source.width(), target.width()), source.height() + kArrow + target.height()));
    if (below.scale > result.scale) result = below;
  }
  // What would be too small to read is larger than its room.
  result.scale = std::max(result.scale, std::min(kLeastLegible, room / result.size.width()));
  result.size *= result.scale;
  return result;
}

int RuleDrawing::legibleWidth() const {
  const double beside = m_pictures.source.bounds.width() + kArrow + m_pictures.target.bounds.width();
  return static_cast<int>(std::ceil(beside * kWellLegible + 2 * kMargin));
}

void RuleDrawing::setMostHeight(int height) {
  if (height == m_mostHeight) return;
  m_mostHeight = height;
  updateGeometry();
  update();
}

QSize RuleDrawing::fullSize(int mostWidth) const {
  const double beside = m_pictures.source.bounds.width() + kArrow + m_pictures.target.bounds.width() + 2 * kMargin;
  const QSizeF drawn = arrangementFor(std::min<double>(mostWidth, beside)).size;
  return (drawn + QSizeF(2 * kMargin, 2 * kMargin)).toSize();
}

void RuleDrawing::setEnlarges(bool enlarges) {
  m_enlarges = enlarges;
  setToolTip(enlarges ? tr("Click to see it large") : QString());
  if (enlarges)
    setCursor(Qt::PointingHandCursor);
  else
    unsetCursor();
}

/// Boxes have the size that their texts need.
void RuleDrawing::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  const bool isOther = event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange;
  if (!isOther || isEmpty()) return;
  m_pictures = rulePicturesOf(m_rule);
  updateGeometry();
  update();
}

void RuleDrawing::mouseReleaseEvent(QMouseEvent* event) {
  if (m_enlarges && event->button() == Qt::LeftButton && rect().contains(event->pos())) Q_EMIT enlargeRequested();
}

QSize RuleDrawing::sizeHint() const { return {420, heightForWidth(420)}; }

int RuleDrawing::heightForWidth(int width) const {
  if (isEmpty()) return 0;
  return static_cast<int>(std::ceil(arrangementFor(width).size.height() + 2 * kMargin));
}

void RuleDrawing::paintPicture(QPainter& painter, const Picture& picture, QPointF corner, double scale) const {
  painter.save();
  painter.translate(corner);
  painter.scale(scale, scale);
  painter.translate(-picture.bounds.topLeft());
  PaintOptions options;
  options.theme = &Theme::forPalette(palette());
  options.scale = std::max(scale, 0.5);  // texts are drawn at every size
  tasoscope::paintPicture(painter, picture, options);
  painter.restore();
}

void RuleDrawing::paintEvent(QPaintEvent*) {
  if (isEmpty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const Theme& theme = Theme::forPalette(palette());
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.canvas);
  painter.drawRoundedRect(QRectF(rect()), 6, 6);
  const Arrangement arrangement = arrangementFor(width());
  const double scale = arrangement.scale;
  const QRectF area(QPointF((width() - arrangement.size.width()) / 2, kMargin), arrangement.size);
  const QSizeF source = m_pictures.source.bounds.size() * scale, target = m_pictures.target.bounds.size() * scale;
  const double arrow = kArrow * scale;
  QPointF middle;  // of the arrow
  if (arrangement.isUpright) {
    paintPicture(painter, m_pictures.source, {area.center().x() - source.width() / 2, area.top()}, scale);
    paintPicture(painter, m_pictures.target, {area.center().x() - target.width() / 2, area.bottom() - target.height()},
                 scale);
    middle = {area.center().x(), area.top() + source.height() + arrow / 2};
  } else {
    paintPicture(painter, m_pictures.source, {area.left(), area.center().y() - source.height() / 2}, scale);
    paintPicture(painter, m_pictures.target, {area.right() - target.width(), area.center().y() - target.height() / 2},
                 scale);
    middle = {area.left() + source.width() + arrow / 2, area.center().y()};
  }
  painter.translate(middle);
  if (arrangement.isUpright) painter.rotate(90);
  QPainterPath shape;
  shape.addPolygon(QPolygonF({{-15, -3}, {3, -3}, {3, -9}, {15, 0}, {3, 9}, {3, 3}, {-15, 3}}));
  shape.closeSubpath();
  painter.setPen(Qt::NoPen);
  painter.setBrush(theme.secondaryText);
  painter.drawPath(shape);
}

}  // namespace tasoscope
