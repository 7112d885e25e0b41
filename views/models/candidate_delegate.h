#pragma once
// Draws the rows of CandidateModel: an outcome with a badge of how many, a rule with its number of places and its best
// change in two lines, a match with its place and change in one.

#include <QStyledItemDelegate>

namespace tasoscope {

class CandidateDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace tasoscope
