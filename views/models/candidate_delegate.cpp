#include "views/models/candidate_delegate.h"

#include <QApplication>
#include <QPainter>

#include "views/canvas/theme.h"
#include "views/models/candidate_model.h"

namespace tasoscope {
namespace {

constexpr int kPadding = 4;

struct Colours {
  QColor text, secondary, change;
};

Colours coloursOf(const QStyleOptionViewItem& option, qlonglong delta) {
  const bool isSelected = option.state & QStyle::State_Selected;
  const QColor text = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
  if (isSelected) return {text, text, text};
  const Theme& theme = Theme::forPalette(option.palette);
  return {text, theme.secondaryText, delta < 0 ? theme.state(DiffState::kAdded) : theme.secondaryText};
}

/// A line with `change` at its right end and `title`, shortened if it must be, before it.
void paintLine(QPainter& painter, const QRect& room, const QString& title, Qt::TextElideMode elide,
               const QColor& titleColour, const QString& change, const QColor& changeColour) {
  const QFontMetrics metrics = painter.fontMetrics();
  const int changeWidth = metrics.horizontalAdvance(change);
  painter.setPen(changeColour);
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, change);
  const int titleWidth = room.width() - (change.isEmpty() ? 0 : changeWidth + 10);
  painter.setPen(titleColour);
  painter.drawText(QRect(room.left(), room.top(), titleWidth, room.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(title, elide, titleWidth));
}

}  // namespace

QSize CandidateDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const int lines = index.data(CandidateModel::CountRole).toInt() > 0 ? 2 : 1;
  return {100, lines * (option.fontMetrics.height() + 1) + 2 * kPadding};
}

void CandidateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& item, const QModelIndex& index) const {
  QStyleOptionViewItem option = item;
  initStyleOption(&option, index);
  option.text.clear();
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);

  const QString title = index.data(CandidateModel::TitleRole).toString();
  const QString change = index.data(CandidateModel::ChangeRole).toString();
  const int count = index.data(CandidateModel::CountRole).toInt();
  const Colours colours = coloursOf(option, index.data(CandidateModel::DeltaRole).toLongLong());
  const int height = option.fontMetrics.height();
  QRect line = option.rect.adjusted(2, kPadding, -6, 0);
  line.setHeight(height);
  painter->save();
  painter->setFont(option.font);
  if (count == 0) {
    paintLine(*painter, line, title, Qt::ElideRight, colours.text, change, colours.change);
    painter->restore();
    return;
  }
  paintLine(*painter, line, title, Qt::ElideRight, colours.text, {}, colours.change);
  line.translate(0, height + 1);
  const QString best = count > 1 ? tr("best %1").arg(change) : change;
  paintLine(*painter, line, tr("%n places", nullptr, count), Qt::ElideRight, colours.secondary, best, colours.change);
  painter->restore();
}

}  // namespace tasoscope
