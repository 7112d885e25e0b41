#pragma once
// Draws texts on as many lines as they need in the width of their column, breaking inside words if it must: nothing is
// cut.

#include <QStyledItemDelegate>

class QTreeView;

namespace tasoscope {

class WrappingDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit WrappingDelegate(QTreeView* view);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  QTreeView* m_view;
};

}  // namespace tasoscope
