#include "views/models/candidate_delegate.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>

#include "views/canvas/theme.h"
#include "views/models/candidate_model.h"

namespace tasoscope {
namespace {

constexpr int kPadding = 4, kLeastHeight = 24;
constexpr int kBadgePadding = 7;

CandidateRow kindOf(const QModelIndex& index) {
  return static_cast<CandidateRow>(index.data(CandidateModel::KindRole).toInt());
}

QFont fontFor(const QStyleOptionViewItem& option, CandidateRow kind) {
  QFont font = option.font;
  font.setBold(kind == CandidateRow::kOutcome);
  return font;
}

struct Colours {
  QColor text, secondary, change, badge;
};

Colours coloursOf(const QStyleOptionViewItem& option, qlonglong delta) {
  const bool isSelected = option.state & QStyle::State_Selected;
  const QColor text = option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text);
  const Theme& theme = Theme::forPalette(option.palette);
  if (isSelected) return {text, text, text, Qt::transparent};
  return {text, theme.secondaryText, delta < 0 ? theme.state(DiffState::kAdded) : theme.secondaryText, theme.chip};
}

/// A line with the change at its right end, with its word where there is room, and `title`, shortened if it must be,
/// before it.
void paintLine(QPainter& painter, const QRect& room, const QString& title, Qt::TextElideMode elide,
               const QColor& titleColour, const QString& wordedChange, const QString& plainChange,
               const QColor& changeColour) {
  const QFontMetrics metrics = painter.fontMetrics();
  const bool hasRoom = metrics.horizontalAdvance(title) + metrics.horizontalAdvance(wordedChange) + 10 <= room.width();
  const QString& change = hasRoom ? wordedChange : plainChange;
  const int changeWidth = metrics.horizontalAdvance(change);
  painter.setPen(changeColour);
  painter.drawText(room, Qt::AlignRight | Qt::AlignVCenter, change);
  const int titleWidth = room.width() - (change.isEmpty() ? 0 : changeWidth + 10);
  painter.setPen(titleColour);
  painter.drawText(QRect(room.left(), room.top(), titleWidth, room.height()), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(title, elide, titleWidth));
}

/// An outcome: its name, and how many there are in a badge.
void paintOutcome(QPainter& painter, const QRect& room, const QString& title, int count, const Colours& colours) {
  const QFontMetrics metrics = painter.fontMetrics();
  painter.setPen(colours.text);
  painter.drawText(room, Qt::AlignLeft | Qt::AlignVCenter, title);
  const QString text = QLocale().toString(count);
  const int width = std::max(metrics.horizontalAdvance(text) + 2 * kBadgePadding, metrics.height());
  const QRect badge(room.left() + metrics.horizontalAdvance(title) + 10, room.top(), width, room.height());
  painter.setPen(QPen(colours.secondary, 1));
  painter.setBrush(colours.badge);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.drawRoundedRect(QRectF(badge).adjusted(0.5, 0.5, -0.5, -0.5), badge.height() / 2.0, badge.height() / 2.0);
  painter.setPen(colours.text);
  painter.drawText(badge, Qt::AlignCenter, text);
}

}  // namespace

QSize CandidateDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const CandidateRow kind = kindOf(index);
  const int lines = kind == CandidateRow::kRule ? 2 : 1;
  const QFontMetrics metrics(fontFor(option, kind));
  return {100, std::max(kLeastHeight, lines * (metrics.height() + 1) + 2 * kPadding)};
}

void CandidateDelegate::paint(QPainter* painter, const QStyleOptionViewItem& item, const QModelIndex& index) const {
  QStyleOptionViewItem option = item;
  initStyleOption(&option, index);
  option.text.clear();
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);

  const CandidateRow kind = kindOf(index);
  const QString title = index.data(CandidateModel::TitleRole).toString();
  const QString change = index.data(CandidateModel::ChangeRole).toString();
  const int count = index.data(CandidateModel::CountRole).toInt();
  const Colours colours = coloursOf(option, index.data(CandidateModel::DeltaRole).toLongLong());
  painter->save();
  painter->setFont(fontFor(option, kind));
  const int height = painter->fontMetrics().height();
  QRect line = option.rect.adjusted(2, 0, -6, 0);
  line.setHeight(height);
  line.moveTop(option.rect.top() + (kind == CandidateRow::kRule ? kPadding : (option.rect.height() - height) / 2));
  switch (kind) {
    case CandidateRow::kOutcome:
      paintOutcome(*painter, line, title, count, colours);
      break;
    case CandidateRow::kRule: {
      paintLine(*painter, line, title, Qt::ElideRight, colours.text, {}, {}, colours.change);
      line.translate(0, height + 1);
      const QString best = count > 1 ? tr("best %1").arg(change) : change;
      paintLine(*painter, line, tr("%n places", nullptr, count), Qt::ElideRight, colours.secondary, best, change,
                colours.change);
      break;
    }
    case CandidateRow::kAlike:
      paintLine(*painter, line, title, Qt::ElideRight, colours.text, tr("each %1").arg(change), change, colours.change);
      break;
    case CandidateRow::kMatch:
      paintLine(*painter, line, title, Qt::ElideMiddle, colours.text, change, change, colours.change);
      break;
  }
  painter->restore();
}

}  // namespace tasoscope
