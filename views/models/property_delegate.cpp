#include "views/models/property_delegate.h"

#include <QApplication>
#include <QHeaderView>
#include <QPainter>
#include <QTextLayout>
#include <QTextOption>
#include <QTreeView>
#include <algorithm>
#include <cmath>

#include "views/models/property_model.h"

namespace tasoscope {
namespace {

constexpr int kPadding = 3;
constexpr double kBarLines = 3;  // the height of a histogram, in lines of text

/// The same text, that may go on in a new line after the joints of long names, numbers left whole.
QString breakable(const QString& text) {
  QString result;
  for (qsizetype i = 0; i < text.size(); ++i) {
    result += text[i];
    const bool isJoint = text[i] == QChar('_') || text[i] == QChar('.');
    const bool isInside = i > 0 && i + 1 < text.size() && text[i - 1].isLetterOrNumber() && text[i + 1].isLetter();
    if (isJoint && isInside) result += QChar(0x200b);
    const bool isInNumber = i + 1 < text.size() && text[i] == QChar('.') && text[i + 1].isDigit();
    if (isInNumber) result += QChar(0x2060);  // a word joiner
  }
  return result;
}

/// The text with line ends as a text layout wants them. A histogram has its words below the bars.
QString textOf(const QModelIndex& index) {
  const bool isHistogram = index.data(PropertyModel::HistogramRole).isValid();
  const QString text = isHistogram ? index.siblingAtColumn(1).data().toString() : index.data().toString();
  return breakable(text).replace(QChar('\n'), QChar(QChar::LineSeparator));
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

double barsHeight(const QModelIndex& index, const QFont& font) {
  return index.data(PropertyModel::HistogramRole).isValid() ? kBarLines * QFontMetricsF(font).height() : 0;
}

void paintBars(QPainter& painter, const QRectF& area, const QVariantList& counts, const QPalette& palette) {
  double most = 1;
  for (const QVariant& count : counts) most = std::max(most, count.toDouble());
  const double width = area.width() / static_cast<double>(std::max<qsizetype>(1, counts.size()));
  painter.fillRect(QRectF(area.left(), area.bottom() - 1, area.width(), 1), palette.color(QPalette::Text));
  for (qsizetype i = 0; i < counts.size(); ++i) {
    const double share = counts[i].toDouble() / most;
    if (share <= 0) continue;
    const double height = std::max(1.0, share * (area.height() - 2));
    painter.fillRect(QRectF(area.left() + static_cast<double>(i) * width, area.bottom() - 1 - height,
                            std::max(1.0, width - 1), height),
                     palette.color(QPalette::Highlight));
  }
}

}  // namespace

double PropertyDelegate::leastWidthOf(const QModelIndex& index, const QFont& font) {
  QTextLayout layout(textOf(index), font);
  layout.setTextOption(QTextOption());
  layout.beginLayout();
  for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) line.setLineWidth(1);
  layout.endLayout();
  return layout.minimumWidth() + 2 * kPadding;
}

PropertyDelegate::PropertyDelegate(QTreeView* view) : QStyledItemDelegate(view), m_view(view) {
  connect(view->header(), &QHeaderView::sectionResized, view, &QTreeView::doItemsLayout);
}

int PropertyDelegate::widthOf(const QModelIndex& index) const {
  const bool isWide = m_view->isFirstColumnSpanned(index.row(), index.parent());
  const int width = isWide ? m_view->header()->length() : m_view->columnWidth(index.column());
  const int indentation = index.column() == 0 ? 2 * m_view->indentation() : 0;
  return width - indentation - 2 * kPadding;
}

QSize PropertyDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QSize plain = QStyledItemDelegate::sizeHint(option, index);
  if (!index.parent().isValid()) return plain + QSize(0, 2 * kPadding);
  if (index.column() > 0 && m_view->isFirstColumnSpanned(index.row(), index.parent())) return {0, 0};
  QTextLayout layout(textOf(index), option.font);
  const int width = widthOf(index);
  const double height = layOut(layout, width) + barsHeight(index, option.font);
  const int least = index.data(PropertyModel::LinkRole).toBool() ? 24 : plain.height();  // a link is a target
  return {width, std::max(least, static_cast<int>(std::ceil(height))) + kPadding};
}

void PropertyDelegate::paint(QPainter* painter, const QStyleOptionViewItem& item, const QModelIndex& index) const {
  if (!index.parent().isValid()) {
    QStyledItemDelegate::paint(painter, item, index);
    return;
  }
  QStyleOptionViewItem option = item;
  initStyleOption(&option, index);
  const bool isLink = index.data(PropertyModel::LinkRole).toBool();
  if (isLink) option.font.setUnderline(true);
  QTextLayout layout(textOf(index), option.font);
  option.text.clear();
  const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
  style->drawControl(QStyle::CE_ItemViewItem, &option, painter, option.widget);
  const QRectF place = QRectF(option.rect).adjusted(kPadding, 1, -kPadding, 0);
  const double bars = barsHeight(index, item.font);
  layOut(layout, place.width());
  const bool isSelected = option.state & QStyle::State_Selected;
  painter->save();
  if (bars > 0)
    paintBars(*painter, QRectF(place.left(), place.top(), place.width(), bars - 2),
              index.data(PropertyModel::HistogramRole).toList(), option.palette);
  const QPalette::ColorRole role = isSelected ? QPalette::HighlightedText : isLink ? QPalette::Link : QPalette::Text;
  painter->setPen(option.palette.color(role));
  layout.draw(painter, place.topLeft() + QPointF(0, bars));
  painter->restore();
}

}  // namespace tasoscope
