#include "views/models/step_picture_delegate.h"

#include <QPainter>
#include <algorithm>

#include "views/canvas/painter.h"
#include "views/models/step_picture_model.h"

namespace tasoscope {
namespace {

constexpr int kGap = 6;         // around and inside a card
constexpr int kArrowRoom = 18;  // between before and after
constexpr double kMostScale = 0.9;

void paintPart(QPainter& painter, const Picture& picture, const QRectF& room, const QRectF& shared,
               const Theme& theme) {
  if (picture.isEmpty() || shared.isEmpty()) return;
  const double scale = std::min({kMostScale, room.width() / shared.width(), room.height() / shared.height()});
  painter.save();
  painter.setClipRect(room);
  painter.translate(room.center());
  painter.scale(scale, scale);
  painter.translate(-shared.center());
  PaintOptions options;
  options.theme = &theme;
  options.scale = scale;
  paintPicture(painter, picture, options);
  painter.restore();
}

void paintChange(QPainter& painter, const StepPicture& change, const QRectF& area, const Theme& theme) {
  const double half = (area.width() - kArrowRoom) / 2;
  // One scale and one place for both, so that what stays is seen to stay.
  const QRectF shared = change.before->bounds | change.after->bounds;
  paintPart(painter, *change.before, {area.left(), area.top(), half, area.height()}, shared, theme);
  paintPart(painter, *change.after, {area.right() - half, area.top(), half, area.height()}, shared, theme);
  const QPointF middle = area.center();
  painter.setPen(QPen(theme.text, 2));
  painter.drawLine(middle - QPointF(6, 0), middle + QPointF(6, 0));
  painter.drawLine(middle + QPointF(1, -5), middle + QPointF(6, 0));
  painter.drawLine(middle + QPointF(1, 5), middle + QPointF(6, 0));
}

}  // namespace

void StepPictureDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const auto* model = qobject_cast<const StepPictureModel*>(index.model());
  if (!model) return;
  const Theme& theme = Theme::forPalette(option.palette);
  const bool isCurrent = index.data(StepPictureModel::IsCurrentRole).toBool();
  const QRectF card = QRectF(option.rect).adjusted(kGap / 2.0, kGap / 2.0, -kGap / 2.0, -kGap / 2.0);
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setBrush(theme.canvas);
  painter->setPen(isCurrent ? QPen(theme.focus, 2.5) : QPen(theme.outline, 1));
  painter->drawRoundedRect(card, 4, 4);
  const QRectF inside = card.adjusted(kGap + 2, kGap, -kGap - 2, -kGap);
  QFont bold = option.font;
  bold.setBold(true);
  const double line = QFontMetricsF(bold).height();
  const auto write = [&](double top, const QFont& font, const QColor& colour, const QString& text) {
    painter->setFont(font);
    painter->setPen(colour);
    painter->drawText(QRectF(inside.left(), top, inside.width(), line), Qt::AlignLeft | Qt::AlignVCenter,
                      QFontMetricsF(font).elidedText(text, Qt::ElideRight, inside.width()));
  };
  const QString change = index.data(StepPictureModel::ChangeRole).toString();
  const QString note = index.data(StepPictureModel::NoteRole).toString();
  write(inside.top(), bold, theme.text, index.data(Qt::DisplayRole).toString());
  write(inside.top() + line, option.font, theme.secondaryText,
        note.isEmpty() ? change : QStringLiteral("%1 · %2").arg(change, note));
  const QRectF room = inside.adjusted(0, 2 * line + 4, 0, 0);
  if (const StepPicture* picture = model->pictureOf(model->stepAt(index.row()))) {
    paintChange(*painter, *picture, room, theme);
    if (picture->leftOut > 0) {
      painter->setPen(theme.secondaryText);
      painter->drawText(room, Qt::AlignRight | Qt::AlignBottom,
                        tr("and %n more", nullptr, static_cast<int>(picture->leftOut)));
    }
  }
  if (option.state & QStyle::State_HasFocus) {
    painter->setPen(QPen(theme.focus, 1.5, Qt::DashLine));
    painter->setBrush(Qt::NoBrush);
    painter->drawRoundedRect(card.adjusted(3, 3, -3, -3), 3, 3);
  }
  painter->restore();
}

QSize StepPictureDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  const int line = option.fontMetrics.height();
  return {std::max(340, 24 * line), std::max(m_height, 2 * line + 90)};
}

}  // namespace tasoscope
