#include "panels/column_widths.h"

#include <QEvent>
#include <QHeaderView>
#include <QTreeView>
#include <algorithm>
#include <utility>

#include "views/text/text_scale.h"

namespace tasoscope {

ColumnWidths::ColumnWidths(QTreeView* view) : QObject(view), m_view(view), m_scale(textScale()) {
  view->installEventFilter(this);
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::FontChange && textScale() != m_scale) {
    const double factor = textScale() / std::exchange(m_scale, textScale());
    // The header has its new font after this.
    QMetaObject::invokeMethod(
        this, [this, factor] { scaleBy(factor); }, Qt::QueuedConnection);
  }
  return QObject::eventFilter(watched, event);
}

void ColumnWidths::scaleBy(double factor) {
  QHeaderView* header = m_view->header();
  for (int i = 0; i < header->count(); ++i) {
    if (header->sectionResizeMode(i) != QHeaderView::Interactive) continue;
    header->resizeSection(i, std::max(qRound(header->sectionSize(i) * factor), header->sectionSizeHint(i)));
  }
}

}  // namespace tasoscope
