#pragma once
// Draws properties: texts on as many lines as they need in the width of their column (breaking inside words if it must:
// nothing is cut), links as links, histograms as bars.

#include <QStyledItemDelegate>

class QTreeView;

namespace tasoscope {

class PropertyDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  explicit PropertyDelegate(QTreeView* view);
  /// The width at which no word of the text is broken.
  static double leastWidthOf(const QModelIndex& index, const QFont& font);
  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 private:
  int widthOf(const QModelIndex& index) const;
  QTreeView* m_view;
};

}  // namespace tasoscope
