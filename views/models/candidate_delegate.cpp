#include "views/models/candidate_delegate.h"

#include <QApplication>
#include <QPainter>

#include "views/canvas/theme.h"
#include "views/models/candidate_model.h"

namespace tasoscope {
namespace {

constexpr int kPadding = 6;

}  // namespace

QSize CandidateDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
  return {200, 2 * option.fontMetrics.height() + 2 * kPadding + 2};
}

void CandidateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& item, const QModelIndex& index) const {
  QStyleOptionViewItem option = item;
  initStyleOption(&option, index);
  const QString rule = index.siblingAtColumn(CandidateModel::RuleColumn).data().toString();
  const QString place = index.siblingAtColumn(CandidateModel::PlaceColumn).data().toString();
  const QString change = index.siblingAtColumn(CandidateModel::ChangeColumn).data().toString();
  const qlonglong delta = index.data(CandidateModel::DeltaRole).toLongLong();

  option.text.clear();
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);

  painter->save();
  const bool isSelected = option.state & QStyle::State_Selected;
  const Theme& theme = Theme::forPalette(option.palette);
  const QColor text = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
  const QColor secondary = isSelected ? text : theme.secondaryText;
  const QColor accent = isSelected ? text : delta < 0 ? theme.state(DiffState::kAdded) : secondary;
  const int height = option.fontMetrics.height();
  const QRect room = option.rect.adjusted(kPadding + 2, kPadding, -kPadding, -kPadding);
  QFont bold = option.font;
  bold.setBold(true);
  const QFontMetrics boldMetrics(bold);
  const int changeWidth = boldMetrics.horizontalAdvance(change);
  painter->setFont(bold);
  painter->setPen(accent);
  painter->drawText(QRect(room.right() - changeWidth, room.top(), changeWidth + 1, height),
                    Qt::AlignRight | Qt::AlignVCenter, change);
  painter->setPen(text);
  const int ruleWidth = room.width() - changeWidth - 10;
  painter->drawText(QRect(room.left(), room.top(), ruleWidth, height), Qt::AlignLeft | Qt::AlignVCenter,
                    boldMetrics.elidedText(rule, Qt::ElideRight, ruleWidth));
  painter->setFont(option.font);
  painter->setPen(secondary);
  painter->drawText(QRect(room.left(), room.top() + height + 2, room.width(), height), Qt::AlignLeft | Qt::AlignVCenter,
                    option.fontMetrics.elidedText(place, Qt::ElideMiddle, room.width()));
  painter->restore();
}

}  // namespace tasoscope
