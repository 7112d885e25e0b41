#pragma once
// Rows of tables and trees that are high enough to be hit: 24 pixels at least.

#include <QStyledItemDelegate>
#include <algorithm>

namespace tasoscope {

class RowDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width(), std::max(size.height(), kLeastHeight)};
  }

 private:
  static constexpr int kLeastHeight = 24;
};

}  // namespace tasoscope
