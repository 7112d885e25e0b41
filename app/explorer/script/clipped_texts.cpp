#include "script/clipped_texts.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QToolButton>
#include <QTreeView>
#include <algorithm>

#include "start/sample_card.h"
#include "views/canvas/canvas.h"
#include "views/canvas/picture_metrics.h"

namespace tasoscope {
namespace {

class Collector {
 public:
  explicit Collector(const QWidget& window) : m_window(window) {}

  std::vector<ShownText> collect() {
    for (const QWidget* widget : m_window.findChildren<QWidget*>()) {
      if (!widget->isVisible() || widget->window() != &m_window) continue;
      if (const auto* label = qobject_cast<const QLabel*>(widget))
        addLabel(*label);
      else if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        addButton(*button);
      else if (const auto* tabs = qobject_cast<const QTabBar*>(widget))
        addTabs(*tabs);
      else if (const auto* combo = qobject_cast<const QComboBox*>(widget))
        addCombo(*combo);
      else if (const auto* header = qobject_cast<const QHeaderView*>(widget))
        addHeader(*header);
      else if (const auto* tree = qobject_cast<const QTreeView*>(widget))
        addTree(*tree);
      else if (const auto* canvas = qobject_cast<const Canvas*>(widget))
        addCanvas(*canvas);
    }
    return std::move(m_texts);
  }

 private:
  void add(const QWidget& widget, const QString& text, bool isClipped, const QRectF& area) {
    if (text.isEmpty()) return;
    const QString where =
        QStringLiteral("%1 %2").arg(QString::fromLatin1(widget.metaObject()->className()), widget.objectName());
    m_texts.push_back({where, text, isClipped, area.translated(widget.mapTo(&m_window, QPoint(0, 0)))});
  }

  void addLabel(const QLabel& label) {
    if (!label.pixmap(Qt::ReturnByValue).isNull()) return;
    const int frame = 2 * label.margin();
    const bool isClipped = label.wordWrap()
                               ? label.heightForWidth(label.width()) > label.height()
                               : label.fontMetrics().horizontalAdvance(label.text()) + frame > label.width() &&
                                     label.textFormat() == Qt::PlainText;
    add(label, label.text(), isClipped, label.rect());
  }

  void addButton(const QAbstractButton& button) {
    const auto* tool = qobject_cast<const QToolButton*>(&button);
    if (tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull()) return;
    const bool isClipped = qobject_cast<const SampleCard*>(&button)
                               ? button.heightForWidth(button.width()) > button.height()
                               : button.sizeHint().width() > button.width() + 1;
    add(button, button.text(), isClipped, button.rect());
  }

  void addTabs(const QTabBar& tabs) {
    for (int i = 0; i < tabs.count(); ++i) {
      const QRect area = tabs.tabRect(i);
      add(tabs, tabs.tabText(i),
          tabs.fontMetrics().horizontalAdvance(tabs.tabText(i)) > area.width() || area.right() > tabs.width(), area);
    }
  }

  void addCombo(const QComboBox& combo) {
    add(combo, combo.currentText(), combo.fontMetrics().horizontalAdvance(combo.currentText()) > combo.width() - 16,
        combo.rect());
  }

  void addHeader(const QHeaderView& header) {
    if (header.orientation() != Qt::Horizontal || !header.model()) return;
    for (int i = 0; i < header.count(); ++i) {
      if (header.isSectionHidden(i)) continue;
      const QString text = header.model()->headerData(i, Qt::Horizontal).toString();
      const QRectF area(header.sectionViewportPosition(i), 0, header.sectionSize(i), header.height());
      add(header, text, header.fontMetrics().horizontalAdvance(text) > header.sectionSize(i), area);
    }
  }

  /// Cells that end in an ellipsis say so themselves and have a tool tip; a cell is cut when not even its start is
  /// seen.
  void addTree(const QTreeView& tree) {
    if (!tree.model()) return;
    for (QModelIndex index = tree.indexAt(QPoint(1, 1)); index.isValid(); index = tree.indexBelow(index)) {
      if (tree.visualRect(index).top() > tree.viewport()->height()) break;
      for (int column = 0; column < tree.model()->columnCount(index.parent()); ++column) {
        const QModelIndex cell = index.siblingAtColumn(column);
        const QRect area = tree.visualRect(cell);
        const QString text = cell.data().toString();
        const int least =
            std::min(tree.fontMetrics().horizontalAdvance(text), tree.fontMetrics().averageCharWidth() * 4);
        const bool isLow = area.height() < tree.fontMetrics().height();
        add(*tree.viewport(), text,
            !tree.isFirstColumnSpanned(index.row(), index.parent()) && (area.width() < least || isLow), area);
      }
    }
  }

  /// The texts of a box fit when the box has the size that they need.
  void addCanvas(const Canvas& canvas) {
    for (const int i : canvas.visibleBoxes()) {
      const PictureBox& box = canvas.picture().boxes[static_cast<std::size_t>(i)];
      const QSizeF needed = sizeOf(box);
      const bool isClipped = needed.width() > box.rect.width() + 0.5 || needed.height() > box.rect.height() + 0.5;
      add(canvas, (QStringList(box.title) + box.lines).join(QChar('\n')), isClipped, canvas.widgetRect(i));
    }
  }

  const QWidget& m_window;
  std::vector<ShownText> m_texts;
};

}  // namespace

std::vector<ShownText> shownTexts(const QWidget& window) { return Collector(window).collect(); }

}  // namespace tasoscope
