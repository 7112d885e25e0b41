#include "views/models/wrapping_delegate.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTextLayout>
#include <QTextOption>
#include <QTreeView>
#include <algorithm>
#include <cmath>

namespace tasoscope {
namespace {

constexpr int kPadding = 3;

/// The text with line ends as a text layout wants them.
QString textOf(const QModelIndex& index) {
  return index.data().toString().replace(QChar('\n'), QChar(QChar::LineSeparator));
}

/// Lays the text out in a width; returns its height.
double layOut(QTextLayout& layout, double width) {
  QTextOption option;
  option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
  layout.setTextOption(option);
  layout.beginLayout();
  double height = 0;
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
    line.setLineWidth(std::max(width, 20.0));
    line.setPosition({0, height});
    height += line.height();
  }
  layout.endLayout();
  return height;
}

}  // namespace

WrappingDelegate::WrappingDelegate(QTreeView* view) : QStyledItemDelegate(view), m_view(view) {
  connect(view->header(), &QHeaderView::sectionResized, view, &QTreeView::doItemsLayout);
}

QSize WrappingDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QSize plain = QStyledItemDelegate::sizeHint(option, index);
  if (!index.parent().isValid()) return plain + QSize(0, 2 * kPadding);
  QTextLayout layout(textOf(index), option.font);
  const int indentation = index.column() == 0 ? 2 * m_view->indentation() : 0;
  const int width = m_view->columnWidth(index.column()) - indentation - 2 * kPadding;
  return {width, std::max(plain.height(), static_cast<int>(std::ceil(layOut(layout, width)))) + kPadding};
}

void WrappingDelegate::paint(QPainter* painter, const QStyleOptionViewItem& item, const QModelIndex& index) const {
  if (!index.parent().isValid()) {
    QStyledItemDelegate::paint(painter, item, index);
    return;
  }
  QStyleOptionViewItem option = item;
  initStyleOption(&option, index);
  QTextLayout layout(textOf(index), option.font);
  option.text.clear();
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
  layOut(layout, option.rect.width() - 2 * kPadding);
  const bool isSelected = option.state & QStyle::State_Selected;
  painter->save();
  painter->setPen(option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::Text));
  layout.draw(painter, option.rect.topLeft() + QPointF(kPadding, 1));
  painter->restore();
}

}  // namespace tasoscope
