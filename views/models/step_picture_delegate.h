#pragma once
// Paints the card of a step: what it is called, what it changes, and the change itself, before and after.

#include <QStyledItemDelegate>

namespace tasoscope {

class StepPictureDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  /// Cards are as high as the strip that holds them.
  void setHeight(int height) { m_height = height; }
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  int m_height = 160;
};

}  // namespace tasoscope
