#pragma once
// Draws a candidate in two lines: rule and change of cost, place below.

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
